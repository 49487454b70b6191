"""Statistics of decks: the values of each field, how often they occur, and comparisons of decks.

Copies count: a value on a card with four copies occurs four times. Cards with ``copies: 0`` do not
count. Values inside lists and records are counted under the path of their field, ``cost.gold``.
"""

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
"""Kinds of fields whose values are free text."""


class Numbers(Struct, frozen=True):
    """The extremes, the mean and the median of numbers, weighted by copies."""

    least: float
    most: float
    mean: float
    median: float


class Value(Struct, frozen=True):
    """One value: how often it occurs in the deck, and on how many cards and designs.

    ``count`` is larger than ``cards`` if a card has the value more than once. ``number`` is None
    unless the value is a number.
    """

    key: str
    label: str
    count: int
    cards: int
    designs: int
    number: float | None = None


class Tally(Struct, frozen=True):
    """The statistics of one field over all cards of a deck.

    ``cards_with_field`` is the number of cards whose type has the field, ``cards_with_value`` the
    number of cards with a value. ``numbers`` is None unless the values are numbers, ``per_card``
    unless they are lists. ``unused`` are the choices that no card has.
    """

    name: str
    kind: str
    values: tuple[Value, ...]
    cards_with_field: int
    cards_with_value: int
    numbers: Numbers | None = None
    per_card: Numbers | None = None
    unused: tuple[str, ...] = ()

    @property
    def cards_without_value(self) -> int:
        """The number of cards whose type has the field, but that have no value."""
        return self.cards_with_field - self.cards_with_value

    @property
    def is_uniform(self) -> bool:
        """True if all cards have the same value."""
        return len(self.values) == 1 and not self.cards_without_value

    @property
    def has_unique_values(self) -> bool:
        """True if no two designs share a value, and all values occur equally often."""
        counts = {value.count for value in self.values}
        return len(counts) == 1 and all(value.designs == 1 for value in self.values)

    @property
    def is_informative(self) -> bool:
        """True if a table of the counts is more useful than a sentence."""
        return bool(self.values) and not self.is_uniform and not self.has_unique_values

    def share(self, value: Value) -> float:
        """Return the share of cards with a value among cards with the field, from 0 to 1."""
        return value.cards / self.cards_with_field if self.cards_with_field else 0.0


def summary(counts: Mapping[float, int]) -> Numbers | None:
    """Summarise numbers; ``counts`` has how often each occurs. Returns None for no numbers."""
    numbers = sorted(Counter(counts).elements())
    if not numbers:
        return None
    least, most = numbers[0], numbers[-1]
    mean = min(max(statistics.fmean(numbers), least), most)
    return Numbers(least, most, mean, statistics.median(numbers))


