"""``cardgen reprint``: make sheets of only the changed parts of a printed game."""

from typing import TYPE_CHECKING, Any

import click
from msgspec import to_builtins

from cardgen.cli.diff import against_option, card_document
from cardgen.cli.options import (
    Settings,
    duplex_option,
    game_argument,
    output_option,
    paper_option,
    with_request,
    with_settings,
)
from cardgen.cli.report import TERMINAL_STYLES, Report

if TYPE_CHECKING:
    from cardgen.features.revision import DiffReport
    from cardgen.pipeline.request import BuildRequest


@click.command()
@game_argument
@against_option
@paper_option
@duplex_option
@output_option
@with_settings
@with_request
def command(settings: Settings, request: "BuildRequest", game: str, against: str | None) -> int:
    """Make sheets of only the cards, tiles and pages that changed since the last print.

    Writes the sheets to output/GAME/reprint/, with a list of the cards to take out of the box and
    to put in.
    """
    from cardgen.features.revision import reprint, reprint_text

    result = reprint(request, game, against)
    report = Report(settings)
    report.show(_document(result), [reprint_text(result, settings.verbose, TERMINAL_STYLES)])
    return report.finish(result.diagnostics) if len(result.diagnostics) else 0


def _document(result: "DiffReport") -> dict[str, Any]:
    return {
        "id": result.game,
        "title": result.title,
        "against": result.against,
        "same": not result.changes,
        "cards": [card_document(card) for card in result.changes.cards],
        "pulls": [to_builtins(section) for section in result.pulls],
        "written": result.files,
        "removed": result.removed,
    }
