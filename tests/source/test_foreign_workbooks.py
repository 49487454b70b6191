"""Workbooks that are broken, hostile or strange end in a clear error, never in a traceback."""

import datetime
import io
import random
import struct
import subprocess
import sys
import zipfile
import zlib
from contextlib import suppress

import pytest
import xlsxwriter
from breadth import examples
from hypothesis import given
from hypothesis import strategies as st

from cardgen.core.diagnostics import SourceError
from cardgen.source.files import DECK_ENDINGS
from cardgen.source.foreign.reading import table_of
from cardgen.source.tables import table, workbooks
from cardgen.source.tables.number_formats import format_number
from cardgen.source.tables.reading import read_table
from tests.source.test_deck_tables import CSV, KINDS, cards, faults, ods, ods_cell, xlsx

AGAIN = "t.xlsx: the workbook cannot be read: "
SHEET = "xl/worksheets/sheet1.xml"


def with_part(book, name, content):
    """Return a workbook with another part of a name."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(book)) as old, zipfile.ZipFile(buffer, "w", 8) as new:
        for info in old.infolist():
            if info.filename != name:
                new.writestr(info.filename, old.read(info))
        new.writestr(name, content)
    return buffer.getvalue()


def sheet_of(rows):
    space = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    return f'<worksheet xmlns="{space}"><sheetData>{rows}</sheetData></worksheet>'.encode()


def with_rows(rows):
    """Return a workbook whose sheet holds rows as XML."""
    return with_part(xlsx(), SHEET, sheet_of(rows))


def ods_row(*cells, more=""):
    return f"<table:table-row{more}>{''.join(cells)}</table:table-row>"


HEAD = '<row r="1"><c r="A1" t="inlineStr"><is><t>id</t></is></c></row>'


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        (datetime.date(2026, 10, 3), "the date `2026-10-03` is here"),
        (datetime.time(1, 30), "the time `01:30:00` is here"),
        ("#NAME?", "the cell has the error `#NAME?`"),
        ("#BEZUG!", "the cell has the error `#BEZUG!`"),
        ("a\x07b", "control character U+0007"),
    ],
)
def test_a_cell_that_no_card_can_have_is_told(cell, said):
    book = xlsx([["id", "note", "#n"], ["a", cell, cell]])
    [found] = faults("t.xlsx", book)
    assert found.startswith(f"t.xlsx!Soldiers!B2: {said}")


def test_numbers_look_as_they_were_typed():
    book = xlsx([["id", "a", "b", "c", "d"], ["x", 3.0, 0.1 + 0.2, "007", 1e20]])
    [card] = read_table("t.xlsx", book).tree.value["cards"].value
    assert [card.value[name].raw for name in "abcd"] == ["3", "0.3", "007", "1e+20"]
    assert card.value["b"].value == 0.3


@pytest.mark.parametrize(
    ("value", "code", "language", "shown"),
    [
        (-1234.5, '#,##0.00\\ "€"', "de", "-1.234,50 €"),
        (1234.5, "[$€-40C] #,##0.00", "fr", "€ 1\N{NO-BREAK SPACE}234,50"),
        (0, "+0;-0;0", "", "0"),
        (-5, "0_);[Red](0)", "", "(5)"),
        (7, "000", "", "007"),
        (2.675, "0.0#", "", "2.68"),
        (0.75, "# ?/?", "", "3/4"),
        (1 / 3, "General", "de", "0,333333333"),
        (45933.5625, "d-mmm-yy h:mm AM/PM", "en", "3-Oct-25 1:30 PM"),
        (45933, "d. mmmm", "de", None),
        (1.5, "[h]:mm", "", "36:00"),
    ],
)
def test_numbers_as_excel_shows_them(value, code, language, shown):
    assert format_number(value, code, language) == shown


def test_formulas_count_by_their_results():
    buffer = io.BytesIO()
    with xlsxwriter.Workbook(buffer) as book:
        sheet = book.add_worksheet("S")
        sheet.write_row(0, 0, ["id", "good", "failed", "never", "blank"])
        sheet.write_row(1, 0, ["a"])
        sheet.write_formula(1, 1, "=1+1", None, 2)
        sheet.write_formula(1, 2, "=1/0", None, "#DIV/0!")
        sheet.write_formula(1, 3, "=A2", None, "text")
    data = buffer.getvalue()
    assert faults("t.xlsx", data) == ["t.xlsx!S!C2: the cell has the error `#DIV/0!`"]
    old = b'<c r="D2" t="str"><f>A2</f><v>text</v></c>'
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        sheet_xml = archive.read(SHEET)
    assert old in sheet_xml
    for content, is_fault in [
        (b'"><f>A2</f>', True),
        (b'"><f>A2</f><v></v>', True),
        (b'" t="str"><f>A2</f><v></v>', False),
    ]:
        now = sheet_xml.replace(old, b'<c r="D2' + content + b"</c>")
        found = faults("t.xlsx", with_part(data, SHEET, now))
        assert ("t.xlsx!S!D2: the formula here has no stored result" in found) is is_fault


FAULTY = "<c><v>1</v></c><c><f>A2</f></c><c t='e'><v>#REF!</v></c>"
NAMED = HEAD.replace("</row>", "<c t='str'><v>b</v></c><c t='str'><v>c</v></c></row>")
FAULTY_HEAD = HEAD.replace("</row>", FAULTY.removeprefix("<c><v>1</v></c>") + "</row>")
BELOW = "<row r='2'>" + 3 * "<c><v>1</v></c>" + "</row>"


@pytest.mark.parametrize(
    ("rows", "lines"),
    [(f"{NAMED}<row>{FAULTY}</row><row r='4'>{FAULTY}</row>", [2, 4]), (FAULTY_HEAD + BELOW, [1])],
    ids=["cells without a place are counted", "header"],
)
def test_every_faulty_cell_is_told(rows, lines):
    told = []
    for line in lines:
        told.append(f"t.xlsx!Soldiers!B{line}: the formula here has no stored result")
        told.append(f"t.xlsx!Soldiers!C{line}: the cell has the error `#REF!`")
    assert faults("t.xlsx", with_rows(rows)) == told


def test_line_breaks_of_every_program_are_line_breaks():
    text = '<c r="A2" t="inlineStr"><is><t>one_x000D_&#10;two_x000D_three</t></is></c>'
    book = with_rows(f'{HEAD}<row r="2">{text}</row>')
    assert cards(read_table("t.xlsx", book)) == [{"id": "one\ntwo\nthree"}]
    cell = ods_cell("one<text:line-break/>two</text:p><text:p>three<text:tab/>four")
    sheet = ods(body=ods_row(ods_cell("id")) + ods_row(cell))
    assert cards(read_table("t.ods", sheet)) == [{"id": "one\ntwo\nthree\tfour"}]


def test_indents_of_opendocument_are_nothing():
    body = ods_row(ods_cell("id"), ods_cell("a")) + ods_row(ods_cell("x"), ods_cell("y"))
    body = body.replace("<table:", "\n  <table:").replace("<text:p>", "\n <text:p>")
    body = body.replace("</table:", "\n </table:")
    assert cards(read_table("t.ods", ods(body=body))) == [{"id": "x", "a": "y"}]


def test_merged_cells_are_told_once_unless_they_are_notes():
    buffer = io.BytesIO()
    with xlsxwriter.Workbook(buffer) as book:
        sheet = book.add_worksheet("S")
        sheet.write_row(0, 0, ["id", "cost", "#notes"])
        sheet.write_row(1, 0, ["a"])
        sheet.write_row(2, 0, ["b"])
        sheet.merge_range("B2:B3", 4)
        sheet.merge_range("C2:C3", "x")
    assert faults("t.xlsx", buffer.getvalue()) == ["t.xlsx!S!B2: cells are merged from here to B3"]


def test_a_sheet_of_opendocument_tells_the_same():
    failed = '<table:table-cell table:formula="of:=1/0" office:value-type="string" '
    failed += 'office:string-value="" calcext:value-type="error"><text:p>#DIV/0!</text:p>'
    failed += "</table:table-cell>"
    never = '<table:table-cell table:formula="of:=[.A1]>2"/>'
    merged = ods_cell("both").replace("cell ", 'cell table:number-rows-spanned="2" ', 1)
    covered = "<table:covered-table-cell/>"
    body = ods_row(*map(ods_cell, ["id", "a", "b", "c"]))
    body += ods_row(ods_cell("x"), failed, never, merged)
    body += ods_row(ods_cell("y"), "<table:table-cell/>", ods_cell(3), covered)
    body += ods_row(ods_cell("z"), "<table:table-cell/>", ods_cell(4), ods_cell("last"))
    found = faults("t.ods", ods(body=body))
    assert sorted(found) == [
        "t.ods!Soldiers!B2: the cell has the error `#DIV/0!`",
        "t.ods!Soldiers!C2: the formula here has no stored result",
        "t.ods!Soldiers!D2: cells are merged from here to D3",
    ]
    [*_, last] = cards(read_table("t.ods", ods(body=body)))
    assert last == {"id": "z", "b": 4, "c": "last"}


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("t.xlsx", b"", "t.xlsx: the workbook cannot be read: it is empty"),
        ("t.xlsx", CSV.encode(), "t.xlsx: this is a text, perhaps CSV"),
        ("t.xlsx", b"<!doctype html><html>", "t.xlsx: this is a web page or an XML file"),
        ("t.xlsx", b"\xd0\xcf\x11\xe0" + bytes(600), "t.xlsx: this is a workbook of the old form"),
        (
            "t.xlsx",
            b"\xd0\xcf\x11\xe0" + "EncryptedPackage".encode("utf-16-le"),
            AGAIN + "it is protected by a password",
        ),
        ("t.xlsx", with_part(b"PK\x05\x06" + bytes(18), "a.xml", b""), AGAIN + "it has no list of"),
        ("t.csv", KINDS["t.xlsx"], "t.csv: this is a workbook or an archive"),
        (
            "t.ods",
            ods(manifest="<manifest:encryption-data/>"),
            "t.ods: the workbook cannot be read: it is protected by a password",
        ),
        ("t.xlsx", with_part(xlsx(), "xl/workbook.xml", b"<a"), AGAIN),
        ("t.xlsx", with_rows('<row r="1"><c r="A1" t="s"><v>99</v></c></row>'), AGAIN),
    ],
)
def test_what_is_no_workbook_is_told(name, data, said):
    assert faults(name, data)[0].startswith(said)


def test_the_content_tells_which_kind_of_workbook_it_is():
    assert cards(read_table("t.xlsx", KINDS["t.ods"])) == cards(read_table("t.ods", KINDS["t.ods"]))
    assert cards(read_table("t.ods", KINDS["t.xlsx"])) == cards(read_table("t.ods", KINDS["t.ods"]))


def test_a_workbook_that_came_in_part_is_to_be_got_again():
    with pytest.raises(SourceError) as refused:
        read_table("t.xlsx", xlsx()[:-99])
    [found] = refused.value.diagnostics
    assert f"{found.location}: {found.message}" == AGAIN + "file is not a zip file"
    assert found.hints == ("get the file again: it may not have been copied or downloaded whole",)


def test_a_workbook_cut_anywhere_is_told():
    for name in ("t.xlsx", "t.ods"):
        whole = KINDS[name]
        for size in range(0, len(whole), max(1, len(whole) // 60)):
            [found] = faults(name, whole[:size])
            assert "workbook" in found


FAR_ROWS = HEAD + '<row r="1048576"><c r="XFD1048576"><v>2</v></c></row>'
FAR = [
    with_rows(FAR_ROWS),
    with_rows(HEAD + '<row r="4294967295"><c r="A4294967295"><v>2</v></c></row>'),
    with_rows(HEAD + '<row r="2"><c r="ZZZZZZZ9999999999"><v>2</v></c></row>'),
    with_rows("<row><c><v>1</v></c></row><row r='1048576'>" + "<c><v>2</v></c>" * 99 + "</row>"),
    with_rows(HEAD + '<row r="999999999"><c><v>2</v></c></row>'),
    with_rows(HEAD + "<row r='2'><c a='/>' r='XFD1048576' b=\">\"><v>2</v></c></row>"),
    with_rows(HEAD + "<row><c r = 'XFD1048576' ><v>2</v></c></row>"),
]
WIDE = 'table:number-columns-repeated="16383"'
TALL = ' table:number-rows-repeated="1048000"'
FAR_ODS = [
    ods(body=ods_row(f"<table:table-cell {WIDE}/>", more=TALL) + ods_row(ods_cell("z") * 99)),
    ods(body=ods_row(ods_cell("z").replace("cell ", f"cell {WIDE} ", 1), more=TALL)),
    ods(body=ods_row(ods_cell("z"), more=TALL.replace("1048000", "9" * 30))),
]


def named_twice():
    """A workbook that names a sheet twice, of which the second is far larger."""
    links = "xl/_rels/workbook.xml.rels"
    book = with_part(with_rows(HEAD), "xl/worksheets/far.xml", sheet_of(FAR_ROWS))
    with zipfile.ZipFile(io.BytesIO(book)) as archive:
        rels = archive.read(links)
    again = rels.replace(b"worksheets/sheet1.xml", b"worksheets/far.xml")
    again = again[again.index(b"<Relationship ") :]
    return with_part(book, links, rels.replace(b"</Relationships>", again))


def test_cells_far_away_do_not_fill_memory(tmp_path):
    """Run where memory is short: what goes wrong ends the process, not just the reading."""
    program = (
        "import pathlib, resource, sys\n"
        "resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))\n"
        "from cardgen.core.diagnostics import SourceError\n"
        "from cardgen.source.tables.reading import read_table\n"
        "for file in map(pathlib.Path, sys.argv[1:]):\n"
        "    try: read_table(file.name, file.read_bytes()); print(file.name, 'is read')\n"
        "    except SourceError as error: print(file.name, error)\n"
    )
    books = {f"{n}.xlsx": data for n, data in enumerate(FAR)}
    books |= {f"{n}.ods": data for n, data in enumerate(FAR_ODS)} | {"twice.xlsx": named_twice()}
    for name, data in books.items():
        (tmp_path / name).write_bytes(data)
    asked = [sys.executable, "-c", program, *(tmp_path / name for name in books)]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-500:]
    said = dict(line.split(" ", 1) for line in done.stdout.splitlines())
    assert said.keys() == books.keys()
    del said["twice.xlsx"]  # read or refused: only what was measured counts
    assert [name for name, line in said.items() if "workbook" not in line] == []


def test_a_zip_bomb_is_refused_before_it_is_unpacked(monkeypatch):
    monkeypatch.setattr(workbooks, "_UNPACKED", 10_000_000)
    bomb = with_part(xlsx(), SHEET, bytes(20_000_000))
    assert "more than 10 MB when unpacked" in faults("t.xlsx", bomb)[0]


def test_an_archive_that_lies_about_its_sizes_is_refused():
    data = bytearray(with_part(xlsx(), SHEET, bytes(5_000_000)))
    size, lie = struct.pack("<L", 5_000_000), struct.pack("<L", 1000)
    assert data.count(size)
    lying = bytes(data).replace(size, lie)
    crc = zlib.crc32(bytes(5_000_000))
    lying = lying.replace(struct.pack("<L", crc), struct.pack("<L", zlib.crc32(bytes(1000))))
    [found] = faults("t.xlsx", lying)
    assert found.startswith(AGAIN)


def test_a_long_text_that_many_cells_share_does_not_fill_memory():
    rows = "".join(f'<row r="{n}"><c r="A{n}" t="s"><v>0</v></c></row>' for n in range(1, 9000))
    strings = f"<sst><si><t>{'x' * 100_000}</t></si></sst>".encode()
    book = with_part(with_rows(rows), "xl/sharedStrings.xml", strings)
    assert "its texts come to more than 200 MB" in faults("t.xlsx", book)[0]
    many = ods_row(ods_cell("x" * 100_000), more=' table:number-rows-repeated="9000"')
    assert "its texts come to more than 200 MB" in faults("t.ods", ods(body=many))[0]


def test_pictures_inside_are_not_unpacked(monkeypatch):
    monkeypatch.setattr(workbooks, "_UNPACKED", 10_000_000)
    book = with_part(xlsx(), "xl/media/image1.png", bytes(20_000_000))
    assert len(cards(read_table("t.xlsx", book))) == 2


def test_more_rows_than_a_deck_holds_point_to_series(monkeypatch):
    monkeypatch.setattr(table, "ROW_LIMIT", 1)
    for name in ("t.csv", "t.xlsx"):
        with pytest.raises(SourceError, match="more than 1 rows") as raised:
            read_table(name, KINDS[name])
        assert "series: {rows: …}" in raised.value.diagnostics[0].hints[0]


@examples(150)
@given(st.sampled_from(DECK_ENDINGS[1:]), st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(ending, data):
    faults(f"t{ending}", data)


def damaged(data, source):
    place = source.randrange(len(data) or 1)
    piece = [b"", b"9" * 12, b"<", b'"', b"&#0;", b"\xff", data[place // 2 : place]]
    return data[:place] + source.choice(piece) + data[place + source.randrange(4) :]


@pytest.mark.parametrize("name", ["t.xlsx", "t.ods", "t.json", "t.csv", "t.tsv"])
def test_any_damage_is_read_or_refused(name):
    """Damage also behind the checksums of an archive, as a hostile program would do it."""
    source = random.Random(name)
    whole = KINDS[name]
    for _ in range(150):
        data = whole
        for _ in range(source.randrange(1, 6)):
            data = damaged(data, source)
        faults(name, data)
    for _ in range(120 if name in ("t.xlsx", "t.ods") else 0):
        with zipfile.ZipFile(io.BytesIO(whole)) as archive:
            part = source.choice(archive.namelist())
            broken = with_part(whole, part, damaged(archive.read(part), source))
        faults(name, broken)
        with suppress(SourceError):
            table_of(name, broken)
