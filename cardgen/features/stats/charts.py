"""Count the contents of the decks of a game, in words and as a page of charts.

The bars of the page are inline SVG.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from functools import partial
from pathlib import Path

from msgspec import Struct

from cardgen.core.diagnostics import Diagnostics, ModelError
from cardgen.core.registry import plural
from cardgen.core.style import Color
from cardgen.features.stats.odds import Chances, chances
from cardgen.model import problems
from cardgen.model.components.deck import decks_named
from cardgen.model.game import Game
from cardgen.model.load import load_project
from cardgen.model.odds import in_percent
from cardgen.model.statistics import (
    Comparison,
    DeckStatistics,
    Numbers,
    Tally,
    Value,
    chosen,
    compare,
    deck_statistics,
    field_names,
)
from cardgen.pipeline.ledger import put_folder
from cardgen.pipeline.request import BuildRequest
from cardgen.template.pages import filled

CHARTS = "stats/charts.html"


class StatsReport(Struct, frozen=True):
    """The statistics of one game, and the files of its charts as diagnostics show them."""

    id: str
    title: str
    decks: tuple[DeckStatistics, ...]
    comparisons: tuple[Comparison, ...]
    written: tuple[str, ...]
    diagnostics: Diagnostics
    odds: tuple[Chances, ...] = ()


def stats(
    root: Path,
    game: str,
    decks: Collection[str] = (),
    fields: Collection[str] = (),
    charts: bool = False,
    output: Path | None = None,
    odds: Sequence[str] = (),
) -> StatsReport:
    """Count what the cards of a game's decks state, all of them or those named.

    With ``charts``, draw them too, on the page ``<output>/<game>/stats/charts.html``. ``odds`` are
    questions to answer besides (`cardgen.model.odds`).

    Raises ModelError for a game with errors and for unknown names, OutputError for files that
    cannot be written.
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
    written: tuple[str, ...] = ()
    if charts:
        data = charts_page(found, counted, compared, answers, bool(fields))
        written, _ = put_folder(BuildRequest(root, output=output), game, "stats", {CHARTS: data})
    faults = loaded.diagnostics
    return StatsReport(found.id, found.title, counted, compared, written, faults, answers)


NAMED = 12
"""How many values are named in one line."""


def title_of(name: str) -> str:
    """Write a field's name for people."""
    joined = ", ".join(part.replace("_", " ") for part in name.split("."))
    return joined[:1].upper() + joined[1:]


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
    """Sum up a field that needs no chart; long lists are cut."""
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


MOST_BINS = 20
FEW_UNUSED = 5
"""Unused choices get an empty row each if there are at most so many."""
_ACCENT, _REST = Color.parse("#2f6690"), Color.parse("#b9b9b4")


class Bin(Struct, frozen=True):
    """A row of a histogram: it counts numbers from ``start`` up to ``end``."""

    label: str
    count: int
    start: float
    end: float


def charts_page(
    game: Game,
    decks: Sequence[DeckStatistics],
    compared: Sequence[Comparison],
    odds: Sequence[Chances],
    every: bool,
) -> bytes:
    """Return the page: of ``every`` field a chart, or of those with something to tell."""
    filters = {
        "color": partial(_color, game),
        "describe": describe,
        "drawn": lambda deck: [one for one in deck.fields if one.telling or (every and one.values)],
        "fact": fact,
        "label": _label,
        "nothing": nothing,
        "odds": in_percent,
        "percent": percent,
        "plural": plural,
        "rows": partial(_rows, game),
        "title_of": title_of,
    }
    page = Path(__file__).with_name("charts.html.j2")
    return filled(
        page, filters, game=game, decks=decks, compared=compared, odds=odds, accent=_ACCENT
    )


class ChartRow(Struct, frozen=True):
    """A row of a chart: a value or a group of numbers, and how much of the deck states it."""

    label: str
    count: int
    share: float
    color: Color


def _rows(game: Game, tally: Tally) -> Iterator[ChartRow]:
    """Yield a row for each value or group of numbers, then for what no card states."""
    numbers = [(v.number, v.count) for v in tally.values if v.number is not None]
    grouped = bins(numbers) if tally.numbers is not None and numbers else ()
    for one in grouped:
        yield ChartRow(one.label, one.count, one.count / tally.asked, _ACCENT)
    if not grouped:
        for value in tally.values:
            label, color = _label(value, tally.kind), _color(game, value)
            yield ChartRow(label, value.count, tally.share(value), color)
        for name in tally.unused if len(tally.unused) <= FEW_UNUSED else ():
            yield ChartRow(_words(name), 0, 0.0, _REST)
    if tally.silent:
        yield ChartRow("none", tally.silent, tally.silent / tally.asked, _REST)


def _color(game: Game, value: Value) -> Color:
    """Return the colour of a value that names a term, as the game's theme has it."""
    if not value.color:
        return _ACCENT
    return (game.theme.colors.get(value.color) or Color.parse(value.color)).with_alpha(1)


def _label(value: Value, kind: str) -> str:
    """Write a value for people: ids of choices and icons are words."""
    prose = kind in ("text", "rich", "image", "color")
    return value.label if prose else _words(value.label)


def _words(name: str) -> str:
    """Write an id as words."""
    words = name.replace("-", " ").replace("_", " ").strip() if name.islower() else name
    return words[:1].upper() + words[1:]


def bins(numbers: Sequence[tuple[float, int]]) -> tuple[Bin, ...]:
    """Distribute numbers, each with its count, over groups of equal width.

    Whole numbers that are close together get a group each; others are grouped in steps of 1, 2
    or 5 times a power of ten. Returns nothing for numbers that no such step separates.
    """
    least, most = min(n for n, _ in numbers), max(n for n, _ in numbers)
    if all(float(n).is_integer() for n, _ in numbers) and most - least < MOST_BINS:
        counts = dict.fromkeys(range(int(least), int(most) + 1), 0)
        for number, times in numbers:
            counts[int(number)] += times
        return tuple(Bin(str(i), n, i - 0.5, i + 0.5) for i, n in counts.items())
    step = _step((most - least) / 10)
    if not step or not math.isfinite(step):
        return ()
    first, last = math.floor(least / step), math.floor(most / step)
    if not 0 <= last - first < MOST_BINS:
        return ()
    filled = [0] * (last - first + 1)
    for number, times in numbers:
        filled[min(max(math.floor(number / step), first), last) - first] += times
    return tuple(
        Bin(f"{short(i * step)} – {short((i + 1) * step)}", count, i * step, (i + 1) * step)
        for i, count in enumerate(filled, first)
    )


def _step(least: float) -> float:
    """Return the smallest round number that is not below another; 0 where there is none."""
    if not 0 < least < math.inf:
        return 0.0
    power = 10.0 ** math.floor(math.log10(least))
    return next((m * power for m in (1, 2, 5, 10) if m * power >= least * (1 - 1e-9)), 10 * power)
