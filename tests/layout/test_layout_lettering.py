"""Looks of letters: raised, lowered and outlined, lines under and through them."""

from __future__ import annotations

import math
from textwrap import dedent

import pypdfium2
import pytest
from workshops import texts

from cardgen.assets.library import Library
from cardgen.backend.document import DocumentInfo
from cardgen.backend.pdf import write_pdf
from cardgen.backend.raster import rasterize
from cardgen.core.geometry import Matrix, Size
from cardgen.core.style import Color, LinearGradient
from cardgen.core.units import MM_PER_POINT
from cardgen.frame import Frame, Group, Page, RegionKind, Shape, Text
from cardgen.frame.ink import inked
from cardgen.model.formats import Limits
from cardgen.proof.runner import proof

EM = 10 * MM_PER_POINT  # of the style `body`


def shapes(frame: Frame) -> list[Shape]:
    return [item for item, _ in frame.walk() if isinstance(item, Shape)]


def drawn(frame: Frame, library: Library) -> str:
    """Draw a Frame, a pixel to the millimetre, as the letters of the nearest colours."""
    size = (round(frame.size.width), round(frame.size.height))
    names = {(255, 0, 0): "R", (0, 0, 255): "B", (255, 255, 255): "_"}
    pixels = rasterize(frame, *size, library).convert("RGB")

    def name(x: int, y: int) -> str:
        seen = pixels.getpixel((x, y))
        return names[min(names, key=lambda color: math.dist(color, seen))]

    return "\n".join("".join(name(x, y) for x in range(size[0])) for y in range(size[1]))


def test_raised_and_lowered_words_are_smaller_and_off_the_line(frame_of):
    plain, up, down = texts(frame_of("<text>2<sup>nd</sup><sub>x</sub></text>"))
    assert (plain.size, up.size, down.size) == (10, 6.2, 6.2)
    assert plain.y - up.y == pytest.approx(0.36 * EM, abs=0.001)
    assert down.y - plain.y == pytest.approx(0.15 * EM, abs=0.001)
    assert up.x == pytest.approx(plain.x + plain.width, abs=0.001)


def test_raised_words_of_small_type_stay_legible_and_leave_the_lines_where_they_are(frame_of):
    frame = frame_of('<text size="8" width="20">one m<sup>2</sup><br/>two<br/>three</text>')
    one, up, two, three = texts(frame)
    assert up.size == 6
    assert two.y - one.y == pytest.approx(three.y - two.y, abs=0.002)


def test_raised_words_within_raised_words_rise_further(frame_of):
    a, b, c = texts(frame_of('<text size="20">a<sup>b<sup>c</sup></sup></text>'))
    assert a.y > b.y > c.y
    assert a.size > b.size > c.size


def test_a_line_under_words_goes_on_through_spaces_faces_and_icons(frame_of):
    frame = frame_of('<text>a <u>b <b>c</b> <icon name="square"/>d</u> e</text>')
    line = frame.items[0]
    first, *_, last = texts(frame)
    box = line.path.bounds()
    b = next(text for text in texts(frame) if text.string.strip() == "b")
    assert box.x == pytest.approx(b.x, abs=0.001)
    assert first.x + first.width < box.x
    assert box.right < last.x
    assert b.y < box.y < box.bottom < b.y + 0.25 * EM
    assert line.fill == b.color


def test_a_line_through_words_lies_above_them_at_half_the_height_of_letters(frame_of):
    frame = frame_of("<text>a <s>bought</s></text>")
    *_, line = frame.items
    word = texts(frame)[-1]
    assert word.y - 0.4 * EM < line.path.bounds().y < word.y - 0.15 * EM
    assert line.path.bounds().width == pytest.approx(word.width, abs=0.002)


def test_lines_take_the_colour_of_their_words_and_break_with_them(frame_of):
    markup = '<text width="14"><u>one two <span color="red">three</span> four</u></text>'
    lines = shapes(frame_of(markup))
    assert len({line.path.bounds().y for line in lines}) == 3
    assert {line.fill for line in lines} == {texts(frame_of(markup))[0].color, Color(1, 0, 0)}


def test_attributes_of_looks_are_errors(lay):
    (found,) = lay('<text>a <sup size="4">b</sup></text>').diagnostics
    assert found.code == "CG312"


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


def test_an_outline_is_seen_half(frame_of, library):
    markup = (
        '<side background="#fff"><text x="1" y="1" height="11" size="30" font="titan-one/regular"'
        ' color="red" outline="1 #0000ff">H</text></side>'
    )
    side = frame_of(markup, size=(13, 13))
    assert (
        drawn(side, library)
        == dedent("""
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
    """).strip()
    )


def test_outlines_of_gradients_and_none(frame_of):
    (group, _) = frame_of('<text outline="0.4 linear(90 red ink)">Hi</text>').items
    assert isinstance(group.frame.items[1].stroke.paint, LinearGradient)
    (alone,) = frame_of('<text outline="none">Hi</text>').items
    assert isinstance(alone, Text)


def test_less_ink_leaves_outlines_out(frame_of):
    frame = frame_of('<text color="#fff" outline="0.4 ink">Hi</text>')
    for ink in ("light", "outline"):
        (text,) = inked(frame, ink).items
        assert isinstance(text, Text)
    assert len(inked(frame, "grey").items) == 2


def test_text_with_an_outline_is_read_once(frame_of, library):
    frame = frame_of('<text outline="0.4 red">A <b>bold</b> Fox</text>')
    page = pypdfium2.PdfDocument(write_pdf([Page.of_sheet(frame)], DocumentInfo("x"), library))[0]
    assert page.get_textpage().get_text_range() == "A bold Fox"


