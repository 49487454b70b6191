"""Notes of playtests: listed for the page, and written into their file."""
