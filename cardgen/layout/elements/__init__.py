"""The vocabulary of templates: one element a file, each registers itself."""
