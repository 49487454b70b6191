"""Diagnostics about reading tables (CG140 to CG160)."""

import re
from collections.abc import Iterable
from shlex import quote

from cardgen.core.diagnostics import Location, Severity
from cardgen.core.problems import HERE, Wording, problem
from cardgen.core.registry import choices, did_you_mean, plural

NOT_UTF8 = "CG123"


@problem(
    "CG140",
    hint="look for a comma too many or too few, and for quotes, just before this place",
    subject=HERE,
)
def json_syntax(fault: str) -> str:
    """The file is not valid JSON from here on.

    Often a comma is missing or follows the last value, or a text has single quotes or no quotes.
    JSON has no comments. YAML allows all of these: rename the file so that it ends in `.yaml`.
    """
    return f"JSON syntax: {fault}"


@problem("CG141", hint='write a list of cards, `[{"id": …}]`, or `{"cards": […]}`')
def json_form(form: str) -> str:
    """A JSON deck is neither a list of cards nor an object with `cards`.

    cardgen reads both forms::

        [{"id": "rifleman", "cost": 2}]
        {"defaults": {"cost": 1}, "cards": [{"id": "rifleman"}]}
    """
    return f"a deck is expected, found {form}"


@problem("CG142", Severity.WARNING)
def guessed_encoding(path: str, word: str, encoding: str) -> Wording:
    """A table is not UTF-8, so cardgen guessed its encoding from its letters.

    Older programs write Windows-1252, Windows-1251 (Cyrillic), Shift-JIS, Mac Roman or CP850 (DOS).

    If the word in the message is spelt correctly, the guess was right. To remove the warning, save
    the table as "CSV UTF-8" (Excel) or with the character set "Unicode (UTF-8)" (LibreOffice).
    """
    example = f", with which this word reads `{word}`" if word else ""
    return Wording(
        f"not UTF-8: read as {encoding}{example}",
        hints='save the table as "CSV UTF-8"',
        subject=path,
    )


@problem("CG143", hint='save the table again, as "CSV UTF-8"')
def cut_encoding(reason: str) -> str:
    """A table claims to be UTF-16, but its bytes are not; it was probably cut off."""
    return f"not UTF-16: {reason}"


@problem("CG144", hint="save it again from its program, in a format that fits the name")
def wrong_ending(file_kind: str) -> str:
    """The content of a file does not match the ending of its name.

    Renaming a file does not convert it. Save it from its program as "Excel workbook (.xlsx)", "ODF
    spreadsheet (.ods)" or "CSV UTF-8". A file that begins with ``<`` is often a web page.
    """
    return f"this is {file_kind}, which does not match the ending of its name"


@problem("CG145")
def broken_workbook(reason: str, hints: tuple[str, ...] = ()) -> Wording:
    """A workbook cannot be read: it is cut short, damaged or protected by a password.

    Open it in a spreadsheet program and save it again, without a password. If that fails, get the
    file again.
    """
    return Wording(
        f"the workbook cannot be read: {reason}",
        hints=hints or ("open it in its program and save it again",),
    )


@problem("CG146", hint="delete the sheets, rows and columns without cards")
def oversized_workbook(reason: str) -> str:
    """A workbook unpacks to more data than any table of cards needs.

    The limits protect the computer's memory. Pictures do not count. For so many rows, use a
    `series:`, which reads a CSV file of any length one volume at a time (see Large decks).
    """
    return f"the workbook is too large: {reason}"


@problem(
    "CG147", hint="read a CSV file of this length with `series: {rows: …}` in place of `cards:`"
)
def too_many_rows(limit: int) -> str:
    """A table has more rows than a deck can have cards.

    A `series:` reads a CSV file of any length one volume at a time (see Large decks)::

        components:
          deck: {kind: deck, series: {rows: names.csv}}
    """
    return f"more than {limit:,} rows"


@problem("CG148")
def unknown_sheet(path: str, sheet: str, sheets: tuple[str, ...], likely: str) -> Wording:
    """A workbook has several sheets, or no sheet with the given name.

    Name the sheet after the file: `cards: decks/army.xlsx#Soldiers`. Without a name, cardgen takes
    the sheet with the name of the deck, or else the only sheet that is not empty.
    """
    message = f"no sheet is called `{sheet}`" if sheet else "which sheet?"
    names = ", ".join(quote(name) for name in sheets)
    return Wording(
        message,
        notes=f"the sheets are {names}" if sheets else "it has no sheets",
        hints=f"name one after the file: {quote(f'{path}#{likely}')}" if likely else (),
    )


