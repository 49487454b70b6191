"""``cardgen diff``: what differs from the printed copy, the last build or a commit."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click
from msgspec.structs import asdict

from cardgen.cli.options import (
    FORMATS,
    Format,
    Settings,
    clean,
    clean_lines,
    game_argument,
    output_option,
    with_request,
    with_settings_but_format,
)
from cardgen.cli.report import LOOKS, Report

if TYPE_CHECKING:
    from cardgen.comparison.changes import CardChange, ComponentChange
    from cardgen.features.revision import DiffReport
    from cardgen.pipeline.request import BuildRequest

AGAINST = click.option(
    "--against",
    metavar="STATE",
    help="`printed`, `build` or a git revision; by default what was printed, or the last build.",
)


@click.command()
@game_argument
@AGAINST
@click.option(
    "--page",
    type=click.Path(dir_okay=False, path_type=Path, resolve_path=True),
    metavar="FILE",
    help="Show before and after side by side, in an .html file.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice((*FORMATS, "markdown")),
    help="How diagnostics and results are written.",
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
    form: Literal[Format, "markdown"] | None,
) -> int:
    """Say what of a GAME differs from its printed copy.

    Cards added, removed and changed with their fields, rule numbers with every place that states
    them, tiles of boards, pages of booklets.
    """
    from cardgen.features.revision import change_markdown, change_text, diff

    if form and form != "markdown":
        settings.format = form
    if page is not None and page.suffix.lower() != ".html":
        raise click.UsageError("--page makes an .html file, which a browser prints: name it so")
    done = diff(request, game, against, page)
    report = Report(settings)
    if form == "markdown":
        report.result(clean_lines(change_markdown(done)))
        return report.finish(done.diagnostics) if len(done.diagnostics) else 0
    report.show(_document(done), [change_text(done, settings.verbose, LOOKS)])
    for path in () if report.as_json else done.files:
        report.result(clean(path))
    return report.finish(done.diagnostics) if len(done.diagnostics) else 0


def _document(done: DiffReport) -> dict[str, Any]:
    changes = done.changes
    return {
        "id": done.game,
        "title": done.title,
        "against": done.against,
        "same": not changes,
        "game": {one.name: {"old": one.old, "new": one.new} for one in changes.titles},
        "rules": [
            {
                "id": rule.id,
                "old": rule.old,
                "new": rule.new,
                "stated": [
                    {
                        "path": place.at.path,
                        "line": place.at.line,
                        "column": place.at.column,
                        "card": place.owner or None,
                        "shows": place.shows,
                    }
                    for place in rule.stated
                ],
            }
            for rule in changes.rules
        ],
        "cards": [card_document(card) for card in changes.cards],
        "boards": [_component(one, tiles=one.tiles) for one in changes.boards],
        "booklets": [
            _component(
                one,
                pages=one.pages,
                old_pages=len(one.old.pages) if one.old else 0,
                new_pages=len(one.new.pages) if one.new else 0,
            )
            for one in changes.booklets
        ],
        "pieces": [_component(one, parts=one.parts) for one in changes.pieces],
        "notes": done.notes,
        "page": next(iter(done.files), None),
    }


def _component(change: ComponentChange[Any], **facts: Any) -> dict[str, Any]:
    return {"id": change.id, "title": change.title, "change": change.kind, **facts}


def card_document(card: CardChange) -> dict[str, Any]:
    """Describe what became of a card, for JSON."""
    return {
        "deck": card.deck,
        "id": card.id,
        "was": card.was or None,
        "title": card.title,
        "change": card.kind,
        "look_only": card.look_only,
        "sides": card.sides,
        "fields": [asdict(one) for one in card.fields],
        "old_copies": card.copies[0],
        "new_copies": card.copies[1],
        "pull": card.pull,
        "put": card.put,
    }
