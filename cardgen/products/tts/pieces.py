"""Boards, tokens, dice and booklets as objects of a virtual table."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from cardgen.core.fingerprint import digest
from cardgen.core.geometry import Size
from cardgen.impose.deckgrid import cell_pixels
from cardgen.model.components.board import Board
from cardgen.model.components.booklet import Booklet
from cardgen.model.components.dice import Die
from cardgen.model.components.tokens import OUTLINES, Token, TokenSet
from cardgen.model.game import Component
from cardgen.model.sides import CardSides
from cardgen.products.booklets import reading
from cardgen.products.hosting import KIND
from cardgen.products.request import ProductRequest
from cardgen.products.tools import Tools
from cardgen.products.tts import objects
from cardgen.products.tts.contents import PieceKind, TablePictures, TablePiece
from cardgen.products.tts.decks import STYLE
from cardgen.products.tts.lint import PictureFacts
from cardgen.products.tts.names import Guids, file_name
from cardgen.products.tts.objects import Label, Pose, Thing
from cardgen.products.tts.words import clean, description, nickname, token_title

if TYPE_CHECKING:
    from cardgen.backend.pixels import PictureFormat

_SHAPES = {"round": objects.CIRCLE, "hex": objects.HEX, "square": objects.SQUARE}
_BOOKLET = Size(148.0, 210.0)


def pieces(
    component: Component, request: ProductRequest, pictures: TablePictures
) -> Iterator[TablePiece]:
    """Return the pieces of a component that is not a deck."""
    if isinstance(component, Board):
        yield _board(component, request, pictures)
    elif isinstance(component, TokenSet):
        for token, sides in zip(component.tokens, request.sides[component.id], strict=True):
            yield from _tokens(component, token, sides, request, pictures)
    elif isinstance(component, Die):
        yield from _dice(component, request)
    elif isinstance(component, Booklet):
        yield _booklet(component, request, pictures)


def picture(
    name: str, side: str, size: Size, request: ProductRequest, pictures: TablePictures
) -> str:
    """Describe a picture of one side, as large as pictures may be, and return its address."""
    from cardgen.backend.pixels import picture_format

    frame = request.frames[side]
    cell = cell_pixels(size, request.hosting.longest, single=True)
    format: PictureFormat = picture_format([frame])
    key = digest((KIND, STYLE, frame.fingerprint, cell.size, format))

    def make(tools: Tools) -> bytes:
        return tools.camera.grid([frame], 1, 1, cell.size, format)

    return pictures.draw(request, name, key, format, PictureFacts(*cell.size), make)


def _board(board: Board, request: ProductRequest, pictures: TablePictures) -> TablePiece:
    design = request.sides[board.id][0]
    url = picture(board.id, design.face.id, board.size, request, pictures)
    ratio = board.size.width / board.size.height  # the picture's own is off by a pixel or two

    def make(pose: Pose, guids: Guids) -> Thing:
        guid = guids(request.game.id, board.id)
        label = Label(guid, nickname(board.title), clean(board.use.plain), tags=(board.id,))
        return objects.board(label, pose, url, ratio)

    return TablePiece(board.id, board.id, "board", board.title, board.size, 0, make, design=design)


def _tokens(
    of: TokenSet, token: Token, sides: CardSides, request: ProductRequest, pictures: TablePictures
) -> Iterator[TablePiece]:
    name = f"{of.id}-{token.id}"
    face = picture(name, sides.face.id, token.size, request, pictures)
    back = ""
    if sides.back is not None:
        back = picture(f"{name}-back", sides.back.id, token.size, request, pictures)
    title, said = token_title(token), description(token.fields, token.use)
    stands = token.shape == "standee"

    def make(copy: int, pose: Pose, guids: Guids) -> Thing:
        label = Label(guids(request.game.id, of.id, token.id, copy), title, said, tags=(of.id,))
        if stands:
            return objects.standee(label, pose, face, back)
        return objects.tile(label, pose, face, back, _SHAPES[token.shape])

    for copy in range(1, token.copies + 1):
        id = f"{of.id}/{token.id}" + (f"/{copy}" if copy > 1 else "")
        kind: PieceKind = "standee" if stands else "token"
        yield TablePiece(
            id=id,
            component=of.id,
            kind=kind,
            title=title,
            size=token.size,
            cards=0,
            make=partial(make, copy),
            design=sides,
            outline=OUTLINES.get(token.shape, "rect"),
        )


def _dice(die: Die, request: ProductRequest) -> Iterator[TablePiece]:
    size = Size(die.edge, die.edge)
    color = request.game.theme.color(die.color or "#ffffff")
    paint = (color.red, color.green, color.blue)

    def make(copy: int, pose: Pose, guids: Guids) -> Thing:
        guid = guids(request.game.id, die.id, copy)
        label = Label(guid, nickname(die.title), clean(die.use.plain), tags=(die.id,))
        return objects.die(label, pose, die.faces, paint)

    for copy in range(1, die.copies + 1):
        id = die.id + (f"/{copy}" if copy > 1 else "")
        yield TablePiece(id, die.id, "die", die.title, size, 0, partial(make, copy))


def _booklet(booklet: Booklet, request: ProductRequest, pictures: TablePictures) -> TablePiece:
    """Return a booklet; its file is a copy of the one in reading order, named by content."""
    game = request.game
    pages = request.faces(booklet)
    path = file_name(booklet.id, digest([page.fingerprint for page in pages]), "pdf")
    copy = replace(reading(request, booklet), path=path, kind=KIND)
    url = pictures.add(copy, request.hosting.url(game.id, path), None)
    title = f"{game.title}: {booklet.title}"

    def make(pose: Pose, guids: Guids) -> Thing:
        label = Label(guids(game.id, booklet.id), clean(title), tags=(booklet.id,))
        return objects.booklet(label, pose, url)

    size = pages[0].size if pages else _BOOKLET
    first = next(iter(request.sides[booklet.id]), None)
    return TablePiece(booklet.id, booklet.id, "booklet", title, size, 0, make, design=first)
