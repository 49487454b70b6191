"""OpenType features of styles: what they draw, and which figures the games are set in."""

from __future__ import annotations

import pytest
from frame_text import text_of
from msgspec.structs import replace
from workshops import picture

from cardgen.core.style import parse_feature
from cardgen.frame import Text

ZERO = '<text font="atkinson/bold" size="40" leading="1" color="#000000"{}>0</text>'
PLAIN = """
___________
___________
___________
__#####____
_###__##___
_##___##___
_##___###__
_##___###__
_##___##___
_##___##___
_###_###___
__#####____
___________
___________
"""


def test_zeros_are_plain_and_slashed_if_a_style_says_so(frame_of, drawn):
    plain, slashed = (
        drawn(frame_of(ZERO.format(more), size=(11.0, 14.0)), "#_")
        for more in ("", ' features="zero"')
    )
    assert plain == picture(PLAIN)
    assert slashed.splitlines()[7] == "_##_#####__"


def test_features_come_from_the_style_the_text_or_a_span(frame_of, theme):
    def widths(markup: str, features: tuple[str, ...]) -> list[float]:
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
