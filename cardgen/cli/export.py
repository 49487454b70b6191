"""``cardgen export``: decks as files that spreadsheets and other programs read."""

from __future__ import annotations

from pathlib import Path

import click
from msgspec import to_builtins

from cardgen.cli.options import (
    Settings,
    clean,
    game_argument,
    strict_option,
    with_settings_but_format,
)
from cardgen.cli.report import Report
from cardgen.core.registry import plural

ENDINGS = ("csv", "xlsx", "json", "yaml")


@click.command()
@game_argument
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
    """Write each deck of a GAME as one file.

    That is DECK.csv, .xlsx, .json or .yaml. Texts stand there as they are written, with their
    markup; what cards share stands on each, and an entry with `each` is written out. A deck reads
    such a file back to the same cards. Changed files are not written over without --force.
    """
    root = settings.root
    from cardgen.features.export import export

    done = export(root, game, form, to, decks, force)
    report = Report(settings)
    lines = (
        f"{clean(file.path)}: {plural(file.cards, 'card')}{'' if file.changed else ', as it was'}"
        for file in done.files
    )
    files = [to_builtins(file) for file in done.files]
    report.show({"id": done.game.id, "title": done.game.title, "files": files}, lines)
    return report.finish(done.diagnostics, strict=strict)
