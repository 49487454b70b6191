"""Make any text safe for a terminal, and tell how wide it is there.

A progress bar on standard error, if a person is watching.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from types import TracebackType
from typing import Any, Self

import click

from cardgen.cli.options import Settings

TAB = 4

# Control characters, line and paragraph separators, the directional formatting characters of
# UAX #9, which can make text appear in another order, and halves of surrogate pairs.
_UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)


def clean(text: str) -> str:
    r"""Replace every unsafe character by an escape such as ``\x1b``; one line stays one line."""
    return _UNSAFE.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def clean_lines(text: str) -> str:
    """Clean a text that may have several lines."""
    return "\n".join(clean(line) for line in text.split("\n"))


def cells(text: str) -> list[tuple[str, int]]:
    """Return what to show for each character of a line, and its width in columns."""
    shown: list[tuple[str, int]] = []
    column = 0
    for char in text:
        if char == "\t":
            width = TAB - column % TAB
            shown.append((" " * width, width))
        elif _UNSAFE.match(char):
            width = 1
            shown.append((chr(0x2400 + ord(char)) if char < " " else "\ufffd", width))
        else:
            width = _width(char)
            shown.append((char, width))
        column += width
    return shown


def _width(char: str) -> int:
    """Return the width in columns: two for East Asian wide characters (UAX #11)."""
    if char.isascii():
        return 1
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


class Progress:
    """A context manager that long work calls with what is done, the total, and what it is at."""

    def __init__(self, settings: Settings) -> None:
        self._bar: Any = None
        self._wanted = settings.format == "human" and not settings.quiet and sys.stderr.isatty()

    def __enter__(self) -> Self:
        return self

    def __call__(self, done: int, total: int, what: str) -> None:
        """Show how far the work has come; the total may change on the way."""
        if not self._wanted or total <= 0:
            return
        if self._bar is None:
            self._bar = click.progressbar(
                length=total, file=sys.stderr, item_show_func=_item, width=30
            )
            self._bar.__enter__()
        self._bar.length = total
        self._bar.update(done - self._bar.pos, what)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.__exit__(kind, error, traceback)


def _item(what: str | None) -> str:
    return clean(what or "")[:40]
