"""``cardgen new``: a small complete game to start from."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardgen.cli.options import Settings, with_settings
from cardgen.cli.report import Report
from cardgen.cli.terminal import clean

if TYPE_CHECKING:
    from cardgen.features.scaffold.new import NewGame


@click.command()
@click.argument("name")
@click.option("--title", metavar="TEXT", help="The title; by default made of the name.")
@click.option("--bare", is_flag=True, help="The smallest game that builds: one deck, one template.")
@with_settings
def command(settings: Settings, name: str, title: str | None, bare: bool) -> int:
    """Make a small complete game called NAME, to play at once and to change bit by bit.

    Inside a project the game is added to it. Anywhere else the project is made too, in a new
    folder NAME. Nothing that is there already is touched.
    """
    from cardgen.features.scaffold import starter_files
    from cardgen.features.scaffold.new import new_game
    from cardgen.source.files import find_project

    here = Path.cwd()
    project = settings.root if settings.project else find_project(here)
    begin = starter_files.bare if bare else starter_files.starter
    made = new_game(here, project, name, title, begin)
    report = Report(settings)
    if report.as_json:
        report.document(
            {
                "id": made.id,
                "title": made.title,
                "project": made.project.as_posix(),
                "written": list(made.files),
            }
        )
    elif settings.verbose:
        report.result("\n".join(clean(path) for path in made.files))
    if not report.as_json and not settings.quiet:
        report.result(_told(made, here))
    return 0


def _told(made: NewGame, here: Path) -> str:
    """Return what was made, and what to do next."""
    name, inside = made.id, here.is_relative_to(made.project)
    what = f"the project {name}/ with the game" if made.with_project else "the game"
    data, looks = f"card_data/{name}/", f"templates/{name}/"
    width = max(len(data) + len("decks/"), len(looks)) + 6
    places = {
        data + "game.yaml": "look, numbers, words, kinds of cards, what is made",
        data + "decks/": "the cards",
        data + "rules.md": "the rules",
        looks: "how everything looks",
    }
    lines = [f"Made {what} {clean(made.title)} ({len(made.files)} files):"]
    for place, holds in places.items():
        if any(file.startswith(place) for file in made.files):
            lines.append(f"  {place:<{width}}{holds}")
    lines.append("Next:")
    if not inside:
        lines.append(f"  cd {clean(_shown(made.project, here))}")
    lines.append(f"  cardgen build {name}")
    return "\n".join(lines)


def _shown(folder: Path, here: Path) -> str:
    return (folder.relative_to(here) if folder.is_relative_to(here) else folder).as_posix()
