"""``cardgen new``: create a project or a game."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

from cardgen.cli.headings import PRODUCTS, Command, option
from cardgen.cli.options import Settings, with_settings
from cardgen.cli.report import Report, filled_text, shell_path
from cardgen.cli.table_options import TableRequest, table_options
from cardgen.cli.terminal import clean
from cardgen.core.registry import choices, did_you_mean

if TYPE_CHECKING:
    from cardgen.features.fromtable.table_game import TableGame
    from cardgen.features.scaffold import Beginning
    from cardgen.features.scaffold.looks import GameLook


@click.command(cls=Command)
@click.argument("name", required=False)
@option("--title", metavar="TEXT", heading=PRODUCTS, help="Title; the default is made from NAME.")
@option(
    "--bare",
    is_flag=True,
    heading=PRODUCTS,
    help="Make the smallest game that builds: one deck, a face and a back.",
)
@option(
    "--look",
    metavar="NAME",
    heading=PRODUCTS,
    help="Make the game of one of the looks above, or the game of your table in this look.",
)
@table_options
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
    look: str | None,
    request: TableRequest,
    github: bool,
) -> int:
    """Create a small complete game that you can play and change.

    Inside a project, adds the game to it. Elsewhere, creates a project in a new folder NAME.
    Never changes files that you have edited.

    With --from, the rows of your table become the cards. The report lists how cardgen uses each
    column and why. To change that, run the command again with --titles, --copies, --text, --image,
    --deck-by or --skip-rows: it replaces the game as long as you have not edited it. The game
    contains a copy of the table, which you edit from then on.

    With --look, the game, or the game of your table, has one of these designs: prototype (large
    text, hardly any ink), trading-card (art, badges for numbers), euro (resource cards, a board,
    houses), playing-cards (52 cards, two jokers, a box), quiz (questions, badges), hex-tiles (tiles
    of a landscape, tents), tarot (tall cards, a mat).

    With --github, each push is checked and built, a pull request shows its changes, and a tag makes
    a release. Without NAME, the command adds only the workflow.
    """
    from cardgen.features import scaffold
    from cardgen.source.files import find_project

    design = _chosen_look(look, bare, request)
    request.check()
    if name is None:
        if not github or bare or look or title is not None or request.table is not None:
            raise click.UsageError("Missing argument 'NAME'.")
        report, written_paths = Report(settings), scaffold.add_workflow(settings.root)
        report.show({"written": written_paths}, [f"Made {clean(path)}" for path in written_paths])
        return 0
    current_folder = Path.cwd()
    project = settings.root if settings.project else find_project(current_folder)
    scaffold.check_name(name)
    target = project or current_folder / name
    if github and target.is_dir():
        scaffold.workflow_files(target)  # fails before the game is made if a file exists already
    begin = design.begin if design else scaffold.bare if bare else scaffold.starter
    table_game = request.read(target)
    if table_game is not None:

        def begin_with(table_game: TableGame) -> Beginning:
            files = table_game.files
            return partial(design.begin_table, files, table_game.deck) if design else files

        def make(folder: Path, table_game: TableGame) -> tuple[Path, tuple[str, ...]]:
            game = scaffold.new_game(folder, None, name, title, begin_with(table_game))
            return game.project, game.files

        table_game = table_game.mend(make)
        begin = begin_with(table_game)
    game = scaffold.new_game(current_folder, project, name, title, begin)
    if github:
        game = replace(game, files=(*game.files, *scaffold.add_workflow(game.project)))
    document = {
        "id": game.id,
        "title": game.title,
        "project": game.project.as_posix(),
        "written": game.files,
        **(table_game.facts if table_game else {}),
    }
    Report(settings).show_text(
        document,
        "new",
        game=game,
        verbose=settings.verbose,
        table=filled_text("table", game=table_game, look=look) if table_game else "",
        has_errors=table_game is not None and table_game.has_errors,
        folder="" if current_folder.is_relative_to(game.project) else shell_path(game.project),
    )
    return 0


def _chosen_look(name: str | None, bare: bool, request: TableRequest) -> GameLook | None:
    from cardgen.features.scaffold.looks import all_looks

    if bare and (name is not None or request.table is not None):
        raise click.UsageError("--bare makes a different game than --look and --from: choose one")
    if name is not None and request.layout is not None:
        raise click.UsageError("--look and --layout place the columns differently: choose one")
    if name is not None and name not in (looks := all_looks()):
        hint = [*did_you_mean(name, looks), f"the looks are {choices(looks)}"][0]
        raise click.UsageError(f"there is no look `{name}`: {hint}")
    return all_looks()[name] if name is not None else None
