"""``cardgen check``: find every error without drawing anything."""

from __future__ import annotations

import click

from cardgen.cli.options import Settings, games_argument, strict_option, with_settings
from cardgen.cli.report import Report, count


@click.command()
@games_argument
@strict_option
@with_settings
def command(settings: Settings, games: tuple[str, ...], strict: bool) -> int:
    """Validate and proof all games, or those named; draw nothing."""
    root = settings.root
    from cardgen.pipeline.build import check

    found = check(root, games)
    report = Report(settings)
    if report.as_json:
        errors, warnings = count(found)
        report.document({"errors": errors, "warnings": warnings})
    return report.finish(found, strict=strict)
