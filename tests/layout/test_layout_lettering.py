"""Looks of letters: raised and lowered, lines under and through them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cardgen.core.color import Color
from cardgen.core.units import MM_PER_POINT
from cardgen.frame import Frame, Shape, Text
from cardgen.layout.laid import Laid

FrameOf = Callable[..., Frame]
Lay = Callable[..., Laid]
EM = 10 * MM_PER_POINT  # of the style `body`


def texts(frame: Frame) -> list[Text]:
    return [item for item, _ in frame.walk() if isinstance(item, Text)]


def shapes(frame: Frame) -> list[Shape]:
    return [item for item, _ in frame.walk() if isinstance(item, Shape)]


def test_raised_and_lowered_words_are_smaller_and_off_the_line(frame_of: FrameOf) -> None:
    plain, up, down = texts(frame_of("<text>2<sup>nd</sup><sub>x</sub></text>"))
    assert (plain.size, up.size, down.size) == (10, 6.2, 6.2)
    assert plain.y - up.y == pytest.approx(0.36 * EM, abs=0.001)
    assert down.y - plain.y == pytest.approx(0.15 * EM, abs=0.001)
    assert up.x == pytest.approx(plain.x + plain.width, abs=0.001)


def test_raised_words_of_small_type_stay_legible_and_leave_the_lines_where_they_are(
    frame_of: FrameOf,
) -> None:
    frame = frame_of('<text size="8" width="20">one m<sup>2</sup><br/>two<br/>three</text>')
    one, up, two, three = texts(frame)
    assert up.size == 6
    assert two.y - one.y == pytest.approx(three.y - two.y, abs=0.002)


def test_raised_words_within_raised_words_rise_further(frame_of: FrameOf) -> None:
    a, b, c = texts(frame_of('<text size="20">a<sup>b<sup>c</sup></sup></text>'))
    assert a.y > b.y > c.y
    assert a.size > b.size > c.size


def test_a_line_under_words_goes_on_through_spaces_faces_and_icons(frame_of: FrameOf) -> None:
    frame = frame_of('<text>a <u>b <b>c</b> <icon name="square"/>d</u> e</text>')
    line = frame.items[0]
    assert isinstance(line, Shape)
    first, *_, last = texts(frame)
    box = line.path.bounds()
    b = next(text for text in texts(frame) if text.string.strip() == "b")
    assert box.x == pytest.approx(b.x, abs=0.001)
    assert first.x + first.width < box.x
    assert box.right < last.x
    assert b.y < box.y < box.bottom < b.y + 0.25 * EM
    assert line.fill == b.color


def test_a_line_through_words_lies_above_them_at_half_the_height_of_letters(
    frame_of: FrameOf,
) -> None:
    frame = frame_of("<text>a <s>bought</s></text>")
    *_, line = frame.items
    assert isinstance(line, Shape)
    word = texts(frame)[-1]
    assert word.y - 0.4 * EM < line.path.bounds().y < word.y - 0.15 * EM
    assert line.path.bounds().width == pytest.approx(word.width, abs=0.002)


def test_lines_take_the_colour_of_their_words_and_break_with_them(frame_of: FrameOf) -> None:
    markup = '<text width="14"><u>one two <span color="red">three</span> four</u></text>'
    lines = shapes(frame_of(markup))
    assert len({line.path.bounds().y for line in lines}) == 3
    assert {line.fill for line in lines} == {texts(frame_of(markup))[0].color, Color(1, 0, 0)}


def test_attributes_of_looks_are_errors(lay: Lay) -> None:
    (found,) = lay('<text>a <sup size="4">b</sup></text>').diagnostics
    assert found.code == "CG312"
