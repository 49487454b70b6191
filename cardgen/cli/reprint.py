"""``cardgen reprint``: print what changed, and say what to do with it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec import to_builtins

from cardgen.cli.diff import AGAINST, LOOKS, card_document
from cardgen.cli.options import Settings, game_argument, output_option, paper_option, with_settings
from cardgen.cli.report import Report
from cardgen.core.choices import DUPLEX

if TYPE_CHECKING:
    from cardgen.core.choices import Duplex
    from cardgen.features.revision.reprint import ReprintReport


@click.command()
@game_argument
@AGAINST
@paper_option
@click.option("--duplex", type=click.Choice(DUPLEX), help="How backs are printed.")
@output_option
@with_settings
def command(
    settings: Settings,
    game: str,
    against: str | None,
    papers: tuple[str, ...],
    duplex: Duplex | None,
    output: Path | None,
) -> int:
    """Print just what of a GAME is not as in the box.

    Sheets with the added and changed cards, the changed tiles of boards and sheets of booklets, and
    a pull list of what to take out of the box and what to put in. They go to
    output/GAME/reprint/.
    """
    root = settings.root
    from cardgen.features.revision.reprint import reprint
    from cardgen.features.revision.terminal import reprint_text

    done = reprint(root, game, against, papers, duplex, output)
    report = Report(settings)
    report.show(_document(done), [reprint_text(done, settings.verbose, LOOKS)])
    return report.finish(done.diagnostics) if len(done.diagnostics) else 0


def _document(done: ReprintReport) -> dict[str, Any]:
    return {
        "id": done.game,
        "title": done.title,
        "against": done.against,
        "same": not done.changes,
        "cards": [card_document(card) for card in done.changes.cards],
        "pulls": [to_builtins(section) for section in done.pulls],
        "written": done.written,
        "removed": done.removed,
    }
