"""Taking away what is on screen: pictures of sides, and files to print."""
