"""Whatever a table holds, the game made of it has no errors."""

import csv
import io
import json
import tempfile
from pathlib import Path
from typing import Any

import pytest
from breadth import examples
from faults import errors_of
from hypothesis import HealthCheck, Phase, example, given
from hypothesis import strategies as st

from cardgen.features.fromtable.table_game import table_game

LETTERS = "abcdeghiklmnorstuvzABEKMäéßñøœ"
MARKS = "*{}[]()<>&%#;:,.!?'\"\\/|=+-_~^$€→½ \n"
WORDS = st.text(LETTERS, min_size=1, max_size=9)
TEXTS = st.one_of(
    WORDS,
    st.text(LETTERS + MARKS, min_size=1, max_size=30),
    st.lists(WORDS, min_size=3, max_size=30).map(" ".join),
)
HEADERS = st.one_of(
    st.sampled_from(
        "name title type Typ cost id ID copies Anzahl text rules items values class _x 2nd".split()
    ),
    st.text(LETTERS + MARKS.replace("\n", "") + "0123456789漢字💰", min_size=1, max_size=14),
)
COLUMNS = (
    st.integers(-99, 9999),
    st.floats(-50, 50).map(lambda number: round(number, 2)),
    st.booleans(),
    st.sampled_from(["red", "Blue one", "3", "no"]),
    st.sampled_from(["x", ""]),
    st.sampled_from(["#a03020", "#fff"]),
    WORDS,
    TEXTS,
    st.lists(WORDS, max_size=3).map("; ".join),
)


@st.composite
def tables(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Rows of a table; its names differ, its rows may be empty here and there."""
    headers = draw(
        st.lists(HEADERS.map(str.strip), min_size=1, max_size=9, unique=True).filter(
            lambda names: all(name and not name.startswith("#") for name in names)
        )
    )
    rows = draw(st.integers(1, 9))
    columns = []
    for _ in headers:
        values = draw(st.sampled_from(COLUMNS))
        column = st.one_of(values, values, values, st.none())
        columns.append(draw(st.lists(column, min_size=rows, max_size=rows)))
    return [dict(zip(headers, row, strict=True)) for row in zip(*columns, strict=True)]


def csv_of(rows: list[dict[str, Any]]) -> str:
    text = io.StringIO(newline="")
    writer = csv.writer(text, quoting=csv.QUOTE_ALL)
    writer.writerow(rows[0])
    writer.writerows(row.values() for row in rows)
    return text.getvalue()


def json_of(rows: list[dict[str, Any]]) -> str:
    return json.dumps({"about": "x", "cards": rows})


def nested_json_of(rows: list[dict[str, Any]]) -> str:
    return json_of([{**row, "more": row, "Many": list(row.values())} for row in rows])


@pytest.mark.slow
@examples(
    15,
    suppress_health_check=[HealthCheck.too_slow],
    phases=[Phase.explicit, Phase.reuse, Phase.generate],  # a game an example is slow to shrink
)
@given(tables(), st.sampled_from([csv_of, json_of, nested_json_of]))
@example([{"a": "#fff", "yes": "x"}, {"a": "#a03020", "yes": "x"}], nested_json_of)
@example([{"name": None}, {"name": ""}, {"name": "a; b"}, *[{"name": ""}] * 3], nested_json_of)
def test_any_table_becomes_a_game(rows, write):
    is_empty = all(value in (None, "", []) for row in rows for value in row.values())
    if is_empty and write is not nested_json_of:
        return
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"some cards.{'csv' if write is csv_of else 'json'}"
        file.write_text(write(rows), encoding="utf-8")
        assert [str(error) for error in errors_of(table_game(file.name, file.parent))] == []
