"""``cardgen new``: a small complete game to start from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

from cardgen.cli.options import Settings, clean, with_settings
from cardgen.cli.report import Report, typed

if TYPE_CHECKING:
    from cardgen.features.fromtable.table_game import Beginning, TableGame


@click.command()
@click.argument("name", required=False)
@click.option("--title", metavar="TEXT", help="The title; by default made of the name.")
@click.option("--bare", is_flag=True, help="The smallest game that builds: one deck, one template.")
@click.option(
    "--from",
    "table",
    metavar="FILE",
    help="Make the deck of a table: .csv, .tsv, .xlsx, .ods (FILE.xlsx#SHEET), .json or .yaml.",
)
@click.option(
    "--layout",
    metavar="FILE",
    help="Place the columns of that table as a layout.yml of Squib does.",
)
@click.option(
    "--encoding", metavar="NAME", default="", help="The encoding of that table, if it is not UTF-8."
)
@click.option("--titles", metavar="COLUMN", help="The column of that table with the titles.")
@click.option("--copies", metavar="COLUMN", help="The column with the numbers of copies.")
@click.option("--text", "texts", metavar="COLUMN", multiple=True, help="A column of texts to read.")
@click.option("--image", "images", metavar="COLUMN", multiple=True, help="A column of pictures.")
@click.option(
    "--skip-rows", metavar="N", type=click.IntRange(0), default=0, help="Rows above the header."
)
@click.option(
    "--github", is_flag=True, help="Let GitHub check and build the games; NAME may be left out."
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
    """Make a small complete game called NAME, or one out of a table.

    It can be played at once, and changed bit by bit. Inside a project the game is added to it.
    Anywhere else the project is made too, in a new folder NAME. Nothing that is there already is
    touched.

    With --from the game is a deck of cards out of a table that exists, a card a row. The report
    lists each column with its role on the card and the reason; --titles, --copies, --text, --image
    and --skip-rows overrule it. You go on editing a copy of the table.

    With --github a workflow is written too: each push is checked and built, a pull request shows
    what it changes, and a tag makes a release. Without NAME that is all.
    """
    from cardgen.features import scaffold
    from cardgen.source.files import find_project

    if bare and table is not None:
        raise click.UsageError("--bare and --from are two ways to begin: choose one")
    if table is None and any((layout, encoding, titles, copies, texts, images, skip_rows)):
        raise click.UsageError("options about columns, rows and layouts need a table: --from FILE")
    if name is None:
        if not github or bare or title is not None or table is not None:
            raise click.UsageError("Missing argument 'NAME'.")
        report, written = Report(settings), scaffold.add_workflow(settings.root)
        report.show({"written": written}, [f"Made {clean(path)}" for path in written])
        return 0
    here = Path.cwd()
    project = settings.root if settings.project else find_project(here)
    scaffold.check_name(name)
    if github and project is not None:
        scaffold.workflow_files(project)  # is nothing in the way? The game comes first
    chosen = {"title": [titles], "copies": [copies], "text": texts, "image": images}
    out_of = _table_game(table, layout, encoding, skip_rows, chosen) if table else None
    errors = out_of.errors(partial(_new_project, name, title)) if out_of else ()
    begin = out_of.files if out_of else scaffold.bare if bare else scaffold.starter
    made = scaffold.new_game(here, project, name, title, begin)
    if github:
        made = replace(made, files=(*made.files, *scaffold.add_workflow(made.project)))
    document = {
        "id": made.id,
        "title": made.title,
        "project": made.project.as_posix(),
        "written": made.files,
        **(out_of.deck.facts if out_of else {}),
    }
    Report(settings).show_text(
        document,
        "new",
        game=made,
        verbose=settings.verbose,
        table=out_of.report(clean) if out_of else "",
        errors=errors,
        folder="" if here.is_relative_to(made.project) else typed(made.project),
    )
    return 0


def _table_game(
    table: str,
    layout: str | None,
    encoding: str,
    skip_rows: int,
    chosen: Mapping[str, Iterable[str | None]],
) -> TableGame:
    from cardgen.features.fromtable.table_game import table_game

    roles = {column: role for role, columns in chosen.items() for column in columns if column}
    return table_game(table, Path.cwd(), layout, roles, encoding, skip_rows)


def _new_project(name: str, title: str | None, folder: Path, begin: Beginning) -> Path:
    from cardgen.features.scaffold import new_game

    return new_game(folder, None, name, title, begin).project
