"""Products: the kinds of files a build writes, each described before it is made."""
