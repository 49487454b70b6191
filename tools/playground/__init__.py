"""The playground: cardgen in a browser, as a folder of files that any web server can serve."""
