"""Two snapshots compared: what was added, removed and changed.

A card is what lies in the box: two designs of a deck that look the same on both sides are the
same card, whatever their ids. So a card whose id alone changed is renamed, not printed again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from cardgen.build.revision.snapshot import (
    BoardState,
    BookletState,
    CardState,
    DeckState,
    PieceState,
    Snapshot,
)
from cardgen.core.diagnostics import Location

Kind = Literal["added", "removed", "changed"]

State = TypeVar("State")


@dataclass(frozen=True, slots=True)
class FieldChange:
    """A value that differs; None where there was or is none. Records are named ``steps.icon``."""

    name: str
    old: Any
    new: Any


@dataclass(frozen=True, slots=True)
class CardChange:
    """A card that is not as it was; ``was`` is its former id where that was another."""

    deck: str
    id: str
    old: CardState | None
    new: CardState | None
    fields: tuple[FieldChange, ...] = ()
    was: str = ""

    @property
    def kind(self) -> Kind:
        """What became of it."""
        return _kind(self.old, self.new)

    @property
    def title(self) -> str:
        """Its name, the new one where there are two; its id where it has none."""
        state = self.new or self.old
        return (state.title if state else "") or self.id

    @property
    def old_title(self) -> str:
        """The name on the printed card."""
        return (self.old.title if self.old else "") or self.was or self.id

    @property
    def sides(self) -> tuple[str, ...]:
        """Which sides look different, of ``face`` and ``back``."""
        if self.old is None or self.new is None:
            return ()
        pairs = {"face": (self.old.face, self.new.face), "back": (self.old.back, self.new.back)}
        return tuple(name for name, (one, other) in pairs.items() if one != other)

    @property
    def look_only(self) -> bool:
        """Whether it looks different though its data is the same."""
        same = self.old is not None and self.new is not None and not self.fields
        return same and bool(self.sides)

    @property
    def pull(self) -> int:
        """How many to take out of the box."""
        old, new = _copies(self.old), _copies(self.new)
        return old if self.new is None or self.sides else max(old - new, 0)

    @property
    def put(self) -> int:
        """How many to print and to put into the box."""
        old, new = _copies(self.old), _copies(self.new)
        return new if self.old is None or self.sides else max(new - old, 0)


@dataclass(frozen=True, slots=True)
class RuleChange:
    """A number of the rules that differs, with every place that states it now."""

    id: str
    old: Any
    new: Any
    stated: tuple[Stated, ...] = ()


@dataclass(frozen=True, slots=True)
class Stated:
    """A place that states a rule; ``what`` names the card or component there, if it is one."""

    at: Location
    what: str = ""


@dataclass(frozen=True, slots=True)
class BoardChange:
    """A board that looks different; ``tiles`` names the changed ones on each paper."""

    id: str
    title: str
    old: BoardState | None
    new: BoardState | None
    tiles: Mapping[str, tuple[str, ...]]

    @property
    def kind(self) -> Kind:
        """What became of it."""
        return _kind(self.old, self.new)


@dataclass(frozen=True, slots=True)
class BookletChange:
    """A booklet with other pages; ``pages`` are those that changed or are new, from 1."""

    id: str
    title: str
    old: BookletState | None
    new: BookletState | None
    pages: tuple[int, ...]

    @property
    def kind(self) -> Kind:
        """What became of it."""
        return _kind(self.old, self.new)


@dataclass(frozen=True, slots=True)
class PieceChange:
    """A set of tokens, a die or a box that differs; ``parts`` names what of it."""

    id: str
    title: str
    old: PieceState | None
    new: PieceState | None
    parts: tuple[str, ...]

    @property
    def kind(self) -> Kind:
        """What became of it."""
        return _kind(self.old, self.new)


@dataclass(frozen=True, slots=True)
class Changes:
    """Everything that differs between two states of a game."""

    old: Snapshot
    new: Snapshot
    rules: tuple[RuleChange, ...]
    cards: tuple[CardChange, ...]
    boards: tuple[BoardChange, ...]
    booklets: tuple[BookletChange, ...]
    pieces: tuple[PieceChange, ...]

    def __bool__(self) -> bool:
        things = (self.rules, self.cards, self.boards, self.booklets, self.pieces)
        return any(things) or self.titles != ()

    @property
    def titles(self) -> tuple[FieldChange, ...]:
        """What differs of the game's own title and version."""
        pairs = (
            ("title", self.old.title, self.new.title),
            ("version", self.old.version, self.new.version),
        )
        return tuple(FieldChange(*pair) for pair in pairs if pair[1] != pair[2])

    def deck(self, id: str) -> tuple[CardChange, ...]:
        """Return what became of the cards of a deck."""
        return tuple(card for card in self.cards if card.deck == id)

    @property
    def decks(self) -> tuple[str, ...]:
        """The decks of which some card changed."""
        return tuple(dict.fromkeys(card.deck for card in self.cards))

    def deck_title(self, id: str) -> str:
        """Return what a deck is called now, or was."""
        deck = self.new.decks.get(id) or self.old.decks.get(id)
        return deck.title if deck is not None else id


