"""Fields that several decks of a game have in common, value by value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cardgen.model.counting import TITLE, TYPE
from cardgen.model.statistics import DeckStatistics
from cardgen.model.tally import Tally, Value

KINDS = ("term", "choice", "number", "flag", "icon", "color")
MOST_TERMS = 40
MOST_VALUES = 12
"""Beyond so many values a comparison is a list that nobody reads; terms are worth more room."""


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """One value and how often each deck has it, in the order of the decks."""

    value: Value
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """One field of several decks; ``decks`` are those that have it."""

    name: str
    kind: str
    decks: tuple[DeckStatistics, ...]
    rows: tuple[ComparisonRow, ...]


def compare(decks: Sequence[DeckStatistics]) -> tuple[Comparison, ...]:
    """Set side by side the fields of one name and kind whose values decks share."""
    names = dict.fromkeys(tally.name for deck in decks for tally in deck.fields)
    found = (_comparison(name, decks) for name in names if name not in (TITLE, TYPE))
    return tuple(each for each in found if each is not None)


def _comparison(name: str, decks: Sequence[DeckStatistics]) -> Comparison | None:
    having = [(deck, t) for deck in decks for t in deck.fields if t.name == name and t.values]
    kinds = {tally.kind for _, tally in having}
    if sum(tally.telling for _, tally in having) < 2 or len(kinds) != 1 or not kinds <= set(KINDS):
        return None
    (kind,) = kinds
    tallies = [tally for _, tally in having]
    values = {value.key: value for tally in reversed(tallies) for value in tally.values}
    counts = {key: tuple(_count(tally, key) for tally in tallies) for key in values}
    shared = any(sum(count > 0 for count in row) > 1 for row in counts.values())
    if not shared or len(values) > (MOST_TERMS if kind == "term" else MOST_VALUES):
        return None
    rows = [ComparisonRow(value, counts[key]) for key, value in values.items()]
    if kind == "number":
        rows.sort(key=lambda row: row.value.number or 0)
    else:
        rows.sort(key=lambda row: (-sum(row.counts), row.value.label))
    return Comparison(name, kind, tuple(deck for deck, _ in having), tuple(rows))


def _count(tally: Tally, key: str) -> int:
    return next((value.count for value in tally.values if value.key == key), 0)
