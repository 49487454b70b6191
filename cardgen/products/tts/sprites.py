"""The pictures of decks for other programs: which cell of which picture shows which card.

``sprites.json`` says it in pixels, and ``sprites.css`` has a class for each side, ``.heroes-anna``
and ``.heroes-anna-back``, that shows it at whatever width an element has.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from cardgen.products.artifact import Artifact, content_artifact
from cardgen.products.hosting import PICTURES

SPRITES = "sprites"
VERSION = 1


class PictureFacts(Struct, frozen=True):
    """The facts about a picture: its pixels, and its cells if it shows several cards."""

    width: int
    height: int
    columns: int = 1
    rows: int = 1


class SpriteCell(Struct, frozen=True):
    """A cell of a picture, counted row by row from 0."""

    file: str
    facts: PictureFacts
    index: int

    @property
    def place(self) -> tuple[int, int]:
        """The column and the row."""
        row, column = divmod(self.index, self.facts.columns)
        return column, row

    def json(self) -> dict[str, Any]:
        """Return the picture and the rectangle in it, in pixels."""
        width = self.facts.width // self.facts.columns
        height = self.facts.height // self.facts.rows
        column, row = self.place
        box = {"x": column * width, "y": row * height, "width": width, "height": height}
        return {"sheet": self.file, "index": self.index, **box}

    def css(self, name: str) -> str:
        """Return the rule of a class; of one cell alone, a position means nothing."""
        columns, rows = self.facts.columns, self.facts.rows
        (column, row), width = self.place, self.facts.width * rows
        left, top = (f"{100 * n / max(of - 1, 1):g}%" for n, of in ((column, columns), (row, rows)))
        return (
            f".{name} {{ aspect-ratio: {width} / {self.facts.height * columns}; "
            f'background: url("{self.file}") {left} {top} / {columns * 100}% {rows * 100}%; }}\n'
        )


class Sprite(Struct, frozen=True):
    """A card, and where its sides are; a deck without a back has none."""

    deck: str
    card: str
    title: str
    copies: int
    face: SpriteCell
    back: SpriteCell | None


def sprites(game: str, cards: Iterable[Sprite]) -> Iterator[Artifact]:
    """Describe the two files, if there are decks."""
    cards = tuple(cards)
    if not cards:
        return
    decks: dict[str, list[dict[str, Any]]] = {}
    for one in cards:
        facts = {"id": one.card, "title": one.title, "copies": one.copies}
        back = one.back and one.back.json()
        decks.setdefault(one.deck, []).append({**facts, "face": one.face.json(), "back": back})
    sheets = {
        cell.file: {name: getattr(cell.facts, name) for name in cell.facts.__struct_fields__}
        for one in cards
        for cell in (one.face, one.back)
        if cell is not None
    }
    known = {"version": VERSION, "game": game, "sheets": sheets, "decks": decks}
    rules = "".join(
        cell.css(f"{one.deck}-{one.card}{side}")
        for one in cards
        for cell, side in ((one.face, ""), (one.back, "-back"))
        if cell is not None
    )
    for ending, text in (("json", json.dumps(known, ensure_ascii=False, indent=1)), ("css", rules)):
        data = f"{text.rstrip()}\n".encode()
        yield content_artifact(f"{PICTURES}sprites.{ending}", SPRITES, data)
