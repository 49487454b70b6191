"""Ends of lines and of paragraphs: short last lines, hyphens by dictionary, soft hyphens."""

import re
from itertools import pairwise
from pathlib import Path

import pyphen
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from set_texts import lines_of

from cardgen.core.style import HYPHENATED
from cardgen.frame import Text
from cardgen.layout.text.block import Block
from cardgen.layout.text.breaking import break_lines, length, without_runts
from cardgen.layout.text.faces import Faces
from cardgen.layout.text.hyphens import break_points, has_patterns


def rows(frame):
    """The lines as they are seen."""
    return [
        "".join(word.text for _, _, item in line for word in item.words) for line in lines_of(frame)
    ]


RULE = "Roll the die. The wall holds if the number that you rolled on it is 6."


def test_a_short_last_line_takes_words_from_the_lines_before(frame_of):
    plain = frame_of(f'<text width="33">{RULE}</text>')
    assert rows(plain)[-1] == "is 6."
    mended = frame_of(f'<text width="33" widow="10">{RULE}</text>')
    assert " ".join(rows(mended)) == RULE
    widths = [item.width for item in mended.items if isinstance(item, Text)]
    assert len(widths) == len(rows(plain)) == 4
    assert max(widths) - min(widths) < 2.4  # in mm: all lines are nearly as long


def test_the_style_says_it_and_the_text_may_say_otherwise(frame_of, theme):
    careful = replace(theme, styles={"body": replace(theme.styles["body"], widow=10)})
    for more, mended in (("", True), ('widow="0"', False)):
        found = rows(frame_of(f'<text width="33" {more}>{RULE}</text>', theme=careful))
        assert (found[-1] != "is 6.") == mended


def test_each_paragraph_of_a_text_is_mended(frame_of):
    found = rows(frame_of(f'<text width="33" widow="10">{RULE}<br/>No.<br/>{RULE}</text>'))
    assert "is 6." not in found
    assert "No." in found


WORDS = st.lists(
    st.sampled_from("a is the word passenger reconnaissance everybody 6.".split()),
    min_size=1,
    max_size=40,
)


@given(
    words=WORDS,
    width=st.floats(20, 90),
    least=st.integers(1, 20),
    align=st.sampled_from(["left", "center", "justify"]),
)
def test_mending_adds_no_line_and_loses_no_word(library, theme, words, width, least, align):
    face = Faces(theme, library).plain("body", "")
    units = [unit for word in words for unit in face.units(word, "")]
    content = Block(units, [None, *[face] * (len(units) - 1)], set(), face)
    lines = break_lines(content, width)
    mended = without_runts(content, lines, width, least, align)
    assert len(mended) == len(lines)
    assert [line.start for line in mended[1:]] == [line.end for line in mended[:-1]]
    assert mended[0].start == 0
    assert mended[-1].end == len(units)
    assert max(line.width for line in mended) <= max(line.width for line in lines) + 1e-6
    assert mended == lines or length(content, mended[-1]) >= least
    single_word = len(mended[-1].units(content)) == 1 or align == "center"
    assert mended == lines or not single_word or mended[-1].width >= width / 3


LONG = "Every passenger of the reconnaissance committee surrenders a locomotive to everybody else."


@pytest.mark.parametrize("align", ["left", "center", "justify"])
@pytest.mark.parametrize("hyphenate", ["true", "6 3 3", "false"])
@pytest.mark.parametrize("kind", [str, str.title, "<b>{}</b>".format])
def test_plain_words_are_divided_at_break_points_alone(frame_of, theme, align, hyphenate, kind):
    words = kind(LONG)
    text = f'<text width="36" align="{align}" hyphenate="{hyphenate}">{words}</text>'
    found = rows(frame_of(text, theme=replace(theme, language="en-US")))
    divided = hyphenate != "false" and (align == "justify" or hyphenate != "true")
    assert any(row.endswith("-") for row in found) == (divided and kind is str)
    for row, after in pairwise(found):
        if row.endswith("-"):
            head, tail = row[:-1].split()[-1], after.split()[0].rstrip(".")
            assert len(head) in break_points(head + tail, "en-US", HYPHENATED)


