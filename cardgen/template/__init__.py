"""Jinja2 templates that write XML layout elements, each with the place it came from."""
