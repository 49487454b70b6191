"""Stands in for Pillow where its wheel for browsers cannot be had: every picture is refused."""


class UnidentifiedImageError(OSError):
    """A file that is no picture."""
