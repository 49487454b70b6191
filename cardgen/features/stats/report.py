"""Count what the cards of a game's decks state, and describe each field in words."""

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
    """Count what the cards of a game's decks state, all of them or those named.

    ``odds`` are questions to answer besides (`cardgen.model.odds`).

    Raises ModelError for a game with errors and for unknown names.
    """
    loaded = load_project(root, (game,))
    if not loaded.games:
        raise ModelError(*loaded.diagnostics)
    (found,) = loaded.games
    wanted = decks_named(found, decks)
    known = field_names(wanted, found)
    unknown = [name for name in fields if not any(chosen(one, (name,)) for one in known)]
    if unknown:
        raise ModelError(
            *(problems.unknown_name(None, "field", name, known, "fields") for name in unknown)
        )
    counted = tuple(deck_statistics(deck, found, fields) for deck in wanted)
    compared = compare(counted)
    answers = chances(root, found, odds)
    faults = loaded.diagnostics
    return StatsReport(found.id, found.title, counted, compared, faults, answers)


NAMED = 12
"""How many values are named in one line."""


def describe(tally: Tally) -> str:
    """Say in one line what the counts of a field are about."""
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
    """Sum up in one line a field that needs no bars; long lists are cut."""
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
    more = f" and {len(values) - NAMED} more" if len(values) > NAMED else ""
    return f"{len(values)} values, {each} each: {names}{more}"


def nothing(deck: DeckStatistics) -> str:
    """Say why there is nothing to count."""
    if not deck.cards:
        return "No card of this deck is printed: all have 0 copies."
    if deck.designs == 1:
        return "One design: there is nothing to compare."
    return "No field has values to count."


def ends(numbers: Numbers) -> str:
    """Write the range of some numbers."""
    if numbers.least == numbers.most:
        return short(numbers.least)
    return f"{short(numbers.least)} to {short(numbers.most)}"


def short(number: float) -> str:
    """Write a number with at most two decimals."""
    return f"{round(number, 2):.12g}"


def percent(share: float) -> str:
    """Write a share in per cent; a small one is never rounded to nothing."""
    return "<1 %" if 0 < share < 0.005 else f"{share * 100:.0f} %"
