"""The wording of everything that can be wrong with an export, or when a table is fetched."""

from __future__ import annotations

from cardgen.core.diagnostics import Severity
from cardgen.core.problems import HERE, Wording, problem


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


@problem("CG798", hint="take away its `- `, or write a line above it", subject=HERE)
def lone_item() -> str:
    """A text is a list of one item over several lines, which no export can write.

    An export joins the lines of a text, and one line that begins with a hyphen is not a list.
    """
    return "a list of one item cannot be exported: in one line it would be no list"


@problem("CG758")
def cannot_fetch(address: str, reason: str, hints: tuple[str, ...] = ()) -> Wording:
    """A published table cannot be brought into the project. Nothing was written.

    The address must answer with the table itself. A link for sharing a spreadsheet answers with a
    web page: publish the sheet to the web as CSV instead (in Google Sheets: File, Share, Publish to
    web), and take that address.
    """
    return Wording(
        f"cannot fetch `{address}`: {reason}",
        hints=hints or ("open the address in a browser: it must give the table itself",),
    )


@problem("CG759", hint="move it away, or replace it with `--force`")
def not_replaced(path: str, since: str) -> str:
    """A file is in the way that was changed here, or that cardgen has not written.

    It may be somebody's work, so nothing was written. Move it away to keep it.
    """
    return f"`{path}` {since}, so it is not replaced"
