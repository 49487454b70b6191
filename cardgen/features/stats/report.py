"""Count the values on the cards of a game's decks, and describe each field in words."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from msgspec import Struct

from cardgen.core.diagnostics import Diagnostics, ModelError
from cardgen.core.registry import plural
from cardgen.features.stats.odds import Chances, chances
from cardgen.model import problems
from cardgen.model.components.deck import decks_named
from cardgen.model.load import load_project
from cardgen.model.statistics import (
    Comparison,
    DeckStatistics,
    Numbers,
    Tally,
    chosen,
    compare,
    deck_statistics,
    field_names,
)


class StatsReport(Struct, frozen=True):
    """The statistics of one game."""

    id: str
    title: str
    decks: tuple[DeckStatistics, ...]
    comparisons: tuple[Comparison, ...]
    diagnostics: Diagnostics
    odds: tuple[Chances, ...] = ()


def stats(
    root: Path,
    game: str,
    decks: Collection[str] = (),
    fields: Collection[str] = (),
    odds: Sequence[str] = (),
) -> StatsReport:
    """Count the values on the cards of a game's decks: of all decks and fields, or the named ones.

    ``odds`` are questions about draws (`cardgen.model.odds`); the report has their answers, too.

    Raises ModelError for a game with errors and for unknown names.
    """
    loaded = load_project(root, (game,))
    model = loaded.only_game
    counted_decks = decks_named(model, decks)
    names = field_names(counted_decks, model)
    unknown = [name for name in fields if not any(chosen(field, (name,)) for field in names)]
    if unknown:
        raise ModelError(
            *(problems.unknown_name(None, "field", name, names, "fields") for name in unknown)
        )
    statistics = tuple(deck_statistics(deck, model, fields) for deck in counted_decks)
    answers = chances(root, model, odds)
    return StatsReport(
        model.id, model.title, statistics, compare(statistics), loaded.diagnostics, answers
    )


NAMED = 12
"""How many values are named in one line."""


def describe(tally: Tally) -> str:
    """Return a line about the values of a field: their range or number, and the cards with one."""
    numbers, many = tally.numbers, tally.per_card
    if numbers is not None and numbers.least < numbers.most:
        parts = [f"{ends(numbers)}, mean {short(numbers.mean)}, median {short(numbers.median)}"]
    else:
        parts = [plural(len(tally.values), "value")]
    parts.append(f"on {plural(tally.stating, 'card')}")
    if many is not None:
        mean = f", mean {short(many.mean)}" if many.least < many.most else ""
        parts.append(f"{ends(many)} a card{mean}")
    return " · ".join(parts)


def fact(tally: Tally) -> str:
    """Return a line about a field that needs no bars; long lists are cut."""
    values = tally.values
    if not values:
        return "no card states it"
    if tally.same:
        return f"{values[0].label} on every card"
    count = values[0].count
    each = {1: "once", 2: "twice"}.get(count, f"{count} times")
    if len(values) == 1:
        return f"{values[0].label}, {each}"
    names = ", ".join(value.label for value in values[:NAMED])
    overflow = f" and {len(values) - NAMED} more" if len(values) > NAMED else ""
    return f"{len(values)} values, {each} each: {names}{overflow}"


def nothing(deck: DeckStatistics) -> str:
    """Return the reason why a deck has no statistics."""
    if not deck.cards:
        return "No card of this deck is printed: all have 0 copies."
    if deck.designs == 1:
        return "One design: there is nothing to compare."
    return "No field has values to count."


def ends(numbers: Numbers) -> str:
    """Return the range of some numbers."""
    if numbers.least == numbers.most:
        return short(numbers.least)
    return f"{short(numbers.least)} to {short(numbers.most)}"


def short(number: float) -> str:
    """Return a number with at most two decimals."""
    return f"{round(number, 2):.12g}"


def percent(share: float) -> str:
    """Return a share in per cent; shares below half a per cent are `<1 %`, not `0 %`."""
    return "<1 %" if 0 < share < 0.005 else f"{share * 100:.0f} %"
