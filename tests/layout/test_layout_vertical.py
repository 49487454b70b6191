"""Words in columns from top to bottom."""

import math

import pytest

from cardgen.core.geometry import Matrix
from cardgen.core.units import MM_PER_POINT
from cardgen.frame import Frame, Group, Text

EM = 10 * MM_PER_POINT
BOX = '<vertical-text font="m-plus-1p/regular" width="30" height="{}" {}>{}</vertical-text>'


def cells(frame):
    """Return what stands where: words, the start of the baseline, degrees."""
    found = []
    for item, place in frame.walk():
        if isinstance(item, Text):
            turn = math.degrees(math.atan2(place.b, place.a))
            found.append((item.string, *place.apply(item.x, item.y), round(turn)))
    return found


def test_columns_run_down_and_then_to_the_left(frame_of):
    found = cells(frame_of(BOX.format(4 * EM + 0.1, "", "山川空海日月")))
    assert "".join(cell[0] for cell in found) == "山川空海日月"
    assert {cell[3] for cell in found} == {0}
    (first, second, *_), last = found, found[-1]
    assert first[1] == second[1] == pytest.approx(30 - 1.2 * EM / 2 - EM / 2, abs=0.002)
    assert second[2] - first[2] == pytest.approx(EM, abs=0.002)
    assert first[2] == pytest.approx(0.88 * EM, abs=0.002)
    assert first[1] - last[1] == pytest.approx(1.2 * EM, abs=0.002)
    assert last[2] == pytest.approx(second[2], abs=0.002)


def test_punctuation_has_its_vertical_form_or_is_turned(frame_of, library):
    frame = frame_of(BOX.format(60, "", "あ、ー（い）"))
    turns = {cell[0]: cell[3] for cell in cells(frame)}
    assert turns == {"あ": 0, "、": 0, "ー": 0, "（": 90, "い": 0, "）": 90}
    font = library.font("m-plus-1p/regular")
    words = {i.string: i.words[0] for i, _ in frame.walk() if isinstance(i, Text)}
    for one in "、ー":
        assert words[one].glyphs[0].index != font.shape(one).glyphs[0].index
        assert words[one].shaping.features == ("vert",)


def test_latin_words_are_turned_and_small_numbers_stand(frame_of):
    found = cells(frame_of(BOX.format(80, "", "山で12枚の123と Fox 7")))
    turns = " ".join(f"{words}:{turn}" for words, _, _, turn in found)
    assert turns == "山:0 で:0 12:0 枚:0 の:0 123:90 と:0 Fox:90 7:0"
    middle = found[0][1] + EM / 2
    word = next(cell for cell in found if cell[0] == "Fox")
    assert word[1] == pytest.approx(middle - 0.73 * EM / 2, abs=0.05)
    assert [cell[3] for cell in cells(frame_of(BOX.format(80, "", "Fox 7")))] == [90, 90]


def test_tracking_goes_down_the_column(frame_of):
    def spread(given):
        found = cells(frame_of(BOX.format(60, given, "山Fox川")))
        return found[-1][2] - found[0][2]

    tight, wide = spread(""), spread('tracking="100"')
    assert wide - tight == pytest.approx(4 * EM / 10, abs=0.01)


def test_columns_stand_where_they_are_asked_to(frame_of):
    def first(given):
        return cells(frame_of(BOX.format(20, given, "山川")))[0][1:3]

    x, y = first("")
    assert first('across="left"') == pytest.approx((x - 30 + 1.2 * EM, y), abs=0.002)
    assert first('across="center"') == pytest.approx((x - 15 + 0.6 * EM, y), abs=0.002)
    assert first('align="center"') == pytest.approx((x, y + 10 - EM), abs=0.002)
    assert first('align="end"') == pytest.approx((x, y + 20 - 2 * EM), abs=0.002)


def test_it_gets_smaller_or_is_an_error(lay):
    long = "山川空海日月" * 6
    laid = lay(BOX.format(15, "", long))
    assert laid.diagnostics == ()
    first, second, *_ = cells(laid.frame)
    assert second[2] - first[2] < EM
    (found,) = lay(BOX.format(15, 'fit="error"', long)).diagnostics
    assert found.code == "CG401"
    assert "columns are" in found.message
    (found,) = lay(BOX.format(9, 'fit="error"', "Supercalifragilistic")).diagnostics
    assert "too high" in found.message
    (found,) = lay(BOX.format(15, "", "<u>山</u>")).diagnostics
    assert found.code == "CG437"


def test_it_is_read_as_one_text(frame_of, said):
    words = "山の守り手は、（12枚）ひく。"
    card = frame_of(BOX.format(20, 'outline="0.3 red"', words))
    twice = Frame(card.size, [Group(card), Group(card, Matrix.translation(0, 30))])
    assert said(twice).replace(" ", "") == words * 2


def test_in_a_row_it_is_as_wide_as_its_columns(frame_of):
    frame = frame_of(
        '<row width="60" height="40">'
        '<vertical-text font="m-plus-1p/regular">山川<br/>空</vertical-text>'
        '<text grow="1">beside</text></row>'
    )
    beside = next(i for i, _ in frame.walk() if isinstance(i, Text) and i.string == "beside")
    assert beside.x == pytest.approx(2 * 1.2 * EM, abs=0.01)
