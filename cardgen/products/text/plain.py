"""A script as passages and as plain text: UTF-8, 72 columns, headings that a search finds.

A screen reader jumps from heading to heading by searching for ``== ``: one more ``=`` for each
level. Nothing stands behind a heading's words, because it would be read aloud.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

COLUMNS = 72
_STEP = 2


class Passage(Struct, frozen=True):
    """A heading of a level from 1 on, 0 for the title; or a text, an item of a list or a field.

    These are indented by their level, from 0 on. Items and fields follow one another closely; the
    ``mark`` of an item is its number, or nothing for a bullet.
    """

    kind: Literal["heading", "text", "item", "field"]
    text: str
    level: int = 0
    mark: str = ""


def plain_text(passages: Iterable[Passage]) -> str:
    """Write passages; paragraphs are parted by empty lines, items and fields are not."""
    lines: list[str] = []
    before: Passage | None = None
    for one in passages:
        together = before is not None and {before.kind, one.kind} <= {"item", "field"}
        if lines and not together:
            lines += [""] * (2 if one.kind == "heading" and one.level == 1 else 1)
        lines += _lines(one)
        before = one
    return "\n".join(lines) + "\n"


def _lines(one: Passage) -> list[str]:
    if one.kind == "heading":
        return [f"{'=' * (one.level + 1)} {one.text}" if one.level else one.text]
    mark = f"{one.mark or '-'} " if one.kind == "item" else ""
    first = " " * (_STEP * one.level) + mark
    return textwrap.wrap(
        one.text,
        COLUMNS,
        initial_indent=first,
        subsequent_indent=" " * len(first),
        break_long_words=False,
        break_on_hyphens=False,
    ) or [first.rstrip()]
