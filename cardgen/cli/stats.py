"""``cardgen stats``: counts of the values on the cards of a deck."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click
from msgspec.structs import asdict

from cardgen.cli.options import Settings, cells, clean, game_argument, with_settings
from cardgen.cli.report import Report, filled_text

if TYPE_CHECKING:
    from cardgen.features.stats import StatsReport
    from cardgen.model.statistics import Tally, Value

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
    from cardgen.features.stats import stats

    statistics = stats(settings.root, game, decks, fields, asked)
    report = Report(settings)
    if report.as_json:
        report.document(_document(statistics))
    else:
        report.result(_text(statistics, bool(fields), counts=bool(decks or fields or not asked)))
    return report.finish(statistics.diagnostics) if len(statistics.diagnostics) else 0


def _text(statistics: StatsReport, whole: bool, counts: bool) -> str:
    from cardgen.features.stats import describe, fact, nothing, percent
    from cardgen.model.odds import in_percent

    filters: dict[str, Callable[..., Any]] = {
        "describe": describe,
        "fact": fact,
        "nothing": nothing,
        "percent": percent,
    }
    filters |= {"label": _label, "columns": _width, "bar": _bar}
    filters["padded"] = lambda text, width: text + " " * (width - _width(text))
    filters["odds"] = lambda chance: in_percent(chance, 0.1)
    values = {"statistics": statistics, "whole": whole, "counts": counts, "most": MOST}
    return filled_text("stats", filters, **values)


def _label(value: Value) -> str:
    label = clean(" ".join(value.label.split()))
    return label if len(label) <= LABEL else label[: LABEL - 1] + "…"


def _width(text: str) -> int:
    return sum(width for _, width in cells(text))


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
        "asked": tally.cards_with_field,
        "stating": tally.cards_with_value,
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
