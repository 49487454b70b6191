"""Statistics of decks, field by field, and of the fields that several decks have in common.

Copies count: a value on a card of four copies occurs four times. Cards with ``copies: 0`` are
kept back and do not count.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from msgspec import Struct

from cardgen.model.components.deck import Deck
from cardgen.model.game import Game
from cardgen.model.tally import LABELS, TITLE, TYPE, Tally, Value, count_fields, leaves, types_of

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
    tallies = count_fields(printed, game)
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
    if not tally.values:
        return False
    if tally.name in (TITLE, TYPE):
        return tally.telling
    if tally.kind in LABELS:
        short = all(len(value.label) <= LABEL for value in tally.values)
        return short and any(value.designs > 1 for value in tally.values)
    return True


def compare(decks: Sequence[DeckStatistics]) -> tuple[Comparison, ...]:
    """Compare the fields, equal in name and kind, whose values several decks share."""
    names = dict.fromkeys(tally.name for deck in decks for tally in deck.fields)
    found = (_comparison(name, decks) for name in names if name not in (TITLE, TYPE))
    return tuple(each for each in found if each is not None)


def _comparison(name: str, decks: Sequence[DeckStatistics]) -> Comparison | None:
    having = [(deck, t) for deck in decks for t in deck.fields if t.name == name and t.values]
    kinds = {tally.kind for _, tally in having}
    if (
        sum(tally.telling for _, tally in having) < 2
        or len(kinds) != 1
        or not kinds.issubset(COMPARABLE)
    ):
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
