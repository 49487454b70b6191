"""``cardgen reprint``: print what changed, and say what to do with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
from msgspec import to_builtins

from cardgen.cli.diff import AGAINST, card_document
from cardgen.cli.options import (
    Settings,
    game_argument,
    output_option,
    paper_option,
    with_request,
    with_settings,
)
from cardgen.cli.report import LOOKS, Report
from cardgen.core.choices import DUPLEX

if TYPE_CHECKING:
    from cardgen.features.revision import DiffReport
    from cardgen.pipeline.request import BuildRequest


@click.command()
@game_argument
@AGAINST
@paper_option
@click.option("--duplex", type=click.Choice(DUPLEX), help="How backs are printed.")
@output_option
@with_settings
@with_request
def command(settings: Settings, request: BuildRequest, game: str, against: str | None) -> int:
    """Print just what of a GAME is not as in the box.

    Sheets with the added and changed cards, the changed tiles of boards and sheets of booklets, and
    a pull list of what to take out of the box and what to put in. They go to
    output/GAME/reprint/.
    """
    from cardgen.features.revision import reprint, reprint_text

    done = reprint(request, game, against)
    report = Report(settings)
    report.show(_document(done), [reprint_text(done, settings.verbose, LOOKS)])
    return report.finish(done.diagnostics) if len(done.diagnostics) else 0


def _document(done: DiffReport) -> dict[str, Any]:
    return {
        "id": done.game,
        "title": done.title,
        "against": done.against,
        "same": not done.changes,
        "cards": [card_document(card) for card in done.changes.cards],
        "pulls": [to_builtins(section) for section in done.pulls],
        "written": done.files,
        "removed": done.removed,
    }
