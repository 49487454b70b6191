"""The preview: everything in a project on a local web page, live while it is edited."""

from typing import Any

Json = dict[str, Any]
"""A value that the page gets as JSON."""
