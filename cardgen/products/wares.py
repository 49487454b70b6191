"""The parts of a game that can be ordered: its decks, boards, booklets, tokens and boxes."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.diagnostics import Location
from cardgen.core.geometry import Size
from cardgen.core.side_id import SideId
from cardgen.model.components.board import Board
from cardgen.model.components.booklet import Booklet
from cardgen.model.components.box import TuckBox
from cardgen.model.components.deck import Deck, decks_of
from cardgen.model.components.tokens import TokenSet
from cardgen.model.game import Component, Game
from cardgen.model.sides import CardSides

Kind = Literal["deck", "board", "booklet", "tokens", "box"]
KINDS: Mapping[Kind, tuple[str, str, type[Component]]] = {
    "deck": ("cards", "images", Deck),
    "board": ("boards", "boards", Board),
    "booklet": ("booklets", "booklets", Booklet),
    "tokens": ("tokens", "tokens", TokenSet),
    "box": ("boxes", "boxes", TuckBox),
}
"""The words of services for each kind, the product that lays it out, and the component class."""


class Piece(Struct, frozen=True):
    """A design to print: the ids of its sides, and the number of copies."""

    id: str
    title: str
    copies: int
    face: SideId
    back: SideId | None = None


class Ware(Struct, frozen=True):
    """Pieces of one component that have the same size; lengths are in millimetres.

    ``location`` is where ``game.yaml`` has the component. A box holds ``cards`` cards of some
    ``decks``.
    """

    component: str
    title: str
    kind: Kind
    shape: str
    size: Size
    bleed: float
    location: Location
    pieces: tuple[Piece, ...]
    decks: tuple[str, ...] = ()
    cards: int = 0

    @property
    def sides(self) -> dict[SideId, bool]:
        """The different sides, with True for a back."""
        sides = {piece.face: False for piece in self.pieces}
        return sides | {piece.back: True for piece in self.pieces if piece.back is not None}

    @property
    def count(self) -> int:
        """The number of pieces, with all copies."""
        return sum(piece.copies for piece in self.pieces)

    @property
    def without_back(self) -> int:
        """The number of pieces without a back."""
        return sum(piece.copies for piece in self.pieces if piece.back is None)


def wares(
    game: Game, components: Sequence[str], sides: Mapping[str, Sequence[CardSides]]
) -> Iterator[Ware]:
    """Yield the orderable parts of components; designs with 0 copies are left out."""
    for component in (game.components[id] for id in components):
        designs = sides[component.id]
        match component:
            case Deck():
                pieces = tuple(
                    _piece(side.card.id, side.card.title.plain, side)
                    for side in designs
                    if side.card is not None and side.copies
                )
                if pieces or component.series is not None:
                    yield _ware(component, "deck", component.size, component.bleed, pieces)
            case Board():
                face = Piece(component.id, component.title, 1, designs[0].face.id)
                yield _ware(component, "board", component.size, component.bleed, (face,))
            case Booklet():
                pages = tuple(
                    Piece(f"page-{number:02}", f"page {number}", 1, page.face.id)
                    for number, page in enumerate(designs, 1)
                )
                yield _ware(component, "booklet", component.page_size.size, component.bleed, pages)
            case TokenSet():
                yield from _tokens(component, designs)
            case TuckBox():
                faces = tuple(_piece(side.face.id.part, "", side) for side in designs)
                deck_ids = component.decks or tuple(deck.id for deck in decks_of(game))
                box = _ware(component, "box", designs[0].face.size, 0.0, faces)
                yield replace(box, decks=deck_ids, cards=component.inside(game).count)


def _tokens(tokens: TokenSet, designs: Sequence[CardSides]) -> Iterator[Ware]:
    alike: dict[tuple[str, Size], list[Piece]] = {}
    for token, side in zip(tokens.tokens, designs, strict=True):
        if token.copies:
            piece = _piece(token.id, token.title.plain, side)
            alike.setdefault((token.shape, side.face.size), []).append(piece)
    for (shape, size), pieces in alike.items():
        yield _ware(tokens, "tokens", size, tokens.bleed, tuple(pieces), shape)


def _piece(id: str, title: str, side: CardSides) -> Piece:
    back = side.back.id if side.back is not None else None
    return Piece(id, title or id, side.copies, side.face.id, back)


def _ware(
    component: Component,
    kind: Kind,
    size: Size,
    bleed: float,
    pieces: tuple[Piece, ...],
    shape: str = "rect",
) -> Ware:
    return Ware(component.id, component.title, kind, shape, size, bleed, component.location, pieces)
