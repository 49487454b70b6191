"""``cardgen export``: decks as files that spreadsheets and other programs read."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cardgen.cli.options import Settings, clean, strict_option, with_settings_but_format
from cardgen.cli.report import Report
from cardgen.core.registry import plural

if TYPE_CHECKING:
    from cardgen.features.exchange.export import ExportReport

ENDINGS = ("csv", "xlsx", "json", "yaml")


@click.command()
@click.argument("game")
@click.option(
    "--format", "form", type=click.Choice(ENDINGS), required=True, help="What is written."
)
@click.option(
    "--to",
    type=click.Path(path_type=Path, resolve_path=True),
    required=True,
    metavar="DIR",
    help="The folder to write into.",
)
@click.option(
    "--deck",
    "decks",
    multiple=True,
    metavar="NAME",
    help="Export only this deck; may be repeated. By default all.",
)
@click.option("--force", is_flag=True, help="Write over files that no export has written.")
@strict_option
@with_settings_but_format
def command(
    settings: Settings,
    game: str,
    form: str,
    to: Path,
    decks: tuple[str, ...],
    force: bool,
    strict: bool,
) -> int:
    """Write each deck of a GAME as one file, DECK.csv, .xlsx, .json or .yaml.

    Texts stand there as they are written, with their markup; what cards share stands on each, and
    an entry with `each` is written out. A deck reads such a file back to the same cards. Changed
    files are not written over without --force.
    """
    root = settings.root
    from cardgen.features.exchange.export import export

    done = export(root, game, form, to, decks, force)
    report = Report(settings)
    if report.as_json:
        report.document(_document(done))
    elif not settings.quiet:
        for file in done.files:
            same = "" if file.made else ", as it was"
            report.result(f"{clean(file.path)}: {plural(file.cards, 'card')}{same}")
    return report.finish(done.diagnostics, strict=strict)


def _document(done: ExportReport) -> dict[str, Any]:
    return {
        "id": done.game.id,
        "title": done.game.title,
        "files": [
            {"deck": one.deck, "path": one.path, "cards": one.cards, "made": one.made}
            for one in done.files
        ],
    }
