"""Count the contents of the decks of a game, in words and as a page of charts.

The bars of the page are inline SVG.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from html import escape
from pathlib import Path

from msgspec import Struct

from cardgen.core.diagnostics import Diagnostics, ModelError, relative
from cardgen.core.registry import plural
from cardgen.core.style import Color
from cardgen.model import problems
from cardgen.model.components.deck import decks_named
from cardgen.model.game import Game
from cardgen.model.load import load_project
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
from cardgen.pipeline.ledger import Ledger
from cardgen.pipeline.manifest import ArtifactEntry, sha256
from cardgen.pipeline.writing import destination, own_folder, write_whole

CHARTS = "stats/charts.html"


class StatsReport(Struct, frozen=True):
    """The statistics of one game, and the files of its charts as diagnostics show them."""

    id: str
    title: str
    decks: tuple[DeckStatistics, ...]
    comparisons: tuple[Comparison, ...]
    written: tuple[str, ...]
    diagnostics: Diagnostics


def stats(
    root: Path,
    game: str,
    decks: Collection[str] = (),
    fields: Collection[str] = (),
    charts: bool = False,
    output: Path | None = None,
) -> StatsReport:
    """Count what the cards of a game's decks state, all of them or those named.

    With ``charts``, draw them too, on the page ``<output>/<game>/stats/charts.html``.

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
    written: tuple[str, ...] = ()
    if charts:
        folder = (output or root / "output") / game
        own_folder(folder, root)
        path = destination(folder, CHARTS, root)
        data = charts_page(found, counted, compared, bool(fields))
        ledger = Ledger(folder.parent, game, "stats")
        ledger.announce({CHARTS: "stats"})
        write_whole(path, data, relative(path, root))
        ledger.replace([ArtifactEntry(CHARTS, "stats", "", sha256(data))])
        written = (relative(path, root),)
    return StatsReport(found.id, found.title, counted, compared, written, loaded.diagnostics)


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
BAR = 260
"""The length of the longest bar, in pixels of the page."""
_ACCENT, _REST = "#2f6690", "#b9b9b4"
_PALE = 0.75
"""The luminance from which on a bar gets an outline, to be seen on white."""

_STYLE = """\
body { margin: 0 auto; padding: 2rem 1.5rem 4rem; max-width: 76rem; color: #1c1c1e;
  background: #fff; font: 16px/1.4 system-ui, sans-serif; }
h1 { margin: 0; font-size: 1.9rem; }
h2 { margin: 2.5rem 0 0; padding-top: .8rem; border-top: 2px solid; font-size: 1.3rem; }
h3 { margin: 1.2rem 0 0; font-size: 1.05rem; }
small, p { margin: 0; color: #5c5c63; font-weight: 400; }
div { columns: 2 26rem; }
section { break-inside: avoid; padding-top: .1rem; }
table { border-collapse: collapse; font-size: .9rem; }
th { font-weight: 400; text-align: left; padding: 1px 1rem 1px 0; max-width: 22rem;
  overflow-wrap: anywhere; }
td { padding: 1px .6rem 1px 0; font-variant-numeric: tabular-nums; }
svg { display: block; }
"""


class Bin(Struct, frozen=True):
    """A row of a histogram: it counts numbers from ``start`` up to ``end``."""

    label: str
    count: int
    start: float
    end: float


def charts_page(
    game: Game, decks: Sequence[DeckStatistics], compared: Sequence[Comparison], every: bool
) -> bytes:
    """Return the page: of ``every`` field a chart, or of those with something to tell."""
    title = escape(f"{game.title}: statistics")
    version = f"version {game.version} · " if game.version else ""
    parts = [
        f'<!doctype html>\n<html lang="{escape(game.theme.language)}"><head>',
        f'<meta charset="utf-8"><title>{title}</title><style>{_STYLE}</style></head><body>',
        f"<h1>{title}</h1><p>{escape(version)}copies are counted</p>",
        *(part for deck in decks for part in _deck(game, deck, every)),
    ]
    if compared:
        parts.append("<h2>Decks compared</h2>")
        parts += [_comparison(game, one) for one in compared]
    return "\n".join([*parts, "</body></html>\n"]).encode()


