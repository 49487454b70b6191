"""``cardgen site``: web pages of games, as plain files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from msgspec.structs import asdict, replace

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
from cardgen.cli.release import releases
from cardgen.cli.report import Report
from cardgen.core.diagnostics import Diagnostics
from cardgen.core.registry import plural

if TYPE_CHECKING:
    from cardgen.features.site import SiteReport
    from cardgen.pipeline.request import BuildRequest


@click.command()
@games_argument
@output_option
@tts_base_url_option
@tts_max_side_option
@jobs_option
@strict_option
@with_settings
@with_request
def command(settings: Settings, request: BuildRequest) -> int:
    """Make web pages of all games, or of those named.

    Rules, every card as text and picture, what is in the box, and the downloads of `release`, which
    are made first. The files are plain: they work from the disk, on any host, and as an upload to
    itch.io. One game is below output/GAME/site, several are below output/site, with a page of all.
    """
    from cardgen.features.revision import change_fragment
    from cardgen.features.site import GameToShow, site
    from cardgen.products.options import PrintOptions
    from cardgen.source.files import game_ids

    games_to_show, diagnostics, done = [], Diagnostics(), None
    with Progress(settings) as progress:
        for made, changes in releases(request, (), diagnostics, progress):
            if made.facts is not None:
                zips = tuple(settings.root / path for path in made.zips)
                difference = change_fragment(changes())
                games_to_show.append(GameToShow(made.game, made.facts, zips, difference))
        if games_to_show:
            names = list(dict.fromkeys(request.games or game_ids(settings.root)))
            plain = replace(request, options=PrintOptions())
            done = site(plain, names, games_to_show, progress)
            diagnostics.extend(done.diagnostics)
    report = Report(settings)
    values = asdict(done) if done else {}
    values.pop("diagnostics", None)
    report.show(values, _lines(done) if done else [])
    return report.finish(diagnostics, strict=request.strict)


def _lines(done: SiteReport) -> list[str]:
    games = plural(len(done.games), "game")
    head = f"{clean(done.index)}: {click.style(games, bold=True)}, {plural(done.files, 'file')}"
    lines = [f"{head}, {done.bytes / 1e6:.1f} MB"]
    written = plural(len(done.made), "file")
    lines.append(f"  {written} written" if done.made else "  nothing has changed")
    if done.removed:
        lines.append(f"  {plural(len(done.removed), 'old file')} removed")
    return lines
