"""``cardgen gallery``: pictures of all that a game has."""

from __future__ import annotations

from pathlib import Path

import click

from cardgen.cli.options import Settings, games_argument, with_settings
from cardgen.cli.report import Report
from cardgen.cli.terminal import clean


@click.command()
@games_argument
@click.option(
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Where to write.  [default: docs/gallery]",
)
@click.option(
    "--width",
    type=click.IntRange(200, 8000),
    default=1600,
    show_default=True,
    metavar="PIXELS",
    help="Width of a picture.",
)
@with_settings
def command(settings: Settings, games: tuple[str, ...], output: Path | None, width: int) -> int:
    """Draw each game on a table and all that it has, and a page that shows it all."""
    root = settings.root
    from cardgen.features.gallery import gallery

    done = gallery(root, games, output, width)
    report = Report(settings)
    if report.as_json:
        report.document({"written": list(done.written)})
    elif not settings.quiet:
        for path in done.written:
            report.result(clean(path))
    return report.finish(done.diagnostics, strict=False)
