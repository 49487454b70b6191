"""Looks of letters: raised, lowered and outlined, with lines, and by features of their font."""

import math
from itertools import accumulate

import pytest
from frame_text import text_of
from msgspec.structs import replace
from workshops import picture, texts

from cardgen.core.geometry import Matrix, Size
from cardgen.core.style import Color, LinearGradient, parse_feature
from cardgen.core.units import MM_PER_POINT
from cardgen.frame import Frame, Group, Shape, Text
from cardgen.frame.ink import apply_ink
from cardgen.model.formats import Limits
from cardgen.proof.runner import proof

EM = 10 * MM_PER_POINT  # of the style `body`


def shapes(frame):
    return [item for item, _ in frame.walk() if isinstance(item, Shape)]


def test_raised_and_lowered_words_are_smaller_and_off_the_line(frame_of):
    plain, up, down = texts(frame_of("<text>2<sup>nd</sup><sub>x</sub></text>"))
    assert (plain.size, up.size, down.size) == (10, 6.2, 6.2)
    assert plain.y - up.y == pytest.approx(0.36 * EM, abs=0.001)
    assert down.y - plain.y == pytest.approx(0.15 * EM, abs=0.001)
    assert up.x == pytest.approx(plain.x + plain.width, abs=0.001)
    a, b, c = texts(frame_of('<text size="20">a<sup>b<sup>c</sup></sup></text>'))
    assert a.y > b.y > c.y
    assert a.size > b.size > c.size


def test_raised_words_of_small_type_stay_legible_and_leave_the_lines_where_they_are(frame_of):
    frame = frame_of('<text size="8" width="20">one m<sup>2</sup><br/>two<br/>three</text>')
    one, up, two, three = texts(frame)
    assert up.size == 6
    assert two.y - one.y == pytest.approx(three.y - two.y, abs=0.002)


def test_a_line_under_words_goes_on_through_spaces_faces_and_icons(frame_of):
    frame = frame_of('<text>a <u>b <b>c</b> <icon name="square"/>d</u> e</text>')
    line, box = frame.items[0], frame.items[0].path.bounds()
    first, b, *_, last = texts(frame)
    assert first.x + first.width < box.x == pytest.approx(b.x, abs=0.001)
    assert box.right < last.x
    assert b.y < box.y < box.bottom < b.y + 0.25 * EM
    assert line.fill == b.color


def test_a_line_through_words_lies_above_them_at_half_the_height_of_letters(frame_of):
    frame = frame_of("<text>a <s>bought</s></text>")
    line, word = frame.items[-1].path.bounds(), texts(frame)[-1]
    assert word.y - 0.4 * EM < line.y < word.y - 0.15 * EM
    assert line.width == pytest.approx(word.width, abs=0.002)


def test_lines_take_the_colour_of_their_words_and_break_with_them(frame_of):
    markup = '<text width="14"><u>one two <span color="red">three</span> four</u></text>'
    lines = shapes(frame_of(markup))
    assert len({line.path.bounds().y for line in lines}) == 3
    assert {line.fill for line in lines} == {texts(frame_of(markup))[0].color, Color(1, 0, 0)}


def test_outlines_lie_behind_the_letters_the_first_on_top(frame_of):
    frame = frame_of('<text outline="0.4 red, 0.2mm ink/50%">Hi <u>x</u></text>')
    group, line, *words = frame.items
    assert all(isinstance(word, Text) for word in words)
    told, behind, before = group.frame.items
    assert told.note == "#ff0000:0.4 #10203080:0.6"
    assert (group.alt, behind.opacity) == ("", 0.5)
    (wide,) = behind.frame.items
    assert (before.stroke.width, wide.stroke.width) == (0.8, 1.2)
    assert before.path == wide.path
    box, letters = before.path.bounds(), words[0]
    assert box.x == pytest.approx(letters.x, abs=0.5)
    assert box.bottom == pytest.approx(line.path.bounds().bottom, abs=0.002)


HALF_AN_OUTLINE = """
    _____________
    _____________
    __BBBBB______
    BBBBBBBB_____
    BRRRBRRB_____
    BRRRBRRB_____
    BRRRRRRB_____
    BRRRRRRB_____
    BRRRBRRB_____
    BRRRBRRB_____
    _BBBBBB______
    _____________
    _____________
"""


