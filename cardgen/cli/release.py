"""``cardgen release``: downloads for players, a folder and a ZIP for each audience."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING

import click

from cardgen.cli.headings import PRODUCTS, Command, option
from cardgen.cli.options import Settings, games_argument, with_download_options
from cardgen.cli.report import Report
from cardgen.cli.terminal import Progress, clean
from cardgen.core.diagnostics import CardgenError, Diagnostics
from cardgen.core.registry import plural

if TYPE_CHECKING:
    from cardgen.features.release import ReleaseReport
    from cardgen.features.revision import DiffReport
    from cardgen.pipeline.request import BuildRequest


@click.command(cls=Command)
@games_argument
@option(
    "--audience",
    "audiences",
    multiple=True,
    metavar="NAME",
    heading=PRODUCTS,
    help="Make only this download: print-a4, print-letter, …, table or press; may be repeated. "
    "The default is the papers of the game, and table.",
)
@with_download_options
def command(settings: Settings, request: BuildRequest, audiences: tuple[str, ...]) -> int:
    """Make ZIP files for players to download.

    Builds all games or the named ones. output/GAME/release/ gets a folder and a ZIP for each paper
    and for the virtual table: sheets, a printing guide, credits, changes, checksums, and a text for
    the web page of the game. Set the date with `date:` in game.yaml.
    """
    diagnostics = Diagnostics()
    with Progress(settings) as progress:
        result = [result for result, _ in releases(request, audiences, diagnostics, progress)]
    report = Report(settings)
    document = {"games": [_document(result) for result in result]}
    report.show(document, (line for result in result for line in _lines(result)))
    return report.finish(diagnostics, strict=request.strict)


def releases(
    request: BuildRequest, audiences: Sequence[str], diagnostics: Diagnostics, progress: Progress
) -> Iterator[tuple[ReleaseReport, Callable[[], DiffReport | None]]]:
    """Release each game; yield the report and a function that finds the changes since the print.

    A game that cannot be released does not stop the others. Adds all findings to ``diagnostics``.
    """
    from cardgen.features.release import release
    from cardgen.source.files import game_ids

    for game in dict.fromkeys(request.games or game_ids(request.root)):
        changes = cache(partial(_printed_changes, request, game))
        try:
            result = release(request, game, audiences, partial(_as_released, changes), progress)
        except CardgenError as error:
            diagnostics.add(*error.diagnostics)
            continue
        diagnostics.extend(result.diagnostics)
        yield result, changes


def _printed_changes(request: BuildRequest, game: str) -> DiffReport | None:
    from cardgen.comparison.state_file import printed_file

    if not (request.root / printed_file(game)).exists():
        return None
    from cardgen.comparison.states import PRINTED
    from cardgen.features.revision import diff

    return diff(request, game, PRINTED)


def _as_released(changes: Callable[[], DiffReport | None]) -> str:
    """Return the changes since the last print as Markdown; empty if no print is recorded."""
    result = changes()
    if result is None:
        return ""
    from cardgen.features.revision import change_markdown

    return change_markdown(result, places=False) + "\n"


def _lines(result: ReleaseReport) -> list[str]:
    head = f"{click.style(clean(result.title), bold=True)} ({clean(result.game)})"
    if not result.zips:
        return [f"{head}: {click.style('not released', fg='red', bold=True)}"]
    lines = [f"{head}: {click.style('released', fg='green', bold=True)}"]
    for path, (size, files) in result.zips.items():
        lines.append(f"  {clean(path)}: {plural(files, 'file')}, {size / 1e6:.1f} MB")
    if result.left_out:
        lines.append(f"  left out, because of errors: {clean(', '.join(result.left_out))}")
    if result.removed:
        lines.append(f"  {plural(len(result.removed), 'old file')} removed")
    return lines


def _document(result: ReleaseReport) -> dict[str, object]:
    zips = [{"zip": path, "bytes": size, "files": n} for path, (size, n) in result.zips.items()]
    lists = {"removed": list(result.removed), "left_out": list(result.left_out)}
    return {"id": result.game, "title": result.title, "zips": zips, **lists}
