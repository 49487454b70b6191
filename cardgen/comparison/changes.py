"""The additions, removals and changes between two states of a game.

Cards are compared as printed: two designs of a deck that look the same on both sides are the same
card, whatever their ids. A card is therefore not printed again if only its id changed.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import starmap
from typing import Any, Generic, Literal, TypeVar, get_args

from msgspec import Struct

from cardgen.comparison.snapshot import (
    PAGE,
    BoardState,
    BookletState,
    CardState,
    ComponentState,
    DeckState,
    DesignState,
    PieceState,
    Snapshot,
    designs_of,
    look_of,
)
from cardgen.comparison.wording import SETS, UNCHANGED, quote_value, value_texts
from cardgen.core.diagnostics import Location
from cardgen.core.registry import list_names, plural
from cardgen.core.units import label_of

Kind = Literal["added", "removed", "changed"]
State = TypeVar("State")
Part = TypeVar("Part", bound=ComponentState)
Painted = TypeVar("Painted", bound=DesignState)


def kind_of(old: object, new: object) -> Kind:
    """Return the kind of change between two states; None means absent."""
    if old is None:
        return "added"
    return "removed" if new is None else "changed"


class FieldChange(Struct, frozen=True):
    """A value that differs, None if absent; one inside a record is named ``steps.icon``."""

    name: str
    old: Any
    new: Any

    def texts(self, most: int | None = None) -> tuple[str, str]:
        """Write both values in one line each, cut to ``most`` letters around the difference."""
        return value_texts(self.old, self.new, most)

    @property
    def quoted_values(self) -> tuple[str, str]:
        """Both values in one line each; a text of several words is in quotes."""
        return quote_value(self.old), quote_value(self.new)


class Difference(Struct, Generic[State], frozen=True):
    """Two states that differ; ``old`` or ``new`` is None if absent."""

    id: str
    old: State | None
    new: State | None

    @property
    def kind(self) -> Kind:
        """The kind of the change: added, removed or changed."""
        return kind_of(self.old, self.new)


class DesignChange(Difference[Painted], Generic[Painted], frozen=True):
    """A design that differs."""

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides that look different (``face``, ``back``); none for a new or removed design."""
        if self.old is None or self.new is None:
            return ()
        return tuple(side for side in ("face", "back") if len({*self.looks(side)}) > 1)

    def looks(self, side: str) -> tuple[str, str]:
        """Return the old and the new look of a side; empty for a missing side."""
        return look_of(self.old, side), look_of(self.new, side)

    @property
    def remark(self) -> str:
        """The change in a few words, for a list of parts."""
        if self.kind != "changed":
            return f"{self.id} {self.kind}"
        return self.id if self.sides else f"{self.id} copies {self.copies[0]} → {self.copies[1]}"

    @property
    def copies(self) -> tuple[int, int]:
        """The old and the new number of copies."""
        old, new = (state.copies if state is not None else 0 for state in (self.old, self.new))
        return old, new


