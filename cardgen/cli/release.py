"""``cardgen release``: a folder and a ZIP for each audience."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardgen.cli.options import (
    Progress,
    Settings,
    clean,
    games_argument,
    output_option,
    strict_option,
    tts_base_url_option,
    tts_max_side_option,
    with_settings,
)
from cardgen.cli.report import Report
from cardgen.core.diagnostics import CardgenError, Diagnostics
from cardgen.core.registry import plural

if TYPE_CHECKING:
    from cardgen.features.release.release import ReleaseReport
    from cardgen.features.revision.diff import DiffReport


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
@click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="Processes to work with.")
@strict_option
@with_settings
def command(
    settings: Settings,
    games: tuple[str, ...],
    audiences: tuple[str, ...],
    output: Path | None,
    tts_base_url: str | None,
    tts_max_side: int | None,
    jobs: int | None,
    strict: bool,
) -> int:
    """Make downloads of all games, or of those named, by audience.

    There is a folder and a ZIP for each, below output/GAME/release. For printing there are the
    sheets, a page that tells how to print them, credits, changes, checksums, and a text for the
    page of the game. The same game gives the same bytes; its date is `date:` in game.yaml.
    """
    root = settings.root
    from cardgen.features.release.release import release
    from cardgen.pipeline.request import BuildRequest
    from cardgen.products.options import PrintOptions
    from cardgen.source.files import game_ids

    options = PrintOptions(tts_base_url=tts_base_url, tts_max_side=tts_max_side)
    request = BuildRequest(root, options=options, output=output, jobs=jobs, strict=strict)

    done, found = [], Diagnostics()
    with Progress(settings) as progress:
        for game in games or game_ids(root):
            changes = partial(as_released, partial(printed_changes, root, game, output))
            try:
                one = release(request, game, audiences, changes, progress)
            except CardgenError as error:  # the others are released all the same
                found.add(*error.diagnostics)
                continue
            done.append(one)
            found.extend(one.diagnostics)
    report = Report(settings)
    document = {"games": [_document(one) for one in done]}
    report.show(document, (line for one in done for line in _lines(one)))
    return report.finish(found, strict=strict)


def printed_changes(root: Path, game: str, output: Path | None) -> DiffReport | None:
    """Return what differs from the printed copy, where one is recorded."""
    from cardgen.features.revision.state_file import printed_file

    if not (root / printed_file(game)).exists():
        return None
    from cardgen.features.revision.baseline import PRINTED
    from cardgen.features.revision.diff import diff

    return diff(root, game, PRINTED, output)


def as_released(changes: Callable[[], DiffReport | None]) -> str:
    """Say what differs, for the files of a release; nothing where no copy is recorded."""
    done = changes()
    if done is None:
        return ""
    from cardgen.features.revision.terminal import change_markdown

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
