"""``cardgen tts``: try a table on this computer, or put it into the game's own folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

from cardgen.cli.options import (
    Progress,
    Settings,
    clean,
    games_argument,
    output_option,
    tts_base_url_option,
    tts_max_side_option,
    with_request,
    with_settings,
)
from cardgen.cli.report import Report
from cardgen.core.registry import plural

if TYPE_CHECKING:
    from cardgen.pipeline.build import BuildReport, BuildRequest

PORT = 8127


@click.group()
def command() -> None:
    """Try tables in Tabletop Simulator."""


@command.command()
@games_argument
@click.option(
    "--tts-dir",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="The data folder of Tabletop Simulator, the one with Saves/ in it.",
)
@tts_base_url_option
@tts_max_side_option
@output_option
@with_settings
@with_request
def install(settings: Settings, request: BuildRequest, tts_dir: Path | None) -> int:
    """Put tables and decks where the game loads from.

    They are built first. The table appears under Games > Save & Load, the decks under Objects >
    Saved Objects.
    """
    from cardgen.features import tabletop

    data = tabletop.data_folder(tts_dir)  # before the build, which takes a while
    built = _build(settings, request)
    report = Report(settings)
    if built.diagnostics.has_errors:
        return report.finish(built.diagnostics)
    done = tabletop.install(request.folder, [game.id for game in built.games], data)
    installed = [
        {"game": one.game, "table": str(one.table), "objects": [*map(str, one.objects)]}
        for one in done
    ]
    lines = (
        f"{clean(one.title)}: {clean(str(one.table))}, "
        f"and {plural(len(one.objects), 'saved object')}"
        for one in done
    )
    report.show({"installed": installed}, lines)
    return report.finish(built.diagnostics)


@command.command()
@games_argument
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, help="0 takes a free one.")
@tts_max_side_option
@output_option
@with_settings
@with_request
def serve(settings: Settings, request: BuildRequest, port: int) -> int:
    """Serve tables and pictures to this computer.

    They are built first; Ctrl+C ends it. Saves that are fetched from here show the pictures that
    are served here.
    """
    from cardgen.features.tabletop import server

    built = _build(settings, request)
    report = Report(settings)
    if built.diagnostics.has_errors:
        return report.finish(built.diagnostics)
    with server(request.folder, [game.id for game in built.games], port) as running:
        report.finish(built.diagnostics)
        url = f"http://127.0.0.1:{running.server_port}/"
        report.show({"serving": url}, [f"serving {url} - Ctrl+C ends it"])
        running.serve_forever()
    return 0


def _build(settings: Settings, request: BuildRequest) -> BuildReport:
    from cardgen.pipeline.build import build

    options = replace(request.options, products=("tts",))
    with Progress(settings) as progress:
        return build(replace(request, options=options), progress)
