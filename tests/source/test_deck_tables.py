"""Tables of every kind give the tree that YAML gives, and each cell knows its place."""

import datetime
import io
import json
import zipfile

import pytest
import xlsxwriter

from cardgen.core.diagnostics import Location, SourceError
from cardgen.source.tables.reading import read_table, split_sheet

ROWS = [
    ["id", "Title", "cost", "#note", "flag"],
    ["anna", "Anna; the first", 3, "loud", True],
    ["ben", "Ben", 2.5, "", False],
]


def xlsx(rows=ROWS, *sheets):
    buffer = io.BytesIO()
    book = xlsxwriter.Workbook(buffer, {"in_memory": True, "strings_to_formulas": False})
    day = book.add_format({"num_format": "d-mmm"})
    for name in sheets or ("Soldiers",):
        sheet = book.add_worksheet(name)
        for number, row in enumerate(rows):
            for column, value in enumerate(row):
                if isinstance(value, datetime.date | datetime.time):
                    sheet.write_datetime(number, column, value, day)
                elif value != "":
                    sheet.write(number, column, value)
    book.close()
    return buffer.getvalue()


ODS_NAMES = {
    "office": "urn:oasis:names:tc:opendocument:xmlns:office:1.0",
    "table": "urn:oasis:names:tc:opendocument:xmlns:table:1.0",
    "text": "urn:oasis:names:tc:opendocument:xmlns:text:1.0",
    "calcext": "urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0",
}


def ods_cell(value):
    if value == "":
        return "<table:table-cell/>"
    if isinstance(value, bool):
        kind = f'boolean" office:boolean-value="{str(value).lower()}'
    elif isinstance(value, int | float):
        kind = f'float" office:value="{value}'
    else:
        kind = "string"
    return (
        f'<table:table-cell office:value-type="{kind}"><text:p>{value}</text:p></table:table-cell>'
    )


def ods(rows=ROWS, body="", manifest=""):
    body = body or "".join(
        f"<table:table-row>{''.join(map(ods_cell, row))}</table:table-row>" for row in rows
    )
    names = " ".join(f'xmlns:{name}="{address}"' for name, address in ODS_NAMES.items())
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr(
            "META-INF/manifest.xml",
            "<manifest:manifest xmlns:manifest="
            '"urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
            f"{manifest}</manifest:manifest>",
        )
        archive.writestr(
            "content.xml",
            f"<office:document-content {names}><office:body><office:spreadsheet>"
            f'<table:table table:name="Soldiers">{body}</table:table>'
            "</office:spreadsheet></office:body></office:document-content>",
        )
    return buffer.getvalue()


def cards(table):
    return [card.to_python() for card in table.tree.value["cards"].value]


def faults(path, data, **more):
    try:
        found = read_table(path, data, **more).diagnostics
    except SourceError as error:
        found = error.diagnostics
    return [f"{one.location}: {one.message}" for one in found]


CSV = 'id,Title,cost,#note,flag\nanna,"Anna; the first",3,loud,true\n\nben,Ben,2.5,,FALSE\n'
KINDS = {
    "t.csv": CSV.encode(),
    "t.tsv": CSV.replace(",", "\t").encode("utf-16"),
    "t.xlsx": xlsx(),
    "t.ods": ods(),
    "t.json": json.dumps(
        [
            {"id": "anna", "Title": "Anna; the first", "cost": 3, "#note": "loud", "flag": True},
            {"id": "ben", "Title": "Ben", "cost": 2.5, "flag": False},
        ],
        indent="\t",
    ).encode(),
}


@pytest.mark.parametrize("name", KINDS)
def test_the_same_cards_come_out_of_every_kind(name):
    table = read_table(name, KINDS[name])
    assert table.diagnostics == ()
    assert cards(table) == [
        {"id": "anna", "title": "Anna; the first", "cost": 3, "flag": True},
        {"id": "ben", "title": "Ben", "cost": 2.5, "flag": False},
    ]