@pytest.mark.parametrize("width", [22, 30, 36, 44])
def test_divided_words_are_read_and_found_whole(frame_of, said, theme, width):
    markup = f'<text width="{width}" height="80" hyphenate="4 2 2">{LONG}</text>'
    frame = frame_of(markup, theme=replace(theme, language="en-US"))
    assert said(frame) == LONG
    assert "".join(i.string for i in frame.items if isinstance(i, Text)).replace(" ", "") == (
        LONG.replace(" ", "")
    )


def test_soft_hyphens_are_respected_and_not_seen(frame_of, said):
    word = "Donau\u00addampf\u00adschiff\u00adfahrt"
    frame = frame_of(f'<text width="22" height="40">Die {word}</text>')
    assert rows(frame) == ["Die Donau-", "dampfschiff-", "fahrt"]
    assert said(frame) == "Die Donaudampfschifffahrt"
    assert rows(frame_of(f'<text width="58" height="40">Die {word}</text>')) == [
        "Die Donaudampfschifffahrt"
    ]


def test_limits_are_letters_of_the_word_before_and_after_the_hyphen():
    def parts(word, *limits):
        points = break_points(word, "en-US", limits)
        return [word[a:b] for a, b in zip([0, *points], [*points, len(word)], strict=True)]

    assert parts("reconnaissance", 6, 2, 3) == ["re", "con", "nais", "sance"]
    assert parts("reconnaissance", 6, 3, 6) == ["recon", "naissance"]
    assert parts("reconnaissance", 15, 2, 3) == ["reconnaissance"]
    assert parts("“passengers,”", 6, 2, 3) == ["“pas", "sen", "gers,”"]
    assert parts("10000000000", 2, 2, 2) == ["10000000000"]


def test_no_more_than_two_lines_on_end_are_divided(frame_of, theme):
    markup = f'<text width="33" height="89" hyphenate="4 2 2">{LONG} {LONG} {LONG}</text>'
    found = rows(frame_of(markup, theme=replace(theme, language="en-US")))
    divided = "".join("-" if row.endswith("-") else "." for row in found)
    assert "-" in divided
    assert "---" not in divided
    assert divided[-2:] != "-." or len(found[-1].split()) > 1


def test_a_language_without_dictionary_is_told(lay, theme):
    theme = replace(theme, language="tlh")
    (found,) = lay('<text hyphenate="true">Qapla</text>', theme=theme).diagnostics
    assert (found.code, found.message) == ("CG414", "cannot hyphenate words of the language `tlh`")


OTHERS = [pytest.param(name, marks=pytest.mark.broad) for name in ("en-GB", "fr", "it", "bg")]


@pytest.mark.parametrize("language", ["en-US", "de", "hu", *OTHERS])
def test_words_are_divided_where_pyphen_divides_them(language):
    own = pyphen.Pyphen(lang=pyphen.language_fallback(language), left=1, right=1)
    words = {*"hyphenation Donaudampfschiff Schiffahrt asszonnyal rossz ab".split()}
    words |= set(re.findall(r"[^\W\d_]{4,}", Path(__file__).read_text(encoding="utf-8")))
    for word in words:
        points = [point for point in own.positions(word) if point.data is None]
        assert break_points(word, language, (1, 1, 1)) == [
            point for point in points if 1 <= point <= len(word) - 1
        ]


def test_languages_are_those_that_pyphen_knows():
    for known in (*pyphen.LANGUAGES, "en", "de-AT", "pt-BR"):
        assert has_patterns(known)
        assert has_patterns(f"{known}-x")
    assert not has_patterns("tlh")
    assert not has_patterns("")
