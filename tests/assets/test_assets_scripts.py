"""Scripts: which are refused though a font has them, and how a word of two scripts is shaped."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.assets.fonts import Font
from cardgen.assets.sfnt import script_runs, unset

FONTS = Path(__file__).parents[2] / "fonts"


def font(file: str) -> Font:
    return Font(file, (FONTS / file).read_bytes())


def test_a_font_does_not_cover_letters_that_run_from_right_to_left() -> None:
    maths = font("noto-math/NotoSansMath-Regular.ttf")
    assert maths.covers("\u2135")  # the alef of mathematics, which runs from left to right
    assert not maths.covers("\U0001ee00")  # the Arabic alef of mathematics, which does not


@pytest.mark.parametrize(
    "char", ["\u05d0", "\u0627", "\u0664", "\u07c1", "\U0001e900", "\u200f", "\u202b", "\u2067"]
)
def test_leftward_text_is_not_set(char: str) -> None:
    assert "right to left" in unset(char)


@pytest.mark.parametrize("char", ["\u1820", "\ua840"])
def test_vertical_text_is_not_set(char: str) -> None:
    assert "top to bottom" in unset(char)


def test_all_else_is_set() -> None:
    # Thai and others without spaces: lines break at zero-width spaces, and none is drawn wrong.
    others = "a\u00e9\u0301\u06f4\u0915\u0e01\u1780\u1000\u0f40\u12a0\u3042\uac00\u200d\u200e\u2066"
    assert [char for char in others if unset(char)] == []


def test_scripts_are_shaped_each_by_its_own_rules() -> None:
    sans = font("noto-sans/NotoSans-Regular.ttf")
    alone = [glyph.index for glyph in sans.shape("\u0915\u093f").glyphs]
    reading = [sans.shape(char).glyphs[0].index for char in "\u0915\u093f"]
    assert alone[0] != reading[0]  # the vowel is written before its consonant
    both = sans.shape("X\u0915\u093fY")
    assert [glyph.index for glyph in both.glyphs][1:-1] == alone
    assert "".join(glyph.text for glyph in both.glyphs) == both.text
    widths = [sans.shape(part).width for part in ("X", "\u0915\u093f", "Y")]
    assert both.width == pytest.approx(sum(widths), abs=0.01)


def test_what_scripts_share_stays_together() -> None:
    assert script_runs("a-1") == ["a-1"]
    assert script_runs("\u6f22\u3042\u30a2") == ["\u6f22\u3042\u30a2"]
    assert script_runs("(\u03b1\u0301)1x") == ["(\u03b1\u0301)1", "x"]