class CardChange(DesignChange[CardState], frozen=True):
    """A card that differs; ``was`` is its former id if the id has changed.

    ``numbers`` are the numbers of the deck that the card prints and that changed: ``total``.
    """

    deck: str
    fields: tuple[FieldChange, ...] = ()
    was: str = ""
    numbers: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The present title, or the last one of a removed card; the id without a title."""
        state = self.new or self.old
        return (state.title if state else "") or self.id

    @property
    def old_title(self) -> str:
        """The title on the printed card."""
        return (self.old.title if self.old else "") or self.was or self.id

    @property
    def look_only(self) -> bool:
        """True if the card looks different although its data is the same."""
        same = self.old is not None and self.new is not None and not self.fields
        return same and bool(self.sides)

    @property
    def pull(self) -> int:
        """The number of copies to take out of the box."""
        old, new = self.copies
        return old if self.new is None or self.sides else max(old - new, 0)

    @property
    def put(self) -> int:
        """The number of copies to print and to put into the box."""
        old, new = self.copies
        return new if self.old is None or self.sides else max(new - old, 0)

    @property
    def remarks(self) -> list[str]:
        """Short remarks on the change, apart from the fields."""
        old, new = self.copies
        if self.kind != "changed":
            return [plural(old or new, "copy", "copies")]
        remarks = [f"was {self.was}"] if self.was else []
        if old != new:
            remarks.append(f"copies {old} → {new}")
        if self.look_only:
            printed = " and ".join(f"`{name}`" for name in self.numbers)
            reason = f": prints {printed}" if printed else ""
            remarks.append(f"look only ({' and '.join(self.sides)}){reason}")
        elif self.fields and not self.sides:
            remarks.append("data only")
        return remarks


class Stated(Struct, frozen=True):
    """A place that states a rule; ``owner`` is its card, or "" outside of cards.

    ``shows`` are all designs and texts that show the rule from here: ``heroes/anna``, ``map``.
    """

    location: Location
    owner: str = ""
    shows: tuple[str, ...] = ()

    @property
    def who(self) -> str:
        """The card that owns the place, or the first design that shows the rule, and a count."""
        if self.owner or not self.shows:
            return self.owner
        further = len(self.shows) - 1
        return self.shows[0] + (f" and {further} more" if further else "")

    def __str__(self) -> str:
        return f"{self.location} ({self.who})" if self.who else str(self.location)


class RuleChange(Difference[Any], frozen=True):
    """A rule number that differs, with every place that now states the rule."""

    stated: tuple[Stated, ...] = ()

    @property
    def value(self) -> FieldChange:
        """The old and the new number."""
        return FieldChange("", self.old, self.new)


class ComponentChange(Difference[Part], Generic[Part], frozen=True):
    """A component that differs."""

    @property
    def remark(self) -> str:
        """The change in words."""
        return self.kind if self.kind != "changed" else self.inner_remark or "changed"

    @property
    def inner_remark(self) -> str:
        """The changes inside a component that exists in both states."""
        return ", ".join(design.remark for design in self.designs)

    @property
    def title(self) -> str:
        """The present title, or the last one of a removed component."""
        return next(state.title for state in (self.new, self.old) if state is not None)

    @property
    def designs(self) -> tuple[DesignChange[DesignState], ...]:
        """The designs that differ."""
        old, new = map(designs_of, (self.old, self.new))
        changes = (DesignChange(id, old.get(id), new.get(id)) for id in _ids(new, old))
        return tuple(change for change in changes if change.old != change.new)


class BoardChange(ComponentChange[BoardState], frozen=True):
    """A board that looks different."""

    @property
    def tiles(self) -> dict[str, tuple[str, ...]]:
        """The tiles that changed, on each paper."""
        before = self.old.tiles if self.old else {}
        return {
            paper: tuple(
                label for label, look in looks.items() if before.get(paper, {}).get(label) != look
            )
            for paper, looks in (self.new.tiles if self.new else {}).items()
        }

    def tiles_on(self, paper: str) -> str:
        """Name the tiles that changed on a paper."""
        labels = self.tiles.get(paper, ())
        is_whole = self.new is None or len(labels) == len(self.new.tiles.get(paper, ()))
        return f"{'every tile' if is_whole else list_names(labels, 'tile')} on {label_of(paper)}"

    @property
    def inner_remark(self) -> str:
        """The tiles that changed, on each paper."""
        return "; ".join(self.tiles_on(paper) for paper, labels in self.tiles.items() if labels)


class BookletChange(ComponentChange[BookletState], frozen=True):
    """A booklet with other pages."""

    @property
    def pages(self) -> tuple[int, ...]:
        """The pages that changed or are new, from 1."""
        names = (page.id for page in self.designs if page.new is not None)
        return tuple(int(name.removeprefix(PAGE)) for name in names)

    @property
    def inner_remark(self) -> str:
        """The pages that changed, and the number of pages if it changed."""
        old, new = (len(state.pages) if state else 0 for state in (self.old, self.new))
        parts = [list_names(self.pages, "page")] if self.pages else []
        if old != new:
            parts.append(f"{old} → {plural(new, 'page')}")
        return ", ".join(parts) or "another back cover"


class PieceChange(ComponentChange[PieceState], frozen=True):
    """A set of tokens, a die or a box that differs."""

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts that differ."""
        return tuple(part.id for part in self.designs)


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
        change_lists = (self.rules, self.cards, self.boards, self.booklets, self.pieces)
        return any(change_lists) or self.titles != ()

    @property
    def summary(self) -> str:
        """The number of changes in one line."""
        kinds = Counter(card.kind for card in self.cards)
        counts = [f"{kinds[kind]} {kind}" for kind in get_args(Kind) if kinds[kind]]
        looks = sum(card.look_only for card in self.cards)
        looks_note = f" ({looks} in looks only)" if looks else ""
        noun = "card" if len(self.cards) == 1 else "cards"
        parts = [f"{noun}: {', '.join(counts)}{looks_note}"] if counts else []
        counted: tuple[tuple[Sequence[object], tuple[str, ...]], ...] = (
            (self.rules, ("rule",)),
            (self.boards, ("board",)),
            (self.booklets, ("booklet",)),
            (self.pieces, SETS),
        )
        parts += [plural(len(items), *nouns) for items, nouns in counted if items]
        return "; ".join(parts)

    @property
    def headline(self) -> str:
        """The number of changes in one line, or that there are none."""
        return self.summary or UNCHANGED

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
    def copies(self) -> dict[str, dict[str, int]]:
        """The number of copies to print and to put into the box, by deck and card."""
        copies: dict[str, dict[str, int]] = {}
        for card in self.cards:
            if card.put:
                copies.setdefault(card.deck, {})[card.id] = card.put
        return copies

    @property
    def decks(self) -> tuple[str, ...]:
        """The decks with changed cards."""
        return tuple(dict.fromkeys(card.deck for card in self.cards))

    def deck_title(self, id: str) -> str:
        """Return the present title of a deck, or the last one of a removed deck."""
        deck = self.new.decks.get(id) or self.old.decks.get(id)
        return deck.title if deck is not None else id


