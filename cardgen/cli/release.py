"""``cardgen release``: a folder and a ZIP for each audience."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING

import click

from cardgen.cli.options import (
    Progress,
    Settings,
    clean,
    games_argument,
    jobs_option,
    output_option,
    strict_option,
    tts_base_url_option,
    tts_max_side_option,
    with_request,
    with_settings,
)
from cardgen.cli.report import Report
from cardgen.core.diagnostics import CardgenError, Diagnostics
from cardgen.core.registry import plural

if TYPE_CHECKING:
    from cardgen.features.release import ReleaseReport
    from cardgen.features.revision import DiffReport
    from cardgen.pipeline.request import BuildRequest


@click.command()
@games_argument
@click.option(
    "--audience",
    "audiences",
    multiple=True,
    metavar="NAME",
    help="Only for print-PAPER (print-a4, print-letter, …), table or press; may be repeated. "
    "By default the papers of the game, and the table.",
)
@output_option
@tts_base_url_option
@tts_max_side_option
@jobs_option
@strict_option
@with_settings
@with_request
def command(settings: Settings, request: BuildRequest, audiences: tuple[str, ...]) -> int:
    """Make downloads of all games, or of those named, by audience.

    There is a folder and a ZIP for each, below output/GAME/release. For printing there are the
    sheets, a page that tells how to print them, credits, changes, checksums, and a text for the
    page of the game. The same game gives the same bytes; its date is `date:` in game.yaml.
    """
    found = Diagnostics()
    with Progress(settings) as progress:
        done = [one for one, _ in releases(request, audiences, found, progress)]
    report = Report(settings)
    document = {"games": [_document(one) for one in done]}
    report.show(document, (line for one in done for line in _lines(one)))
    return report.finish(found, strict=request.strict)


def releases(
    request: BuildRequest, audiences: Sequence[str], found: Diagnostics, progress: Progress
) -> Iterator[tuple[ReleaseReport, Callable[[], DiffReport | None]]]:
    """Make a release of each game, and yield it with what returns the changes since the print.

    A game that cannot be released does not stop the others. All diagnostics are added to ``found``.
    """
    from cardgen.features.release import release
    from cardgen.source.files import game_ids

    for game in dict.fromkeys(request.games or game_ids(request.root)):
        changes = cache(partial(_printed_changes, request, game))
        try:
            done = release(request, game, audiences, partial(_as_released, changes), progress)
        except CardgenError as error:
            found.add(*error.diagnostics)
            continue
        found.extend(done.diagnostics)
        yield done, changes


def _printed_changes(request: BuildRequest, game: str) -> DiffReport | None:
    from cardgen.comparison.state_file import printed_file

    if not (request.root / printed_file(game)).exists():
        return None
    from cardgen.comparison.states import PRINTED
    from cardgen.features.revision import diff

    return diff(request, game, PRINTED)


def _as_released(changes: Callable[[], DiffReport | None]) -> str:
    """Say what differs, for the files of a release; nothing where no copy is recorded."""
    done = changes()
    if done is None:
        return ""
    from cardgen.features.revision import change_markdown

    return change_markdown(done, places=False) + "\n"


def _lines(done: ReleaseReport) -> list[str]:
    head = f"{click.style(clean(done.title), bold=True)} ({clean(done.game)})"
    if not done.zips:
        return [f"{head}: {click.style('not released', fg='red', bold=True)}"]
    lines = [f"{head}: {click.style('released', fg='green', bold=True)}"]
    for path, (size, files) in done.zips.items():
        lines.append(f"  {clean(path)}: {plural(files, 'file')}, {size / 1e6:.1f} MB")
    if done.removed:
        lines.append(f"  {plural(len(done.removed), 'old file')} removed")
    return lines


def _document(done: ReleaseReport) -> dict[str, object]:
    zips = [
        {"zip": path, "bytes": size, "files": files} for path, (size, files) in done.zips.items()
    ]
    return {"id": done.game, "title": done.title, "zips": zips, "removed": list(done.removed)}