def test_an_outline_is_seen_half(frame_of, drawn):
    markup = (
        '<side background="#fff"><text x="1" y="1" height="11" size="30" font="titan-one/regular"'
        ' color="red" outline="1 #0000ff">H</text></side>'
    )
    assert drawn(frame_of(markup, size=(13, 13)), "RB_") == picture(HALF_AN_OUTLINE)


def test_outlines_of_gradients_and_none(frame_of):
    (group, _) = frame_of('<text outline="0.4 linear(90 red ink)">Hi</text>').items
    assert isinstance(group.frame.items[1].stroke.paint, LinearGradient)
    none = '<text outline="none">Hi</text>'
    assert frame_of(none).items == frame_of("<text>Hi</text>").items


@pytest.mark.parametrize(("ink", "kinds"), [("light", [Text]), ("grey", [Group, Text])])
def test_less_ink_leaves_outlines_out(frame_of, ink, kinds):
    frame = frame_of('<text color="#fff" outline="0.4 ink">Hi</text>')
    assert [type(item) for item in apply_ink(frame, ink).items] == kinds


def test_text_with_an_outline_is_read_once(frame_of, said):
    assert said(frame_of('<text outline="0.4 red">A <b>bold</b> Fox</text>')) == "A bold Fox"


def letters(frame):
    return [(item, place) for item, place in frame.walk() if isinstance(item, Text)]


def turn(matrix):
    return math.degrees(math.atan2(matrix.b, matrix.a))


def test_letters_on_an_arc_turn_about_its_middle(frame_of):
    frame = frame_of('<curved-text width="60" height="20" arc="90">AVATAR</curved-text>')
    placed = letters(frame)
    assert [text.string for text, _ in placed] == list("AVATAR")
    turns = [turn(place) for _, place in placed]
    assert turns == sorted(turns)
    assert turns[0] == pytest.approx(-turns[-1], abs=1)
    centre = 30, min(place.f for _, place in placed) + 30 / math.sin(math.radians(45))
    for text, place in placed:
        x, y = place.apply(text.width / 2, 0)
        assert math.dist((x, y), centre) == pytest.approx(30 / math.sin(math.radians(45)), abs=0.6)


def test_letters_on_a_line_stand_as_kerning_has_them(frame_of):
    (straight,) = texts(frame_of('<text size="20">AVATAR</text>'))
    placed = letters(
        frame_of('<curved-text size="20" d="M0 20H60" align="start">AVATAR</curved-text>')
    )
    advances = [glyph.advance * 20 * MM_PER_POINT / 1000 for glyph in straight.words[0].glyphs]
    pens = [0.0, *accumulate(advances[:-1])]
    assert [place.e for _, place in placed] == pytest.approx(pens, abs=0.01)
    assert [place.f for _, place in placed] == pytest.approx([20] * 6, abs=0.001)


def test_ligatures_and_accents_stay_whole(frame_of):
    frame = frame_of('<curved-text arc="40" font="bevan/regular">fjo\u0308rd e\u0301</curved-text>')
    assert "o\u0308" in [text.string for text, _ in letters(frame)]
    spaced = frame_of('<curved-text arc="40" tracking="50">office</curved-text>')
    assert len(letters(spaced)) == 6


@pytest.mark.parametrize("side", ["above", "below"])
def test_letters_round_a_circle_stand_outside_or_hang_inside(frame_of, side):
    ring = f'x="10" y="10" width="40" height="40" side="{side}"'
    for middle, out in (("top", side == "above"), ("bottom", side == "below")):
        ringed = f'<curved-text {ring} circle="{middle}">Ring</curved-text>'
        for text, place in letters(frame_of(ringed)):
            x, y = place.apply(text.width / 2, -1.0)
            assert (math.dist((x, y), (30, 30)) > 20) == out


@pytest.mark.parametrize(("align", "first"), [("start", 0), ("center", 15), ("end", 30)])
def test_letters_stand_at_the_start_the_middle_or_the_end(frame_of, align, first):
    frame = frame_of(f'<curved-text d="M0 9H40" align="{align}" size="6">nnn</curved-text>')
    places = letters(frame)
    wide = sum(text.width for text, _ in places)
    assert places[0][1].e == pytest.approx(first * (40 - wide) / 30, abs=0.02)


CURVED = "<curved-text {}>Much too long for it</curved-text>"
SMALL = 'width="30" height="9" '


def test_words_on_a_curve_get_smaller(lay):
    laid = lay(CURVED.format(SMALL + 'arc="30" min-size="4"'))
    assert all(text.size < 10 for text, _ in letters(laid.frame))
    box = [place.apply(text.width, 0) for text, place in letters(laid.frame)]
    assert all(0 <= x <= 30.03 for x, _ in box)


