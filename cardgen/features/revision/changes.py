"""The additions, removals and changes between two states of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, Literal, TypeVar

from msgspec import Struct

from cardgen.core.diagnostics import Location
from cardgen.features.revision.snapshot import (
    BoardState,
    BookletState,
    CardState,
    PieceState,
    Snapshot,
)

Kind = Literal["added", "removed", "changed"]
State = TypeVar("State")


def kind_of(old: object, new: object) -> Kind:
    """Return what happened to a thing; None means that it was or is absent."""
    if old is None:
        return "added"
    return "removed" if new is None else "changed"


class FieldChange(Struct, frozen=True):
    """A value that differs, None if absent; one inside a record is named ``steps.icon``."""

    name: str
    old: Any
    new: Any


class CardChange(Struct, frozen=True):
    """A card that differs; ``was`` is its former id if that was another one."""

    deck: str
    id: str
    old: CardState | None
    new: CardState | None
    fields: tuple[FieldChange, ...] = ()
    was: str = ""

    @property
    def kind(self) -> Kind:
        """Whether it was added, removed or changed."""
        return kind_of(self.old, self.new)

    @property
    def title(self) -> str:
        """Its present title, or its last one if it was removed; its id if it has none."""
        state = self.new or self.old
        return (state.title if state else "") or self.id

    @property
    def old_title(self) -> str:
        """The title on the printed card."""
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


class RuleChange(Struct, frozen=True):
    """A rule number that differs, with every place that states it now."""

    id: str
    old: Any
    new: Any
    stated: tuple[Stated, ...] = ()

    @property
    def kind(self) -> Kind:
        """Whether it was added, removed or changed."""
        return kind_of(self.old, self.new)


class Stated(Struct, frozen=True):
    """A place that states a rule; ``what`` names the card that it belongs to, if any.

    ``shows`` are all designs and texts that show it from there: ``heroes/anna``, ``map``.
    """

    at: Location
    what: str = ""
    shows: tuple[str, ...] = ()

    @property
    def who(self) -> str:
        """The card that it belongs to, or else the first that shows it, and how many more."""
        if self.what or not self.shows:
            return self.what
        more = len(self.shows) - 1
        return self.shows[0] + (f" and {more} more" if more else "")

    def __str__(self) -> str:
        return f"{self.at} ({self.who})" if self.who else str(self.at)


class ComponentChange(Struct, Generic[State], frozen=True):
    """A component that differs; ``old`` or ``new`` is None if it was or is absent."""

    id: str
    title: str
    old: State | None
    new: State | None

    @property
    def kind(self) -> Kind:
        """Whether it was added, removed or changed."""
        return kind_of(self.old, self.new)


class BoardChange(ComponentChange[BoardState], frozen=True):
    """A board that looks different; ``tiles`` names the changed ones on each paper."""

    tiles: Mapping[str, tuple[str, ...]]


class BookletChange(ComponentChange[BookletState], frozen=True):
    """A booklet with other pages; ``pages`` are those that changed or are new, from 1."""

    pages: tuple[int, ...]


class PieceChange(ComponentChange[PieceState], frozen=True):
    """A set of tokens, a die or a box that differs; ``parts`` names what differs in it."""

    parts: tuple[str, ...]


class Changes(Struct, frozen=True):
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
        """The changes of the game's own title and version."""
        pairs = (
            ("title", self.old.title, self.new.title),
            ("version", self.old.version, self.new.version),
        )
        return tuple(FieldChange(*pair) for pair in pairs if pair[1] != pair[2])

    def deck(self, id: str) -> tuple[CardChange, ...]:
        """Return the changes of one deck."""
        return tuple(card for card in self.cards if card.deck == id)

    @property
    def decks(self) -> tuple[str, ...]:
        """The decks with changed cards."""
        return tuple(dict.fromkeys(card.deck for card in self.cards))

    def deck_title(self, id: str) -> str:
        """Return the present title of a deck, or its last one."""
        deck = self.new.decks.get(id) or self.old.decks.get(id)
        return deck.title if deck is not None else id


def _copies(state: CardState | None) -> int:
    return state.copies if state is not None else 0
