"""English in uncontracted Braille: the signs of the code, and texts there and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.products.text.labels import dots
from cardgen.products.text.ueb import translate, unknown

# The lines of Braille signs (The Rules of Unified English Braille, Appendix 1), in ASCII.
LINES = (
    "ABCDEFGHIJ",
    "KLMNOPQRST",
    "UVXYZ&=(!)",
    "*<%?:$]\\[W",
    "1234567890",
    "/+#>'-",
    "@^_\".;,",
)  # fmt: skip


def added(cell, *more):
    return sorted({*dots(cell), *more})


def test_cells_have_the_dots_of_the_seven_lines():
    """Louis Braille's order: lines 2 to 4 add dots to line 1, and line 5 has it one row lower."""
    first = [[1], [1, 2], [1, 4], [1, 4, 5], [1, 5], [1, 2, 4], [1, 2, 4, 5], [1, 2, 5], [2, 4],
             [2, 4, 5]]  # fmt: skip
    assert [dots(cell) for cell in LINES[0]] == first
    for line, more in zip(LINES[1:4], ((3,), (3, 6), (6,)), strict=True):
        for cell, above in zip(line, LINES[0], strict=True):
            assert dots(cell) == added(above, *more)
    lower = {1: 2, 2: 3, 4: 5, 5: 6}
    assert [dots(c) for c in LINES[4]] == [[lower[d] for d in one] for one in first]
    assert [dots(c) for c in LINES[5]] == [[3, 4], [3, 4, 6], [3, 4, 5, 6], [3, 4, 5], [3], [3, 6]]
    assert [dots(c) for c in LINES[6]] == [[4], [4, 5], [4, 5, 6], [5], [4, 6], [5, 6], [6]]
    assert dots(" ") == []
    assert len({tuple(dots(cell)) for cell in "".join(LINES)}) == 63


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        # Rules of Unified English Braille, Appendix 1: numbers.
        ("10", "#AJ"),
        ("1,000", "#A1JJJ"),
        ("3.14", "#C4AD"),
        ("½", "#A/B"),
        # Guide to Reading UEB (International Council on English Braille, 2012): new signs.
        ("–", ",-"),
        ("…", "444"),
        ("(a)", '"<A">'),
        ("[a]", ".<A.>"),
        ("*", '"9'),
        ("@", "@A"),
        ("5°", "#E^J"),
        ("5%", "#E.0"),
        ("£5", "@L#E"),
        ("$5", "@S#E"),
        ("+", '"6'),
        ("=", '"7'),
        ("café", "CAF^/E"),
        ("père", "P^*ERE"),
        ("fête", "F^%ETE"),
        ("naïve", "NA^3IVE"),
        ("‘a’", ",8A,0"),
        ("“a”", "8A0"),
        ("x²", "X9#B"),
        # Capitals (8) and letters behind numbers (6.5).
        ("Ace", ",ACE"),
        ("ACE", ",,ACE"),
        ("ACEs", ",,ACE,'S"),
        ("McDonald", ",MC,DONALD"),
        ("THE LAST TRAIN", ",,,THE LAST TRAIN,'"),
        ("LAST TRAIN", ",,LAST ,,TRAIN"),
        ("3d", "#C;D"),
        ("3D", "#C,D"),
        ("3x", "#CX"),
        ("1,b", "#A1;B"),
        ("don’t", "DON'T"),
        ("?", ";8"),
        ("why?", "WHY8"),
    ],
)
def test_signs(text, cells):
    assert translate(text) == cells


def test_what_has_no_sign_is_spelled_out_and_reported():
    assert unknown("a ♞ and 5 € ½ é") == ["♞"]
    assert translate("♞") == ".<BLACK CHESS KNIGHT.>"


LETTERS = {letter.upper(): letter for letter in "abcdefghijklmnopqrstuvwxyz"}
MARKS = {"1": ",", "2": ";", "3": ":", "4": ".", "6": "!", "-": "-"}
DIGITS = dict(zip("ABCDEFGHIJ", "1234567890", strict=True))


def read_back(cells):
    """Read Braille as somebody does who knows letters, numbers, capitals and a few marks."""
    found = []
    passage = False
    for word in cells.split(" "):
        out, at, numeric, capitals = "", 0, False, False
        while at < len(word):
            rest = word[at:]
            if rest.startswith(",,,"):
                passage, at = True, at + 3
            elif rest.startswith(",,"):
                capitals, numeric, at = True, False, at + 2
            elif rest.startswith(",'"):
                passage, capitals, at = False, False, at + 2
            elif rest.startswith(","):
                out, at, numeric = out + LETTERS[rest[1]].upper(), at + 2, False
            elif rest.startswith("#"):
                numeric, capitals, at = True, False, at + 1
            elif rest.startswith(";"):
                out, at, numeric = out + LETTERS[rest[1]], at + 2, False
                out = out[:-1] + (out[-1].upper() if passage else out[-1])
            elif numeric and rest[0] in DIGITS:
                out, at = out + DIGITS[rest[0]], at + 1
            elif rest[0] in LETTERS:
                letter, numeric = LETTERS[rest[0]], False
                out, at = out + (letter.upper() if capitals or passage else letter), at + 1
            else:
                numeric &= rest[0] in "14"
                out, at, capitals = out + MARKS[rest[0]], at + 1, False
        found.append(out)
    return " ".join(found)


@given(st.text(alphabet="abjkzABJKZ0159,.;:!- ", max_size=40))
def test_a_text_can_be_read_back(text):
    text = " ".join(text.split())
    assert read_back(translate(text)) == text


@given(st.text(max_size=40))
def test_every_text_becomes_cells(text):
    assert set(translate(text)) <= {*"".join(LINES), " "}


@given(st.characters(exclude_categories=("Cs", "Cc", "Cf", "Zs", "Zl", "Zp", "Mn", "Me", "Mc")))
def test_no_character_is_lost(character):
    assert translate(character).strip()


SENTENCES = (
    "The last minecart that is still rolling wins.",
    "“Hello,” he said. ‘No’ don’t",
    "STOP! DO NOT ENTER! Go",
    "Players: 2–4; ages 8+",
    "ÉTÉ Été café Über naïve çà",
    "Is it? (?) “Why?”",
    "100m 3a. 5c, 12th B-52 U.S.A.",
    '"q" x/y and/or 50% £3.50',
)


@pytest.mark.parametrize("sentence", SENTENCES)
def test_liblouis_writes_the_same(sentence):
    louis = pytest.importorskip("louis")
    written = louis.translateString(["en-us-brf.dis", "en-ueb-g1.ctb"], sentence)
    assert written == translate(sentence)