def compare(old: Snapshot, new: Snapshot) -> Changes:
    """Return everything that differs."""
    return Changes(
        old,
        new,
        tuple(
            RuleChange(id, old.rules.get(id), new.rules.get(id))
            for id in _ids(old.rules, new.rules)
            if old.rules.get(id) != new.rules.get(id)
        ),
        tuple(
            change
            for id in _ids(old.decks, new.decks)
            for change in _cards(id, old.decks.get(id), new.decks.get(id))
        ),
        tuple(map(_board, *_pairs(old.boards, new.boards))),
        tuple(map(_booklet, *_pairs(old.booklets, new.booklets))),
        tuple(map(_piece, *_pairs(old.pieces, new.pieces))),
    )


def _pairs(
    old: Mapping[str, State], new: Mapping[str, State]
) -> tuple[list[str], list[State | None], list[State | None]]:
    """Return the ids of what differs, and what was and is under each."""
    ids = [id for id in _ids(old, new) if _told(old.get(id)) != _told(new.get(id))]
    return ids, [old.get(id) for id in ids], [new.get(id) for id in ids]


def _told(state: object) -> object:
    """Return what counts of a component.

    A title is on the margin of sheets alone, and a board that looks the same is the same,
    wherever its seams would be today.
    """
    match state:
        case BoardState():
            return state.look
        case BookletState():
            return state.pages, state.back
        case PieceState():
            return state.kind, state.parts
    return None


def _board(id: str, old: BoardState | None, new: BoardState | None) -> BoardChange:
    tiles: dict[str, tuple[str, ...]] = {}
    for paper, looks in new.tiles.items() if new else ():
        before = old.tiles.get(paper, {}) if old else {}
        tiles[paper] = tuple(label for label, seen in looks.items() if before.get(label) != seen)
    return BoardChange(id, _title(old, new), old, new, tiles)


def _booklet(id: str, old: BookletState | None, new: BookletState | None) -> BookletChange:
    before = old.pages if old else ()
    pages = tuple(
        number
        for number, seen in enumerate(new.pages if new else (), 1)
        if number > len(before) or before[number - 1] != seen
    )
    return BookletChange(id, _title(old, new), old, new, pages)


def _piece(id: str, old: PieceState | None, new: PieceState | None) -> PieceChange:
    before, now = old.parts if old else {}, new.parts if new else {}
    parts = tuple(name for name in _ids(now, before) if before.get(name) != now.get(name))
    return PieceChange(id, _title(old, new), old, new, parts)


def _title(*states: BoardState | BookletState | PieceState | None) -> str:
    return next(state.title for state in reversed(states) if state is not None)


def _cards(deck: str, old: DeckState | None, new: DeckState | None) -> Iterator[CardChange]:
    before, now = dict(old.cards) if old else {}, dict(new.cards) if new else {}
    removed = [id for id in before if id not in now]
    for id in _ids(now, before):
        card, was = now.get(id), id
        if card is not None and id not in before:
            was = next((gone for gone in removed if _same_look(before[gone], card)), id)
            if was != id:
                removed.remove(was)
        elif card is None and id not in removed:
            continue  # it goes by another name now
        former = before.get(was)
        fields = tuple(_fields(former, card)) if former and card else ()
        change = CardChange(deck, id, former, card, fields, was if was != id else "")
        same = former is not None and card is not None and was == id
        if not same or fields or change.sides or change.pull or change.put:
            yield change


def _same_look(one: CardState, other: CardState) -> bool:
    return (one.face, one.back) == (other.face, other.back)


def _fields(old: CardState, new: CardState) -> Iterator[FieldChange]:
    if old.title != new.title:
        yield FieldChange("title", old.title or None, new.title or None)
    if old.type != new.type:
        yield FieldChange("type", old.type, new.type)
    yield from _values("", old.fields, new.fields)


def _values(prefix: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[FieldChange]:
    """Compare value by value; the third of a list of records is named ``steps.3``."""
    for name in _ids(new, old):
        one, other = old.get(name), new.get(name)
        if _blank(one) and _blank(other):  # a field that was added, and says nothing yet
            continue
        inner = [_parts(value) for value in (one, other)]
        if inner[0].keys() == inner[1].keys() != set():
            yield from _values(f"{prefix}{name}.", inner[0], inner[1])
        elif one != other:
            yield FieldChange(f"{prefix}{name}", one, other)


def _parts(value: Any) -> Mapping[str, Any]:
    """Return what a record, or a list of records, is made of; nothing for any other value."""
    if isinstance(value, Mapping):
        return value
    if isinstance(value, list) and value and all(isinstance(one, Mapping) for one in value):
        return {str(number): one for number, one in enumerate(value, 1)}
    return {}


def _blank(value: Any) -> bool:
    return value is None or value is False or value in ("", [], {})


def _ids(first: Mapping[str, object], then: Mapping[str, object]) -> Sequence[str]:
    return list(dict.fromkeys((*first, *then)))


def _kind(old: object, new: object) -> Kind:
    if old is None:
        return "added"
    return "removed" if new is None else "changed"


def _copies(state: CardState | None) -> int:
    return state.copies if state is not None else 0
