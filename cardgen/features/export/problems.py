"""The wording of everything that can be wrong with an export."""

from __future__ import annotations

from cardgen.core.diagnostics import Severity
from cardgen.core.problems import Wording, problem


@problem("CG756")
def no_cell(card: str, field: str, reason: str) -> Wording:
    """A value cannot stand in the cell of a table so that it is read back as it is.

    A cell loses the blanks at the ends of its text, an empty one means that nothing is given, and
    one of a workbook holds 32 767 characters. JSON and YAML take every value.
    """
    return Wording(
        f"`{field}` of card `{card}` cannot stand in a table: {reason}",
        hints="export as `json` or `yaml`, or change the value",
        subject=f"`{field}`: {reason}",
    )


@problem("CG757", Severity.WARNING, hint="export the other decks with `--deck`")
def no_rows(deck: str) -> str:
    """A deck with ``series:`` is left out of an export: its cards are not in a deck file.

    They are the rows of a table, which other programs can read already, or mere numbers.
    """
    return f"deck `{deck}` is not exported: its cards are a series"
