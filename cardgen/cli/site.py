"""``cardgen site``: make web pages of games."""

from typing import TYPE_CHECKING

import click
from msgspec.structs import asdict, replace

from cardgen.cli.headings import Command
from cardgen.cli.options import Settings, games_argument, with_download_options
from cardgen.cli.release import releases
from cardgen.cli.report import Report
from cardgen.cli.terminal import Progress, clean
from cardgen.core.diagnostics import Diagnostics
from cardgen.core.registry import plural

if TYPE_CHECKING:
    from cardgen.features.site import SiteReport
    from cardgen.pipeline.request import BuildRequest


@click.command(cls=Command)
@games_argument
@with_download_options
def command(settings: Settings, request: "BuildRequest") -> int:
    """Make a web site for your games, with their downloads.

    Shows all games or the named ones: rules, every card as text and picture, the contents of the
    box, and the files of `release`. The site works from the disk, on any web host and on itch.io.
    It is in output/GAME/site/; several games are in output/site/, with a page that lists them.
    """
    from cardgen.features.revision import change_fragment
    from cardgen.features.site import GameToShow, site
    from cardgen.products.options import PrintOptions
    from cardgen.source.files import game_ids

    games_to_show, diagnostics, result = [], Diagnostics(), None
    with Progress(settings) as progress:
        for release, changes in releases(request, (), diagnostics, progress):
            if release.facts is not None:
                zips = tuple(settings.root / path for path in release.zips)
                difference = change_fragment(changes())
                games_to_show.append(GameToShow(release.game, release.facts, zips, difference))
        if games_to_show:
            names = list(dict.fromkeys(request.games or game_ids(settings.root)))
            plain = replace(request, options=PrintOptions())
            result = site(plain, names, games_to_show, progress)
            diagnostics.extend(result.diagnostics)
    report = Report(settings)
    values = asdict(result) if result else {}
    values.pop("diagnostics", None)
    report.show(values, _lines(result) if result else [])
    return report.finish(diagnostics, strict=request.strict)


def _lines(result: "SiteReport") -> list[str]:
    games = plural(len(result.games), "game")
    head = f"{clean(result.index)}: {click.style(games, bold=True)}, {plural(result.files, 'file')}"
    lines = [f"{head}, {result.bytes / 1e6:.1f} MB"]
    written_text = plural(len(result.made), "file")
    lines.append(f"  {written_text} written" if result.made else "  no file has changed")
    if result.removed:
        lines.append(f"  {plural(len(result.removed), 'old file')} removed")
    return lines
