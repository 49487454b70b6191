"""``cardgen printed``: record the current state of a game as printed."""

import os
from typing import TYPE_CHECKING, Any

import click

from cardgen.cli.options import Settings, game_argument, with_settings
from cardgen.cli.report import Report

if TYPE_CHECKING:
    from cardgen.comparison.printed import PrintedReport


@click.command()
@game_argument
@with_settings
def command(settings: Settings, game: str) -> int:
    """Record the current state as printed, for `diff` and `reprint`.

    Writes card_data/GAME/printed.json, a small text file, and printed.zip with small pictures of
    all sides. Keep both in git.
    """
    root = settings.root
    from cardgen.comparison.printed import record_printed
    from cardgen.comparison.wording import SETS

    result = record_printed(root, game)
    state, report = result.snapshot, Report(settings)
    version = f"version {state.version}" if state.version else "no version"
    report.show_text(
        _document(result),
        "printed",
        report=result,
        counts=_counts(result),
        sets=SETS,
        version=state.printing(version),
        advice="" if "CARDGEN_PROGRESS" in os.environ else state.version_advice,  # a button there
    )
    return report.finish(result.diagnostics) if len(result.diagnostics) else 0


def _counts(result: "PrintedReport") -> dict[str, int]:
    snapshot = result.snapshot
    cards = [card for deck in snapshot.decks.values() for card in deck.cards.values()]
    return {
        "cards": sum(card.copies for card in cards),
        "designs": len(cards),
        "boards": len(snapshot.boards),
        "booklets": len(snapshot.booklets),
        "pieces": len(snapshot.pieces),
        "rules": len(snapshot.rules),
    }


def _document(result: "PrintedReport") -> dict[str, Any]:
    return {
        "id": result.snapshot.game,
        "title": result.snapshot.title,
        "version": result.snapshot.version,
        "mark": result.snapshot.mark,
        "path": result.path,
        "commit": result.commit or None,
        "changed": result.changed,
        **_counts(result),
    }
