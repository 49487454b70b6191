"""``cardgen clean``: remove what was built, and nothing else."""

from __future__ import annotations

from pathlib import Path

import click

from cardgen.cli.options import Settings, output_option, with_settings
from cardgen.cli.options import clean as cleaned
from cardgen.cli.report import Report
from cardgen.core.registry import plural


@click.command()
@output_option
@with_settings
def command(settings: Settings, output: Path | None) -> int:
    """Remove built files.

    Only files that a build.json names, calibration sheets, reprints, cardgen's own cache and
    its temporary files are removed, then folders left empty. Files of your own stay.
    """
    root = settings.root
    from cardgen.features.clean import clean

    done = clean(root, output)
    report = Report(settings)
    removed = [f"removed {cleaned(path)}" for path in done.removed if settings.verbose]
    count = f"{plural(len(done.removed), 'file')} removed"
    report.show({"removed": done.removed}, [*removed, count])
    return report.finish(done.diagnostics) if len(done.diagnostics) else 0
