"""``cardgen preview``: show the project on a local web page, live while you edit."""

from __future__ import annotations

import click

from cardgen.cli.options import Settings, games_argument, with_settings
from cardgen.cli.report import Report


@click.command()
@games_argument
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    metavar="N",
    help="Port on this computer; the default is the first free port from 4650.",
)
@click.option("--open", "opened", is_flag=True, help="Open the page in your browser.")
@with_settings
def command(settings: Settings, games: tuple[str, ...], port: int | None, opened: bool) -> int:
    """Show your games on a local web page that updates when you save.

    Shows cards, boards, tokens, booklets and sheets as they will print; a card with an error shows
    the error. Only this computer can open the page. Press Ctrl-C to stop.
    """
    root = settings.root
    from cardgen.core.registry import choices
    from cardgen.preview.web.serve import serve
    from cardgen.source.files import game_ids

    games_of_project = game_ids(root)
    for name in games:
        if name not in games_of_project:
            raise click.UsageError(f"there is no game `{name}`; choose {choices(games_of_project)}")
    report = Report(settings)

    def ready(address: str) -> None:
        report.result(f"cardgen preview: {address}")
        report.say("press Ctrl-C to stop")
        if opened:
            import webbrowser

            webbrowser.open(address)

    try:
        serve(root, games, port, ready)
    except OSError as error:
        raise click.UsageError(f"cannot use port {port}: {error.strerror or error}") from None
    return 0
