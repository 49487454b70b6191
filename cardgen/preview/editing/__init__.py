"""Editing of values from the page: checks, writes to files, and undo."""