def compare(old: Snapshot, new: Snapshot) -> Changes:
    """Return all differences between two states of a game."""
    return Changes(
        old,
        new,
        tuple(starmap(RuleChange, _differing_states(old.rules, new.rules))),
        tuple(
            change
            for id in _ids(old.decks, new.decks)
            for change in _cards(id, old.decks.get(id), new.decks.get(id))
        ),
        tuple(starmap(BoardChange, _differing_states(old.boards, new.boards))),
        tuple(starmap(BookletChange, _differing_states(old.booklets, new.booklets))),
        tuple(starmap(PieceChange, _differing_states(old.pieces, new.pieces))),
    )


def _differing_states(
    old: Mapping[str, State], new: Mapping[str, State]
) -> Iterator[tuple[str, State | None, State | None]]:
    for id in _ids(old, new):
        before, after = old.get(id), new.get(id)
        if _comparable_part(before) != _comparable_part(after):
            yield id, before, after


def _comparable_part(state: object) -> object:
    """Return the part of a state that is compared.

    Titles of components are not compared, because they appear only in the margin of sheets, and
    neither are the tiles of a board: seams do not matter if the board looks the same.
    """
    match state:
        case BoardState():
            return state.look
        case BookletState():
            return state.looks
        case PieceState():
            return state.kind, state.parts
    return state


def _cards(deck: str, old: DeckState | None, new: DeckState | None) -> Iterator[CardChange]:
    before, present = dict(old.cards) if old else {}, dict(new.cards) if new else {}
    removed = [id for id in before if id not in present]
    for id in _ids(present, before):
        card, was = present.get(id), id
        if card is not None and id not in before:
            looks = (card.face, card.back)
            alike = (gone for gone in removed if (before[gone].face, before[gone].back) == looks)
            was = next(alike, id)
            if was != id:
                removed.remove(was)
        elif card is None and id not in removed:
            continue  # it has another id now
        former = before.get(was)
        fields = tuple(_fields(former, card)) if former and card else ()
        change = CardChange(id, former, card, deck, fields, was if was != id else "")
        same = change.kind == "changed" and not change.was and not fields
        if not same or change.sides or change.pull or change.put:
            yield change


def _fields(old: CardState, new: CardState) -> Iterator[FieldChange]:
    if old.title != new.title:
        yield FieldChange("title", old.title or None, new.title or None)
    if old.type != new.type:
        yield FieldChange("type", old.type, new.type)
    yield from _values("", old.fields, new.fields)


def _values(prefix: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[FieldChange]:
    """Compare value by value; the third of a list of records is named ``steps.3``."""
    for name in _ids(new, old):
        old_value, new_value = old.get(name), new.get(name)
        if _blank(old_value) and _blank(new_value):  # a new field that is still empty
            continue
        inner = [_parts(value) for value in (old_value, new_value)]
        if inner[0].keys() == inner[1].keys() != set():
            yield from _values(f"{prefix}{name}.", inner[0], inner[1])
        elif old_value != new_value:
            yield FieldChange(f"{prefix}{name}", old_value, new_value)


def _parts(value: Any) -> Mapping[str, Any]:
    """Return the parts of a record or of a list of records; no other value has parts."""
    if isinstance(value, Mapping):
        return value
    if isinstance(value, list) and value and all(isinstance(element, Mapping) for element in value):
        return {str(number): element for number, element in enumerate(value, 1)}
    return {}


def _blank(value: Any) -> bool:
    return value is None or value is False or value in ("", [], {})


def _ids(first: Mapping[str, object], second: Mapping[str, object]) -> list[str]:
    return list(dict.fromkeys((*first, *second)))
