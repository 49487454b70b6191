"""Safe text for terminals, its width in columns, and the progress bar."""

import os
import re
import sys
import unicodedata
from typing import TYPE_CHECKING, Any, Self

import click

if TYPE_CHECKING:
    from cardgen.cli.options import Settings

TAB = 4

# Control characters, line and paragraph separators, directional formatting characters (UAX #9:
# they can make text appear in another order), and halves of surrogate pairs.
_UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)


def clean(text: str) -> str:
    r"""Replace every unsafe character, line breaks included, by an escape such as ``\x1b``."""
    return _UNSAFE.sub(lambda match: match[0].encode("unicode_escape").decode(), text)


def clean_lines(text: str) -> str:
    """Clean each line of a text and keep its line breaks."""
    return "\n".join(clean(line) for line in text.split("\n"))


def cells(text: str) -> list[tuple[str, int]]:
    """Return, for each character of a line, the text to print and its width in columns."""
    printable: list[tuple[str, int]] = []
    column = 0
    for char in text:
        if char == "\t":
            width = TAB - column % TAB
            printable.append((" " * width, width))
        elif _UNSAFE.match(char):
            width = 1
            printable.append((chr(0x2400 + ord(char)) if char < " " else "\ufffd", width))
        else:
            width = _width(char)
            printable.append((char, width))
        column += width
    return printable


def _width(char: str) -> int:
    """Return the width in columns: two for East Asian wide characters (UAX #11)."""
    if char.isascii():
        return 1
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


class Progress:
    """A progress bar on standard error, for people only. Long work calls it after each step."""

    def __init__(self, settings: "Settings") -> None:
        self._bar: Any = None
        self._is_visible = settings.format == "human" and not settings.quiet and sys.stderr.isatty()
        self._percent = -1
        self._has_reader = "CARDGEN_PROGRESS" in os.environ  # the page of the preview reads lines

    def __enter__(self) -> Self:
        return self

    def __call__(self, position: int, total: int, step: str) -> None:
        """Move the bar to a position and show the current step; the total may change."""
        if self._has_reader and total > 0 and 100 * position // total != self._percent:
            self._percent = 100 * position // total
            click.echo(f"progress {position}/{total} {_item(step)}", err=True)
        if not self._is_visible or total <= 0:
            return
        if self._bar is None:
            self._bar = click.progressbar(
                length=total, file=sys.stderr, item_show_func=_item, width=30
            )
            self._bar.__enter__()
        self._bar.length = total
        self._bar.update(position - self._bar.pos, step)

    def __exit__(self, *error: object) -> None:
        if self._bar is not None:
            self._bar.__exit__(*error)


def _item(step: str | None) -> str:
    return clean(step or "")[:40]
