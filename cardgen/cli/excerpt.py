"""The line of a project file that a diagnostic points to, with carets below the spot."""

from __future__ import annotations

import os
import re
from pathlib import Path

from msgspec.structs import replace

from cardgen.cli.terminal import cells as columns
from cardgen.core.diagnostics import Location, relative
from cardgen.core.errors import SourceError

MAX_FILE = 8_000_000
MAX_SHOWN = 110
BEFORE = 40
BETWEEN = " | "
"""Stands between the cells of a row."""

_BREAK = re.compile("\r\n|\n|\r")


class Sources:
    """The lines of project files; each file is read once."""

    def __init__(self, root: Path | None) -> None:
        self._root = root
        self._files: dict[str, list[str]] = {}
        self._sheets: dict[str, list[list[str]]] = {}

    def line(self, at: Location) -> tuple[str, Location] | None:
        """Return the line with the place in it, or None if the file or the line does not exist.

        Of a sheet, that is the row: its cells side by side.
        """
        if self._root is None or not at.line:
            return None
        if at.sheet:
            return self._row(self._root / at.path, at)
        if at.path not in self._files:
            self._files[at.path] = _read(self._root / at.path)
        lines = self._files[at.path]
        return (lines[at.line - 1], at) if at.line <= len(lines) else None

    def _row(self, file: Path, at: Location) -> tuple[str, Location] | None:
        key = f"{at.path}#{at.sheet}"
        if key not in self._sheets:
            self._sheets[key] = _read_sheet(file, at)
        rows = self._sheets[key]
        if at.line > len(rows) or at.column > len(rows[at.line - 1]):
            return None
        cells = rows[at.line - 1]
        before = BETWEEN.join([*cells[: at.column - 1], ""])
        shown = cells[at.column - 1]
        return BETWEEN.join(cells), replace(at, column=len(before) + 1, length=len(shown) or 1)

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
        data = path.read_bytes()
        if path.suffix.lower() in (".csv", ".tsv"):
            from cardgen.source.tables.dialects import decode_table

            return decode_table(path.name, data)[0].text.split("\n")
        return _BREAK.split(data.decode("utf-8-sig", errors="replace"))
    except (OSError, ValueError, SourceError):
        return []


def _read_sheet(path: Path, at: Location) -> list[list[str]]:
    from cardgen.source.tables.workbooks import sheet_texts

    try:
        data = path.read_bytes() if path.is_file() else b""
        return sheet_texts(at.path, data, at.sheet)
    except (OSError, SourceError):
        return []


def excerpt(line: str, at: Location) -> tuple[str, str]:
    """Return a line as it is shown, and the carets below it (empty without a column)."""
    start = max(0, at.column - 1 - BEFORE) if len(line) > MAX_SHOWN else 0
    shown = columns(line[start : start + MAX_SHOWN])
    lead = "…" if start else ""
    tail = "…" if len(line) > start + MAX_SHOWN else ""
    text = (lead + "".join(char for char, _ in shown) + tail).rstrip()
    if not at.column:
        return text, ""
    first = at.column - 1 - start
    before = len(lead) + sum(width for _, width in shown[:first])
    marked = sum(width for _, width in shown[first : first + max(1, at.length)])
    return text, " " * before + "^" * max(1, marked)
