"""``cardgen new``: create a project or a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

from cardgen.cli.headings import PRODUCTS, TABLE, Command, option
from cardgen.cli.options import Settings, with_settings
from cardgen.cli.report import Report, shell_path
from cardgen.cli.terminal import clean

if TYPE_CHECKING:
    from cardgen.features.fromtable.table_game import Beginning, TableGame


@click.command(cls=Command)
@click.argument("name", required=False)
@option("--title", metavar="TEXT", heading=PRODUCTS, help="Title; the default is made from NAME.")
@option(
    "--bare",
    is_flag=True,
    heading=PRODUCTS,
    help="Make the smallest game that builds: one deck, one template.",
)
@option(
    "--from",
    "table",
    metavar="FILE",
    heading=TABLE,
    help="Make the deck from a table: .csv, .tsv, .xlsx, .ods (FILE.xlsx#SHEET), .json or .yaml.",
)
@option(
    "--layout",
    metavar="FILE",
    heading=TABLE,
    help="Put each column where this layout.yml of Squib has it.",
)
@option(
    "--encoding",
    metavar="NAME",
    default="",
    heading=TABLE,
    help="Encoding of the table, if it is not UTF-8.",
)
@option("--titles", metavar="COLUMN", heading=TABLE, help="Column with the titles.")
@option("--copies", metavar="COLUMN", heading=TABLE, help="Column with the numbers of copies.")
@option(
    "--text",
    "texts",
    metavar="COLUMN",
    multiple=True,
    heading=TABLE,
    help="Column with text; may be repeated.",
)
@option(
    "--image",
    "images",
    metavar="COLUMN",
    multiple=True,
    heading=TABLE,
    help="Column with pictures; may be repeated.",
)
@option(
    "--skip-rows",
    metavar="N",
    type=click.IntRange(0),
    default=0,
    heading=TABLE,
    help="Number of rows above the header.",
)
@option(
    "--github",
    is_flag=True,
    heading=PRODUCTS,
    help="Also write a GitHub workflow that checks and builds the games; you may omit NAME.",
)
@with_settings
def command(
    settings: Settings,
    name: str | None,
    title: str | None,
    bare: bool,
    table: str | None,
    layout: str | None,
    encoding: str,
    titles: str | None,
    copies: str | None,
    texts: tuple[str, ...],
    images: tuple[str, ...],
    skip_rows: int,
    github: bool,
) -> int:
    """Create a small complete game that you can play and change.

    Inside a project, adds the game to it. Elsewhere, creates a project in a new folder NAME.
    Never changes existing files.

    With --from, the rows of your table become the cards. The report lists how cardgen uses each
    column and why; --titles, --copies, --text, --image and --skip-rows change that. The game
    contains a copy of the table, which you edit from then on.

    With --github, each push is checked and built, a pull request shows its changes, and a tag makes
    a release. Without NAME, the command adds only the workflow.
    """
    from cardgen.features import scaffold
    from cardgen.source.files import find_project

    if bare and table is not None:
        raise click.UsageError("--bare and --from make different games: choose one")
    if table is None and any((layout, encoding, titles, copies, texts, images, skip_rows)):
        raise click.UsageError(
            "options for columns, rows and layouts need a table: add --from FILE"
        )
    if name is None:
        if not github or bare or title is not None or table is not None:
            raise click.UsageError("Missing argument 'NAME'.")
        report, written_paths = Report(settings), scaffold.add_workflow(settings.root)
        report.show({"written": written_paths}, [f"Made {clean(path)}" for path in written_paths])
        return 0
    current_folder = Path.cwd()
    project = settings.root if settings.project else find_project(current_folder)
    scaffold.check_name(name)
    if github and project is not None:
        scaffold.workflow_files(project)  # fails before the game is made if a file exists already
    columns_by_role = {"title": [titles], "copies": [copies], "text": texts, "image": images}
    table_game = _table_game(table, layout, encoding, skip_rows, columns_by_role) if table else None
    errors = table_game.errors(partial(_new_project, name, title)) if table_game else ()
    begin = table_game.files if table_game else scaffold.bare if bare else scaffold.starter
    game = scaffold.new_game(current_folder, project, name, title, begin)
    if github:
        game = replace(game, files=(*game.files, *scaffold.add_workflow(game.project)))
    document = {
        "id": game.id,
        "title": game.title,
        "project": game.project.as_posix(),
        "written": game.files,
        **(table_game.deck.facts if table_game else {}),
    }
    Report(settings).show_text(
        document,
        "new",
        game=game,
        verbose=settings.verbose,
        table=table_game.report(clean) if table_game else "",
        errors=errors,
        folder="" if current_folder.is_relative_to(game.project) else shell_path(game.project),
    )
    return 0


def _table_game(
    table: str,
    layout: str | None,
    encoding: str,
    skip_rows: int,
    columns_by_role: Mapping[str, Iterable[str | None]],
) -> TableGame:
    from cardgen.features.fromtable.table_game import table_game

    roles = {
        column: role for role, columns in columns_by_role.items() for column in columns if column
    }
    return table_game(table, Path.cwd(), layout, roles, encoding, skip_rows)


def _new_project(name: str, title: str | None, folder: Path, begin: Beginning) -> Path:
    from cardgen.features.scaffold import new_game

    return new_game(folder, None, name, title, begin).project
