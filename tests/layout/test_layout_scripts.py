"""Line breaks in all scripts, and the forms that letters have in theirs."""

import re
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace
from set_texts import lines_of

from cardgen.assets.fonts import Font
from cardgen.assets.sfnt import free_family
from cardgen.frame.items import Shaping
from cardgen.layout.text.faces import _pieces
from cardgen.layout.text.opportunities import MissingDictionaryError, opportunities

UNICODE = Path("/usr/share/unicode/auxiliary/LineBreakTest.txt")
"""Of Debian's package `unicode-data`."""
NOTO = Path("/usr/share/fonts/truetype/noto")
"""Of Debian's package `fonts-noto-core`."""
THAI = "ภาษาไทยเป็นภาษาที่สวยงาม"


@pytest.mark.parametrize(
    "text",
    [
        "漢|字、|漢|字",
        "「漢」|カー|ド",
        "まっ|て",
        "第|2|版|（改|訂）",
        "카|드 |세 |장",
        "A→|漢|字",
        "100|円、|50%",
        "人々|と・|木",
        "🇩🇪|🇯🇵|👍🏽|👩‍🚀",
    ],
)
def test_lines_break_between_ideographs_but_not_before_closing_signs(text):
    found = text.replace("|", "")
    places = [0, *opportunities(found), len(found)]
    pieces = [found[a:b] for a, b in pairwise(places)]
    assert pieces == text.split("|")


@pytest.mark.parametrize(
    ("word", "pieces"),
    [
        ("self-made", ["self-", "made"]),
        ("2-4", ["2-4"]),
        ("-5", ["-5"]),
        ("to—fro", ["to—", "fro"]),
        ("and/or", ["and/or"]),
        ("a\u200bb", ["a", "b"]),
        ("Straße", ["Straße"]),
        ("क्षत्रिय", ["क्षत्रिय"]),
        ("漢字", ["漢", "字"]),
    ],
)
def test_words_of_alphabets_break_after_dashes_alone(word, pieces):
    assert _pieces(word, "en") == pieces


@pytest.mark.intl
def test_thai_is_divided_by_a_dictionary():
    pytest.importorskip("icu4py", reason="the extra intl is not installed")
    pieces = _pieces(f"{THAI}😀", "th")
    assert pieces[:5] == ["ภาษา", "ไทย", "เป็น", "ภาษา", "ที่"]
    assert "".join(pieces) == f"{THAI}😀"


def test_without_a_dictionary_thai_is_refused(monkeypatch, lay):
    monkeypatch.setitem(sys.modules, "icu4py.breakers", None)
    with pytest.raises(MissingDictionaryError, match="Thai"):
        opportunities(THAI, "th")
    (found,) = lay(f'<text style="body" width="50" height="20">{THAI}</text>').diagnostics
    assert found.code == "CG417"
    assert "`intl`" in found.hints[0]


@pytest.mark.skipif(not UNICODE.is_file(), reason="the tests of the Unicode Standard are not here")
def test_opportunities_are_those_of_the_unicode_standard():
    # The tests treat numbers by the regular expression of Example 7 in section 8.2, where the
    # rules that count as the standard have pairs (LB25): with these, a line may end less often.
    numbers = re.compile(r"\(((CL|CP|IS|SY|PO|PR|CP_CP30|OP_OP30|NU|OP)\b)")
    wrong, count = [], 0
    for line in UNICODE.read_text(encoding="utf-8").splitlines():
        shown, _, names = line.partition("#")
        parts = shown.split()
        letters, places = "", []
        for part in parts:
            if part == "÷":
                places.append(len(letters))
            elif part != "×":
                letters += chr(int(part, 16))
        expected = [place for place in places if 0 < place < len(letters)]
        found = opportunities(letters)
        count += bool(parts)
        if found != expected and not (set(found) < set(expected) and numbers.search(names)):
            wrong.append(line)
        elif found != expected:
            wrong.append("LB25")
    assert [one for one in wrong if one != "LB25"] == []
    assert len(wrong) < count / 200
    assert count > 7000


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("漢漢漢漢、漢漢漢漢漢", ["漢漢漢漢、", "漢漢漢漢", "漢"]),
        ("漢漢漢漢、<br/>漢漢", ["漢漢漢漢、", "漢漢"]),
    ],
)
def test_wide_signs_stand_out_at_the_end_of_a_line(frame_of, theme, words, expected):
    ideograph = 8 * 25.4 / 72
    room = ideograph * 5 - ideograph / 2 + 0.01
    japanese = replace(theme, fallback=("m-plus-1p/regular",))
    markup = f'<text style="body" size="8" width="{room}" height="30">{words}</text>'
    lines = lines_of(frame_of(markup, theme=japanese))
    strings = ["".join(item.string for _, _, item in line) for line in lines]
    assert strings == expected


@pytest.mark.skipif(not NOTO.is_dir(), reason="the fonts of fonts-noto-core are not here")
@pytest.mark.parametrize(
    ("file", "text", "alone"),
    [("NotoNaskhArabic", "\u0628\u0628\u0628", 3), ("NotoSansDevanagari", "\u0915\u094d\u0937", 3)],
)
def test_letters_join_as_their_script_has_it(file, text, alone):
    font = Font(file, (NOTO / f"{file}-Regular.ttf").read_bytes())
    together = [glyph.index for glyph in font.shape(text, True, Shaping(direction="rtl")).glyphs]
    single = [font.shape(char).glyphs[0].index for char in text]
    assert len(single) == alone
    assert sorted(together) != sorted(single)


@pytest.mark.parametrize(
    ("char", "family"),
    [
        ("א", "Noto Sans Hebrew"),
        ("ب", "Noto Sans Arabic"),
        ("ก", "Noto Sans Thai"),
        ("क", "Noto Sans Devanagari"),
        ("한", "Noto Sans KR"),
        ("Ω", "Noto Sans"),
        ("★", "Noto Sans Symbols 2"),
        ("🎲", "Noto Emoji"),
    ],
)
def test_a_missing_character_names_a_free_family(char, family):
    assert free_family(char) == family


def test_the_message_for_a_missing_character_names_it(lay):
    (found,) = lay('<text style="body" width="50" height="20">ქ</text>').diagnostics
    assert found.code == "CG403"
    assert "Noto Sans Georgian" in found.hints[0]
