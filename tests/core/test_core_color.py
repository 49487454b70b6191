import pytest

from cardgen.core.style import Color, contrast

BLACK, WHITE = Color.parse("black"), Color.parse("white")


@pytest.mark.parametrize(
    ("text", "hex"),
    [
        ("#abc", "#aabbcc"),
        ("#abcd", "#aabbccdd"),
        ("#A0B1C2", "#a0b1c2"),
        ("#a0b1c280", "#a0b1c280"),
        (" black ", "#000000"),
        ("White", "#ffffff"),
    ],
)
def test_colours_read_and_write_hex(text, hex):
    assert Color.parse(text).hex == hex


@pytest.mark.parametrize("text", ["", "#", "#ab", "#abcde", "#ggg", "red", "abc", "#1234567"])
def test_what_is_no_colour_is_refused_in_words(text):
    with pytest.raises(ValueError, match="is not a colour"):
        Color.parse(text)


@pytest.mark.parametrize(("name", "share"), [("f00", 0.2126), ("0f0", 0.7152), ("00f", 0.0722)])
def test_each_primary_has_the_luminance_that_wcag_gives_it(name, share):
    assert Color.parse(f"#{name}").luminance == pytest.approx(share)


def test_painting_over():
    assert BLACK.with_alpha(0.5).over(WHITE) == Color(0.5, 0.5, 0.5)
    assert BLACK.over(WHITE) == BLACK


def test_contrast_is_that_of_wcag():
    assert contrast(BLACK, WHITE) == pytest.approx(21)
    assert contrast(WHITE, BLACK) == pytest.approx(21)
    assert contrast(WHITE, WHITE) == 1
    assert contrast(Color.parse("#767676"), WHITE) == pytest.approx(4.54, abs=0.005)
