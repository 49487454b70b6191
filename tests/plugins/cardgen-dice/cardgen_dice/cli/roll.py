"""``cardgen roll``: throw a die."""

import random

import click

from cardgen.cli.options import Settings, with_settings
from cardgen.cli.report import Report


@click.command()
@click.option("--sides", default=6, show_default=True, help="The number of sides.")
@with_settings
def command(settings: Settings, sides: int) -> int:
    """Throw a die."""
    Report(settings).result(str(random.randint(1, sides)))
    return 0
