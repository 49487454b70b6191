"""What a field states over all cards of a deck: its values, and how often each occurs.

Values inside lists and records are counted under the path of their field, as ``cost.gold``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from cardgen.model.cards import Card, CardType
from cardgen.model.compound import ListField, RecordField
from cardgen.model.fields import ChoiceField, Field
from cardgen.model.game import Game
from cardgen.model.record import value_key
from cardgen.model.richtext import Rich, TermValue

TITLE, TYPE = "title", "type"
LABELS = ("text", "rich", "image")
"""Kinds whose values are free text."""


class Numbers(Struct, frozen=True):
    """The extremes, the mean and the median of some numbers, weighted by copies."""

    least: float
    most: float
    mean: float
    median: float


class Value(Struct, frozen=True):
    """One value: how often it occurs in the deck, and on how many cards and designs.

    ``count`` exceeds ``cards`` if a card states the value more than once. ``color`` is
    that of the term that the value is or names; ``number`` is set for numbers.
    """

    key: str
    label: str
    count: int
    cards: int
    designs: int
    number: float | None = None
    color: str | None = None


class Tally(Struct, frozen=True):
    """One field over all cards of a deck.

    ``asked`` counts the cards whose type has the field, ``stating`` those that give it a value.
    ``numbers`` is None for what is not a number, ``per_card`` for what is not a list; ``unused``
    names the choices that no card makes.
    """

    name: str
    kind: str
    doc: str
    values: tuple[Value, ...]
    asked: int
    stating: int
    numbers: Numbers | None = None
    per_card: Numbers | None = None
    unused: tuple[str, ...] = ()

    @property
    def silent(self) -> int:
        """The number of cards that could state a value and do not."""
        return self.asked - self.stating

    @property
    def same(self) -> bool:
        """Whether every card says the same, so that there is nothing to compare."""
        return len(self.values) == 1 and not self.silent

    @property
    def singles(self) -> bool:
        """Whether each value belongs to one design, all equally often."""
        counts = {value.count for value in self.values}
        return len(counts) == 1 and all(value.designs == 1 for value in self.values)

    @property
    def telling(self) -> bool:
        """Whether the counts say more than a sentence could."""
        return bool(self.values) and not self.same and not self.singles

    def share(self, value: Value) -> float:
        """Return the share of the cards asked that state a value, from 0 to 1."""
        return value.cards / self.asked if self.asked else 0.0


def summary(weighed: Mapping[float, int]) -> Numbers | None:
    """Summarise numbers, each with how often it occurs; None if there are none."""
    total = sum(weighed.values())
    if not total:
        return None
    ordered = sorted((number, times) for number, times in weighed.items() if times)
    mean = sum(number * times for number, times in ordered) / total
    # The two in the middle, which are the same number if the total is odd.
    middle = (_nth(ordered, (total - 1) // 2) + _nth(ordered, total // 2)) / 2
    least, most = ordered[0][0], ordered[-1][0]
    return Numbers(least, most, min(max(mean, least), most), middle)


def _nth(ordered: Sequence[tuple[float, int]], index: int) -> float:
    for number, times in ordered:
        index -= times
        if index < 0:
            return number
    raise IndexError


def count_fields(cards: Sequence[Card], game: Game) -> list[Tally]:
    """Return a tally of each field of some cards, in the order in which types declare them."""
    return [counter.tally(name) for name, counter in _counted(cards, game).items()]


class _Found(Struct):
    """One value while it is being counted."""

    value: Any
    count: int = 0
    cards: int = 0
    designs: int = 0


class _Counter(Struct):
    """One field while it is being counted; card types may declare it differently."""

    game: Game
    kinds: dict[str, None] = {}
    doc: str = ""
    listed: bool = False
    found: dict[str, _Found] = {}
    choices: dict[str, None] = {}
    lengths: dict[float, int] = {}
    asked: int = 0
    stating: int = 0

    def declared(self, leaf: Field, doc: str, listed: bool) -> None:
        """Take note of how a card type declares the field."""
        self.kinds[leaf.kind] = None
        self.doc = self.doc or doc
        self.listed |= listed
        if isinstance(leaf, ChoiceField):
            self.choices.update(dict.fromkeys(leaf.choices))

    def add(self, values: Sequence[Any], copies: int) -> None:
        """Count what one design states."""
        self.asked += copies
        self.stating += copies if values else 0
        self.lengths[len(values)] = self.lengths.get(len(values), 0) + copies
        keys = [value_key(value) for value in values]
        for key, value in zip(keys, values, strict=True):
            self.found.setdefault(key, _Found(value)).count += copies
        for key in dict.fromkeys(keys):
            self.found[key].cards += copies
            self.found[key].designs += 1

    def tally(self, name: str) -> Tally:
        """Return the result."""
        values = [self._value(key, found) for key, found in self.found.items()]
        numeric = list(self.kinds) == ["number"]
        weighed = {value.number: value.count for value in values if value.number is not None}
        return Tally(
            name=name,
            kind=self._kind,
            doc=self.doc,
            values=tuple(sorted(values, key=self._rank(values))),
            asked=self.asked,
            stating=self.stating,
            numbers=summary(weighed) if numeric else None,
            per_card=summary(self.lengths) if self.listed else None,
            unused=tuple(key for key in self.choices if key not in self.found),
        )

    @property
    def _kind(self) -> str:
        if len(self.kinds) == 1:
            return next(iter(self.kinds))
        return "text" if self.kinds.keys() <= set(LABELS) else "mixed"

    def _value(self, key: str, found: _Found) -> Value:
        value = found.value
        number = value if isinstance(value, int | float) and not isinstance(value, bool) else None
        term = value if isinstance(value, TermValue) else self._named(key)
        color = term.color if term else None
        if list(self.kinds) == ["color"]:
            color = key
        label = term.text if term and self.kinds.keys() & {"term", "choice"} else key
        return Value(key, label, found.count, found.cards, found.designs, number, color)

    def _named(self, key: str) -> TermValue | None:
        """Find the term that a choice or a text names by its id or its words."""
        terms = self.game.terms
        if "choice" in self.kinds or "term" in self.kinds:
            return terms.get(key)
        if not self.kinds.keys() & set(LABELS):
            return None
        words = key.casefold()
        return next((t for t in terms.values() if t.text.casefold() == words), None)

    def _rank(self, values: Sequence[Value]) -> Any:
        """Return a sort key: by size what is a number or starts with one, all else by count."""
        place = {key: index for index, key in enumerate((*self.choices, *self.found))}
        if any(value.number is not None for value in values):
            return lambda v: (v.number is None, v.number or 0, place[v.key])
        if "flag" in self.kinds:
            return lambda v: v.key != "yes"
        if self.choices and all(key[:1].isdigit() for key in self.choices):
            return lambda v: place[v.key]
        return lambda v: (-v.count, place[v.key])


def _counted(cards: Sequence[Card], game: Game) -> dict[str, _Counter]:
    counters: dict[str, _Counter] = {}
    for name, kind in ((TITLE, "rich"), (TYPE, "choice")):
        counters[name] = _Counter(game, {kind: None})
    paths: dict[str, list[str]] = {}
    for card_type in types_of(cards, game):
        known = paths[card_type.id] = []
        for name, declared in card_type.fields.items():
            for path, leaf in leaves(name, declared):
                doc = leaf.doc or (declared.doc if path == name else "")
                counter = counters.setdefault(path, _Counter(game))
                counter.declared(leaf, doc, _listed(declared))
                known.append(path)
    for card in cards:
        counters[TITLE].add([card.title] if card.title else [], card.copies)
        counters[TYPE].add([card.type], card.copies)
        fields = game.card_types[card.type].fields
        stated: dict[str, list[Any]] = {path: [] for path in paths[card.type]}
        for name, declared in fields.items():
            for path, value in _values(name, declared, card.fields[name]):
                stated[path].append(value)
        for path, values in stated.items():
            counters[path].add(values, card.copies)
    return counters


def types_of(cards: Iterable[Card], game: Game) -> list[CardType]:
    """Return the types of some cards, each once."""
    return [game.card_types[name] for name in dict.fromkeys(card.type for card in cards)]


def leaves(name: str, declared: Field) -> Iterator[tuple[str, Field]]:
    """Yield the fields with values of their own: the field, a list's items, a record's members."""
    if isinstance(declared, ListField):
        yield from leaves(name, declared.of)
    elif isinstance(declared, RecordField):
        for inner, field_inside in declared.fields.items():
            yield from leaves(f"{name}.{inner}", field_inside)
    else:
        yield name, declared


def _listed(declared: Field) -> bool:
    """Whether a card may state several values."""
    if isinstance(declared, RecordField):
        return any(_listed(inner) for inner in declared.fields.values())
    return isinstance(declared, ListField)


def _values(name: str, declared: Field, value: Any) -> Iterator[tuple[str, Any]]:
    """Yield every value that a field of a card states, with its path."""
    if isinstance(declared, ListField):
        for item in value or ():
            yield from _values(name, declared.of, item)
    elif isinstance(declared, RecordField):
        if value is not None:
            for inner, field_inside in declared.fields.items():
                yield from _values(f"{name}.{inner}", field_inside, value[inner])
    elif value is not None and (not isinstance(value, str | Rich) or value):
        yield name, value
