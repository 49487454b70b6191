"""Text that runs from right to left, alone and among other text."""

import io
from pathlib import Path

import pytest
from set_texts import lay_out, lines_of

from cardgen.assets.library import Library
from cardgen.core.direction import is_right_to_left
from cardgen.core.geometry import Size
from cardgen.core.style import TextStyle, Theme
from cardgen.frame import Shape, Text
from cardgen.frame.words import texts_of
from cardgen.layout.text.bidi import embedding_levels, visual_order
from cardgen.pipeline.resources import writer

FONTS = Path(__file__).parents[2] / "fonts"
UNICODE = Path("/usr/share/unicode/BidiCharacterTest.txt")
"""Of Debian's package `unicode-data`."""
A, B, G = "\u05d0", "\u05d1", "\u05d2"


@pytest.fixture(scope="module")
def hebrew(tmp_path_factory):
    """A font with Hebrew letters that look like Latin ones: where they stand is what counts."""
    from fontTools.ttLib import TTFont

    root = tmp_path_factory.mktemp("hebrew")
    font = TTFont(FONTS / "noto-sans/NotoSans-Regular.ttf")
    names = font.getBestCmap()
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap.update({0x5D0 + i: names[ord("a") + i] for i in range(26)})
    (root / "test").mkdir()
    data = io.BytesIO()
    font.save(data)
    (root / "test/Hebrew-Regular.ttf").write_bytes(data.getvalue())
    return Library(root, (root, FONTS), (root,), (root,))


@pytest.fixture
def set_in(hebrew):
    """Lay out a side of a game in Hebrew, or in another language."""

    def run(markup, language="he"):
        body = TextStyle("test/regular", 10.0, bold="noto-sans/bold")
        theme = Theme(styles={"body": body}, language=language, fallback=("noto-sans/regular",))
        return lay_out(markup, theme, hebrew, Size(60.0, 90.0))

    return run


def runs(frame):
    """The letters of all runs, line by line and in each from left to right."""
    return [
        "".join(glyph.text for _, _, item in line for word in item.words for glyph in word.glyphs)
        for line in lines_of(frame)
    ]


def text(content, **given):
    attributes = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in given.items())
    return f'<text style="body" width="60" height="80"{attributes}>{content}</text>'


@pytest.mark.parametrize(
    ("logical", "seen"),
    [
        (f"{A}{B}{G}", f"{G}{B}{A}"),
        (f"{A}{B} {G}", f"{G} {B}{A}"),
        (f"{A} 12 {B}", f"{B} 12 {A}"),
        (f"{A} 12, 34!", f"!34 ,12 {A}"),
        (f"{A} max {B}", f"{B} max {A}"),
        (f"{A} a b {B}", f"{B} a b {A}"),
        (f"({A}{B})", f"){B}{A}("),
        ("abc.", ".abc"),
    ],
)
def test_words_stand_where_they_are_looked_for(set_in, logical, seen):
    (line,) = runs(set_in(text(logical)))
    assert line == seen


def test_in_english_hebrew_words_are_turned_alone(set_in):
    assert runs(set_in(text(f"the {A}{B} {G} end."), "en")) == [f"the {G} {B}{A} end."]
    assert runs(set_in(text(f"the {A} end.", direction="rtl"), "en")) == [f".end {A} the"]


def test_each_line_is_turned_by_itself(set_in):
    long = " ".join([A + B + G] * 12)
    lines = runs(set_in(text(long)))
    assert len(lines) > 1
    assert " ".join(line[::-1].strip() for line in lines) == long


@pytest.mark.parametrize(
    ("align", "edge"), [("start", 60.0), ("right", 60.0), ("justify", 60.0), ("left", None)]
)
def test_lines_start_at_the_right(set_in, align, edge):
    frame = set_in(text(f"{A}{B}{G} {A}", align=align))
    (line,) = lines_of(frame)
    right = max(right for _, right, item in line if item.string.strip())
    assert (right == pytest.approx(60.0, abs=0.01)) == (edge is not None)


def test_end_is_where_start_is_not(set_in):
    frame = set_in(text(A, align="end"))
    (item,) = [item for item, _ in frame.walk() if isinstance(item, Text)]
    assert item.x == pytest.approx(0.0, abs=0.01)


