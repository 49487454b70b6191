import pytest
from hypothesis import given
from hypothesis import strategies as st
from page_boxes import arranged, grown, overlap, page_of, refusal

from cardgen.core.geometry import Insets, Rect, Size
from cardgen.core.units import PAPERS
from cardgen.impose.duplex import back_place
from cardgen.impose.gutterfold import arrange_fold
from cardgen.impose.nup import LEAST_INNER, arrange, paper_size

POKER = Size(63, 88)
A4, LETTER = PAPERS["a4"], PAPERS["letter"]

sizes = st.builds(Size, st.floats(20, 190), st.floats(20, 190))
papers = st.sampled_from([A4, LETTER])
bleeds = st.sampled_from([0.0, 1.5, 3.0, 3.175])
margins = st.sampled_from([0.0, 4.2, 5.0, 6.35])
modes = st.sampled_from(["auto", "butt", "inner", "bleed"])


def test_nine_up_butt_cut_on_a4():
    grid = arrange(POKER, 3, A4, 5, "butt")
    assert (grid.columns, grid.rows, grid.landscape, grid.gutter) == (3, 3, False, 0)
    assert grid.block == Rect(10.5, 16.5, 189, 264)
    assert grid.trim(4) == Rect(73.5, 104.5, 63, 88)
    assert grid.bleed_at(0) == Insets(3, 0, 0, 3)
    assert grid.bleed_at(4) == Insets()
    assert grid.bleed_at(8) == Insets(0, 3, 3, 0)


def test_eight_up_with_full_bleed_on_a4():
    grid = arrange(POKER, 3, A4, 5, "bleed")
    assert (grid.columns, grid.rows, grid.landscape, grid.gutter) == (4, 2, True, 6)
    assert grid.block == Rect(13.5, 14, 270, 182)
    assert grid.trim(5) == Rect(82.5, 108, 63, 88)
    assert all(grid.bleed_at(slot) == Insets(3, 3, 3, 3) for slot in range(8))


def test_nine_up_on_letter_keeps_room_for_marks_instead_of_bleed():
    grid = arrange(POKER, 3, LETTER, 5, "butt")
    assert (grid.columns, grid.rows, grid.landscape) == (3, 3, False)
    assert grid.block.x == pytest.approx(13.45)
    assert grid.block.y == pytest.approx(7.7)
    assert grid.outer.left == 3
    assert grid.outer.top == pytest.approx(1.7)


@pytest.mark.parametrize(
    ("piece", "bleed", "mode", "grid"),
    [
        (POKER, 3, "bleed", (3, 2, True)),
        (POKER, 1.9, "bleed", (4, 2, True)),
        (Size(63.5, 88.9), 3, "butt", (3, 3, False)),
    ],
)
def test_poker_cards_on_letter(piece, bleed, mode, grid):
    found = arrange(piece, bleed, LETTER, 5, mode)
    assert (found.columns, found.rows, found.landscape) == grid


def test_auto_takes_full_bleed_when_it_costs_little():
    assert arrange(POKER, 3, A4, 5).mode == "bleed"  # 8 of 9
    assert arrange(POKER, 3, LETTER, 5).mode == "inner"  # 6 of 9
    assert arrange(Size(190, 277), 3, A4, 5).mode == "bleed"  # 1 of 1
    assert arrange(Size(199, 286), 3, A4, 5).mode == "butt"  # 0 of 1


def test_inner_bleed_on_letter_is_eight_up_with_1_9_mm():
    # 279.4 - 2 x 5 of border - 2 x 3 of outer bleed - 4 x 63 = 3 x 3.8
    grid = arrange(POKER, 3, LETTER, 5, "inner")
    assert (grid.columns, grid.rows, grid.landscape, grid.gutter) == (4, 2, True, 3.8)
    assert grid.outer == Insets(3, 3, 3, 3)
    assert grid.bleed_at(5) == Insets(1.9, 1.9, 3, 1.9)
    assert grid.artwork.x == pytest.approx(5)


@pytest.mark.parametrize(
    ("piece", "paper", "slots", "gutter"),
    [
        (POKER, A4, 9, 2.5),
        (Size(63.5, 88.9), LETTER, 8, 3.1),
        (Size(63.5, 63.5), LETTER, 12, 2.4),
        (Size(63.5, 63.5), A4, 12, 1.7),
        (Size(70, 120), A4, 4, 6.0),
    ],
)
def test_inner_bleed_is_what_the_sheet_has_room_for(piece, paper, slots, gutter):
    grid = arrange(piece, 3, paper, 5, "inner")
    assert (grid.slots, grid.gutter) == (slots, gutter)


@pytest.mark.parametrize(("agree", "mode"), [(True, "butt"), (False, "inner")])
def test_edges_decide_where_full_bleed_costs_too_many_cards(agree, mode):
    grid = arrange(POKER, 3, LETTER, 5, agree=lambda: agree)
    assert grid.mode == mode
    assert grid.outer == Insets(3, 3, 3, 3)


