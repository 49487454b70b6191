"""``cardgen diff``: compare a game with its printed copy, the last build or a commit."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click
from msgspec.structs import asdict

from cardgen.cli.options import (
    FORMATS,
    Format,
    Settings,
    game_argument,
    output_option,
    with_request,
    with_settings_but_format,
)
from cardgen.cli.report import TERMINAL_STYLES, Report
from cardgen.cli.terminal import clean, clean_lines

if TYPE_CHECKING:
    from cardgen.comparison.changes import CardChange, ComponentChange
    from cardgen.features.revision import DiffReport
    from cardgen.pipeline.request import BuildRequest

against_option = click.option(
    "--against",
    metavar="STATE",
    help="Compare with `printed`, `build` or a git revision; the default is the printed copy, or "
    "else the last build.",
)


@click.command()
@game_argument
@against_option
@click.option(
    "--page",
    type=click.Path(dir_okay=False, path_type=Path, resolve_path=True),
    metavar="FILE",
    help="Write an .html file that shows before and after side by side.",
)
@click.option(
    "--format",
    "output_format",
    type=click.Choice((*FORMATS, "markdown")),
    help="Format of results and diagnostics; markdown is for pull requests.",
)
@output_option
@with_settings_but_format
@with_request
def command(
    settings: Settings,
    request: BuildRequest,
    game: str,
    against: str | None,
    page: Path | None,
    output_format: Literal[Format, "markdown"] | None,
) -> int:
    """Show what changed since the game was last printed.

    Lists cards that were added, removed or changed, field by field; changed rule numbers and each
    place that mentions them; changed tiles of boards and pages of booklets.
    """
    from cardgen.features.revision import change_markdown, change_text, diff

    if output_format and output_format != "markdown":
        settings.format = output_format
    if page is not None and page.suffix.lower() != ".html":
        raise click.UsageError("--page writes a web page: give it a name that ends in .html")
    result = diff(request, game, against, page)
    report = Report(settings)
    if output_format == "markdown":
        report.result(clean_lines(change_markdown(result)))
        return report.finish(result.diagnostics) if len(result.diagnostics) else 0
    report.show(_document(result), [change_text(result, settings.verbose, TERMINAL_STYLES)])
    for path in () if report.as_json else result.files:
        report.result(clean(path))
    return report.finish(result.diagnostics) if len(result.diagnostics) else 0


def _document(result: DiffReport) -> dict[str, Any]:
    changes = result.changes
    return {
        "id": result.game,
        "title": result.title,
        "against": result.against,
        "same": not changes,
        "game": {field.name: {"old": field.old, "new": field.new} for field in changes.titles},
        "rules": [
            {
                "id": rule.id,
                "old": rule.old,
                "new": rule.new,
                "stated": [
                    {
                        "path": place.location.path,
                        "line": place.location.line,
                        "column": place.location.column,
                        "card": place.owner or None,
                        "shows": place.shows,
                    }
                    for place in rule.stated
                ],
            }
            for rule in changes.rules
        ],
        "cards": [card_document(card) for card in changes.cards],
        "boards": [_component(board, tiles=board.tiles) for board in changes.boards],
        "booklets": [
            _component(
                booklet,
                pages=booklet.pages,
                old_pages=len(booklet.old.pages) if booklet.old else 0,
                new_pages=len(booklet.new.pages) if booklet.new else 0,
            )
            for booklet in changes.booklets
        ],
        "pieces": [_component(piece, parts=piece.parts) for piece in changes.pieces],
        "notes": result.notes,
        "page": next(iter(result.files), None),
    }


def _component(change: ComponentChange[Any], **facts: Any) -> dict[str, Any]:
    return {"id": change.id, "title": change.title, "change": change.kind, **facts}


def card_document(card: CardChange) -> dict[str, Any]:
    """Return the change of a card as a JSON object."""
    return {
        "deck": card.deck,
        "id": card.id,
        "was": card.was or None,
        "title": card.title,
        "change": card.kind,
        "look_only": card.look_only,
        "sides": card.sides,
        "fields": [asdict(field) for field in card.fields],
        "old_copies": card.copies[0],
        "new_copies": card.copies[1],
        "pull": card.pull,
        "put": card.put,
    }
