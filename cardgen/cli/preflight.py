"""``cardgen preflight``: check PDFs for a press, by our own list of rules."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cardgen.cli.options import Settings, output_option, strict_option, with_settings
from cardgen.cli.report import Report, count, plural
from cardgen.cli.terminal import clean
from cardgen.core.diagnostics import Diagnostic
from cardgen.core.errors import CardgenError

if TYPE_CHECKING:
    from cardgen.features.preflight.report import CheckedFile


@click.command()
@click.argument("subject", metavar="FILE|GAME")
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
    settings: Settings, subject: str, ink_limit: int | None, output: Path | None, strict: bool
) -> int:
    """Check a PDF, or the press files of a GAME, before a press does.

    Structure, boxes, fonts, inks, overprint, pictures: each finding has page, place and hint. The
    list is cardgen's own, so what passes is self-checked, no more. The file may be of any program.
    """
    from cardgen.features.preflight.report import check_file, press_files

    file = Path(subject)
    root = None
    if file.suffix.lower() == ".pdf" or file.is_file():
        files = [file]
    else:
        root = settings.root
        files = press_files(root, subject, output)
    checked, failed = [], list[Diagnostic]()
    for file in files:
        try:
            checked.append(check_file(file, root, ink_limit))
        except CardgenError as error:
            failed += error.diagnostics
    report = Report(settings)
    if report.as_json:
        report.document([_document(one) for one in checked])
    elif not settings.quiet:
        for one in checked:
            report.result(_text(one, settings.verbose))
    found = [*failed, *(item for one in checked for item in one.diagnostics)]
    return report.finish(found, strict=strict, ending=" (self-checked)")


def _text(one: CheckedFile, whole: bool) -> str:
    errors, warnings = count(one.diagnostics)
    what = one.standard or "no PDF/X"
    line = f"{clean(one.path)}: {clean(what)}, {plural(one.pages, 'page')}"
    if one.condition:
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