def test_edges_are_not_asked_for_where_they_do_not_matter():
    def never():
        raise AssertionError("asked")

    assert arrange(POKER, 3, A4, 5, agree=never).mode == "bleed"
    for mode in ("butt", "inner", "bleed"):
        assert arrange(POKER, 3, LETTER, 5, mode, agree=never).mode == mode


def test_equal_counts_prefer_the_upright_page():
    assert not arrange(Size(90, 90), 3, A4, 5).landscape


def test_a_lying_paper_is_the_same_paper():
    assert arrange(POKER, 3, A4.quarter_turned, 5) == arrange(POKER, 3, A4, 5)


def test_a_lone_card_may_bleed_into_empty_slots():
    grid = arrange(POKER, 3, A4, 5, "butt")
    assert grid.bleed_at(0, count=1) == Insets(3, 3, 3, 3)
    assert grid.bleed_at(1, count=4) == Insets(3, 0, 3, 0)
    assert grid.bleed_at(0, count=4) == Insets(3, 0, 0, 3)


def test_small_cards_give_up_bleed_for_a_slug():
    grid = arrange(Size(41, 63), 3, A4, 5, "butt")
    assert (grid.columns, grid.rows) == (7, 3)
    assert grid.outer.top == pytest.approx(1.0)


def test_too_large_for_bleed_says_what_fits():
    found = refusal(arrange, Size(196, 280), 3, A4, 5, "bleed")
    assert found.code == "CG601"
    assert found.message == (
        "a card of 196 x 280 mm with 3 mm bleed does not fit on paper of 210 x 297 mm"
    )
    assert "cards are never scaled to fit" in found.notes
    assert found.hints == ("`arrangement: butt` fits 1 on A4", "a bleed of 1 mm or less fits here")


@pytest.mark.parametrize(
    ("piece", "paper", "place", "hint"),
    [
        (Size(190, 277), LETTER, -2, "`arrangement: bleed` fits 1 on A4"),
        (Size(204, 290), A4, -1, "a printer with a border of 3 mm can print it"),
        (Size(400, 400), A4, 0, "make it a board: boards are tiled over several pages"),
    ],
)
def test_too_large_for_a_sheet_says_what_would_do(piece, paper, place, hint):
    assert refusal(arrange, piece, 3, paper, 5).hints[place] == hint


def test_unknown_paper_has_a_suggestion():
    found = refusal(paper_size, "leter")
    assert (found.code, found.hints[0]) == ("CG602", "did you mean `letter`?")


@given(sizes, bleeds, papers, margins, modes)
def test_slots_keep_size_stay_printable_and_do_not_overlap(piece, bleed, paper, margin, mode):
    grid = arranged(arrange, piece, bleed, paper, margin, mode)
    trims = [grid.trim(slot) for slot in range(grid.slots)]
    for slot, trim in enumerate(trims):
        assert (trim.width, trim.height) == (piece.width, piece.height)
        box = grown(trim, grid.bleed_at(slot))
        assert page_of(grid).grow(-margin).contains(box, 1e-6)
        assert grid.artwork.contains(box, 1e-6)
        for other in trims[:slot]:
            assert not overlap(box, other)
            if grid.mode == "bleed":
                assert not overlap(trim.grow(bleed), other.grow(bleed))
    if grid.mode == "inner":
        assert grid.bleeds_around
        assert 2 * bleed >= grid.gutter >= min(2 * bleed, 2 * LEAST_INNER)
    if grid.mode == "bleed":
        assert all(grid.bleed_at(s) == Insets(*[bleed] * 4) for s in range(grid.slots))


@given(sizes, bleeds, papers, margins, st.integers(1, 30))
def test_artwork_never_enters_another_card_on_a_part_filled_sheet(
    piece, bleed, paper, margin, filled
):
    grid = arranged(arrange, piece, bleed, paper, margin, "butt")
    filled = min(filled, grid.slots)
    for slot in range(filled):
        box = grown(grid.trim(slot), grid.bleed_at(slot, filled))
        assert not any(overlap(box, grid.trim(o)) for o in range(filled) if o != slot)


@given(sizes, bleeds, papers, margins, st.booleans())
def test_auto_keeps_all_bleed_around_if_one_card_can(piece, bleed, paper, margin, agree):
    grid = arranged(arrange, piece, bleed, paper, margin, "auto", agree=lambda: agree)
    if not grid.bleeds_around:
        assert refusal(arrange, piece, bleed, paper, margin, "bleed")


@given(sizes, bleeds, papers, margins, modes)
def test_the_block_lies_in_the_middle_of_the_page(piece, bleed, paper, margin, mode):
    grid = arranged(arrange, piece, bleed, paper, margin, mode)
    middle = (grid.page.width / 2, grid.page.height / 2)
    assert grid.block.center == pytest.approx(middle)
    assert grid.artwork.center == pytest.approx(middle)


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
