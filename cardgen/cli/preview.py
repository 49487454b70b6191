"""``cardgen preview``: show the project on a local web page, live while you edit."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cardgen.cli.forms import command_forms, option_fields
from cardgen.cli.headings import TABLE
from cardgen.cli.options import Settings, games_argument, with_settings
from cardgen.cli.report import Report
from cardgen.core.registry import choices

if TYPE_CHECKING:
    from cardgen.preview.start import StartOptions


@click.command()
@games_argument
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    metavar="N",
    help="Port on this computer; the default is the first free port from 4650.",
)
@click.option("--open", "opened", is_flag=True, help="Open the page in your browser.")
@click.option("--start", is_flag=True, help="Show the start page, also inside a project.")
@click.option(
    "--until-closed", is_flag=True, help="End three minutes after the last page was closed."
)
@with_settings
def command(
    settings: Settings,
    games: tuple[str, ...],
    port: int | None,
    opened: bool,
    start: bool,
    until_closed: bool,
) -> int:
    """Show your games on a local web page that updates when you save.

    Shows cards, boards, tokens, booklets and sheets as they will print; a card with an error shows
    the error. Outside a project, shows the start page, where you make or open a game. Only this
    computer can open the page. Press Ctrl-C to stop.
    """
    from cardgen.preview.web.serve import Preview, prepare_preview, prepare_start, serve

    report = Report(settings)

    def ready(address: str) -> None:
        report.result(f"cardgen preview: {address}")
        report.say("press Ctrl-C to stop")
        if opened:
            import webbrowser

            webbrowser.open(address)

    prepared: AbstractContextManager[Preview]
    if start or (settings.root_or_none is None and not games):
        prepared = prepare_start(_start_options(), port, ready, until_closed)
    else:
        _check_games(settings.root, games)
        from cardgen.preview.recent import remember_project

        remember_project(settings.root)
        prepared = prepare_preview(
            settings.root, games, port, ready, forms=command_forms, until_closed=until_closed
        )
    try:
        serve(prepared)
    except OSError as error:
        raise click.UsageError(f"cannot use port {port}: {error.strerror or error}") from None
    return 0


def _check_games(root: Path, games: Sequence[str]) -> None:
    """Raise UsageError for a game that the project lacks."""
    from cardgen.source.files import game_ids

    games_of_project = game_ids(root)
    for name in games:
        if name not in games_of_project:
            raise click.UsageError(f"there is no game `{name}`; choose {choices(games_of_project)}")


def _start_options() -> "StartOptions":
    """Return what the start page offers; new games go into the current folder."""
    from cardgen.cli.new import command as new
    from cardgen.preview.start import StartOptions

    fields = [field for field in option_fields(new, TABLE) if field["name"] != "--from"]
    return StartOptions(Path.cwd(), fields, _looks())


def _looks() -> list[dict[str, Any]]:
    """Return the looks of ``cardgen new --look``."""
    from cardgen.features.scaffold.looks import all_looks

    return [{"id": look.id, "about": look.about} for look in all_looks().values()]
