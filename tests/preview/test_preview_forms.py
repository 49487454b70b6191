"""What is written for an answer of the page, by the kind of its field."""

from typing import Any

import pytest

from cardgen.model.compound import ListField, RecordField
from cardgen.model.fields import ChoiceField, FlagField, NumberField, TextField
from cardgen.preview.editing.forms import file_value
from cardgen.source.editing.patching import GONE
from cardgen.source.editing.scalars import Word

NUMBERS = ListField(of=NumberField())


@pytest.mark.parametrize(
    ("field", "value", "written"),
    [
        (NumberField(), " 12 ", 12),
        (NumberField(), "many", Word("many")),
        (FlagField(), "true", True),
        (ChoiceField(), " 1 ", Word("1")),
        (TextField(), "12", "12"),
        (TextField(), " ", GONE),
        (TextField(), None, GONE),
        (None, "12", "12"),
        (NUMBERS, ["1", "2.5", "x", ""], [1, 2.5, Word("x"), ""]),
        (ListField(), ["1", " "], ["1", " "]),
        (ListField(of=NUMBERS), [["1"], []], [[1], []]),
        (NumberField(), ["1"], ["1"]),  # the data say why that is wrong
        (None, ["1"], ["1"]),
        (RecordField(fields={"a": NUMBERS, "b": TextField()}), {"a": ["1"], "b": ""}, {"a": [1]}),
        (TextField(), {"a": "1"}, {"a": "1"}),
    ],
)
def test_an_answer_is_written_as_its_kind_is(field: Any, value: Any, written: Any) -> None:
    found = file_value(field, value, None)
    assert repr(found) == repr(written)
    assert type(found) is type(written)


@pytest.mark.parametrize(
    ("field", "written"), [(TextField(), ""), (NumberField(), GONE), (ChoiceField(), GONE)]
)
def test_an_empty_answer_is_a_text_where_something_else_would_hold(
    field: Any, written: Any
) -> None:
    assert file_value(field, "", None, keep_empty=True) == written
