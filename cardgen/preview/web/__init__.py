"""The web server of the preview: start and end, permissions, and answers."""
