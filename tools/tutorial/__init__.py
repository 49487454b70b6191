"""The tutorial walked through, and its pictures drawn: ``python -m tools.gallery tutorial``."""
