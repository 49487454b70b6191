"""Statistics of decks: the values of each field, how often they occur, and fields in common.

Copies count: a value on a card of four copies occurs four times. Cards with ``copies: 0`` are
kept back and do not count. Values inside lists and records are counted under the path of their
field, as ``cost.gold``.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from cardgen.model.cards import Card, CardType
from cardgen.model.components.deck import Deck
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

    ``count`` exceeds ``cards`` if a card states the value more than once. ``number`` is set for
    numbers.
    """

    key: str
    label: str
    count: int
    cards: int
    designs: int
    number: float | None = None


class Tally(Struct, frozen=True):
    """One field over all cards of a deck.

    ``asked`` counts the cards whose type has the field, ``stating`` those that give it a value.
    ``numbers`` is None for what is not a number, ``per_card`` for what is not a list; ``unused``
    names the choices that no card makes.
    """

    name: str
    kind: str
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
    numbers = sorted(Counter(weighed).elements())
    if not numbers:
        return None
    least, most = numbers[0], numbers[-1]
    mean = min(max(statistics.fmean(numbers), least), most)
    return Numbers(least, most, mean, statistics.median(numbers))


class _Counter(Struct):
    """One field while it is being counted; card types may declare it differently."""

    game: Game
    kinds: dict[str, None] = {}
    listed: bool = False
    found: dict[str, Any] = {}
    """The values by their keys."""
    counts: dict[str, tuple[int, int, int]] = {}
    """How often each occurs, and on how many cards and designs."""
    choices: dict[str, None] = {}
    lengths: Counter[float] = field(default_factory=Counter)
    asked: int = 0
    stating: int = 0

    def declared(self, leaf: Field, listed: bool) -> None:
        self.kinds[leaf.kind] = None
        self.listed |= listed
        if isinstance(leaf, ChoiceField):
            self.choices.update(dict.fromkeys(leaf.choices))

    def add(self, values: Sequence[Any], copies: int) -> None:
        self.asked += copies
        self.stating += copies if values else 0
        self.lengths[len(values)] += copies
        stated = Counter(map(value_key, values))
        for key, times in stated.items():
            count, cards, designs = self.counts.get(key, (0, 0, 0))
            self.counts[key] = (count + times * copies, cards + copies, designs + 1)
        for value in values:
            self.found.setdefault(value_key(value), value)

    def tally(self, name: str) -> Tally:
        values = [self._value(key, value) for key, value in self.found.items()]
        numeric = list(self.kinds) == ["number"]
        weighed = {value.number: value.count for value in values if value.number is not None}
        return Tally(
            name=name,
            kind=self._kind,
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

    def _value(self, key: str, value: Any) -> Value:
        number = value if isinstance(value, int | float) and not isinstance(value, bool) else None
        term = value if isinstance(value, TermValue) else self.game.terms.get(key)
        label = term.text if term and self.kinds.keys() & {"term", "choice"} else key
        return Value(key, label, *self.counts[key], number)

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
    """Count each field of some cards, in the order in which types declare them."""
    counters: dict[str, _Counter] = {}
    for name, kind in ((TITLE, "rich"), (TYPE, "choice")):
        counters[name] = _Counter(game, {kind: None})
    paths: dict[str, list[str]] = {}
    for card_type in types_of(cards, game):
        known = paths[card_type.id] = []
        for name, declared in card_type.fields.items():
            for path, leaf in leaves(name, declared):
                counter = counters.setdefault(path, _Counter(game))
                counter.declared(leaf, _listed(declared))
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


LABEL = 40
"""Longer texts are prose, and not counted."""
COMPARABLE = ("term", "choice", "number", "flag", "icon", "color")
MOST_TERMS = 40
MOST_VALUES = 12
"""With more values a comparison is a list that nobody reads; terms are worth more room."""


class DeckStatistics(Struct, frozen=True):
    """One deck: ``designs`` are different cards, ``cards`` counts their copies."""

    id: str
    title: str
    cards: int
    designs: int
    kept_back: int
    fields: tuple[Tally, ...]


class ComparisonRow(Struct, frozen=True):
    """One value and how often each deck has it, in the order of the decks."""

    value: Value
    counts: tuple[int, ...]


class Comparison(Struct, frozen=True):
    """One field of several decks; ``decks`` are those that have it."""

    name: str
    kind: str
    decks: tuple[DeckStatistics, ...]
    rows: tuple[ComparisonRow, ...]


def deck_statistics(deck: Deck, game: Game, named: Collection[str] = ()) -> DeckStatistics:
    """Count those fields of a deck that are worth counting, or those named.

    A name stands for a field and everything inside it. Not worth counting are prose, texts that
    no two designs share, and all fields of a deck with one design.
    """
    printed = [card for card in deck.cards if card.copies]
    tallies = [counter.tally(name) for name, counter in _counted(printed, game).items()]
    if named:
        tallies = [tally for tally in tallies if chosen(tally.name, named)]
    elif len(printed) < 2:
        tallies = []
    else:
        tallies = [tally for tally in tallies if _worth_counting(tally)]
    return DeckStatistics(
        id=deck.id,
        title=deck.title,
        cards=sum(card.copies for card in printed),
        designs=len(printed),
        kept_back=len(deck.cards) - len(printed),
        fields=tuple(tallies),
    )


def chosen(name: str, named: Collection[str]) -> bool:
    """Whether a field, or a field around it, is among those named."""
    return any(name == wanted or name.startswith(f"{wanted}.") for wanted in named)


def field_names(decks: Iterable[Deck], game: Game) -> tuple[str, ...]:
    """Return every name under which a field of these decks can be asked for."""
    names = {TITLE: None, TYPE: None}
    for deck in decks:
        for card_type in types_of(deck.cards, game):
            for name, declared in card_type.fields.items():
                for path, _ in leaves(name, declared):
                    parts = path.split(".")
                    names.update({".".join(parts[: i + 1]): None for i in range(len(parts))})
    return tuple(names)


def _worth_counting(tally: Tally) -> bool:
    if tally.name in (TITLE, TYPE):
        return tally.telling
    if tally.kind in LABELS:
        short = all(len(value.label) <= LABEL for value in tally.values)
        return short and any(value.designs > 1 for value in tally.values)
    return bool(tally.values)


def compare(decks: Sequence[DeckStatistics]) -> tuple[Comparison, ...]:
    """Compare the fields, equal in name and kind, whose values several decks share."""
    names = dict.fromkeys(tally.name for deck in decks for tally in deck.fields)
    found = (_comparison(name, decks) for name in names if name not in (TITLE, TYPE))
    return tuple(each for each in found if each is not None)


def _comparison(name: str, decks: Sequence[DeckStatistics]) -> Comparison | None:
    having = [(deck, t) for deck in decks for t in deck.fields if t.name == name and t.values]
    tallies = [tally for _, tally in having]
    kind, *others = dict.fromkeys(tally.kind for tally in tallies) or ("",)
    if others or kind not in COMPARABLE or sum(tally.telling for tally in tallies) < 2:
        return None
    values = {value.key: value for tally in reversed(tallies) for value in tally.values}
    counted = [{value.key: value.count for value in tally.values} for tally in tallies]
    counts = {key: tuple(each.get(key, 0) for each in counted) for key in values}
    shared = any(sum(count > 0 for count in row) > 1 for row in counts.values())
    if not shared or len(values) > (MOST_TERMS if kind == "term" else MOST_VALUES):
        return None
    rows = [ComparisonRow(value, counts[key]) for key, value in values.items()]
    if kind == "number":
        rows.sort(key=lambda row: row.value.number or 0)
    else:
        rows.sort(key=lambda row: (-sum(row.counts), row.value.label))
    return Comparison(name, kind, tuple(deck for deck, _ in having), tuple(rows))
