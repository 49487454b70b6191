"""cardgen turns YAML cards and Jinja2 templates into print-ready games."""

__version__ = "1.0.0"
