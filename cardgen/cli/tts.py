"""``cardgen tts``: try a table on this computer, or put it into the game's own folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardgen.cli.options import (
    Progress,
    Settings,
    clean,
    games_argument,
    output_option,
    tts_base_url_option,
    tts_max_side_option,
    with_settings,
)
from cardgen.cli.report import Report
from cardgen.core.registry import plural

if TYPE_CHECKING:
    from cardgen.pipeline.build import BuildReport

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
def install(
    settings: Settings,
    games: tuple[str, ...],
    tts_dir: Path | None,
    tts_base_url: str | None,
    tts_max_side: int | None,
    output: Path | None,
) -> int:
    """Put tables and decks where the game loads from.

    They are built first. The table appears under Games > Save & Load, the decks under Objects >
    Saved Objects.
    """
    root = settings.root
    from cardgen.features.tabletop import install as tts_install

    data = tts_install.data_folder(tts_dir)  # before the build, which takes a while
    built = _build(settings, games, output, tts_base_url, tts_max_side)
    report = Report(settings)
    if built.diagnostics.has_errors:
        return report.finish(built.diagnostics)
    done = tts_install.install(output or root / "output", [game.id for game in built.games], data)
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
def serve(
    settings: Settings,
    games: tuple[str, ...],
    port: int,
    tts_max_side: int | None,
    output: Path | None,
) -> int:
    """Serve tables and pictures to this computer.

    They are built first; Ctrl+C ends it. Saves that are fetched from here show the pictures that
    are served here.
    """
    root = settings.root
    from cardgen.features.tabletop.install import server

    built = _build(settings, games, output, None, tts_max_side)
    report = Report(settings)
    if built.diagnostics.has_errors:
        return report.finish(built.diagnostics)
    with server(output or root / "output", [game.id for game in built.games], port) as running:
        report.finish(built.diagnostics)
        url = f"http://127.0.0.1:{running.server_port}/"
        report.show({"serving": url}, [f"serving {url} - Ctrl+C ends it"])
        running.serve_forever()
    return 0


def _build(
    settings: Settings,
    games: tuple[str, ...],
    output: Path | None,
    base: str | None,
    side: int | None,
) -> BuildReport:
    from cardgen.pipeline.build import BuildRequest, build
    from cardgen.products.options import PrintOptions

    request = BuildRequest(
        root=settings.root,
        games=games,
        options=PrintOptions(("tts",), tts_base_url=base, tts_max_side=side),
        output=output,
    )
    with Progress(settings) as progress:
        return build(request, progress)
