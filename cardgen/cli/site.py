"""``cardgen site``: web pages of games, as plain files."""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec.structs import asdict

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
from cardgen.cli.release import as_released, printed_changes
from cardgen.cli.report import Report
from cardgen.core.diagnostics import CardgenError, Diagnostics
from cardgen.core.registry import plural

if TYPE_CHECKING:
    from cardgen.features.site.site import SiteReport


@click.command()
@games_argument
@output_option
@tts_base_url_option
@tts_max_side_option
@click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="Processes to work with.")
@strict_option
@with_settings
def command(
    settings: Settings,
    games: tuple[str, ...],
    output: Path | None,
    tts_base_url: str | None,
    tts_max_side: int | None,
    jobs: int | None,
    strict: bool,
) -> int:
    """Make web pages of all games, or of those named.

    Rules, every card as text and picture, what is in the box, and the downloads of `release`, which
    are made first. The files are plain: they work from the disk, on any host, and as an upload to
    itch.io. One game is below output/GAME/site, several are below output/site, with a page of all.
    """
    root = settings.root
    from cardgen.features.release.release import release
    from cardgen.features.revision.terminal import change_fragment
    from cardgen.features.site.site import GameToShow, site
    from cardgen.pipeline.request import BuildRequest
    from cardgen.products.options import PrintOptions
    from cardgen.source.files import game_ids

    options = PrintOptions(tts_base_url=tts_base_url, tts_max_side=tts_max_side)
    request = BuildRequest(root, options=options, output=output, jobs=jobs, strict=strict)
    plain = BuildRequest(root, output=output, jobs=jobs)

    games_to_show, diagnostics, done = [], Diagnostics(), None
    names = list(dict.fromkeys(games or game_ids(root)))
    with Progress(settings) as progress:
        for game in names:
            changes = cache(partial(printed_changes, root, game, output))
            try:
                made = release(request, game, (), partial(as_released, changes), progress)
            except CardgenError as error:  # the other games get their pages all the same
                diagnostics.add(*error.diagnostics)
                continue
            diagnostics.extend(made.diagnostics)
            if made.facts is not None:
                zips = tuple(root / path for path in made.zips)
                difference = change_fragment(changes())
                games_to_show.append(GameToShow(game, made.facts, zips, difference))
        if games_to_show:
            done = site(plain, names, games_to_show, progress)
            diagnostics.extend(done.diagnostics)
    report = Report(settings)
    values = asdict(done) if done else {}
    values.pop("diagnostics", None)
    report.show(values, _lines(done) if done else [])
    return report.finish(diagnostics, strict=strict)


def _lines(done: SiteReport) -> list[str]:
    games = plural(len(done.games), "game")
    head = f"{clean(done.index)}: {click.style(games, bold=True)}, {plural(done.files, 'file')}"
    lines = [f"{head}, {done.bytes / 1e6:.1f} MB"]
    written = plural(len(done.made), "file")
    lines.append(f"  {written} written" if done.made else "  nothing has changed")
    if done.removed:
        lines.append(f"  {plural(len(done.removed), 'old file')} removed")
    return lines
