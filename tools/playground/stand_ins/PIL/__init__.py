"""Replaces Pillow if its wheel for browsers is not available: refuses every picture."""


class UnidentifiedImageError(OSError):
    """A file that is no picture."""
