from __future__ import annotations

from cardgen.core.style import TextStyle, Theme
from cardgen.model.formats import LEAST_PT, PAGE_SIZES, at_scale

THEME = Theme(
    styles={name: TextStyle("f/r", size) for name, size in {"a": 20, "b": 8, "c": 5}.items()}
)


def test_a_page_of_full_size_takes_the_styles_as_they_are() -> None:
    theme, names = at_scale(THEME, {"text": "b"}, (), 1.0)
    assert theme is THEME
    assert names == {"text": "b"}


def test_type_shrinks_no_further_than_it_can_be_read() -> None:
    roles = {"chapter": "a", "text": "b", "note": "c", "quote": "none", "table": "b"}
    theme, names = at_scale(THEME, roles, {"table"}, 0.5)
    sizes = {role: theme.styles[name].size for role, name in names.items() if role != "quote"}
    assert sizes == {"chapter": 10, "text": LEAST_PT, "note": 5, "table": 8}
    assert names["quote"] == "none"
    assert theme.styles["b"].size == 8


def test_eight_a7_pages_fill_a4() -> None:
    a7, a5 = PAGE_SIZES["a7"], PAGE_SIZES["a5"]
    assert a7.size.width * 4 <= 297
    assert a7.size.height * 2 <= 210
    assert a5.size.width / a7.size.width * a7.margins == 1.0