class _Counter(Struct):
    """Counts the values of one field, which card types may declare differently."""

    game: Game
    kinds: dict[str, None] = {}
    is_list: bool = False
    values: dict[str, Any] = {}
    """The values by their keys."""
    counts: dict[str, tuple[int, int, int]] = {}
    """For each value, how often it occurs, and on how many cards and designs."""
    choices: dict[str, None] = {}
    lengths: Counter[float] = field(default_factory=Counter)
    cards_with_field: int = 0
    cards_with_value: int = 0

    def declare(self, leaf: Field, listed: bool) -> None:
        self.kinds[leaf.kind] = None
        self.is_list |= listed
        if isinstance(leaf, ChoiceField):
            self.choices.update(dict.fromkeys(leaf.choices))

    def add(self, values: Sequence[Any], copies: int) -> None:
        self.cards_with_field += copies
        self.cards_with_value += copies if values else 0
        self.lengths[len(values)] += copies
        times_by_key = Counter(map(value_key, values))
        for key, times in times_by_key.items():
            count, cards, designs = self.counts.get(key, (0, 0, 0))
            self.counts[key] = (count + times * copies, cards + copies, designs + 1)
        for value in values:
            self.values.setdefault(value_key(value), value)

    def tally(self, name: str) -> Tally:
        values = [self._value(key, value) for key, value in self.values.items()]
        numeric = list(self.kinds) == ["number"]
        counts_by_number = {
            value.number: value.count for value in values if value.number is not None
        }
        return Tally(
            name=name,
            kind=self._kind,
            values=tuple(sorted(values, key=self._rank(values))),
            cards_with_field=self.cards_with_field,
            cards_with_value=self.cards_with_value,
            numbers=summary(counts_by_number) if numeric else None,
            per_card=summary(self.lengths) if self.is_list else None,
            unused=tuple(key for key in self.choices if key not in self.values),
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
        """Return a sort key: numbers and choices with digits by size, other values by count."""
        order = {key: index for index, key in enumerate((*self.choices, *self.values))}
        if any(value.number is not None for value in values):
            return lambda v: (v.number is None, v.number or 0, order[v.key])
        if "flag" in self.kinds:
            return lambda v: v.key != "yes"
        if self.choices and all(key[:1].isdigit() for key in self.choices):
            return lambda v: order[v.key]
        return lambda v: (-v.count, order[v.key])


def _count_fields(cards: Sequence[Card], game: Game) -> dict[str, _Counter]:
    counters: dict[str, _Counter] = {}
    for name, kind in ((TITLE, "rich"), (TYPE, "choice")):
        counters[name] = _Counter(game, {kind: None})
    paths: dict[str, list[str]] = {}
    for card_type in types_of(cards, game):
        type_paths = paths[card_type.id] = []
        for name, declared in card_type.fields.items():
            for path, leaf in leaves(name, declared):
                counter = counters.setdefault(path, _Counter(game))
                counter.declare(leaf, _is_listed(declared))
                type_paths.append(path)
    for card in cards:
        counters[TITLE].add([card.title] if card.title else [], card.copies)
        counters[TYPE].add([card.type], card.copies)
        fields = game.card_types[card.type].fields
        values_by_path: dict[str, list[Any]] = {path: [] for path in paths[card.type]}
        for name, declared in fields.items():
            for path, value in _values(name, declared, card.fields[name]):
                values_by_path[path].append(value)
        for path, values in values_by_path.items():
            counters[path].add(values, card.copies)
    return counters


def types_of(cards: Iterable[Card], game: Game) -> list[CardType]:
    """Return the types of the cards, without duplicates."""
    return [game.card_types[name] for name in dict.fromkeys(card.type for card in cards)]


def leaves(name: str, declared: Field) -> Iterator[tuple[str, Field]]:
    """Yield the innermost fields with their paths: items of lists, members of records."""
    if isinstance(declared, ListField):
        yield from leaves(name, declared.of)
    elif isinstance(declared, RecordField):
        for inner, field_inside in declared.fields.items():
            yield from leaves(f"{name}.{inner}", field_inside)
    else:
        yield name, declared


def _is_listed(declared: Field) -> bool:
    if isinstance(declared, RecordField):
        return any(_is_listed(inner) for inner in declared.fields.values())
    return isinstance(declared, ListField)


def _values(name: str, declared: Field, value: Any) -> Iterator[tuple[str, Any]]:
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
"""The maximum length of texts that are counted; longer ones are prose."""
COMPARABLE = ("term", "choice", "number", "flag", "icon", "color")
MOST_TERMS = 40
MOST_VALUES = 12
"""The maximum number of values in a comparison, so that it stays readable."""


class DeckStatistics(Struct, frozen=True):
    """The statistics of one deck: its number of ``cards`` (copies included) and of ``designs``."""

    id: str
    title: str
    cards: int
    designs: int
    kept_back: int
    fields: tuple[Tally, ...]


class ComparisonRow(Struct, frozen=True):
    """One value, and how often it occurs in each deck, in the order of the decks."""

    value: Value
    counts: tuple[int, ...]


class Comparison(Struct, frozen=True):
    """The comparison of one field; ``decks`` are the decks with this field."""

    name: str
    kind: str
    decks: tuple[DeckStatistics, ...]
    rows: tuple[ComparisonRow, ...]


def deck_statistics(deck: Deck, game: Game, selected: Collection[str] = ()) -> DeckStatistics:
    """Count the ``selected`` fields of a deck, or all that are worth counting.

    A selected name includes all fields inside it. Not worth counting are prose, texts that no two
    designs share, and all fields of a deck with one design.
    """
    printed = [card for card in deck.cards if card.copies]
    tallies = [counter.tally(name) for name, counter in _count_fields(printed, game).items()]
    if selected:
        tallies = [tally for tally in tallies if is_selected(tally.name, selected)]
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


def is_selected(name: str, selected: Collection[str]) -> bool:
    """Return whether a field, or a field around it, is selected."""
    return any(f"{name}.".startswith(f"{path}.") for path in selected)


def field_names(decks: Iterable[Deck], game: Game) -> tuple[str, ...]:
    """Return the names of fields in these decks that can be selected."""
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
        return tally.is_informative
    if tally.kind in LABELS:
        short = all(len(value.label) <= LABEL for value in tally.values)
        return short and any(value.designs > 1 for value in tally.values)
    return bool(tally.values)


def compare(decks: Sequence[DeckStatistics]) -> tuple[Comparison, ...]:
    """Compare fields of equal name and kind if several decks share their values."""
    names = dict.fromkeys(tally.name for deck in decks for tally in deck.fields)
    comparisons = (_comparison(name, decks) for name in names if name not in (TITLE, TYPE))
    return tuple(comparison for comparison in comparisons if comparison is not None)


def _comparison(name: str, decks: Sequence[DeckStatistics]) -> Comparison | None:
    having = [(deck, t) for deck in decks for t in deck.fields if t.name == name and t.values]
    tallies = [tally for _, tally in having]
    kind, *other_kinds = dict.fromkeys(tally.kind for tally in tallies) or ("",)
    if other_kinds or kind not in COMPARABLE or sum(tally.is_informative for tally in tallies) < 2:
        return None
    values = {value.key: value for tally in reversed(tallies) for value in tally.values}
    counted = [{value.key: value.count for value in tally.values} for tally in tallies]
    counts = {key: tuple(deck_counts.get(key, 0) for deck_counts in counted) for key in values}
    shared = any(sum(count > 0 for count in row) > 1 for row in counts.values())
    if not shared or len(values) > (MOST_TERMS if kind == "term" else MOST_VALUES):
        return None
    rows = [ComparisonRow(value, counts[key]) for key, value in values.items()]
    if kind == "number":
        rows.sort(key=lambda row: row.value.number or 0)
    else:
        rows.sort(key=lambda row: (-sum(row.counts), row.value.label))
    return Comparison(name, kind, tuple(deck for deck, _ in having), tuple(rows))