def test_in_a_column_an_arc_is_as_high_as_its_words(frame_of):
    frame = frame_of(
        '<column width="50" height="60"><curved-text arc="90">Harbour guild</curved-text>'
        "<text>below</text></column>"
    )
    lowest = max(place.f for text, place in letters(frame) if text.string != "below")
    (below,) = [text for text in texts(frame) if text.string == "below"]
    assert lowest < below.y < lowest + 8


def test_words_on_a_curve_are_read_as_words_however_often_they_are_printed(frame_of, said):
    card = frame_of(
        '<curved-text width="60" height="20" arc="90" outline="0.3 red">An <b>eerie</b> tree '
        '<icon name="square" alt="box"/></curved-text>'
    )
    moved = [Group(card, Matrix.translation(0, y)) for y in (0, 30)]
    assert said(Frame(Size(60, 90), moved)) == " ".join(["An eerie tree box"] * 2)


def test_gradients_go_through_words_on_a_curve(frame_of, drawn):
    frame = frame_of(
        '<curved-text width="60" height="20" arc="120" color="linear(0 red 45% #0000ff 45%)"'
        ' size="20">OOOOOO</curved-text>',
        size=(60, 20),
    )
    seen = drawn(frame, "RB_")
    assert all("B" not in row[:26] and "R" not in row[34:] for row in seen.splitlines())
    assert {"R", "B"} <= set(seen)


def test_findings_name_the_words_and_not_each_letter(judged):
    found = judged(
        '<curved-text x="1" y="1" width="40" height="9" arc="30" size="5" color="#eeeeee">'
        "Pale small words</curved-text>",
        safe=5,
    )
    assert sorted(one.code for one in found) == ["CG801", "CG802", "CG805"]
    assert all("Pale small words" in one.message for one in found if one.code != "CG805")


def test_words_of_one_tag_that_is_run_twice_are_told_apart(frame_of, library):
    def items(y, words):
        size = f'x="9" y="{y}" width="40" height="9" arc="30"'
        return frame_of(f"<curved-text {size}>{words}</curved-text>").items

    both = Frame(Size(60, 90), [*items(9, "Well within"), *items(1, "At the edge")])
    assert len({item.stamp for item in both.items}) == 1
    (found,) = proof(both, Limits(safe=5), library)
    assert "`At the edge` is 3.9 mm" in found.message


# OpenType features of styles

ZERO = '<text font="atkinson/bold" size="40" leading="1" color="#000000"{}>0</text>'


def test_zeros_are_plain_and_slashed_if_a_style_says_so(frame_of, drawn):
    for features, middle in (("", "_##___###__"), (' features="zero"', "_##_#####__")):
        frame = frame_of(ZERO.format(features), size=(11.0, 14.0))
        assert drawn(frame, "#_").splitlines()[7] == middle


def test_features_come_from_the_style_the_text_or_a_span(frame_of, theme):
    def widths(markup, features):
        styles = {"body": replace(theme.styles["body"], features=features)}
        frame = frame_of(markup, theme=replace(theme, styles=styles))
        return [round(item.width, 2) for item in frame.items if isinstance(item, Text)]

    narrow = widths("<text>11</text>", ())
    wide = widths("<text>11</text>", ("tnum",))
    assert wide > narrow
    assert widths('<text features="tnum">11</text>', ()) == wide
    assert widths('<text features="">11</text>', ("tnum",)) == narrow
    assert widths('<text>11<span features="tnum">11</span></text>', ()) == [*narrow, *wide]
    assert widths("<text>11<b>1</b></text>", ("tnum",))[0] == wide[0]


def test_a_picture_with_other_features_is_another_one(frame_of):
    plain, tabular = frame_of("<text>11</text>"), frame_of('<text features="tnum">11</text>')
    assert plain.fingerprint != tabular.fingerprint
    assert text_of(plain) == text_of(tabular)


@pytest.mark.parametrize(
    ("word", "read"), [("lnum", ("lnum", 1)), ("-zero", ("zero", 0)), ("salt=2", ("salt", 2))]
)
def test_features_are_read_as_harfbuzz_writes_them(word, read):
    assert parse_feature(word) == read


@pytest.mark.parametrize("word", ["lnumm", "num", "", "-salt=2", "zero=x", "ze ro"])
def test_words_that_are_no_features(word):
    with pytest.raises(ValueError, match="is no feature"):
        parse_feature(word)
