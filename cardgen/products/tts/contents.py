"""What a game has to put on a virtual table, and the pictures that show it.

A `TablePiece` is one object: a deck, a single card, a token, a die, a board or a booklet. It knows
the size that it has on the table, and makes the object once its place is known.

For other programs, ``sprites.json`` says in pixels which cell of which picture shows which card.
``sprites.css`` has a class for each side, ``.heroes-anna`` and ``.heroes-anna-back``, that shows it
at whatever width an element has.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

from cardgen.core.fingerprint import digest
from cardgen.core.geometry import Size
from cardgen.model.pieces import Outline
from cardgen.model.sides import CardSides
from cardgen.products.artifact import Artifact, Tools, content_artifact
from cardgen.products.options import PICTURES, TABLES
from cardgen.products.request import ProductRequest
from cardgen.products.tts.names import Guids, file_name
from cardgen.products.tts.objects import Pose, Thing

if TYPE_CHECKING:
    from cardgen.backend.pixels import PictureFormat

SPRITES = "sprites"
_SPRITES_VERSION = 1


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
    known = {"version": _SPRITES_VERSION, "game": game, "sheets": sheets, "decks": decks}
    rules = "".join(
        cell.css(f"{one.deck}-{one.card}{side}")
        for one in cards
        for cell, side in ((one.face, ""), (one.back, "-back"))
        if cell is not None
    )
    for ending, text in (("json", json.dumps(known, ensure_ascii=False, indent=1)), ("css", rules)):
        data = f"{text.rstrip()}\n".encode()
        yield content_artifact(f"{PICTURES}sprites.{ending}", SPRITES, data)


PieceKind = Literal["deck", "card", "token", "standee", "die", "board", "booklet", "counter"]


class TablePiece(Struct, frozen=True):
    """One object; ``size`` is in mm as seen from above, or for a standee from the front.

    ``component`` is the id in ``game.yaml``. ``id`` distinguishes the pieces of a component:
    ``tokens/turn``, or ``tokens/turn/2`` for a second copy. ``design`` is what it shows, of a
    deck or booklet the first; None for a die, which is one of the simulator's own.
    """

    id: str
    component: str
    kind: PieceKind
    title: str
    size: Size
    cards: int
    make: Callable[[Pose, Guids], Thing]
    face_down: bool = False
    design: CardSides | None = None
    outline: Outline = "rect"


class TablePictures(Struct):
    """The picture files of a game, the facts about each by its address, and the cards on them."""

    artifacts: dict[str, Artifact] = {}
    known: dict[str, PictureFacts] = {}
    paths: dict[str, str] = {}
    sprites: list[Sprite] = []

    def draw(
        self,
        request: ProductRequest,
        name: str,
        key: str,
        format: PictureFormat,
        picture: PictureFacts,
        make: Callable[[Tools], bytes],
    ) -> str:
        """Describe a picture by what it shows (``key``); return its address."""
        path = file_name(name, key, format)
        artifact = Artifact(path, TABLES, digest((key, request.versions)), make)
        return self.add(artifact, request.hosting.url(request.game.id, path), picture)

    def add(self, artifact: Artifact, url: str, picture: PictureFacts | None) -> str:
        """Add a file, once; return its address."""
        if picture is not None:
            self.known[url] = picture
        self.artifacts[artifact.path] = artifact
        self.paths[url] = artifact.path
        return url

    def cell(self, url: str, index: int) -> SpriteCell:
        """Return a cell of a picture."""
        return SpriteCell(self.paths[url].removeprefix(PICTURES), self.known[url], index)


class TableContents(Struct, frozen=True):
    """All the pieces of a game, with their pictures."""

    pieces: tuple[TablePiece, ...]
    pictures: TablePictures
