"""Reading the files that a project names."""
