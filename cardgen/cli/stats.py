"""``cardgen stats``: statistics of the cards, and the odds of draws."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click
from msgspec import to_builtins
from msgspec.structs import asdict

from cardgen.cli.options import Settings, game_argument, with_settings
from cardgen.cli.report import Report, filled_text
from cardgen.cli.terminal import cells, clean

if TYPE_CHECKING:
    from cardgen.features.stats import StatsReport
    from cardgen.model.statistics import Tally, Value

MAX_VALUES = 20  # of a field in the overview; --field lists all
LABEL_WIDTH = 28
BAR_WIDTH = 24
BLOCKS = " ▏▎▍▌▋▊▉█"


@click.command()
@game_argument
@click.option(
    "--deck", "decks", multiple=True, metavar="DECK", help="Show only this deck; may be repeated."
)
@click.option(
    "--field",
    "fields",
    multiple=True,
    metavar="FIELD",
    help="Show only this field, such as `cost` or `steps.icon`, with all values; may be repeated.",
)
@click.option(
    "--odds",
    "questions",
    multiple=True,
    metavar="QUESTION",
    help="Compute the odds of a draw: `2+ of heroes where type=healer in 5`; may be repeated.",
)
@with_settings
def command(
    settings: Settings,
    game: str,
    decks: tuple[str, ...],
    fields: tuple[str, ...],
    questions: tuple[str, ...],
) -> int:
    """Show statistics for each field of a game's cards.

    --odds shows how likely a draw is: `2+ of DECK where FIELD=VALUE in N`, where N is the number of
    cards or the name of a rule number. Add --deck or --field to see the statistics, too.
    """
    from cardgen.features.stats import stats

    statistics = stats(settings.root, game, decks, fields, questions)
    report = Report(settings)
    if report.as_json:
        report.document(_document(statistics))
    else:
        report.result(
            _text(statistics, bool(fields), with_statistics=bool(decks or fields or not questions))
        )
    return report.finish(statistics.diagnostics) if len(statistics.diagnostics) else 0


def _text(statistics: StatsReport, all_values: bool, with_statistics: bool) -> str:
    from cardgen.features.stats import describe, explain_missing_statistics, percent, summarize
    from cardgen.model.odds import in_percent

    filters: dict[str, Callable[..., Any]] = {
        "describe": describe,
        "summarize": summarize,
        "explain": explain_missing_statistics,
        "percent": percent,
    }
    filters |= {"label": _label, "columns": _width, "bar": _bar}
    filters["padded"] = lambda text, width: text + " " * (width - _width(text))
    filters["odds"] = lambda chance: in_percent(chance, 0.1)
    flags = {"all_values": all_values, "with_statistics": with_statistics}
    return filled_text("stats", filters, statistics=statistics, max_values=MAX_VALUES, **flags)


def _label(value: Value) -> str:
    label = clean(" ".join(value.label.split()))
    return label if len(label) <= LABEL_WIDTH else label[: LABEL_WIDTH - 1] + "…"


def _width(text: str) -> int:
    return sum(width for _, width in cells(text))


def _bar(share: float) -> str:
    """Draw a bar in eighths of a character, or with # if the terminal cannot print blocks."""
    try:
        BLOCKS.encode(sys.stdout.encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return "#" * max(1, round(share * BAR_WIDTH))
    eighths = max(1, round(share * BAR_WIDTH * 8))
    return BLOCKS[8] * (eighths // 8) + BLOCKS[eighths % 8].strip()


def _document(statistics: StatsReport) -> dict[str, Any]:
    return {
        "id": statistics.id,
        "title": statistics.title,
        "odds": [to_builtins(answer) for answer in statistics.odds],
        "decks": [
            {**asdict(deck), "fields": [_field(tally) for tally in deck.fields]}
            for deck in statistics.decks
        ],
        "comparisons": [
            {
                "field": comparison.name,
                "kind": comparison.kind,
                "decks": [deck.id for deck in comparison.decks],
                "values": [
                    {"value": row.value.key, "label": row.value.label, "counts": row.counts}
                    for row in comparison.rows
                ],
            }
            for comparison in statistics.comparisons
        ],
    }


def _field(tally: Tally) -> dict[str, Any]:
    return {
        "name": tally.name,
        "kind": tally.kind,
        "asked": tally.cards_with_field,  # `asked` and `stating` are names of the JSON format
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
