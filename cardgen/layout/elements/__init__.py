"""The vocabulary of templates: one element to a file, each of which registers itself."""
