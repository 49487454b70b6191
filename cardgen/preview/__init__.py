"""The preview: all parts of a project on a local web page, updated after every save."""

from typing import Any

Json = dict[str, Any]
"""A value that the page gets as JSON."""
