"""Decks: the pictures that hold their cards, and the objects made of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from cardgen.core.fingerprint import digest
from cardgen.core.geometry import Insets
from cardgen.frame import Frame
from cardgen.impose.deckgrid import (
    DPI,
    LONGEST_LIMIT,
    CellPixels,
    DeckGrid,
    cell_pixels,
    deck_grids,
)
from cardgen.model.components.deck import Deck
from cardgen.model.sides import CardSides
from cardgen.products.hosting import KIND, PICTURES
from cardgen.products.request import ProductRequest
from cardgen.products.tools import Tools
from cardgen.products.tts import objects, problems
from cardgen.products.tts.contents import PieceKind, TablePictures, TablePiece
from cardgen.products.tts.lint import PictureFacts
from cardgen.products.tts.names import Guids, SheetKeys
from cardgen.products.tts.objects import DeckImage, Label, Pose, Thing
from cardgen.products.tts.words import description, nickname, notes

if TYPE_CHECKING:
    from cardgen.backend.pixels import PictureFormat

STYLE = 2
"""Part of every key, to be raised when the same Frames give other pixels."""
HIDDEN_SLOT = "slot"
FLAT: Literal[""] = ""
Cell = Frame | Literal[""] | None
"""What a cell shows: a side, flat colour for no card (`FLAT`), or white for no back (None)."""


def deck_piece(
    deck: Deck, request: ProductRequest, pictures: TablePictures, keys: SheetKeys
) -> TablePiece | None:
    """Return a deck, or its only card; None for a deck without cards to print."""
    designs = [one for one in request.sides[deck.id] if one.card is not None and one.copies]
    if not designs:
        return None
    shown = _Shown(deck, request, pictures, designs)
    cells = shown.cells(keys)
    single = len(designs) == 1 and designs[0].copies == 1
    kind: PieceKind = "card" if single else "deck"
    title = nickname(designs[0].card.title) if single and designs[0].card else deck.title
    return TablePiece(
        id=deck.id,
        component=deck.id,
        kind=kind,
        title=title or deck.title,
        size=deck.size,
        cards=sum(one.copies for one in designs),
        make=partial(_object, deck, request.game.id, _said(deck, designs), cells),
        face_down=not single and deck.back is not None,  # without a back, there is nothing to hide
        design=designs[0],
        outline="card",
    )


class _Said(Struct, frozen=True):
    """The words of a card, which are the same in the file of the deck and on the table."""

    id: str
    copies: int
    nickname: str
    description: str
    notes: str
    tags: tuple[str, ...]


def _said(deck: Deck, designs: Sequence[CardSides]) -> tuple[_Said, ...]:
    return tuple(
        _Said(
            card.id,
            one.copies,
            nickname(card.title),
            description(card.fields),
            notes(card, deck.id),
            tuple(dict.fromkeys((deck.id, card.type))),
        )
        for one in designs
        if (card := one.card) is not None
    )


def _object(
    deck: Deck,
    game: str,
    designs: tuple[_Said, ...],
    cells: tuple[tuple[DeckImage, int], ...],
    pose: Pose,
    guids: Guids,
) -> Thing:
    """Make the deck, with a card for every copy, in the order of the deck file.

    A deck of a single card would not load: the game dissolves decks that have fewer than two.
    """
    cards = []
    for one, (sheet, cell) in zip(designs, cells, strict=True):
        for copy in range(one.copies):
            guid = guids(game, deck.id, one.id, copy)
            label = Label(guid, one.nickname, one.description, one.notes, one.tags)
            cards.append(objects.card(label, pose, sheet, cell))
    if len(cards) == 1:
        return cards[0]
    label = Label(
        guid=guids(game, deck.id),
        nickname=nickname(deck.title),
        description=f"{len(cards)} cards",
        tags=(deck.id,),
    )
    return objects.deck(label, pose, cards)


class _Shown(Struct, frozen=True):
    """The pictures of one deck."""

    deck: Deck
    request: ProductRequest
    pictures: TablePictures
    designs: list[CardSides]

    def cells(self, keys: SheetKeys) -> tuple[tuple[DeckImage, int], ...]:
        """Describe the pictures, and return the picture and the cell of every design."""
        faces = [self.request.frames[one.face.id] for one in self.designs]
        backs = [self.request.back(one) for one in self.designs]
        unique = len(set(backs)) > 1
        slot = self.deck.hidden == HIDDEN_SLOT
        longest = self.request.hosting.longest
        alone = len(faces) == 1 and not slot
        cell = cell_pixels(self.deck.size, longest, alone)
        self._warn(cell, alone)
        back = "" if unique else self._picture("back", [backs[0]], DeckGrid(1, 1, 0, 1), False)
        found: list[tuple[DeckImage, int]] = []
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
            found += [(sheet, index) for index in range(grid.count)]
        return tuple(found)

    def _warn(self, cell: CellPixels, alone: bool) -> None:
        if cell.dpi < DPI - 0.5:
            deck, longest = self.deck, self.request.hosting.longest
            whole = cell_pixels(deck.size, LONGEST_LIMIT, alone)
            needed = max(whole.size) * (1 if alone else 2) if whole.dpi == DPI else None
            found = problems.drawn_smaller(deck.at, deck.id, round(cell.dpi), longest, needed)
            self.request.report(found)

    def _picture(
        self,
        name: str,
        sides: Sequence[Frame | None],
        grid: DeckGrid,
        slot: bool,
        backs: Sequence[Frame | None] | None = None,
    ) -> str:
        """Describe one picture, and return its address; None is a side that stays white."""
        from cardgen.backend.pixels import picture_format

        request, deck = self.request, self.deck
        cells: list[Cell] = [*sides, *[FLAT] * (grid.cells - len(sides))]
        if slot:
            cells[-1] = backs[0] if backs else None
        size = cell_pixels(deck.size, request.hosting.longest, grid.cells == 1)
        format: PictureFormat = picture_format([one for one in cells if isinstance(one, Frame)])
        prints = [one.fingerprint if isinstance(one, Frame) else one for one in cells]
        key = digest((KIND, STYLE, prints, grid.columns, grid.rows, size.size, format))
        base = "-".join(part for part in (deck.id, name) if part).replace("--", "-")
        make = partial(_draw, deck, cells, grid, size, format, f"{PICTURES}{base}")
        width, height = grid.pixels(size)
        known = PictureFacts(width, height, grid.columns, grid.rows)
        return self.pictures.draw(request, base, key, format, known, make)


def _draw(
    deck: Deck,
    cells: Sequence[Cell],
    grid: DeckGrid,
    size: CellPixels,
    format: PictureFormat,
    name: str,
    tools: Tools,
) -> bytes:
    white = Frame(deck.size, (), Insets(deck.bleed, deck.bleed, deck.bleed, deck.bleed))
    frames = [white if one is None else one or None for one in cells]
    name = name if grid.cells > 1 else ""  # a single cell is drawn whole
    return tools.camera.grid(frames, grid.columns, grid.rows, size.size, format, name)
