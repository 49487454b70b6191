"""Jinja2 templates that write XML layout elements, each with its location in the template."""
