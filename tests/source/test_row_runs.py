"""Tables are read a run at a time, and every value knows where it stands."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.core.diagnostics import SourceError
from cardgen.source.tables import reading
from cardgen.source.tables.reading import Table

NAMES = ["id", "text"]
CELLS = st.text(st.sampled_from('ab,;"\n é'), max_size=6)


def table(folder, text, name="names.csv"):
    file = folder / name
    file.write_bytes(text.encode())
    return Table(file, name)


def rows(one, size=100, lists=()):
    faults = []
    found = [
        row
        for run in one.runs(size)
        for row in one.rows(run, lists, lambda *found: faults.extend(found))
    ]
    if faults:
        raise SourceError(*faults)
    return found


def plain(found):
    return [row.to_python() for row in found]


@given(
    st.lists(st.tuples(st.integers(0, 99).map(str), CELLS), max_size=9),
    st.integers(1, 4),
    st.sampled_from(["\n", "\r\n"]),
)
def test_what_a_spreadsheet_writes_is_read_back(tmp_path_factory, given_rows, size, end):
    out = io.StringIO()
    writer = csv.writer(out, lineterminator=end)
    writer.writerows([NAMES, *given_rows])
    one = table(tmp_path_factory.mktemp("t"), out.getvalue())
    found = rows(one, size)
    assert [(row.value["id"].raw, row.value["text"].raw) for row in found] == [
        (id, text.strip()) for id, text in given_rows
    ]
    assert one.count() == len(given_rows)
    runs = list(one.runs(size))
    assert [run.count for run in runs[:-1]] == [size] * (len(runs) - 1)
    lines = (out.getvalue().replace("\r\n", "\n")).split("\n")
    for row in found:
        for cell in row.value.values():
            first = cell.raw.split("\n")[0].replace('"', '""')
            assert lines[cell.location.line - 1][cell.location.column - 1 :].startswith(
                first.split('"')[0]
            )


def test_values_mean_what_they_mean_in_yaml(tmp_path):
    one = table(tmp_path, "a,b,c,d,e\n7, x ,,true,no\n")
    assert plain(rows(one)) == [{"a": 7, "b": "x", "c": None, "d": True, "e": "no"}]


def test_a_cell_of_a_list_holds_several_values(tmp_path):
    [row] = rows(table(tmp_path, "a,b\n1,sun; moon;3\n"), lists=("b",))
    assert row.to_python() == {"a": 1, "b": ["sun", "moon", 3]}
    assert [str(item.location) for item in row.value["b"].value] == [
        f"names.csv:2:{column}" for column in (3, 8, 13)
    ]


@pytest.mark.parametrize("between", [",", ";", "\t"])
def test_columns_are_told_apart(tmp_path, between):
    one = table(tmp_path, "﻿" + between.join("ab") + "\n" + between.join("12") + "\n")
    assert plain(rows(one)) == [{"a": 1, "b": 2}]


def test_blank_lines_are_no_rows(tmp_path):
    one = table(tmp_path, "a\n1\n\n  \n2\n\n")
    assert [str(row.value["a"].location) for row in rows(one, 1)] == [
        "names.csv:2:1",
        "names.csv:5:1",
    ]


def test_a_row_of_json_is_a_tree_with_places(tmp_path):
    text = '{"a": "sun", "b": [1, {"c": null}]}\n\n{"a": "s\\u00e9", "b": []}\n'
    one = table(tmp_path, text, "names.jsonl")
    first, second = rows(one, 1)
    assert first.to_python() == {"a": "sun", "b": [1, {"c": None}]}
    assert second.to_python() == {"a": "sé", "b": []}
    assert str(first.value["a"].location) == "names.jsonl:1:7"
    assert str(first.value["b"].value[0].location) == "names.jsonl:1:20"
    assert str(first.key_at("b")) == "names.jsonl:1:14"
    assert second.value["b"].location.line == 3


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("t.csv", "", "t.csv:1: this row cannot be read: it has no header"),
        ("t.csv", 'a,b\n1,"x\n', "t.csv:2: this row cannot be read: a quote in it is never closed"),
        ("t.csv", "a,b\n1,2\n3\n", "t.csv:3:1: this row cannot be read: it has 1 values"),
        ("t.csv", 'a,b\n1,"x"y\n', "t.csv:2: this row cannot be read: "),
        ("t.csv", 'a\n1"\n2"\n3\n', "t.csv:2: this row cannot be read: from here on"),
        ("t.csv", "a\nx\x07\n", "t.csv:2:2: "),
        ("t.jsonl", "{}\n[1]\n", "t.jsonl:2: this row cannot be read: it is no JSON object"),
        ("t.jsonl", '{"a": }\n', "t.jsonl:1:7: this row cannot be read: "),
        ("t.jsonl", '{"a": NaN}\n', "t.jsonl:1:7: this row cannot be read: NaN"),
        ("t.jsonl", '{"a": 1, "a": 2}\n', "t.jsonl:1:10: key `a` is given twice"),
        ("t.jsonl", "[" * 100_000 + "\n", "t.jsonl:1:1: this row cannot be read: "),
        ("t.jsonl", '{"a":' + "[" * 500 + "]" * 500 + "}\n", "t.jsonl:1:69: more than 64 lists"),
        ("t.jsonl", '{}\n{"a": "\\u0000"}\n', "t.jsonl:2:7: control character U+0000"),
        ("t.jsonl", '{"é\\n": 1e2, "b": "\\ud800"}\n', "t.jsonl:1:19: control character U+D800"),
        ("t.jsonl", '{"a": {"\\ud800": 1}}\n', "t.jsonl:1:8: control character U+D800"),
    ],
)
def test_faults_have_a_place(tmp_path, name, text, said):
    with pytest.raises(SourceError) as raised:
        rows(table(tmp_path, text, name))
    [found] = raised.value.diagnostics
    assert f"{found.location}: {found.message}".startswith(said)


def test_the_head_alone_makes_a_table(tmp_path):
    one = table(tmp_path, 'a,"b\nc"\n1,2\n')
    (tmp_path / "short.csv").write_bytes(one.head())
    short = Table(tmp_path / "short.csv", "names.csv")
    assert short.columns == one.columns
    assert not rows(short)
    [run] = one.runs(9)
    assert plain(list(short.rows(run, (), lambda *_: None))) == [{"a": 1, "b_c": 2}]


def test_a_table_that_cannot_be_read_is_told(tmp_path):
    one = table(tmp_path, "a\n1\n")
    (tmp_path / "names.csv").unlink()
    for look in (one.head, one.count, lambda: next(one.runs(1)), lambda: Table(tmp_path, "t.csv")):
        with pytest.raises(SourceError, match="the table cannot be read: "):
            look()


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("t.jsonl", '{}\n{"a": "xxxxxxxxxxxxxxxx"}', "it is longer than 20 bytes"),
        ("t.csv", "a\nxxxxxxxxxxxxxxxxxxxxxxxxx", "it is longer than 20 bytes"),
        ("t.csv", 'a\n"' + 30 * "\n", "a quote in it is never closed"),
        ("t.csv", "a\n" + 30 * " ", "it is longer than 20 bytes"),
    ],
)
def test_a_row_has_a_limit(tmp_path, name, text, said, monkeypatch):
    """No more is read of a row than the limit, so that a table of one line does not fill memory."""
    monkeypatch.setattr(reading, "_RECORD_LIMIT", 20)
    one = table(tmp_path, text, name)
    with pytest.raises(SourceError, match=said) as raised:
        one.count()
    assert str(raised.value.diagnostics[0].location) == f"{name}:2"


def test_a_large_table_has_the_dialects_of_small_ones(tmp_path):
    text = "Name\t#why\tHand Limit\nKälte\tx\t1,5\n"
    (tmp_path / "t.tsv").write_bytes(text.encode("cp1252"))
    one = Table(tmp_path / "t.tsv", "t.tsv")
    told = []

    def fault(*found):
        told.extend(found)

    found = [row for run in one.runs(1) for row in one.rows(run, (), fault)]
    assert plain(found)[0] == {"name": "Kälte", "hand_limit": "1,5"}
    assert [f"{one.location}: {one.code}" for one in told] == ["t.tsv:2:2: CG142"]


def test_a_large_table_in_utf_16_says_how_to_save_it(tmp_path):
    (tmp_path / "t.csv").write_bytes("a,b\n1,2\n".encode("utf-16"))
    with pytest.raises(SourceError) as raised:
        Table(tmp_path / "t.csv", "t.csv")
    assert raised.value.diagnostics[0].hints == ('save the table again, as "CSV UTF-8"',)
