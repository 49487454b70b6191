"""A snapshot: a compact description of a game, for comparing two states.

It has a short digest of the look of each side, and data as plain values. A snapshot has no
locations, paths or times, so the same game gives the same snapshot on every machine.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import replace

from cardgen.comparison.painted_boxes import tile_looks
from cardgen.comparison.wording import next_version
from cardgen.core.fingerprint import digest
from cardgen.core.side_id import SideId
from cardgen.frame import Frame
from cardgen.frame.packing import look
from cardgen.model.components.board import Board
from cardgen.model.components.booklet import Booklet, Leaflet
from cardgen.model.components.deck import Deck
from cardgen.model.components.tokens import TokenSet
from cardgen.model.game import Component, Game
from cardgen.model.printer import Printer
from cardgen.model.record import plain, values_of
from cardgen.model.sides import CardSides, SideSpec
from cardgen.source.files import DATA_FOLDER

TABLES = ("decks", "boards", "booklets", "pieces")
"""The parts of a snapshot that are components by id."""
Copies = Annotated[int, Meta(ge=0)]

DIGITS = 12
"""Hexadecimal digits of a look, enough to distinguish all looks of a game."""
PAGE = "page-"
"""The prefix of the names of pages in a booklet."""
MARK = 4


class CardState(Struct, frozen=True):
    """One design; ``back`` is empty without a back. ``fields`` are plain values."""

    title: str
    type: str
    copies: Copies
    face: str
    back: str
    fields: Mapping[str, Any]


class DeckState(Struct, frozen=True):
    """A deck: its cards by id, in the order of the deck file if known."""

    title: str
    cards: Mapping[str, CardState]

    def numbers(self, id: str) -> dict[str, int]:
        """Return the numbers that templates can print on a card, by their names in templates."""
        count = sum(card.copies for card in self.cards.values())
        return {"index": list(self.cards).index(id), "total": len(self.cards), "deck.count": count}


class BoardState(Struct, frozen=True):
    """A board: its look as a whole, and the looks of its tiles by paper and label."""

    title: str
    look: str
    tiles: Mapping[str, Mapping[str, str]]


class BookletState(Struct, frozen=True):
    """A booklet: the looks of its pages; ``back`` is true if the last one is a back cover."""

    title: str
    pages: tuple[str, ...]
    back: bool

    @property
    def looks(self) -> tuple[tuple[str, ...], bool]:
        """The pages and the back cover, without the title, which is not printed on pages."""
        return self.pages, self.back


class PartState(Struct, frozen=True):
    """One token, one face of a die or of a box, one page, or a board as a whole."""

    copies: Copies
    face: str
    back: str


class PieceState(Struct, frozen=True):
    """A set of tokens, a die or a box; ``kind`` is the kind of component."""

    title: str
    kind: str
    parts: Mapping[str, PartState]


DesignState = CardState | PartState
ComponentState = DeckState | BoardState | BookletState | PieceState


def designs_of(state: ComponentState | None) -> Mapping[str, DesignState]:
    """Return the designs of a component by id; a board or page by the name of its side."""
    match state:
        case DeckState(cards=designs) | PieceState(parts=designs):
            return designs
        case BoardState(look=look):
            return {"face": PartState(1, look, "")}
        case BookletState(pages=pages):
            looks = enumerate(pages, 1)
            return {f"{PAGE}{number:02d}": PartState(1, look, "") for number, look in looks}
    return {}


def look_of(state: DesignState | None, side: str) -> str:
    """Return the look of the back, or of the face for any other name; "" for a missing side."""
    return (state.back if side == "back" else state.face) if state is not None else ""


class Snapshot(Struct, frozen=True):
    """The state of a game."""

    game: str
    title: str
    version: str
    rules: Mapping[str, Any] = {}
    decks: Mapping[str, DeckState] = {}
    boards: Mapping[str, BoardState] = {}
    booklets: Mapping[str, BookletState] = {}
    pieces: Mapping[str, PieceState] = {}

    def without(self, components: Collection[str], replacement: Snapshot | None = None) -> Snapshot:
        """Return the state without some components, or with their states in ``replacement``."""
        tables = {}
        for name in TABLES:
            new = getattr(replacement, name) if replacement is not None else {}
            old = {id: state for id, state in getattr(self, name).items() if id not in components}
            tables[name] = old | {id: state for id, state in new.items() if id in components}
        return replace(self, **tables)

    @property
    def mark(self) -> str:
        """A digest of all looks in four digits, which distinguishes printings of one version."""
        cards, parts = (
            [
                (id, name, design.copies, design.face, design.back)
                for id, state in table.items()
                for name, design in designs_of(state).items()
            ]
            for table in (self.decks, self.pieces)
        )
        boards = [(id, board.look) for id, board in self.boards.items()]
        texts = [(id, list(text.pages), text.back) for id, text in self.booklets.items()]
        return digest([sorted(each) for each in (cards, boards, texts, parts)])[:MARK]

    def printing(self, name: str) -> str:
        """Return a name of the state with its mark."""
        return f"{name}, mark {self.mark}"

    @property
    def version_advice(self) -> str:
        """The instruction to give the next printing a new version."""
        version = next_version(self.version)
        return f"set `version: {version}` in {DATA_FOLDER}/{self.game}/game.yaml"


class Memory(Struct, frozen=True):
    """Looks that were computed for one snapshot and make the next one cheaper.

    ``looks`` are by fingerprint, ``tiles`` by a digest of fingerprint, overlap and margin;
    ``used_tiles`` names the entries of ``tiles`` that this snapshot used.
    """

    looks: dict[str, str] = {}
    tiles: dict[str, Mapping[str, Mapping[str, str]]] = {}
    used_tiles: set[str] = set()

    def of(self, frames: Iterable[Frame]) -> Memory:
        """Return the part for the store: the looks of these Frames, and the used tiles."""
        names = [frame.fingerprint for frame in frames]
        looks = {name: self.looks[name] for name in names if name in self.looks}
        return Memory(looks, {name: self.tiles[name] for name in self.used_tiles})


def snapshot(
    game: Game,
    sides: Mapping[str, Sequence[CardSides]],
    frames: Mapping[SideId, Frame],
    printer: Printer,
    memory: Memory | None = None,
    tiles: bool = True,
    drawn: dict[str, Frame] | None = None,
) -> Snapshot:
    """Describe the laid-out components of a game; ``frames`` are by id of the side.

    Without ``tiles``, boards are only compared as a whole. ``drawn`` receives a Frame for each
    look.
    """
    maker = _SnapshotMaker(frames, printer, memory or Memory(), tiles, drawn)
    tables: dict[str, dict[str, Any]] = {name: {} for name in TABLES}
    for id, component in game.components.items():
        match component, sides.get(id):
            case (_, None) | (Leaflet(), _):  # a leaflet is not part of the game
                continue
            case Deck(), shown:
                tables["decks"][id] = maker.deck(component, shown)
            case Board(), shown:
                tables["boards"][id] = maker.board(component, shown)
            case Booklet(), shown:
                tables["booklets"][id] = maker.booklet(component, shown)
            case _, shown if shown:
                tables["pieces"][id] = maker.piece(component, shown)
    rules = {rule.id: plain(rule.value) for rule in game.rules.values()}
    return Snapshot(game.id, game.title, game.version, rules, **tables)


class _SnapshotMaker:
    def __init__(
        self,
        frames: Mapping[SideId, Frame],
        printer: Printer,
        memory: Memory,
        tiles: bool,
        drawn: dict[str, Frame] | None,
    ) -> None:
        self.frames = frames
        self.drawn = {} if drawn is None else drawn
        self.tiles = tiles
        self.printer = printer
        self.memory = memory

    def look(self, side: SideSpec | None) -> str:
        if side is None:
            return ""
        frame = self.frames[side.id]
        digits = look(frame, self.memory.looks)[:DIGITS]
        self.drawn[digits] = frame
        return digits

    def deck(self, deck: Deck, designs: Sequence[CardSides]) -> DeckState:
        cards = {
            design.card.id: CardState(
                title=design.card.title.plain,
                type=design.card.type,
                copies=design.copies,
                face=self.look(design.face),
                back=self.look(design.back),
                fields={k: plain(v) for k, v in values_of(design.card.fields).items()},
            )
            for design in designs
            if design.card is not None
        }
        return DeckState(deck.title, cards)

    def board(self, board: Board, designs: Sequence[CardSides]) -> BoardState:
        (design,) = designs
        if not self.tiles:
            return BoardState(board.title, self.look(design.face), {})
        face, tile_memory = self.frames[design.face.id], self.memory.tiles
        key = digest((face.fingerprint, board.overlap, self.printer.margin))
        self.memory.used_tiles.add(key)
        if key not in tile_memory:
            tile_memory[key] = {
                paper: {name: tile_look[:DIGITS] for name, tile_look in looks.items()}
                for paper, looks in tile_looks(board, face, self.printer).items()
            }
        return BoardState(board.title, self.look(design.face), tile_memory[key])

    def booklet(self, booklet: Booklet, designs: Sequence[CardSides]) -> BookletState:
        pages = tuple(self.look(design.face) for design in designs)
        return BookletState(booklet.title, pages, booklet.back is not None)

    def piece(self, piece: Component, designs: Sequence[CardSides]) -> PieceState:
        forms: dict[str, tuple[str, float]] = {}
        if isinstance(piece, TokenSet):  # the cutting outline is not part of the side
            forms = {token.id: (token.shape, piece.tab) for token in piece.tokens}
        parts = {}
        for design in designs:
            name = design.face.id.part
            face = self.look(design.face)
            if name in forms:
                face = digest((face, *forms[name]))[:DIGITS]
                self.drawn[face] = self.frames[design.face.id]
            parts[name] = PartState(design.copies, face, self.look(design.back))
        return PieceState(piece.title, piece.kind, parts)