@pytest.mark.parametrize(
    ("name", "places"),
    [
        ("t.csv", ["t.csv:2:1", "t.csv:2:7", "t.csv:4:9"]),
        ("t.tsv", ["t.tsv:2:1", "t.tsv:2:7", "t.tsv:4:9"]),
        ("t.xlsx", ["t.xlsx!Soldiers!A2", "t.xlsx!Soldiers!B2", "t.xlsx!Soldiers!C3"]),
        ("t.ods", ["t.ods!Soldiers!A2", "t.ods!Soldiers!B2", "t.ods!Soldiers!C3"]),
        ("t.json", ["t.json:3:9", "t.json:4:12", "t.json:12:11"]),
    ],
)
def test_each_cell_knows_its_place(name, places):
    anna, ben = read_table(name, KINDS[name]).tree.value["cards"].value
    cells = [
        anna.value["id"].location,
        anna.value["title"].location,
        ben.value["cost"].location,
        anna.key_at("title"),
    ]
    assert [str(at) for at in cells[: len(places)]] == places
    assert [Location.parse(str(at)) for at in cells] == [
        Location(at.path, at.line, at.column, 1, at.sheet) for at in cells
    ]


def test_a_letter_in_a_cell_is_found_behind_doubled_quotes():
    [card] = read_table("t.csv", b'id,text\na,"x ""y"" z"\n').tree.value["cards"].value
    text = card.value["text"]
    assert str(text.locate(text.raw.index("z"))) == "t.csv:2:12"


def test_a_sheet_is_named_behind_its_file():
    assert split_sheet("decks/a.xlsx#My Sheet") == ("decks/a.xlsx", "My Sheet")
    assert split_sheet("decks/a#b.csv") == ("decks/a#b.csv", "")


def test_the_sheet_of_the_deck_is_found():
    book = xlsx(ROWS, "Notes", "Soldiers")
    assert len(cards(read_table("t.xlsx", book, "Soldiers"))) == 2
    assert len(cards(read_table("t.xlsx", book, "", "soldiers"))) == 2
    assert faults("t.xlsx", book, deck="horses") == ["t.xlsx: which sheet?"]
    buffer = io.BytesIO()
    with xlsxwriter.Workbook(buffer) as three:
        sheets = [three.add_worksheet() for _ in range(3)]
        sheets[1].write_column(0, 0, ["id", "a"])
    [card] = read_table("t.xlsx", buffer.getvalue()).tree.value["cards"].value
    assert str(card.location) == "t.xlsx!Sheet2!A2"
    assert faults("t.xlsx", book, sheet="Horses") == ["t.xlsx: no sheet is called `Horses`"]


TITLES = b"id,title,\nanna,Anna,\nben,Ben,\ncleo,Cleo,\n"


def read_again(before, after):
    """Read a table and then another one of the same name; say which rows were made anew."""
    last = read_table("t.csv", before).tree
    table = read_table("t.csv", after, previous=last)
    known = last.value["cards"].value
    assert cards(table) == cards(read_table("t.csv", after))
    assert table.diagnostics == read_table("t.csv", after).diagnostics
    return [row.value["id"].raw for row in table.tree.value["cards"].value if row not in known]


@pytest.mark.parametrize(
    ("after", "new"),
    [
        (TITLES, []),
        (TITLES.replace(b"Ben", b"Bob"), ["ben"]),
        (TITLES + b"dora,Dora,\n", ["dora"]),
        (TITLES.replace(b"ben,Ben,\n", b""), ["cleo"]),
        (TITLES.replace(b"anna,Anna,", b'"an\nna",Anna,'), ["an\nna", "ben", "cleo"]),
        (TITLES.replace(b"title", b"name"), ["anna", "ben", "cleo"]),
        (TITLES.replace(b",", b";"), ["anna", "ben", "cleo"]),
        (TITLES.replace(b"Ben,", b"Ben"), ["ben"]),
        (TITLES.replace(b"Ben,", b"Ben,x"), ["ben"]),
    ],
)
def test_only_rows_that_say_something_else_are_read_again(after, new):
    assert read_again(TITLES, after) == new


def test_what_is_wrong_with_a_row_is_told_again():
    odd = TITLES.replace(b"Ben,", b"Ben,x").replace(b"Cleo,", b"Cleo")
    assert read_again(odd, odd) == ["ben", "cleo"]
    assert len(read_table("t.csv", odd).diagnostics) == 2
