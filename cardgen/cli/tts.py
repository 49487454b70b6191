"""``cardgen tts``: put games into Tabletop Simulator, or serve them to it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

from cardgen.cli.options import (
    Settings,
    games_argument,
    output_option,
    tts_base_url_option,
    tts_max_side_option,
    with_request,
    with_settings,
)
from cardgen.cli.report import Report
from cardgen.cli.terminal import Progress, clean
from cardgen.core.registry import plural

if TYPE_CHECKING:
    from cardgen.pipeline.build import BuildReport, BuildRequest

PORT = 8127


@click.group()
def command() -> None:
    """Play your games in Tabletop Simulator."""


@command.command()
@games_argument
@click.option(
    "--tts-dir",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Data folder of Tabletop Simulator, which contains Saves/.",
)
@tts_base_url_option
@tts_max_side_option
@output_option
@with_settings
@with_request
def install(settings: Settings, request: BuildRequest, tts_dir: Path | None) -> int:
    """Build tables and decks and copy them into Tabletop Simulator.

    The table appears under Games > Save & Load, the decks under Objects > Saved Objects.
    """
    from cardgen.features import tabletop

    data = tabletop.data_folder(tts_dir)  # before the build, which takes a while
    built, games = _build(settings, request)
    report = Report(settings)
    if not games:
        return report.finish(built.diagnostics)
    result = tabletop.install(request.folder, games, data)
    installed = [
        {"game": table.game, "table": str(table.table), "objects": [*map(str, table.objects)]}
        for table in result
    ]
    lines = (
        f"{clean(table.title)}: {clean(str(table.table))}, "
        f"and {plural(len(table.objects), 'saved object')}"
        for table in result
    )
    report.show({"installed": installed}, lines)
    return report.finish(built.diagnostics)


@command.command()
@games_argument
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=PORT,
    help="Port on this computer; 0 takes a free one.",
)
@tts_max_side_option
@output_option
@with_settings
@with_request
def serve(settings: Settings, request: BuildRequest, port: int) -> int:
    """Build tables and serve them and their pictures to this computer.

    Tables that you load from this address also load their pictures from it. Press Ctrl-C to stop.
    """
    from cardgen.features.tabletop import server

    built, games = _build(settings, request)
    report = Report(settings)
    if not games:
        return report.finish(built.diagnostics)
    with server(request.folder, games, port) as running:
        report.finish(built.diagnostics)
        url = f"http://127.0.0.1:{running.server_port}/"
        report.show({"serving": url}, [f"serving {url} - press Ctrl-C to stop"])
        running.serve_forever()
    return 0


def _build(settings: Settings, request: BuildRequest) -> tuple[BuildReport, list[str]]:
    """Build the tables; return also the games whose table could be made."""
    from cardgen.pipeline.build import build
    from cardgen.products.options import TABLES

    options = replace(request.options, products=(TABLES,))
    with Progress(settings) as progress:
        result = build(replace(request, options=options), progress)
    games = [g.id for g in result.games if f"{TABLES}/{g.id}.json" in (*g.made, *g.kept)]
    return result, games
