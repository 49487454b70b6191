"""Passages: what a text to be read from end to end is made of."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Kind = Literal["heading", "text", "item", "field"]


class Passage(Struct, frozen=True):
    """A heading of a level from 1 on, 0 for the title; or a text, an item of a list or a field.

    These are indented by their level, from 0 on. Items and fields follow one another closely; the
    ``mark`` of an item is its number, or nothing for a bullet.
    """

    kind: Kind
    text: str
    level: int = 0
    mark: str = ""
