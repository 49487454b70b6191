"""What lies in the box of a game: pieces of one kind, counted and pictured."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

Outline = Literal["card", "rect", "round", "hex", "triangle"]
"""How a pictured piece is cut; ``card`` has round corners."""


class PiecePicture(Struct, frozen=True):
    """A side that shows what a piece looks like, by its id."""

    side: str
    outline: Outline = "rect"


class Pieces(Struct, frozen=True):
    """Pieces of one kind: how many, what one and many are called, and what they look like.

    ``title`` is their name, empty if the noun says all.
    """

    count: int
    one: str
    many: str
    title: str
    pictures: tuple[PiecePicture, ...] = ()

    @property
    def noun(self) -> str:
        """What so many of them are called."""
        return self.one if self.count == 1 else self.many


def titled(pieces: Sequence[Pieces]) -> list[Pieces]:
    """Leave out kinds without a piece, and titles that only repeat the noun."""
    return [
        replace(p, title="") if p.title.casefold() in (p.one.casefold(), p.many.casefold()) else p
        for p in pieces
        if p.count
    ]
