"""What can be wrong with a table before its meaning matters (CG140 to CG160)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from cardgen.core.diagnostics import Location, Severity
from cardgen.core.problems import HERE, Wording, problem
from cardgen.core.registry import choices, did_you_mean

NOT_UTF8 = "CG123"


@problem(
    "CG140",
    hint="look for a comma too many or too few, and for quotes, just before this place",
    subject=HERE,
)
def json_syntax(said: str) -> str:
    """The file is not JSON from this place on.

    Often a comma is missing or comes after the last value, or a text has single quotes or none.
    JSON has no comments. YAML allows all of that: rename the file so that it ends in `.yaml`.
    """
    return f"JSON syntax: {said}"


@problem("CG141", hint='write a list of cards, `[{"id": …}]`, or `{"cards": […]}`')
def json_form(found: str) -> str:
    """A JSON deck is neither a list of cards nor an object with `cards`.

    Both are read::

        [{"id": "rifleman", "cost": 2}]
        {"defaults": {"cost": 1}, "cards": [{"id": "rifleman"}]}
    """
    return f"a deck is expected, found {found}"


@problem("CG142", Severity.WARNING)
def guessed_encoding(path: str, word: str, encoding: str) -> Wording:
    """A table is not UTF-8, so its encoding was guessed by its letters.

    Older programs write Windows-1252, Windows-1251 (Cyrillic), Shift-JIS or Mac Roman.

    If the word in the message reads well, the guess was right. Save the table as "CSV UTF-8"
    (Excel) or with the character set "Unicode (UTF-8)" (LibreOffice), and the warning goes.
    """
    shown = f", with which this word reads `{word}`" if word else ""
    return Wording(
        f"not UTF-8: read as {encoding}{shown}",
        hints='save the table as "CSV UTF-8"',
        subject=path,
    )


@problem("CG143", hint='save the table again, as "CSV UTF-8"')
def cut_encoding(reason: str) -> str:
    """A table says that it is UTF-16, but its bytes are not; it was probably cut off."""
    return f"not UTF-16: {reason}"


@problem("CG144", hint="save it again from its program, in a format that fits the name")
def wrong_ending(found: str) -> str:
    """A file is not what the ending of its name says.

    Renaming a file does not convert it. Save it from its program as "Excel workbook (.xlsx)", "ODF
    spreadsheet (.ods)" or "CSV UTF-8". A file that begins with ``<`` is often a web page.
    """
    return f"this is {found}, and not what its name says"


@problem("CG145")
def broken_workbook(reason: str, hints: tuple[str, ...] = ()) -> Wording:
    """A workbook cannot be read: it is cut short, damaged or protected by a password.

    Open it in a spreadsheet program and save it anew, without a password. If that fails, get the
    file again.
    """
    return Wording(
        f"the workbook cannot be read: {reason}",
        hints=hints or ("open it in its program and save it again",),
    )


@problem("CG146", hint="delete the sheets, rows and columns that hold no cards")
def oversized_workbook(what: str) -> str:
    """A workbook unpacks to more than any table of cards needs.

    The limits protect the memory. Pictures inside do not count. For honestly many rows, a `series:`
    reads a CSV file of any length a volume at a time (see Large decks).
    """
    return f"the workbook is too large: {what}"


@problem(
    "CG147", hint="read a CSV file of this length with `series: {rows: …}` in place of `cards:`"
)
def too_many_rows(limit: int) -> str:
    """A table has more rows than a deck can hold.

    A `series:` reads a CSV file of any length a volume at a time (see Large decks)::

        components:
          deck: {kind: deck, series: {rows: names.csv}}
    """
    return f"more than {limit:,} rows"


@problem("CG148")
def unknown_sheet(wanted: str, sheets: tuple[str, ...]) -> Wording:
    """A workbook has several sheets, or none of the name given.

    Name the sheet behind the file: `cards: decks/army.xlsx#Soldiers`. Without a name, cardgen takes
    the sheet called as the deck is, or else the only one that is not empty.
    """
    message = f"no sheet is called `{wanted}`" if wanted else "which sheet?"
    named = f"the sheets are {choices(sheets)}" if sheets else "it has no sheets"
    hint = f"name one behind the file: `FILE#{sheets[0]}`" if sheets else "add a sheet of cards"
    return Wording(message, notes=named, hints=hint)


@problem("CG149", hint="write the names of the fields into the first row: id, title, …")
def no_header() -> str:
    """A table holds nothing, so there is no header.

    Its first row that is not empty names the fields, such as `id`, `title` and `copies`.
    """
    return "the table is empty: it has no header"


@problem("CG150", hint="name it after a field, or `#notes` if no card shows it")
def nameless_column() -> str:
    """A column holds values, but the header has no name for it, so no card shows them."""
    return "this column has values, and no name in the header"


@problem("CG151")
def double_column(name: str, first: Location) -> Wording:
    """Two columns of a table fill the same field, so one of two values would be lost.

    Capitals, blanks, hyphens and underscores do not tell names apart: `Hand limit` is `hand_limit`.
    """
    hint = "remove one, or let its name begin with `#`"
    if re.fullmatch(r"[-+]?[0-9.,]+", name):
        hint = "is this a card? Write a line with the names of the columns above the first card"
    return Wording(f"the column `{name}` stands there twice", notes=f"first at {first}", hints=hint)


@problem("CG152", hint="format the column as text, then type the value again, such as `3/10`")
def date_cell(shown: str, written: str) -> str:
    """A cell holds a date or a time, which no field of a card takes.

    Spreadsheet programs turn `3/10` into the third of October and `1:30` into half past one, and
    lose what was typed. Format the column as text *first*, then type the values again; in a CSV
    file, put quotes round the value: `"3-Oct"`.
    """
    return f"{written} `{shown}` stands here: a spreadsheet program made it of what was typed"


@problem("CG153", hint="mend the formula")
def error_value(shown: str) -> str:
    """The formula in a cell has failed, and its cell shows an error such as `#REF!`.

    A text that merely looks like an error needs quotes in a CSV file.
    """
    return f"the formula here gives `{shown}`"


@problem("CG154", hint="open the workbook in a spreadsheet program and save it")
def no_value() -> str:
    """A cell holds a formula whose result was never stored.

    A spreadsheet program calculates all formulas when it opens and saves the workbook.
    """
    return "the formula here has no stored result"


@problem("CG155", hint="unmerge them, and write the value into each row")
def merged_cells(last: str) -> str:
    """Cells are merged, so a value spans several rows or columns.

    Only the first cell holds the value, and the others would be empty. Columns of notes may be
    merged.
    """
    return f"cells are merged from here to {last}"


@problem("CG156")
def bad_nested(said: str, hints: tuple[str, ...] = ()) -> Wording:
    """A cell begins with `[` or `{`, so it is read as a nested value, and it is none.

    In fields of kind list or record, such a cell is a flow value of YAML, or JSON: `[sun, "a; b"]`,
    `{attack: 2, defence: 1}`.
    """
    return Wording(f"no nested value: {said}", hints=hints)


@problem("CG158")
def unknown_column(written: str, known: Iterable[str]) -> Wording:
    """A table has a column, or JSON a key, that fills no field of any card type.

    Skipping a misspelt name would lose a whole column in silence. Declare the field under its card
    type; or let the name of the column begin with ``#``, which makes it a note; or say in
    ``game.yaml`` what the columns of a foreign table mean::

        components:
          soldiers: {kind: deck, columns: {Kosten: cost, Erschienen: "#"}}
    """
    near = did_you_mean(written.lower(), known)
    return Wording(
        f"no card has a field for the column `{written}`",
        hints=(
            *(near or (f"fields: {choices(known)}",)),
            f"a note is called `#{written}`; `columns: {{{written}: FIELD}}` gives the deck a name "
            "for it",
        ),
    )


@problem("CG159")
def two_deck_files(deck: str, names: tuple[str, ...]) -> Wording:
    """Two files in ``decks/`` bear the name of the same deck, so it is open which one is meant.

    This is often a spreadsheet and the CSV file saved from it. Move one, or name the one that
    counts::

        components:
          soldiers: {kind: deck, cards: decks/soldiers.xlsx}
    """
    return Wording(
        f"which file has the cards of `{deck}`: {choices(names)}?",
        hints=f"name it: `cards: decks/{names[0]}`",
    )


@problem(
    "CG160",
    Severity.WARNING,
    hint="add the values that are missing, or commas for them",
    subject=HERE,
)
def short_row(values: int, names: int) -> str:
    """A row of a CSV file has fewer values than the header has names; the rest counts as empty.

    Some programs leave out what is empty at the end of a row. If a comma is missing further left,
    values stand in the wrong columns.
    """
    return f"this row has {values} values, and the header {names} names"
