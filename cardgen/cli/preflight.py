"""``cardgen preflight``: check the press files of a game, by our own list of rules."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cardgen.cli.options import (
    Settings,
    clean,
    game_argument,
    output_option,
    strict_option,
    with_settings,
)
from cardgen.cli.report import Report, count, plural
from cardgen.core.diagnostics import Diagnostic
from cardgen.core.folding import grouped

if TYPE_CHECKING:
    from cardgen.features.preflight.checks import CheckedFile


@click.command()
@game_argument
@click.option(
    "--ink-limit",
    type=click.IntRange(200, 400),
    metavar="PERCENT",
    help="How much ink the press allows in one place; by default what the profile is made for.",
)
@output_option
@strict_option
@with_settings
def command(
    settings: Settings, game: str, ink_limit: int | None, output: Path | None, strict: bool
) -> int:
    """Check the press files of a GAME before a press does.

    Each file must be as cardgen wrote it. Bleed, ink, pictures and small text are checked: each
    finding has page, place and hint. The list is cardgen's own, so what passes is self-checked, no
    more.
    """
    from cardgen.features.preflight.checks import CheckedFile, check_game

    if Path(game).suffix.lower() == ".pdf" or Path(game).is_file():
        raise click.UsageError(
            f"`{game}` is a file; name a game, and the press files that cardgen wrote of it are "
            "checked. For PDFs of other programs there are veraPDF and Acrobat."
        )
    report = Report(settings)
    checked, found = [], list[Diagnostic]()
    for one in check_game(settings.root, game, output, ink_limit):
        if isinstance(one, CheckedFile):
            checked.append(one)
            found += one.diagnostics
        else:
            found.append(one)
    documents = [_document(one) for one in checked]
    report.show(documents, (_text(one, settings.verbose) for one in checked))
    return report.finish(found, strict=strict, ending=" (self-checked)")


def _text(one: CheckedFile, whole: bool) -> str:
    errors, warnings = count(group.shown for group in grouped(one.diagnostics))
    line = f"{clean(one.path)}: {one.standard}, {plural(one.pages, 'page')}"
    line += f", for {clean(one.condition)}"
    passed = "self-checked, nothing found"
    if errors or warnings:
        passed = f"self-checked, {plural(errors, 'error')}, {plural(warnings, 'warning')}"
    line += f": {click.style(passed, fg='red' if errors else 'yellow' if warnings else 'green')}"
    worst = one.worst
    if worst is not None:
        line += f"\n  ink: at most {_ink(worst.percent, worst.place)} on page {worst.page + 1}"
        line += f" (`{clean(worst.name)}`)" if worst.name else ""
        line += f"; {one.limit} % allowed"
    for ink in one.ink if whole else ():
        name = f" (`{clean(ink.name)}`)" if ink.name else ""
        line += f"\n    page {ink.page + 1}{name}: {_ink(ink.percent, ink.place)}"
    return line


def _ink(percent: float, place: tuple[float, float]) -> str:
    return f"{percent:.0f} % at {place[0]:.1f}, {place[1]:.1f} mm"


def _document(one: CheckedFile) -> dict[str, Any]:
    return {
        "path": one.path,
        "standard": one.standard,
        "condition": one.condition,
        "pages": one.pages,
        "ink_limit": one.limit,
        "ink": [
            {
                "page": ink.page + 1,
                "name": ink.name,
                "percent": round(ink.percent, 1),
                "place": [round(part, 2) for part in ink.place],
            }
            for ink in one.ink
        ],
        "self_checked": True,
        "findings": [
            {"code": d.code, "severity": d.severity.value, "message": d.message}
            for d in one.diagnostics
        ],
    }
