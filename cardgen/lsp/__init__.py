"""A language server: what an editor asks about the files of a project, answered while one types."""
