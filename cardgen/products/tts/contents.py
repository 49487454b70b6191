"""The pieces of a game on a virtual table, and their pictures.

A `TablePiece` is one object: a deck, a single card, a token, a die, a board or a booklet. It has
its size on the table, and its ``make`` returns the object at a given pose.

For other programs, ``sprites.json`` lists for each card its picture and its cell, in pixels.
``sprites.css`` has a class for each side, ``.heroes-anna`` and ``.heroes-anna-back``, which shows
the side at any width of the element.
"""

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
        """Return the CSS rule of a class; a picture with a single cell gets the position 0 %."""
        columns, rows = self.facts.columns, self.facts.rows
        (column, row), width = self.place, self.facts.width * rows
        left, top = (f"{100 * n / max(m - 1, 1):g}%" for n, m in ((column, columns), (row, rows)))
        return (
            f".{name} {{ aspect-ratio: {width} / {self.facts.height * columns}; "
            f'background: url("{self.file}") {left} {top} / {columns * 100}% {rows * 100}%; }}\n'
        )


class Sprite(Struct, frozen=True):
    """A card and the cells of its sides; ``back`` is None in a deck without a back."""

    deck: str
    card: str
    title: str
    copies: int
    face: SpriteCell
    back: SpriteCell | None


def sprites(game: str, cards: Iterable[Sprite]) -> Iterator[Artifact]:
    """Describe ``sprites.json`` and ``sprites.css``, if the game has cards."""
    cards = tuple(cards)
    if not cards:
        return
    decks: dict[str, list[dict[str, Any]]] = {}
    for sprite in cards:
        card = {"id": sprite.card, "title": sprite.title, "copies": sprite.copies}
        back = sprite.back and sprite.back.json()
        decks.setdefault(sprite.deck, []).append({**card, "face": sprite.face.json(), "back": back})
    sheets = {
        cell.file: {name: getattr(cell.facts, name) for name in cell.facts.__struct_fields__}
        for sprite in cards
        for cell in (sprite.face, sprite.back)
        if cell is not None
    }
    index = {"version": _SPRITES_VERSION, "game": game, "sheets": sheets, "decks": decks}
    rules = "".join(
        cell.css(f"{sprite.deck}-{sprite.card}{side}")
        for sprite in cards
        for cell, side in ((sprite.face, ""), (sprite.back, "-back"))
        if cell is not None
    )
    for ending, text in (("json", json.dumps(index, ensure_ascii=False, indent=1)), ("css", rules)):
        data = f"{text.rstrip()}\n".encode()
        yield content_artifact(f"{PICTURES}sprites.{ending}", SPRITES, data)


PieceKind = Literal["deck", "card", "token", "standee", "die", "board", "booklet", "counter"]


class TablePiece(Struct, frozen=True):
    """One object; ``size`` is in mm as seen from above, or for a standee from the front.

    ``component`` is the id in ``game.yaml``. ``id`` distinguishes the pieces of a component:
    ``tokens/turn``, or ``tokens/turn/2`` for a second copy. ``design`` has the visible sides: the
    first card of a deck, the first page of a booklet, None for a die, which the simulator draws.
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
    """The picture files of a game by path, their facts and paths by address, and their cards."""

    artifacts: dict[str, Artifact] = {}
    facts: dict[str, PictureFacts] = {}
    paths: dict[str, str] = {}
    sprites: list[Sprite] = []

    def draw(
        self,
        request: ProductRequest,
        name: str,
        key: str,
        format: "PictureFormat",
        picture: PictureFacts,
        make: Callable[[Tools], bytes],
    ) -> str:
        """Describe a picture, whose content ``key`` identifies; return its address."""
        path = file_name(name, key, format)
        artifact = Artifact(path, TABLES, digest((key, request.versions)), make)
        return self.add(artifact, request.hosting.url(request.game.id, path), picture)

    def add(self, artifact: Artifact, url: str, picture: PictureFacts | None) -> str:
        """Add a file, once; return its address."""
        if picture is not None:
            self.facts[url] = picture
        self.artifacts[artifact.path] = artifact
        self.paths[url] = artifact.path
        return url

    def cell(self, url: str, index: int) -> SpriteCell:
        """Return a cell of a picture."""
        return SpriteCell(self.paths[url].removeprefix(PICTURES), self.facts[url], index)


class TableContents(Struct, frozen=True):
    """The pieces of a game, with their pictures; ``is_whole`` is True if none is left out."""

    pieces: tuple[TablePiece, ...]
    pictures: TablePictures
    is_whole: bool = True
