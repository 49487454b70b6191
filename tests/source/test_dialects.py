"""How a CSV file is written is told from its first lines, and said where that is a guess."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.source.tables.delimited import dialect_of
from cardgen.source.tables.reading import read_table
from tests.source.test_deck_tables import cards, faults

GERMAN = "id;Name;Kosten;Preis\nki;Kälte;3;1,5\nwa;Wärme;;0,25\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_german_table_is_read_in_any_encoding(encoding):
    table = read_table("t.csv", GERMAN.encode(encoding))
    assert cards(table) == [
        {"id": "ki", "name": "Kälte", "kosten": 3, "preis": 1.5},
        {"id": "wa", "name": "Wärme", "preis": 0.25},
    ]
    said = [f"{one.location}: {one.message}" for one in table.diagnostics]
    guess = "t.csv:2:5: not UTF-8: read as Windows-1252, with which this word reads `Kälte`"
    assert said == ([guess] if encoding == "cp1252" else [])


@pytest.mark.parametrize("between", [",", ";", "\t", "|"])
def test_a_delimiter_is_told_from_those_inside_values(between):
    rows = [
        ["id", "text; and more", "tags"],
        ["a", "one, two; three\tfour", "x;y"],
        ["b", "five,\nsix", "x,y,z"],
    ]
    out = io.StringIO()
    csv.writer(out, delimiter=between).writerows(rows)
    table = read_table("t.csv", out.getvalue().encode())
    assert [row.value["tags"].raw for row in table.tree.value["cards"].value] == ["x;y", "x,y,z"]


def test_a_semicolon_in_a_header_of_commas_is_no_delimiter():
    assert dialect_of("t.csv", "id,a;b\nx,1\ny,2\n").delimiter == ","
    assert dialect_of("t.csv", "id;cost (a,b)\nx;1\ny;2\n").delimiter == ";"
    assert dialect_of("t.csv", "id;first, last\nx;y\n").delimiter == ";"
    assert dialect_of("t.csv", "id\nx, y\n").delimiter == ","
    assert dialect_of("t.tsv", "id\nx, y\n").delimiter == "\t"
    assert dialect_of("t.csv", 'id;title;text\n;;\nx;"a,b;c";"a,b;c"').delimiter == ";"


def test_the_line_that_tells_excel_is_no_row():
    table = read_table("t.csv", b"sep=;\nid;a,b\nx;1\n")
    [card] = table.tree.value["cards"].value
    assert (card.to_python(), str(card.location)) == ({"id": "x", "a,b": 1}, "t.csv:3:1")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"id\n\x9d\n", "t.csv:2:1: not UTF-8: byte 0x9d"),
        (b"\xff\xfei", "t.csv: not UTF-16: "),
        (b"id\na\x00\n", "t.csv:2:2: control character U+0000"),
        (b'id,b\na,"b\n', "t.csv:2: this row cannot be read: a quote in it is never closed"),
        (b"id,b\na,b,c\n", "t.csv:2:5: this column has values, but no name in the header"),
        (b"id,b\na\n", "t.csv:2:1: this row has 1 value, and the header 2 names"),
        (b"id,ID\na,b\n", "t.csv:1:4: the column `id` appears twice"),
        (b"", "t.csv: the table is empty"),
    ],
)
def test_what_cannot_be_told_apart_has_a_place(data, said):
    assert faults("t.csv", data)[0].startswith(said)


@pytest.mark.parametrize(
    "value", ["3-Oct", "03. Okt", "10. Mrz", "Oct-03", "03.10.", "3. Okt. 26", "1-Mai", "5 Dez"]
)
def test_what_a_program_made_of_a_fraction_is_told(value):
    [found] = faults("t.csv", f"id;n\na;{value}\n".encode())
    assert found.startswith(f"t.csv:2:3: the date `{value}` is here")
    assert faults("t.csv", f'id;n\na;"{value}"\n'.encode()) == []


NO_DATES = "3/10|March 3 steps|May|2-4|7.5|1.|Sep|12 Monkeys|3 octopuses|B-12"


@pytest.mark.parametrize("value", NO_DATES.split("|"))
def test_words_that_look_a_little_like_dates_stay(value):
    assert faults("t.csv", f"id;n\na;{value}\n".encode()) == []


def test_null_is_a_word_in_a_table():
    table = read_table("t.csv", b"id,a,b\nx,null,~\n")
    assert cards(table) == [{"id": "x", "a": "null", "b": "~"}]


CELLS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), max_size=9)


@given(st.lists(st.lists(CELLS, min_size=3, max_size=3), max_size=5), st.sampled_from(",;\t|"))
def test_what_python_writes_is_read_back(rows, between):
    out = io.StringIO()
    writer = csv.writer(out, delimiter=between, quoting=csv.QUOTE_ALL)
    writer.writerows([["a", "b", "c"], *rows])
    data = out.getvalue().encode()
    if faults("t.csv", data):  # characters that no text may hold
        return
    found = read_table("t.csv", data).tree.value["cards"].value
    full = [row for row in rows if any(cell.strip() for cell in row)]
    assert [[card.value[n].raw if n in card.value else "" for n in "abc"] for card in found] == [
        [cell.strip() for cell in row] for row in full
    ]
