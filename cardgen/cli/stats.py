"""``cardgen stats``: counts of the values on the cards of a deck."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click
from msgspec.structs import asdict

from cardgen.cli.options import Settings, cells, clean, game_argument, with_settings
from cardgen.cli.report import Report
from cardgen.core.registry import plural

if TYPE_CHECKING:
    from cardgen.features.stats.odds import Chances
    from cardgen.features.stats.report import StatsReport
    from cardgen.model.statistics import Comparison, DeckStatistics, Tally, Value

MOST = 20  # values of a field, unless it was asked for by name
LABEL = 28
BAR = 24
BLOCKS = " ▏▎▍▌▋▊▉█"


@click.command()
@game_argument
@click.option("--deck", "decks", multiple=True, metavar="DECK", help="Only this deck.")
@click.option(
    "--field", "fields", multiple=True, metavar="FIELD", help="Only this field, with all values."
)
@click.option(
    "--odds",
    "asked",
    multiple=True,
    metavar="QUESTION",
    help="The odds of a draw: `2+ of heroes where type=healer in 5`; may be repeated.",
)
@with_settings
def command(
    settings: Settings,
    game: str,
    decks: tuple[str, ...],
    fields: tuple[str, ...],
    asked: tuple[str, ...],
) -> int:
    """Show statistics for each field of a game's cards.

    --deck and --field may be repeated; a field inside a record is named `steps.icon`.

    --odds asks how likely a draw is: `2+ of DECK where FIELD=VALUE in N`, and answers that alone
    unless a deck or a field is named. N may be a rule number.
    """
    from cardgen.features.stats.report import stats

    statistics = stats(settings.root, game, decks, fields, asked)
    report = Report(settings)
    if report.as_json:
        report.document(_document(statistics))
    else:
        report.result(_text(statistics, bool(fields), counts=bool(decks or fields or not asked)))
    return report.finish(statistics.diagnostics) if len(statistics.diagnostics) else 0


def _text(statistics: StatsReport, whole: bool, counts: bool) -> str:
    blocks = [f"{click.style(clean(statistics.title), bold=True)} ({clean(statistics.id)})"]
    blocks += [_chances(one) for one in statistics.odds]
    if counts:
        blocks += [_deck(deck, whole) for deck in statistics.decks]
        blocks += [_comparison(one) for one in statistics.comparisons]
    if not statistics.decks:
        blocks.append("  There are no decks.")
    return "\n\n".join(blocks)


def _chances(one: Chances) -> str:
    from cardgen.model.odds import in_percent

    said = click.style(clean(one.question), bold=True)
    lines = [f"{said}: {in_percent(one.chance, 0.1)}, {one.wanted} of {plural(one.cards, 'card')}"]
    for players, share in one.players.items():
        lines.append(f"    with {plural(players, 'player')}: {in_percent(share, 0.1)}")
    wide = len(str(one.draws[-1].drawn)) if one.draws else 0
    for draw in one.draws:
        shown = in_percent(draw.chance, 0.1)
        lines.append(f"    {draw.drawn:>{wide}} drawn  {shown:>7}  {_bar(draw.chance)}")
    return "\n".join(lines)


def _deck(deck: DeckStatistics, whole: bool) -> str:
    from cardgen.features.stats.report import nothing

    head = f"{click.style(clean(deck.title), bold=True)} ({deck.id}): "
    head += f"{plural(deck.cards, 'card')}, {plural(deck.designs, 'design')}"
    if deck.kept_back:
        head += f", {deck.kept_back} kept back"
    tallies = [_tally(tally, whole) for tally in deck.fields]
    return "\n\n".join([head, *(tallies or [f"  {nothing(deck)}"])])


def _tally(tally: Tally, whole: bool) -> str:
    from cardgen.features.stats.report import describe, fact, percent

    name = click.style(tally.name, bold=True)
    if not (tally.telling or (whole and tally.values)):
        return f"  {name} · {clean(fact(tally))}"
    shown = tally.values if whole else tally.values[:MOST]
    rows = [(_label(v), v.count, percent(tally.share(v))) for v in shown]
    if tally.silent:
        rows.append(("none", tally.silent, percent(tally.silent / tally.asked)))
    wide = max(_width(label) for label, _, _ in rows)
    digits = len(str(max(count for _, count, _ in rows)))
    most = max(tally.silent, *(value.count for value in tally.values))
    lines = [f"  {name} · {clean(describe(tally))}"]
    for label, count, share in rows:
        gap = " " * (wide - _width(label))
        lines.append(f"    {label}{gap}  {count:>{digits}}  {share:>5}  {_bar(count / most)}")
    if len(shown) < len(tally.values):
        more = len(tally.values) - len(shown)
        lines.append(f"    and {plural(more, 'more value')}: see --field {tally.name}")
    if tally.unused:
        lines.append(f"    unused: {_some(tally.unused, whole)}")
    return "\n".join(lines)


def _comparison(found: Comparison) -> str:
    head = f"Decks compared by {click.style(found.name, bold=True)}"
    wide = max(_width(_label(row.value)) for row in found.rows)
    titles = [deck.id for deck in found.decks]
    lines = [head, "    " + " " * wide + "".join(f"  {clean(title)}" for title in titles)]
    for row in found.rows:
        label = _label(row.value)
        counts = "".join(
            f"  {count or '·':>{len(title)}}"
            for count, title in zip(row.counts, titles, strict=True)
        )
        lines.append(f"    {label}{' ' * (wide - _width(label))}{counts}")
    return "\n".join(lines)


def _label(value: Value) -> str:
    label = clean(" ".join(value.label.split()))
    return label if len(label) <= LABEL else label[: LABEL - 1] + "…"


def _width(text: str) -> int:
    return sum(width for _, width in cells(text))


def _some(names: Sequence[str], whole: bool) -> str:
    shown = names if whole else names[:8]
    more = f" and {len(names) - len(shown)} more" if len(shown) < len(names) else ""
    return clean(", ".join(shown)) + more


def _bar(part: float) -> str:
    """Draw a bar in eighths of a character, or in # where the terminal has no blocks."""
    try:
        BLOCKS.encode(sys.stdout.encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return "#" * max(1, round(part * BAR))
    eighths = max(1, round(part * BAR * 8))
    return BLOCKS[8] * (eighths // 8) + BLOCKS[eighths % 8].strip()


def _document(statistics: StatsReport) -> dict[str, Any]:
    return {
        "id": statistics.id,
        "title": statistics.title,
        "odds": [asdict(one) for one in statistics.odds],
        "decks": [
            {**asdict(deck), "fields": [_field(tally) for tally in deck.fields]}
            for deck in statistics.decks
        ],
        "comparisons": [
            {
                "field": one.name,
                "kind": one.kind,
                "decks": [deck.id for deck in one.decks],
                "values": [
                    {"value": row.value.key, "label": row.value.label, "counts": row.counts}
                    for row in one.rows
                ],
            }
            for one in statistics.comparisons
        ],
    }


def _field(tally: Tally) -> dict[str, Any]:
    return {
        "name": tally.name,
        "kind": tally.kind,
        "asked": tally.asked,
        "stating": tally.stating,
        "values": [
            {
                "value": value.key,
                "label": value.label,
                "count": value.count,
                "cards": value.cards,
                "designs": value.designs,
                "share": round(tally.share(value), 4),
            }
            for value in tally.values
        ],
        "numbers": asdict(tally.numbers) if tally.numbers else None,
        "per_card": asdict(tally.per_card) if tally.per_card else None,
        "unused": tally.unused,
    }
