from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.assets.library import Library
from cardgen.core.color import Color, contrast
from cardgen.core.geometry import Size
from cardgen.core.style import Theme
from cardgen.layout.report.lettering import Lettering
from cardgen.layout.report.pages import (
    APART,
    BAND,
    MARGIN,
    SLIM_BAND,
    MarkStrip,
    mark_strip,
    pages,
)
from cardgen.layout.report.theme import report_theme

A6 = Size(105.0, 148.0)


@given(
    st.dictionaries(
        st.sampled_from(["paper", "ink", "a", "b", "c", "d"]),
        st.builds(
            Color, st.floats(0, 1), st.floats(0, 1), st.floats(0, 1), st.sampled_from([1.0, 0.5])
        ),
    )
)
def test_any_theme_can_be_read(colors: dict[str, Color]) -> None:
    found = report_theme(Theme(colors)).colors
    assert contrast(found["stats-ink"], found["stats-ground"]) >= 7
    assert contrast(found["stats-on-band"], found["stats-band"]) >= 7
    assert contrast(found["stats-quiet-on-band"], found["stats-band"]) >= 4.5


def test_texts_that_no_font_has(library: Library) -> None:
    lettering = Lettering(report_theme(Theme()), "stats-text", library)
    assert lettering.legible("Ω \N{EGYPTIAN HIEROGLYPH A001}\n x") == "Ω ? x"
    assert lettering.width("mm") == pytest.approx(2 * lettering.width("m"))
    assert lettering.widest([]) == 0.0


def test_a_part_that_goes_on_has_its_heading_again() -> None:
    again = mark_strip("heading", 9.0, note="continued")
    head = MarkStrip(9.0, {"form": "heading", "note": ""}, before=APART, keep=True)
    lines = [MarkStrip(20.0, {"form": "line", "of": i}, head=again) for i in range(6)]
    found = pages([[head, *lines]], A6, True)
    shown = [[mark.note if mark.form == "heading" else mark.of for mark in page] for page in found]
    assert shown == [["", 0, 1, 2], ["continued", 3, 4, 5]]
    assert [page[0].y for page in found] == [BAND + APART, SLIM_BAND + APART]
    assert {(mark.x, mark.width) for page in found for mark in page} == {(MARGIN, 105 - 2 * MARGIN)}


def test_there_is_always_a_page() -> None:
    assert pages([], A6, False) == [()]