def letters(frame: Frame) -> list[tuple[Text, Matrix]]:
    return [(item, place) for item, place in frame.walk() if isinstance(item, Text)]


def turn(matrix: Matrix) -> float:
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
    em = 20 * MM_PER_POINT / 1000
    (word,) = straight.words
    pen = 0.0
    for glyph, (_, place) in zip(word.glyphs, placed, strict=True):
        assert (place.e, place.f) == (pytest.approx(pen, abs=0.01), pytest.approx(20, abs=0.001))
        pen += glyph.advance * em


def test_ligatures_and_accents_stay_whole(frame_of):
    frame = frame_of('<curved-text arc="40" font="bevan/regular">fjo\u0308rd e\u0301</curved-text>')
    assert "o\u0308" in [text.string for text, _ in letters(frame)]
    spaced = frame_of('<curved-text arc="40" tracking="50">office</curved-text>')
    assert len(letters(spaced)) == 6


@pytest.mark.parametrize("side", ["above", "below"])
def test_letters_round_a_circle_stand_outside_or_hang_inside(frame_of, side):
    ring = 'x="10" y="10" width="40" height="40"'
    for middle, out in (("top", side == "above"), ("bottom", side == "below")):
        for text, place in letters(
            frame_of(f'<curved-text {ring} circle="{middle}" side="{side}">Ring</curved-text>')
        ):
            x, y = place.apply(text.width / 2, -1.0)
            assert (math.dist((x, y), (30, 30)) > 20) == out


@pytest.mark.parametrize(("align", "first"), [("start", 0), ("center", 15), ("end", 30)])
def test_letters_stand_at_the_start_the_middle_or_the_end(frame_of, align, first):
    frame = frame_of(f'<curved-text d="M0 9H40" align="{align}" size="6">nnn</curved-text>')
    places = letters(frame)
    wide = sum(text.width for text, _ in places)
    assert places[0][1].e == pytest.approx(first * (40 - wide) / 30, abs=0.02)


def test_words_on_a_curve_get_smaller_or_are_an_error(lay):
    markup = '<curved-text width="30" height="9" {}>Much too long for it</curved-text>'
    laid = lay(markup.format('arc="30" min-size="4"'))
    (told, _group) = laid.frame.items
    assert told.kind is RegionKind.SHRUNK
    box = [place.apply(text.width, 0) for text, place in letters(laid.frame)]
    assert all(0 <= x <= 30.03 for x, _ in box)
    for curve in ('arc="30" fit="error"', 'd="M0 9H12"', 'circle="top" size="30" min-size="25"'):
        (found,) = lay(markup.format(curve)).diagnostics
        assert found.code == "CG435"
        assert "Much too long for it" in found.message
    flat = '<curved-text width="60" height="4" arc="170" min-size="10">wide open arc</curved-text>'
    (found,) = lay(flat).diagnostics
    assert "too high" in found.message


@pytest.mark.parametrize(
    "given",
    ['width="0" arc="30"', 'width="0" height="0" circle="top"', 'd="M0 0H9H0" side="below"'],
)
def test_curves_without_room_are_an_error(lay, given):
    (found,) = lay(f"<curved-text {given}>Words to be set somewhere else</curved-text>").diagnostics
    assert found.code == "CG435"


def test_in_a_column_an_arc_is_as_high_as_its_words(frame_of):
    frame = frame_of(
        '<column width="50" height="60"><curved-text arc="90">Harbour guild</curved-text>'
        "<text>below</text></column>"
    )
    lowest = max(place.f for text, place in letters(frame) if text.string != "below")
    (below,) = [text for text in texts(frame) if text.string == "below"]
    assert lowest < below.y < lowest + 8


@pytest.mark.parametrize("given", ["", 'arc="30" circle="top"', 'd="M3 3"'])
def test_one_curve_is_needed(lay, given):
    (found,) = lay(f"<curved-text {given}>Words</curved-text>").diagnostics
    assert found.code == "CG436"


def test_what_cannot_follow_a_curve_is_an_error(lay):
    for inside in ("a<br/>b", "<u>a</u>"):
        (found,) = lay(f'<curved-text arc="30">{inside}</curved-text>').diagnostics
        assert found.code == "CG437"


def test_words_on_a_curve_are_read_as_words_however_often_they_are_printed(frame_of, library):
    card = frame_of(
        '<curved-text width="60" height="20" arc="90" outline="0.3 red">An <b>eerie</b> tree '
        '<icon name="square" alt="box"/></curved-text>'
    )
    moved = [Group(card, Matrix.translation(0, y)) for y in (0, 30)]
    pages = [Page.of_sheet(Frame(Size(60, 90), moved))] * 2
    document = pypdfium2.PdfDocument(write_pdf(pages, DocumentInfo("x"), library))
    for page in document:
        assert page.get_textpage().get_text_range().split() == "An eerie tree box".split() * 2


def test_gradients_go_through_words_on_a_curve(frame_of, library):
    frame = frame_of(
        '<curved-text width="60" height="20" arc="120" color="linear(0 red 45% #0000ff 45%)"'
        ' size="20">OOOOOO</curved-text>',
        size=(60, 20),
    )
    seen = drawn(frame, library)
    assert all("B" not in row[:26] and "R" not in row[34:] for row in seen.splitlines())
    assert "R" in seen
    assert "B" in seen


def test_findings_name_the_words_and_not_each_letter(frame_of, library):
    frame = frame_of(
        '<curved-text x="1" y="1" width="40" height="9" arc="30" size="5" color="#eeeeee">'
        "Pale small words</curved-text>",
        bleed=0,
    )
    found = proof(frame, Limits(safe=5), library)
    assert sorted(one.code for one in found) == ["CG801", "CG802", "CG805"]
    assert all("Pale small words" in one.message for one in found if one.code != "CG805")