def _deck(game: Game, deck: DeckStatistics, every: bool) -> Iterator[str]:
    figures = f"{plural(deck.cards, 'card')}, {plural(deck.designs, 'design')}"
    yield f"<h2>{escape(deck.title)} <small>{figures}</small></h2>"
    drawn = [tally for tally in deck.fields if tally.telling or (every and tally.values)]
    yield f"<div>{''.join(_chart(game, tally) for tally in drawn)}</div>"
    facts = [tally for tally in deck.fields if tally not in drawn]
    if facts:
        rows = (f"<tr><th>{_title(one)}</th><td>{escape(fact(one))}</td></tr>" for one in facts)
        yield f"<h3>{'Also' if drawn else 'Fields'}</h3><table>{''.join(rows)}</table>"
    if not deck.fields:
        yield f"<p>{escape(nothing(deck))}</p>"


def _chart(game: Game, tally: Tally) -> str:
    """Return a bar for each value or group of numbers, then for what no card states."""
    numbers = [(v.number, v.count) for v in tally.values if v.number is not None]
    grouped = bins(numbers) if tally.numbers is not None and numbers else ()
    if grouped:
        rows = [(one.label, one.count, one.count / tally.asked, _ACCENT) for one in grouped]
    else:
        rows = [
            (_label(value, tally.kind), value.count, tally.share(value), _color(game, value))
            for value in tally.values
        ]
        unused = tally.unused if len(tally.unused) <= FEW_UNUSED else ()
        rows += [(_words(name), 0, 0.0, _REST) for name in unused]
    if tally.silent:
        rows.append(("none", tally.silent, tally.silent / tally.asked, _REST))
    most = max(count for _, count, _, _ in rows)
    doc = f" <small>{escape(tally.doc)}</small>" if tally.doc else ""
    drawn = "".join(
        f"<tr><th>{escape(label)}</th><td>{_bar(count / most, color)}</td>"
        f"<td>{count}</td><td>{escape(percent(share))}</td></tr>"
        for label, count, share, color in rows
    )
    head = f"<h3>{_title(tally)}{doc}</h3><p>{escape(describe(tally))}</p>"
    return f"<section>{head}<table>{drawn}</table></section>"


def _comparison(game: Game, found: Comparison) -> str:
    most = max(max(row.counts) for row in found.rows)
    length = BAR / len(found.decks)
    heads = "".join(f'<td colspan="2">{escape(deck.title)}</td>' for deck in found.decks)
    rows = []
    for row in found.rows:
        color = _color(game, row.value)
        cells = "".join(
            f"<td>{_bar(count / most, color, length)}</td><td>{count or '·'}</td>"
            for count in row.counts
        )
        rows.append(f"<tr><th>{escape(_label(row.value, found.kind))}</th>{cells}</tr>")
    note = f"how often each value is in {len(found.decks)} decks"
    head = f"<h3>{escape(title_of(found.name))}</h3><p>{note}</p>"
    return f"<section>{head}<table><tr><th></th>{heads}</tr>{''.join(rows)}</table></section>"


def _bar(part: float, color: str, length: float = BAR) -> str:
    pale = Color.parse(color).luminance > _PALE
    outline = ' stroke="#888" stroke-width="1"' if pale else ""
    return (
        f'<svg width="{length:.0f}" height="12" role="presentation">'
        f'<rect x=".5" y=".5" width="{part * (length - 1):.1f}" height="11" fill="{color}"'
        f"{outline}/></svg>"
    )


def _color(game: Game, value: Value) -> str:
    """Return the colour of a value that names a term, as the game's theme has it."""
    if not value.color:
        return _ACCENT
    return (game.theme.colors.get(value.color) or Color.parse(value.color)).with_alpha(1).hex


def _title(tally: Tally) -> str:
    return escape(title_of(tally.name))


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
