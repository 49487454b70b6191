"""``cardgen printed``: record the state of a game that is being printed."""

from __future__ import annotations

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
    """Remember the state of a GAME as the one that is printed.

    It is kept in card_data/GAME/printed.json, a small text file, with small pictures of all sides
    in printed.zip; both belong in git. `cardgen diff` and `cardgen reprint` compare with them.
    """
    root = settings.root
    from cardgen.comparison.printed import record_printed
    from cardgen.comparison.wording import SETS

    done = record_printed(root, game)
    state, report = done.snapshot, Report(settings)
    version = f"version {state.version}" if state.version else "no version"
    report.show_text(
        _document(done),
        "printed",
        report=done,
        counts=_counts(done),
        sets=SETS,
        version=state.printing(version),
        advice=state.version_advice,
    )
    return report.finish(done.diagnostics) if len(done.diagnostics) else 0


def _counts(done: PrintedReport) -> dict[str, int]:
    seen = done.snapshot
    cards = [card for deck in seen.decks.values() for card in deck.cards.values()]
    return {
        "cards": sum(card.copies for card in cards),
        "designs": len(cards),
        "boards": len(seen.boards),
        "booklets": len(seen.booklets),
        "pieces": len(seen.pieces),
        "rules": len(seen.rules),
    }


def _document(done: PrintedReport) -> dict[str, Any]:
    return {
        "id": done.snapshot.game,
        "title": done.snapshot.title,
        "version": done.snapshot.version,
        "mark": done.snapshot.mark,
        "path": done.path,
        "commit": done.commit or None,
        "changed": done.changed,
        **_counts(done),
    }
