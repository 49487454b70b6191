"""Help with headings: options carry the heading that a long help text lists them under."""

from collections.abc import Iterable
from functools import partial
from typing import Any

import click

PRODUCTS = "What to make"
LISTS = "What to list"
CARDS = "Which cards"
TABLE = "The table of cards"
PAPER = "Paper and printer"
INK = "Ink"
OUTPUT = "Output"
ADVANCED = "Advanced"
COMMON = "Options of every command"
HEADINGS = (PRODUCTS, LISTS, CARDS, TABLE, PAPER, INK, OUTPUT, ADVANCED, COMMON)
"""In the order of help texts. Options without a heading, such as ``--help``, are under the last."""

MOST_OPTIONS = 10
"""A help text with more options than this shows headings."""


class Option(click.Option):
    """An option that knows its heading."""

    def __init__(self, *args: Any, heading: str = COMMON, **details: Any) -> None:
        super().__init__(*args, **details)
        self.heading = heading


option = partial(click.option, cls=Option)


def options_by_heading(parameters: Iterable[click.Parameter]) -> dict[str, list[click.Option]]:
    """Return the visible options under their headings; ``""`` is the heading of a short list."""
    options = [
        parameter
        for parameter in parameters
        if isinstance(parameter, click.Option) and not parameter.hidden
    ]
    if len(options) <= MOST_OPTIONS:
        return {"": options}
    sections: dict[str, list[click.Option]] = {heading: [] for heading in HEADINGS}
    for item in options:
        sections[getattr(item, "heading", COMMON)].append(item)
    return {heading: items for heading, items in sections.items() if items}


class Command(click.Command):
    """A command whose help lists its options under headings if it has many."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, each list under its heading."""
        for heading, options in options_by_heading(self.get_params(ctx)).items():
            records = [item.get_help_record(ctx) for item in options]
            with formatter.section(heading or "Options"):
                formatter.write_dl([record for record in records if record])
