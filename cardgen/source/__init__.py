"""Reads project files: confined to the project, and YAML with a position for every value."""
