"""``cardgen export``: write decks as spreadsheets, CSV, JSON or YAML."""

from pathlib import Path

import click
from msgspec import to_builtins

from cardgen.cli.options import Settings, game_argument, strict_option, with_settings_but_format
from cardgen.cli.report import Report
from cardgen.cli.terminal import clean
from cardgen.core.registry import plural

ENDINGS = ("csv", "xlsx", "json", "yaml")


@click.command()
@game_argument
@click.option(
    "--format", "form", type=click.Choice(ENDINGS), required=True, help="Format of the files."
)
@click.option(
    "--to",
    "folder",
    type=click.Path(path_type=Path, resolve_path=True),
    required=True,
    metavar="DIR",
    help="Folder of the files.",
)
@click.option(
    "--deck", "decks", multiple=True, metavar="NAME", help="Export only this deck; may be repeated."
)
@click.option(
    "--force",
    is_flag=True,
    help="Overwrite files that are not from `export` or that you changed since.",
)
@strict_option
@with_settings_but_format
def command(
    settings: Settings,
    game: str,
    form: str,
    folder: Path,
    decks: tuple[str, ...],
    force: bool,
    strict: bool,
) -> int:
    """Write each deck as a CSV, Excel, JSON or YAML file.

    Texts keep their markup. Values that cards share are repeated on each card, and an entry with
    `each` becomes single cards. If you use such a file as the deck, you get the same cards.
    """
    root = settings.root
    from cardgen.features.export import export

    result = export(root, game, form, folder, decks, force)
    report = Report(settings)
    lines = (
        f"{clean(file.path)}: {plural(file.cards, 'card')}{'' if file.changed else ', unchanged'}"
        for file in result.files
    )
    files = [to_builtins(file) for file in result.files]
    report.show({"id": result.game.id, "title": result.game.title, "files": files}, lines)
    return report.finish(result.diagnostics, strict=strict)
