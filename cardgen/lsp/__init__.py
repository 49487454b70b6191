"""A language server: diagnostics, completion, names and renames for editors."""
