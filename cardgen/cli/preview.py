"""``cardgen preview``: everything on a local web page, live while it is edited."""

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
    help="The port on this computer; by default the first free one from 4650 on.",
)
@click.option("--open", "opened", is_flag=True, help="Open the page in the browser.")
@with_settings
def command(settings: Settings, games: tuple[str, ...], port: int | None, opened: bool) -> int:
    """Show everything in the project on a local web page.

    Cards, boards, tokens, booklets and sheets, drawn as they will be printed. The page follows
    every save; a card with an error shows the error. Only this computer can open it. Ctrl-C
    ends it.
    """
    root = settings.root
    from cardgen.preview.web.serve import serve
    from cardgen.source.files import game_ids

    known = game_ids(root)
    for name in games:
        if name not in known:
            raise click.UsageError(f"there is no game `{name}`; there is {', '.join(known)}")
    report = Report(settings)

    def ready(address: str) -> None:
        report.result(f"cardgen preview: {address}")
        report.say("Ctrl-C ends it")
        if opened:
            import webbrowser

            webbrowser.open(address)

    try:
        serve(root, games, port, ready)
    except OSError as error:
        raise click.UsageError(f"port {port} cannot be used: {error.strerror or error}") from None
    return 0
