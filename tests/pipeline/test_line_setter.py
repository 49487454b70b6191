import pytest
from workshops import texts

from cardgen.assets.library import Library
from cardgen.pipeline.resources import writer
from cardgen.source.files import BUNDLED


@pytest.fixture(scope="module")
def write():
    return writer(Library(BUNDLED, fonts=(BUNDLED / "fonts",)))


def test_one_line(write):
    frame = write("sheet 1  of 4 ", 5.5)
    (text,) = texts(frame)
    assert text.string == "sheet 1  of 4 "
    assert [word.text for word in text.words] == ["sheet", " ", "1", " ", " ", "of", " ", "4", " "]
    assert frame.size.width == pytest.approx(text.width, abs=1e-3)
    assert 0 < text.y < frame.size.height < 4


def test_other_fonts_help_out(write):
    first, second, third = texts(write("a ж b", 6))
    assert first.font.startswith("barlow-condensed/medium@")
    assert second.font.startswith("noto-sans/regular@")
    assert (second.string, third.string) == ("ж", " b")
    assert second.x == pytest.approx(first.width, abs=1e-3)


def test_unknown_characters_and_nothing(write):
    assert "".join(text.string for text in texts(write("a\U0010fffe", 6))) == "a?"
    assert write("", 6).size.width == 0


def test_a_title_that_no_font_has_becomes_question_marks(write):
    assert "".join(text.string for text in texts(write("a \u0e01\u0e02 b", 6))) == "a ?? b"


@pytest.mark.parametrize("text", ["--offset", "long-edge", "-2", "a- b", "--", "a---b c-"])
def test_two_hyphens_stay_two(write, text):
    (line,) = texts(write(text, 6))
    assert line.string == text
    shown = [glyph.text for word in line.words for glyph in word.glyphs]
    assert shown == list(text)
