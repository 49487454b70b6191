import pytest
from hypothesis import given
from hypothesis import strategies as st
from page_boxes import arranged, page_of, refusal

from cardgen.core.geometry import Insets, Rect, Size
from cardgen.core.units import PAPERS
from cardgen.impose.duplex import back_place
from cardgen.impose.gutterfold import arrange_fold


@pytest.mark.parametrize(
    ("paper", "mode", "fold", "gutter"),
    [("a4", "bleed", "vertical", 6.0), ("letter", "inner", "horizontal", 3.1)],
)
def test_four_poker_cards_go_on_a_sheet(paper, mode, fold, gutter):
    grid = arrange_fold(Size(63, 88), 3, PAPERS[paper], 5)
    assert (grid.slots, grid.fold, grid.landscape, grid.mode) == (4, fold, True, mode)
    assert (grid.gutter, grid.bleeds_around) == (gutter, True)


def test_exact_places_on_a4():
    grid = arrange_fold(Size(63, 88), 3, PAPERS["a4"], 5)
    assert grid.block == Rect(11.25, 14, 132, 182)
    assert grid.outer == Insets(3, 3, 3, 3)
    assert back_place(grid, grid.trim(0), "gutterfold") == (Rect(222.75, 14, 63, 88), 0)


def test_a_level_fold_puts_backs_on_their_heads():
    grid = arrange_fold(Size(190, 60), 3, PAPERS["a4"], 5, "bleed")
    assert grid.fold == "horizontal"
    place, rotation = back_place(grid, grid.trim(0), "gutterfold")
    assert rotation == 180
    assert place.y > grid.page.height / 2


def test_too_large_for_half_a_sheet():
    fault = refusal(arrange_fold, Size(160, 220), 3, PAPERS["a4"], 5)
    assert "a fold halves the room" in fault.hints[-1]


def test_an_arrangement_that_fits_is_named():
    fault = refusal(arrange_fold, Size(138, 190), 3, PAPERS["a4"], 5, "bleed")
    assert fault.hints[0] == "`arrangement: butt` fits 1"


@given(
    st.builds(Size, st.floats(20, 140), st.floats(20, 140)),
    st.sampled_from(list(PAPERS.values())),
    st.sampled_from(["auto", "butt", "inner", "bleed"]),
    st.sampled_from([4.2, 5.0, 6.35]),
)
def test_faces_keep_to_their_half_and_to_the_printable_area(size, paper, mode, margin):
    grid = arranged(arrange_fold, size, 3, paper, margin, mode)
    printable = page_of(grid).grow(-margin)
    assert printable.contains(grid.reach, 1e-6)
    if grid.fold == "vertical":
        assert grid.reach.right <= grid.page.width / 2 + 1e-6
        assert grid.outer.right == 3
    else:
        assert grid.reach.bottom <= grid.page.height / 2 + 1e-6
        assert grid.outer.bottom == 3
    for slot in range(grid.slots):
        place, _ = back_place(grid, grid.trim(slot), "gutterfold")
        assert printable.contains(place, 1e-6)
        assert grid.artwork.contains(place, 1e-6)
