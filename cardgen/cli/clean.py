"""``cardgen clean``: remove built files."""

from pathlib import Path

import click

from cardgen.cli.options import Settings, output_option, with_settings
from cardgen.cli.report import Report
from cardgen.cli.terminal import clean as cleaned
from cardgen.core.registry import plural


@click.command()
@output_option
@with_settings
def command(settings: Settings, output: Path | None) -> int:
    """Remove built files; your own files stay.

    Removes the files that cardgen has recorded in build.json, calibration sheets, reprints, its
    cache and temporary files, then empty folders.
    """
    root = settings.root
    from cardgen.features.clean import clean

    result = clean(root, output)
    report = Report(settings)
    removed = [f"removed {cleaned(path)}" for path in result.removed if settings.verbose]
    count = f"{plural(len(result.removed), 'file')} removed"
    report.show({"removed": result.removed}, [*removed, count])
    return report.finish(result.diagnostics) if len(result.diagnostics) else 0
