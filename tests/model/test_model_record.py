from __future__ import annotations

import json

import pytest

from cardgen.model.record import Record, plain
from cardgen.model.richtext import EMPTY, Rich, TermValue
from cardgen.model.scope import rule_number


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, None),
        (True, True),
        (rule_number(5), 5),
        (rule_number(1.5), 1.5),
        (rule_number("5-6"), "5-6"),
        (Rich("Hold 5 cards", "Hold <b>5</b> cards", frozenset({"rule:hand"})), "Hold 5 cards"),
        (EMPTY, ""),
        (TermValue("ax", "Axe", "Axes"), "ax"),
        ((Rich("a", "a"), 2), ["a", 2]),
        (Record({"icon": "ax", "steps": (Record({"n": 1}),)}), {"icon": "ax", "steps": [{"n": 1}]}),
    ],
)
def test_plain(value: object, expected: object) -> None:
    found = plain(value)
    assert found == expected
    assert type(found) is type(expected)
    assert json.loads(json.dumps(found)) == expected
