"""``cardgen calibrate``: measure how far a printer shifts backs, and record it."""

from pathlib import Path
from typing import Literal

import click

from cardgen.cli.headings import OUTPUT, PAPER, Command, option
from cardgen.cli.options import Settings, length_between, output_option, paper_option, with_settings
from cardgen.cli.report import Report
from cardgen.cli.terminal import clean
from cardgen.core.diagnostics import relative


@click.command(cls=Command)
@paper_option
@option(
    "--duplex",
    type=click.Choice(("long-edge", "short-edge")),
    default="long-edge",
    heading=PAPER,
    help="Edge over which the printer turns the paper.",
)
@output_option
@option(
    "--offset",
    nargs=2,
    callback=length_between(-20, 20),
    metavar="X Y",
    heading=OUTPUT,
    help="Record in printer.yaml how far to move backs, as read from the test sheet.",
)
@option(
    "--margin",
    callback=length_between(0, 50),
    metavar="LENGTH",
    heading=OUTPUT,
    help="Record in printer.yaml the margin that the printer cannot print on.",
)
@option(
    "--ruler",
    callback=length_between(91, 111),
    metavar="LENGTH",
    heading=OUTPUT,
    help="Record in printer.yaml the scale that makes the 100 mm of the test sheet, which measure "
    "LENGTH on paper, true.",
)
@option(
    "--landscape",
    is_flag=True,
    heading=OUTPUT,
    help="With --offset: record the offset of landscape pages.",
)
@with_settings
def command(
    settings: Settings,
    papers: tuple[str, ...],
    duplex: Literal["long-edge", "short-edge"],
    output: Path | None,
    offset: tuple[float, float] | None,
    margin: float | None,
    ruler: float | None,
    landscape: bool,
) -> int:
    """Align fronts and backs: make a test sheet, or record its numbers.

    Print the file on both sides at 100 %: one sheet upright, one in landscape. Hold each sheet
    against the light and read its two numbers. Record the numbers of the upright sheet with
    `cardgen calibrate --offset 0.5 -0.25` and the numbers of the landscape sheet with
    `cardgen calibrate --offset -0.25 0.5 --landscape`. If the rulers of the sheet do not measure
    100 mm, record what they measure: `cardgen calibrate --ruler 99`.
    """
    if landscape and offset is None:
        raise click.UsageError("--landscape needs the numbers of the test sheet: add --offset X Y")
    root = settings.root
    from cardgen.features.calibration import calibrate, save_printer

    if (offset, margin, ruler) != (None, None, None):
        written_paths = [save_printer(root, offset, margin, landscape, ruler)]
        advice = "the next build uses it"
    else:
        written_paths = calibrate(root, papers, duplex, output)
        advice = (
            "print it on both sides at 100 %, then record the numbers of the upright sheet with "
            "`cardgen calibrate --offset X Y`,\n"
            "and those of the landscape sheet with `cardgen calibrate --offset X Y --landscape`"
        )
    report = Report(settings)
    printed_paths = [relative(path, root) for path in written_paths]
    report.show({"written": printed_paths}, map(clean, printed_paths))
    report.say(advice)
    return 0