def test_lists_tables_and_large_letters_are_mirrored(set_in):
    frame = set_in(text(f"<ul><li>{A}{B}</li></ul>"))
    marker, words = [item for item, _ in frame.walk() if isinstance(item, Text)]
    assert marker.x > words.x + words.width
    frame = set_in(text(f"<table><tr><td>{A}</td><td>{B}</td></tr></table>"))
    places = {item.string: item.x for item, _ in frame.walk() if isinstance(item, Text)}
    assert places[A] > places[B]
    frame = set_in(text(f"{A}{B}{G} " * 14, drop_cap=2))
    large, *small = [item for item, _ in frame.walk() if isinstance(item, Text)]
    assert large.size > 12
    assert all(one.x + one.width < large.x for one in small[:1])


def test_rows_grids_and_sides_begin_where_text_does(set_in):
    content = '<rect width="10" fill="#000000"/><rect width="20" fill="#ffffff"/>'

    def lefts(markup, language):
        frame = set_in(markup, language)
        paths = [item.path.segments for item, _ in frame.walk() if isinstance(item, Shape)]
        return [min(round(one[1], 2) for one in path if len(one) > 1) for path in paths]

    row = f'<row width="60" height="5">{content}</row>'
    assert lefts(row, "en") == [0, 10]
    assert lefts(row, "ar") == [50, 30]
    assert lefts(row.replace("<row", '<row direction="ltr"'), "ar") == [0, 10]
    grid = f'<grid columns="20 40" width="60">{content}</grid>'
    assert lefts(grid, "ar") == [40, 0]
    side = '<rect start="5" width="10" height="5" fill="#000000"/>'
    assert lefts(side, "en") == [5]
    assert lefts(side, "fa") == [45]


def test_it_is_read_as_it_is_written(set_in):
    logical = f"{A}{B} 12 {G}{A} max {B}, {A}"
    assert texts_of(set_in(text(logical))) == [logical]
    assert texts_of(set_in(text(f"{A} <b>12</b> {B}"))) == [f"{A} 12 {B}"]


def test_a_line_in_the_margin_runs_both_ways(hebrew):
    frame = writer(hebrew)(f"Game · {A}{B} 2", 6.0)
    assert runs(frame) == [f"Game · 2 {B}{A}"]
    assert runs(writer(hebrew)(f"2 {A}{B}: x", 6.0)) == [f"x :{B}{A} 2"]


@pytest.mark.parametrize(
    ("language", "leftward"),
    [
        ("he", True),
        ("ar-EG", True),
        ("pa-Arab-PK", True),
        ("pa", False),
        ("en", False),
        ("", False),
    ],
)
def test_languages_have_a_direction(language, leftward):
    assert is_right_to_left(language) is leftward


@pytest.mark.parametrize(
    ("levels", "order"),
    [
        ([], []),
        ([0, 0], [0, 1]),
        ([1, 1], [1, 0]),
        ([1, 2, 2, 1], [3, 1, 2, 0]),
        ([0, 1, 1, 0], [0, 2, 1, 3]),
    ],
)
def test_levels_give_the_order(levels, order):
    assert visual_order(levels) == order


@pytest.mark.skipif(not UNICODE.is_file(), reason="the tests of the Unicode Standard are not here")
def test_levels_and_order_are_those_of_the_unicode_standard():
    wrong = count = 0
    for line in UNICODE.read_text(encoding="utf-8").splitlines():
        if not line or line[0] == "#":
            continue
        codes, direction, _, levels, order = line.split(";")
        if direction == "2":  # as its first letter has it, which nothing here asks for
            continue
        letters = "".join(chr(int(code, 16)) for code in codes.split())
        found = embedding_levels(letters, direction == "1")
        kept = [i for i, level in enumerate(levels.split()) if level != "x"]
        seen = [kept[i] for i in visual_order([found[i] for i in kept])]
        expected = [int(levels.split()[i]) for i in kept]
        wrong += [found[i] for i in kept] != expected or seen != [int(i) for i in order.split()]
        count += 1
    assert (wrong, count > 50_000) == (0, True)
