"""Decks, boards, tokens, dice and booklets as objects of a virtual table, with their pictures."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.fingerprint import digest
from cardgen.core.geometry import Insets, Size
from cardgen.core.registry import plural
from cardgen.core.side_id import SideId
from cardgen.frame import Frame
from cardgen.impose.contact import DPI, LONGEST_LIMIT, CellPixels, DeckGrid, cell_pixels, deck_grids
from cardgen.model.cards import Card
from cardgen.model.components.board import Board
from cardgen.model.components.booklet import Booklet
from cardgen.model.components.deck import Deck
from cardgen.model.components.dice import Die
from cardgen.model.components.tokens import OUTLINES, Token, TokenSet
from cardgen.model.game import Component
from cardgen.model.sides import CardSides
from cardgen.products import problems
from cardgen.products.artifact import Tools
from cardgen.products.booklets import reading
from cardgen.products.options import PICTURES, TABLES
from cardgen.products.request import ProductRequest
from cardgen.products.tts import objects
from cardgen.products.tts.contents import PictureFacts, PieceKind, Sprite, TablePictures, TablePiece
from cardgen.products.tts.names import (
    Guids,
    SheetKeys,
    clean,
    description,
    file_name,
    nickname,
    notes,
    token_title,
    tooltip,
)
from cardgen.products.tts.objects import DeckImage, Label, Pose, Thing

if TYPE_CHECKING:
    from cardgen.backend.pixels import PictureFormat

STYLE = 2
"""Part of every key, to be raised when the same Frames give other pixels."""
HIDDEN_SLOT = "slot"
FLAT: Literal[""] = ""
Cell = Frame | Literal[""] | None
"""A cell shows a side, flat colour where there is no card (`FLAT`), or white for no back (None)."""


class _DeckCard(Struct, frozen=True):
    """A design of a deck, its texts in the simulator, and its cell on a picture."""

    card: Card
    sides: CardSides
    label: Label
    sheet: DeckImage
    cell: int


def deck_piece(
    deck: Deck, request: ProductRequest, pictures: TablePictures, keys: SheetKeys
) -> TablePiece | None:
    """Return a deck, or its only card; None for a deck without cards to print."""
    designs = [
        design for design in request.sides[deck.id] if design.card is not None and design.copies
    ]
    if not designs:
        return None
    cells = _DeckPictures(deck, request, pictures, designs).cells(keys)
    types = {design.card.type for design in designs if design.card is not None}
    cards = tuple(
        _DeckCard(card, sides, _label(deck, card, len(types) > 1), sheet, cell)
        for sides, (sheet, cell) in zip(designs, cells, strict=True)
        if (card := sides.card) is not None
    )
    for entry in cards:
        face, back = pictures.cell(entry.sheet.face, entry.cell), None
        if entry.sides.back is not None:
            back = pictures.cell(entry.sheet.back, entry.cell if entry.sheet.unique_back else 0)
        sprite = Sprite(
            deck.id, entry.card.id, entry.label.nickname, entry.sides.copies, face, back
        )
        pictures.sprites.append(sprite)
    count = sum(design.copies for design in designs)
    single = len(cards) == 1 and count == 1
    return TablePiece(
        id=deck.id,
        component=deck.id,
        kind="card" if single else "deck",
        title=(cards[0].label.nickname if single else "") or deck.title,
        size=deck.size,
        cards=count,
        make=partial(_object, deck, request.game.id, cards),
        face_down=not single and deck.back is not None,  # a deck without backs cannot hide faces
        design=designs[0],
        outline="card",
    )


def _label(deck: Deck, card: Card, several: bool) -> Label:
    """Return the texts of a card, which are the same in the file of the deck and on the table.

    Each copy gets a GUID later. With ``several`` types in the deck, the tooltip names the type.
    """
    kind_text = f"{deck.title} · {card.type.replace('-', ' ')}" if several else deck.title
    return Label(
        guid="",
        nickname=nickname(card.title),
        description=description(card.fields, kind_text=kind_text),
        notes=notes(card, deck.id),
        tags=tuple(dict.fromkeys((deck.id, card.type))),
    )


def _object(deck: Deck, game: str, cards: Sequence[_DeckCard], pose: Pose, guids: Guids) -> Thing:
    """Make the deck, with a card for every copy, in the order of the deck file.

    A single card becomes a card object, because the game does not load decks of fewer than two.
    """
    card_objects = []
    for deck_card in cards:
        for copy in range(deck_card.sides.copies):
            label = replace(deck_card.label, guid=guids(game, deck.id, deck_card.card.id, copy))
            card_objects.append(objects.card(label, pose, deck_card.sheet, deck_card.cell))
    if len(card_objects) == 1:
        return card_objects[0]
    guid, title = guids(game, deck.id), nickname(deck.title)
    label = Label(guid, title, f"{len(card_objects)} cards", tags=(deck.id,))
    return objects.deck(label, pose, card_objects)


class _DeckPictures(Struct, frozen=True):
    """The pictures of one deck."""

    deck: Deck
    request: ProductRequest
    pictures: TablePictures
    designs: list[CardSides]

    def cells(self, keys: SheetKeys) -> tuple[tuple[DeckImage, int], ...]:
        """Describe the pictures, and return the picture and the cell of every design."""
        faces = [self.request.frames[design.face.id] for design in self.designs]
        backs = [self.request.back(design) for design in self.designs]
        unique = len(set(backs)) > 1
        slot = self.deck.hidden == HIDDEN_SLOT
        longest = self.request.hosting.longest
        alone = len(faces) == 1 and not slot
        cell = cell_pixels(self.deck.size, longest, alone)
        self._warn(cell, alone)
        back = "" if unique else self._picture("back", [backs[0]], DeckGrid(1, 1, 0, 1), False)
        deck_cells: list[tuple[DeckImage, int]] = []
        grids = deck_grids(len(faces), cell, longest, slot)
        for number, grid in enumerate(grids, 1):
            part = slice(grid.first, grid.first + grid.count)
            name = str(number) if len(grids) > 1 else ""
            sheet = DeckImage(
                key=keys(self.request.game.id, self.deck.id, number),
                face=self._picture(name, faces[part], grid, slot, backs[part]),
                back=self._picture(f"{name}-backs", backs[part], grid, False) if unique else back,
                columns=grid.columns,
                rows=grid.rows,
                unique_back=unique,
                back_is_hidden=not slot,
            )
            deck_cells += [(sheet, index) for index in range(grid.count)]
        return tuple(deck_cells)

    def _warn(self, cell: CellPixels, alone: bool) -> None:
        if cell.dpi < DPI - 0.5:
            deck, longest = self.deck, self.request.hosting.longest
            full = cell_pixels(deck.size, LONGEST_LIMIT, alone)
            needed = max(full.size) * (1 if alone else 2) if full.dpi == DPI else None
            diagnostic = problems.drawn_smaller(
                deck.location, deck.id, round(cell.dpi), longest, needed
            )
            self.request.report(diagnostic)

    def _picture(
        self,
        name: str,
        sides: Sequence[Frame | None],
        grid: DeckGrid,
        slot: bool,
        backs: Sequence[Frame | None] | None = None,
    ) -> str:
        """Describe one picture and return its address; sides that are None stay white."""
        from cardgen.backend.pixels import picture_format

        request, deck = self.request, self.deck
        cells: list[Cell] = [*sides, *[FLAT] * (grid.cells - len(sides))]
        if slot:
            cells[-1] = backs[0] if backs else None
        size = cell_pixels(deck.size, request.hosting.longest, grid.cells == 1)
        format: PictureFormat = picture_format([side for side in cells if isinstance(side, Frame)])
        prints = [side.fingerprint if isinstance(side, Frame) else side for side in cells]
        key = digest((TABLES, STYLE, prints, grid.columns, grid.rows, size.size, format))
        base = "-".join(part for part in (deck.id, name) if part).replace("--", "-")
        make = partial(_draw, deck, cells, grid, size, format, f"{PICTURES}{base}")
        width, height = grid.pixels(size)
        facts = PictureFacts(width, height, grid.columns, grid.rows)
        return self.pictures.draw(request, base, key, format, facts, make)


def _draw(
    deck: Deck,
    cells: Sequence[Cell],
    grid: DeckGrid,
    size: CellPixels,
    format: "PictureFormat",
    name: str,
    tools: Tools,
) -> bytes:
    white = Frame(deck.size, (), Insets(deck.bleed, deck.bleed, deck.bleed, deck.bleed))
    frames = [white if side is None else side or None for side in cells]
    name = name if grid.cells > 1 else ""  # a single cell is drawn whole
    return tools.camera.grid(frames, grid.columns, grid.rows, size.size, format, name)


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
    name: str, side: SideId, size: Size, request: ProductRequest, pictures: TablePictures
) -> str:
    """Describe a picture of one side, as large as pictures may be, and return its address."""
    from cardgen.backend.pixels import picture_format

    frame = request.frames[side]
    cell = cell_pixels(size, request.hosting.longest, single=True)
    format: PictureFormat = picture_format([frame])
    key = digest((TABLES, STYLE, frame.fingerprint, cell.size, format))

    def make(tools: Tools) -> bytes:
        return tools.camera.grid([frame], 1, 1, cell.size, format)

    return pictures.draw(request, name, key, format, PictureFacts(*cell.size), make)


def _board(board: Board, request: ProductRequest, pictures: TablePictures) -> TablePiece:
    design = request.sides[board.id][0]
    url = picture(board.id, design.face.id, board.size, request, pictures)
    ratio = board.size.width / board.size.height  # the picture's own is off by a pixel or two
    words = tooltip(board.use.plain, f"{board.size.width:g} × {board.size.height:g} mm")

    def make(pose: Pose, guids: Guids) -> Thing:
        guid = guids(request.game.id, board.id)
        label = Label(guid, nickname(board.title), words, tags=(board.id,))
        return objects.board(label, pose, url, ratio)

    return TablePiece(board.id, board.id, "board", board.title, board.size, 0, make, design=design)


def _tokens(
    token_set: TokenSet,
    token: Token,
    sides: CardSides,
    request: ProductRequest,
    pictures: TablePictures,
) -> Iterator[TablePiece]:
    name = f"{token_set.id}-{token.id}"
    face = picture(name, sides.face.id, token.size, request, pictures)
    back = ""
    if sides.back is not None:
        back = picture(f"{name}-back", sides.back.id, token.size, request, pictures)
    title, words = token_title(token), description(token.fields, token.use, token_set.title)
    stands = token.shape == "standee"

    def make(copy: int, pose: Pose, guids: Guids) -> Thing:
        label = Label(
            guids(request.game.id, token_set.id, token.id, copy), title, words, tags=(token_set.id,)
        )
        if stands:
            return objects.standee(label, pose, face, back)
        return objects.tile(label, pose, face, back, _SHAPES[token.shape])

    for copy in range(1, token.copies + 1):
        id = f"{token_set.id}/{token.id}" + (f"/{copy}" if copy > 1 else "")
        kind: PieceKind = "standee" if stands else "token"
        yield TablePiece(
            id=id,
            component=token_set.id,
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
        words = tooltip(die.use.plain, f"{die.faces} faces")
        label = Label(guid, nickname(die.title), words, tags=(die.id,))
        return objects.die(label, pose, die.faces, paint)

    for copy in range(1, die.copies + 1):
        id = die.id + (f"/{copy}" if copy > 1 else "")
        yield TablePiece(id, die.id, "die", die.title, size, 0, partial(make, copy))


def _booklet(booklet: Booklet, request: ProductRequest, pictures: TablePictures) -> TablePiece:
    """Return a booklet; its file is a copy of the one in reading order, named by content."""
    game = request.game
    pages = request.faces(booklet)
    path = file_name(booklet.id, digest([page.fingerprint for page in pages]), "pdf")
    copy = replace(reading(request, booklet), path=path, kind=TABLES)
    url = pictures.add(copy, request.hosting.url(game.id, path), None)
    title = f"{game.title}: {booklet.title}"

    def make(pose: Pose, guids: Guids) -> Thing:
        guid, words = guids(game.id, booklet.id), plural(len(pages), "page")
        label = Label(guid, clean(title), words, tags=(booklet.id,))
        return objects.booklet(label, pose, url)

    size = pages[0].size if pages else _BOOKLET
    first = next(iter(request.sides[booklet.id]), None)
    return TablePiece(booklet.id, booklet.id, "booklet", title, size, 0, make, design=first)
