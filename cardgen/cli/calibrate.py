"""``cardgen calibrate``: measure how a printer shifts backs, and remember it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import click

from cardgen.cli.options import Settings, clean, output_option, paper_option, with_settings
from cardgen.cli.report import Report
from cardgen.core.diagnostics import relative
from cardgen.core.units import parse_mm


def _within(low: float, high: float) -> Callable[[click.Context, click.Parameter, Any], Any]:
    """Return an option's callback that parses lengths, in mm by default, within bounds."""

    def read(text: str) -> float:
        try:
            length = parse_mm(text)
        except ValueError as error:
            raise click.BadParameter(str(error)) from None
        if not low <= length <= high:
            raise click.BadParameter(f"{text} is not between {low:g} and {high:g} mm")
        return length

    def callback(_: click.Context, __: click.Parameter, value: Any) -> Any:
        if value is None or isinstance(value, str):
            return value and read(value)
        return tuple(map(read, value))

    return callback


@click.command()
@paper_option
@click.option(
    "--duplex",
    type=click.Choice(("long-edge", "short-edge")),
    default="long-edge",
    help="How the printer turns the paper.",
)
@output_option
@click.option(
    "--offset",
    nargs=2,
    callback=_within(-20, 20),
    metavar="X Y",
    help="Remember in printer.yaml how far backs must be moved, as read off the test sheet.",
)
@click.option(
    "--margin",
    callback=_within(0, 50),
    metavar="LENGTH",
    help="Remember the border that the printer cannot reach.",
)
@click.option(
    "--landscape",
    is_flag=True,
    help="With --offset: it was read off the landscape page, and is for such pages.",
)
@with_settings
def command(
    settings: Settings,
    papers: tuple[str, ...],
    duplex: Literal["long-edge", "short-edge"],
    output: Path | None,
    offset: tuple[float, float] | None,
    margin: float | None,
    landscape: bool,
) -> int:
    """Make duplex test sheets, or remember what they say.

    Print the file on both sides at 100 %: one sheet upright, one in landscape. Hold each
    against the light, read its numbers off and give them: cardgen calibrate --offset 0.5 -0.25,
    and for the landscape sheet cardgen calibrate --offset -0.25 0.5 --landscape
    """
    if landscape and offset is None:
        raise click.UsageError("--landscape says what an offset is for: give it with --offset X Y")
    root = settings.root
    from cardgen.features.calibration import calibrate, save_printer

    if offset is not None or margin is not None:
        made = [save_printer(root, offset, margin, landscape)]
        advice = "the next build uses it"
    else:
        made = calibrate(root, papers, duplex, output)
        advice = (
            "print it on both sides at 100 %, then give what its first sheet says to "
            "`cardgen calibrate --offset X Y`,\n"
            "and what the landscape one says to `cardgen calibrate --offset X Y --landscape`"
        )
    report = Report(settings)
    shown = [relative(path, root) for path in made]
    report.show({"written": shown}, map(clean, shown))
    report.say(advice)
    return 0