@problem("CG149", hint="write the names of the fields into the first row: id, title, …")
def no_header() -> str:
    """A table is empty, so it has no header.

    The first row that is not empty names the fields, such as `id`, `title` and `copies`.
    """
    return "the table is empty: it has no header"


@problem("CG150", hint="name it after a field, or `#notes` if no card shows it")
def nameless_column() -> str:
    """A column has values but no name in the header, so no card shows the values."""
    return "this column has values, but no name in the header"


@problem("CG151")
def double_column(name: str, first: Location) -> Wording:
    """Two columns of a table fill the same field, so one of two values would be lost.

    Capitals, blanks, hyphens and underscores make no difference: `Hand limit` is `hand_limit`.
    """
    hint = "remove one, or let its name begin with `#`"
    if re.fullmatch(r"[-+]?[0-9.,]+", name):
        hint = "is this a card? Write a line with the names of the columns above the first card"
    return Wording(f"the column `{name}` appears twice", notes=f"first at {first}", hints=hint)


@problem(
    "CG152",
    hint="format the column as text and type the value again, such as `3/10`; begin the name of a "
    "column that is not for cards with `#`",
)
def date_cell(cell: str, value_kind: str) -> str:
    """A cell has a date or a time, which no field of a card accepts.

    Spreadsheet programs turn `3/10` into the third of October and `1:30` into half past one, and
    forget what you typed. Format the column as text *first*, then type the values again; in a CSV
    file, put quotes round the value: `"3-Oct"`.
    """
    return f"{value_kind} `{cell}` is here: a spreadsheet program has changed the typed value"


@problem("CG153", hint="mend the formula, or replace a picture in the cell by its file name")
def error_value(error: str) -> str:
    """A cell shows an error such as `#REF!`, because its formula has failed.

    Excel stores a picture in a cell as an error, `#VALUE!`. A text that merely looks like an error
    needs quotes in a CSV file.
    """
    return f"the cell has the error `{error}`"


@problem("CG154", hint="open the workbook in a spreadsheet program and save it")
def no_value() -> str:
    """A cell has a formula whose result was never stored.

    A spreadsheet program calculates all formulas when it opens and saves the workbook.
    """
    return "the formula here has no stored result"


@problem("CG155", hint="unmerge them, and write the value into each row")
def merged_cells(last: str) -> str:
    """Cells are merged, so a value spans several rows or columns.

    Only the first cell has the value, and the others would be empty. Columns of notes may have
    merged cells.
    """
    return f"cells are merged from here to {last}"


@problem("CG156")
def bad_nested(fault: str, hints: tuple[str, ...] = ()) -> Wording:
    """A cell begins with `[` or `{`, but is not a valid nested value.

    In fields of kind list or record, such a cell is a flow value of YAML, or JSON: `[sun, "a; b"]`,
    `{attack: 2, defence: 1}`.
    """
    return Wording(f"no nested value: {fault}", hints=hints)


@problem("CG158")
def unknown_column(header: str, fields: Iterable[str]) -> Wording:
    """A table has a column, or JSON a key, that fills no field of any card type.

    Skipping a misspelt name would lose a whole column without a warning. Declare the field under
    its card type. If the column is a note, begin its name with ``#``. For a table from elsewhere,
    map its columns to fields in ``game.yaml``::

        components:
          soldiers: {kind: deck, columns: {Kosten: cost, Erschienen: "#"}}
    """
    near = did_you_mean(header.lower(), fields)
    name = re.sub(r"\W+", "_", header.lower()).strip("_")
    return Wording(
        f"no card has a field for the column `{header}`",
        hints=(
            *(near or (f"declare it under `fields:` of its card type: `{name}: text`",)),
            f"for a note call it `#{header}`; for another field, `columns: {{{header}: FIELD}}`",
            f"fields: {choices(fields)}",
        ),
    )


@problem("CG159")
def two_deck_files(deck: str, names: tuple[str, ...]) -> Wording:
    """Two files in ``decks/`` have the name of the same deck, so cardgen cannot choose one.

    Often they are a spreadsheet and the CSV file saved from it. Move one, or name the right one::

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
    """A row of a CSV file has fewer values than the header has names; the others count as empty.

    Some programs leave out empty values at the end of a row. But if a comma is missing further
    left, values are in the wrong columns.
    """
    return f"this row has {plural(values, 'value')}, and the header {plural(names, 'name')}"
