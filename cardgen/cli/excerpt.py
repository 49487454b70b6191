"""The line of a project file that a diagnostic points to, with carets below the spot."""

from __future__ import annotations

import os
import re
from pathlib import Path

from cardgen.cli.terminal import cells
from cardgen.core.diagnostics import Location, relative

MAX_FILE = 8_000_000
MAX_SHOWN = 110
BEFORE = 40

_BREAK = re.compile("\r\n|\n|\r")


class Sources:
    """The lines of project files; each file is read once."""

    def __init__(self, root: Path | None) -> None:
        self._root = root
        self._files: dict[str, list[str]] = {}

    def line(self, at: Location) -> str | None:
        """Return the line, or None if the file or the line does not exist."""
        if self._root is None or not at.line:
            return None
        if at.path not in self._files:
            self._files[at.path] = _read(self._root / at.path)
        lines = self._files[at.path]
        return lines[at.line - 1] if at.line <= len(lines) else None

    def checkout_path(self, path: str) -> str:
        """Return a path relative to the top of a GitHub checkout, if this runs in one."""
        top = os.environ.get("GITHUB_WORKSPACE")
        if not top or self._root is None:
            return path
        return relative(self._root / path, Path(top).resolve())


def _read(path: Path) -> list[str]:
    try:
        if not path.is_file() or path.stat().st_size > MAX_FILE:
            return []
        return _BREAK.split(path.read_bytes().decode("utf-8-sig", errors="replace"))
    except (OSError, ValueError):
        return []


def excerpt(line: str, at: Location) -> tuple[str, str]:
    """Return a line as it is shown, and the carets below it (empty without a column)."""
    start = max(0, at.column - 1 - BEFORE) if len(line) > MAX_SHOWN else 0
    shown = cells(line[start : start + MAX_SHOWN])
    lead = "…" if start else ""
    tail = "…" if len(line) > start + MAX_SHOWN else ""
    text = (lead + "".join(char for char, _ in shown) + tail).rstrip()
    if not at.column:
        return text, ""
    first = at.column - 1 - start
    before = len(lead) + sum(width for _, width in shown[:first])
    marked = sum(width for _, width in shown[first : first + max(1, at.length)])
    return text, " " * before + "^" * max(1, marked)
