"""Text: widths as HarfBuzz says, lines, alignment, fit policies, icons, fallback fonts."""

from itertools import pairwise
from pathlib import Path

import pytest
import uharfbuzz as hb
from msgspec.structs import replace
from workshops import strings, texts

from cardgen.core.side_id import SideId
from cardgen.core.units import MM_PER_POINT
from cardgen.frame import Group, RegionKind, Shape
from cardgen.pipeline.results import TextOnSide, warn_about_cut_texts

FONTS = Path(__file__).parents[2] / "fonts"
REGULAR = FONTS / "atkinson/AtkinsonHyperlegibleNext-Regular.ttf"
BARLOW = FONTS / "barlow-condensed/BarlowCondensed-Bold.ttf"
EM = 10 * MM_PER_POINT  # of the style `body`
LINE = EM * 1.2


def width(text, file=REGULAR, size=10.0):
    """Measure a whole text by HarfBuzz alone, in mm."""
    face = hb.Face(hb.Blob.from_file_path(str(file)))
    buffer = hb.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    hb.shape(hb.Font(face), buffer)
    units = sum(position.x_advance for position in buffer.glyph_positions)
    return units / face.upem * size * MM_PER_POINT


@pytest.mark.parametrize("word", ["AVATAR", "To", "office", "fjord", "Wave", "x"])
def test_words_are_as_wide_as_harfbuzz_says(frame_of, word):
    for style, file, size in [("body", REGULAR, 10.0), ("title", BARLOW, 12.0)]:
        (text,) = texts(frame_of(f'<text style="{style}">{word}</text>'))
        assert text.width == pytest.approx(width(word, file, size), abs=0.005)
    assert width("AVATAR", BARLOW) < sum(width(one, BARLOW) for one in "AVATAR") - 0.1  # kerned


def test_a_line_is_the_sum_of_words_and_spaces(frame_of):
    (text,) = texts(frame_of("<text>To a wave</text>"))
    words = width("To") + width("a") + width("wave") + 2 * width(" ")
    assert text.width == pytest.approx(words, abs=0.005)
    assert text.string == "To a wave"


@pytest.mark.parametrize(
    ("text", "room", "lines"),
    [
        ("one two three\n four", "one two", ["one two", "three", "four"]),
        ("one two", "one", ["one", "two"]),
        ("one two&#160;six", "one two", ["one", "two\u00a0six"]),
        ("<br/>a<br/><br/>b<br/>", "a b", ["a", "b"]),
        ("well-known", "known", ["well-", "known"]),
        ("now—then", "now—", ["now—", "then"]),
        ("10–20", "10–", ["10–", "20"]),
        ("aaaa\u200bbbbb", "bbbb", ["aaaa", "bbbb"]),
        ("x -5", "x -", ["x", "-5"]),  # a minus sign stays with its number
        ("so\u00adft", "soft", ["soft"]),
    ],
)
def test_lines_break_where_the_next_word_has_no_room(frame_of, text, room, lines):
    assert strings(frame_of(f'<text width="{width(room) + 0.01}">{text}</text>')) == lines


@pytest.mark.parametrize("text", ["well-known", "now—then", "10–20", "x -5"])
def test_lines_with_room_do_not_break(frame_of, text):
    assert strings(frame_of(f"<text>{text}</text>")) == [text]


@pytest.mark.parametrize(("leading", "pitch"), [("", LINE), ('leading="2"', 2 * EM)])
def test_baselines_are_a_leading_apart_and_capitals_centred(frame_of, library, leading, pitch):
    cap = library.font("atkinson/regular").cap_height / 1000 * EM
    first, second = texts(frame_of(f'<text y="5" {leading}>A<br/>B</text>'))
    assert first.y == pytest.approx(5 + (pitch + cap) / 2, abs=0.001)
    assert second.y - first.y == pytest.approx(pitch, abs=0.001)


@pytest.mark.parametrize(("valign", "share"), [("top", 0.0), ("middle", 0.5), ("bottom", 1.0)])
def test_vertical_alignment(frame_of, valign, share):
    (top,) = texts(frame_of('<text height="30">A</text>'))
    (text,) = texts(frame_of(f'<text height="30" valign="{valign}">A</text>'))
    assert text.y - top.y == pytest.approx((30 - LINE) * share, abs=0.001)


@pytest.mark.parametrize(("align", "share"), [("left", 0.0), ("center", 0.5), ("right", 1.0)])
def test_horizontal_alignment(frame_of, align, share):
    (text,) = texts(frame_of(f'<text x="5" width="40" align="{align}">Wave</text>'))
    assert text.x == pytest.approx(5 + (40 - width("Wave")) * share, abs=0.005)


def test_alignment_of_the_style(frame_of, theme):
    styles = {"body": replace(theme.styles["body"], align="right")}
    (text,) = texts(frame_of('<text width="40">Wave</text>', theme=replace(theme, styles=styles)))
    assert text.x == pytest.approx(40 - width("Wave"), abs=0.005)


LONG = "The quick brown fox jumps over the lazy dog and runs away into the deep dark woods"
MIXED = "The <b>quick</b> brown <i>fox jumps</i> over the lazy dog and runs away"


@pytest.mark.parametrize(
    ("markup", "full"),
    [(LONG, [True] * 3 + [False]), (MIXED, [True] * 2 + [False]), ("a b<br/>c", [False] * 2)],
    ids=["one face", "several faces", "a forced break"],
)
def test_justified_lines_reach_both_edges_but_those_that_end_a_paragraph(frame_of, markup, full):
    edges: dict[float, tuple[float, float]] = {}
    for text in texts(frame_of(f'<text x="5" width="40" align="justify">{markup}</text>')):
        start, _ = edges.get(text.y, (text.x, 0))
        edges[text.y] = (start, text.x + text.width)
    assert [edge == pytest.approx((5, 45), abs=0.005) for edge in edges.values()] == full


def test_spaces_collapse_and_edges_are_trimmed(frame_of):
    frame = frame_of("<text>\n  one \t two<b> three</b>four <i> five </i> six\n</text>")
    assert [text.string for text in texts(frame)] == ["one two", "three", "four", "five", "six"]
    (line,) = {round(text.y, 6) for text in texts(frame)}
    assert line


def test_emphasis_takes_the_fonts_of_the_style(frame_of):
    frame = frame_of("<text>a<b>b<i>c</i></b><i>d</i></text>")
    assert [text.font.split("@")[0] for text in texts(frame)] == [
        "atkinson/regular",
        "atkinson/bold",
        "atkinson/bolditalic",
        "atkinson/italic",
    ]
    xs = [text.x for text in texts(frame)]
    ends = [text.x + text.width for text in texts(frame)]
    assert xs[1:] == pytest.approx(ends[:-1], abs=0.001)


def test_spans_change_colour_size_style_and_tracking(frame_of):
    markup = (
        '<text>a <span color="red">b</span> <span size="5pt">c</span> '
        '<span style="title">d</span> <span tracking="100">e</span></text>'
    )
    a, b, c, d, e = texts(frame_of(markup))
    assert (a.color.hex, b.color.hex) == ("#102030", "#ff0000")
    assert (a.size, c.size, d.size) == (10, 5, 12)
    assert d.font.startswith("barlow-condensed/bold@")
    assert e.tracking == pytest.approx(0.1 * EM, abs=0.0001)
    assert a.y == pytest.approx(e.y)


def test_attributes_override_the_style(frame_of):
    markup = '<text size="8" color="red" font="courier-prime/bold" uppercase="true">straße</text>'
    (text,) = texts(frame_of(markup))
    assert (text.size, text.color.hex, text.string) == (8, "#ff0000", "STRASSE")
    assert text.font.startswith("courier-prime/bold@")


def test_tracking_adds_to_every_glyph_and_undoes_ligatures(frame_of):
    (plain,) = texts(frame_of("<text>office</text>"))
    (wide,) = texts(frame_of('<text tracking="100">office</text>'))
    assert len(wide.words[0].glyphs) == 6
    assert wide.width == pytest.approx(plain.width + 6 * 0.1 * EM, abs=0.05)


def test_an_icon_and_its_word_stay_on_one_line(frame_of):
    markup = '<text width="22">Shuffle <icon name="square"/>&#160;<b>Medic</b>, done</text>'
    frame = frame_of(markup)
    (icon,) = (item for item in frame.items if isinstance(item, Group))
    line = [text for text in texts(frame) if text.y > LINE]
    assert line[0].string == "\u00a0"
    assert line[1].string == "Medic"
    assert icon.matrix.e == 0  # the second line begins with it
    assert line[2].string.startswith(",")


@pytest.mark.parametrize("scale", [1.0, 1.2])
def test_an_icon_is_centred_on_the_capitals(frame_of, library, scale):
    cap = library.font("atkinson/regular").cap_height / 1000 * EM
    frame = frame_of(f'<text>A<icon name="wide" scale="{scale}"/>B</text>')
    (icon,) = (item for item in frame.items if isinstance(item, Group))
    a, b = texts(frame)
    height = icon.matrix.d * 12
    below = icon.matrix.apply(0, 12)[1] - a.y  # the baseline
    assert (height, below) == pytest.approx((cap * scale, (scale - 1) / 2 * cap), abs=0.001)
    assert icon.matrix.e == pytest.approx(width("A"), abs=0.005)
    assert b.x == pytest.approx(width("A") + 2 * height, abs=0.005)


def test_an_icon_takes_its_width_of_a_line_and_leaves_it_its_height(frame_of, library):
    cap = library.font("atkinson/regular").cap_height / 1000 * EM
    room = width("one") + 2 * width(" ") + 2 * cap * 3 + width("two")  # twice as wide as high
    markup = '<text width="{}" height="30">one <icon name="wide" scale="3"/> two<br/>end</text>'
    for more, lines in ((0.01, 2), (-0.05, 3)):
        found = texts(frame_of(markup.format(room + more)))
        baselines = sorted({round(text.y, 3) for text in found})
        pitches = [b - a for a, b in pairwise(baselines)]
        assert pitches == pytest.approx([LINE] * (lines - 1), abs=0.002)


def test_an_icon_shrinks_with_its_text(frame_of, library):
    cap = library.font("atkinson/regular").cap_height / 1000 * EM
    frame = frame_of(f'<text width="20" height="{LINE}">Draw <icon name="square"/> cards</text>')
    (icon,) = (item for item in frame.items if isinstance(item, Group))
    before, after = texts(frame)
    scale = before.size / 10
    assert scale < 1
    assert icon.matrix.d * 24 == pytest.approx(1.2 * cap * scale, abs=0.005)
    advance = (width("Draw") + width(" ")) * scale
    assert icon.matrix.e == pytest.approx(advance, abs=0.005)
    assert before.y == after.y
    assert icon.matrix.apply(0, 12)[1] == pytest.approx(before.y - cap * scale / 2, abs=0.005)


def test_icons_take_the_colour_of_the_text_or_their_own(frame_of):
    markup = (
        '<text color="red"><icon name="square"/><icon name="square" color="ink"/>'
        '<b><span color="#00ff00"><icon name="square"/></span></b></text>'
    )
    shapes = [item for item, _ in frame_of(markup).walk() if isinstance(item, Shape)]
    assert [shape.fill.hex for shape in shapes] == ["#ff0000", "#102030", "#00ff00"]


def test_characters_the_font_lacks_come_from_the_fallback(frame_of):
    frame = frame_of("<text>a\u2660b \u0416</text>")
    assert [(text.string, text.font.split("@")[0]) for text in texts(frame)] == [
        ("a", "atkinson/regular"),
        ("\u2660", "noto-symbols/regular"),
        ("b ", "atkinson/regular"),
        ("\u0416", "noto-sans/regular"),
    ]
    ends = [text.x + text.width for text in texts(frame)]
    assert texts(frame)[1].x == pytest.approx(ends[0], abs=0.001)


def test_a_stretch_from_a_fallback_font_is_shaped_as_one(frame_of):
    """Letter by letter, neither would its letters be kerned, nor its clusters shaped."""
    first, second = texts(frame_of("<text>x\u0413\u0410\u0423</text>"))
    assert [word.text for word in first.words] == ["x"]
    assert [word.text for word in second.words] == ["\u0413\u0410\u0423"]
    regular = FONTS / "noto-sans/NotoSans-Regular.ttf"
    assert second.width == pytest.approx(width("\u0413\u0410\u0423", regular), abs=0.005)


@pytest.mark.parametrize("letters", ["\u0416\u0331", "\u0915\u094d\u200d\u0937"])
def test_an_accent_is_of_the_same_font_as_its_letter(frame_of, letters):
    """The first font has the accent, but not the letter below it."""
    (text,) = texts(frame_of(f"<text>{letters}</text>"))
    assert (text.string, text.font.split("@")[0]) == (letters, "noto-sans/regular")


def test_every_text_of_a_row_is_checked_in_one_run(lay):
    laid = lay("<row><text>\u6f22</text><text>fine</text><text>\u5b57</text></row>")
    assert [found.message.split("'")[1] for found in laid.diagnostics] == ["\u6f22", "\u5b57"]
    assert strings(laid.frame) == ["fine"]


@pytest.mark.parametrize("share", [0.99, 0.9, 0.75, 0.61])
def test_shrinking_goes_in_quarter_points(frame_of, share):
    room = width("unbreakable") * share
    frame = frame_of(f'<text width="{room}" height="10">unbreakable</text>')
    (text,) = texts(frame)
    assert text.size % 0.25 == pytest.approx(0)
    assert text.width <= room + 0.02
    assert width("unbreakable", size=text.size + 0.25) > room  # no smaller than needed


def test_shrinking_breaks_lines_anew(frame_of):
    frame = frame_of(f'<text width="40" height="{1.9 * LINE}">{LONG[:60]}</text>')
    assert len({text.y for text in texts(frame)}) == 2
    assert texts(frame)[0].size < 10
    assert " ".join(strings(frame)) == LONG[:60]


def test_the_floor_itself_is_tried(frame_of):
    room = width("unbreakable", size=6.1) + 0.001
    frame = frame_of(f'<text width="{room}" height="9" min-size="6.1">unbreakable</text>')
    assert texts(frame)[0].size == pytest.approx(6.1)


@pytest.mark.parametrize(
    ("attributes", "reason", "floor"),
    [
        ('width="9"', "mm too wide for its 9.0 mm", "6 pt"),
        ('width="14" height="1" min-size="8pt"', "too high for its 1.0 mm", "8 pt"),
        ('fit="error" width="19"', "mm too wide for its 19.0 mm", "10 pt"),
        ('width="20" height="0" min-size="0.1"', "too high for its 0.0 mm", "0.1 pt"),
    ],
)
def test_what_does_not_fit_at_the_floor_is_an_error(lay, attributes, reason, floor):
    laid = lay(f"<text {attributes}>unbreakable</text>")
    (found,) = laid.diagnostics
    assert found.code == "CG401"
    assert reason in found.message
    assert "`unbreakable`" in found.message
    assert floor in found.notes[0]
    *_, cut, fault = laid.frame.items  # what a draft shows
    assert cut.clip is not None
    assert (fault.kind, fault.note) == (RegionKind.FAULT, "CG401")
    assert [setting.fits for setting in laid.settings] == [False]


def test_a_number_of_lines_is_a_limit(frame_of):
    frame = frame_of('<text width="19" height="90" lines="1">two words</text>')
    assert strings(frame) == ["two words"]


def test_an_ellipsis_shrinks_first(frame_of):
    shrunk = f'<text width="40" height="8" fit="shrink">{LONG}</text>'
    assert frame_of(shrunk.replace("shrink", "ellipsis")).items == frame_of(shrunk).items


def test_an_ellipsis_cuts_at_the_smallest_size_with_a_warning(lay):
    laid = lay(f'<text width="40" height="5.5" min-size="8" fit="ellipsis">{LONG}</text>')
    assert not laid.diagnostics
    assert {text.size for text in texts(laid.frame)} == {8}
    shown = " ".join(strings(laid.frame))
    assert LONG.startswith(shown.removesuffix("…"))
    lost = len(LONG) - len(shown.removesuffix("…"))
    [setting] = laid.settings
    assert (setting.lost, setting.fits, setting.limits) == (lost, True, "smallest size 8 pt")


def test_lines_come_closer_before_anything_is_cut(lay, frame_of):
    size = 8 * MM_PER_POINT
    text = f'<text width="40" min-size="8" fit="leading shrink" height="%s">{LONG}</text>'
    laid = lay(text % (3 * size * 1.1 + 0.001))
    first, second, _ = texts(laid.frame)
    assert first.size == 8
    assert second.y - first.y == pytest.approx(size * 1.1, abs=0.001)
    [setting] = laid.settings
    assert setting.leading == pytest.approx(1.1)
    [found] = lay(text % (3 * size)).diagnostics
    assert "tightest leading 1.05" in found.notes[0]
    assert "min-leading" in found.hints[0]
    looser = text.replace("fit=", 'min-leading="1" fit=')
    assert len(texts(frame_of(looser % (3 * size)))) == 3


@pytest.mark.parametrize(
    ("fit", "hint"),
    [
        ("ellipsis", 'fit="shrink leading ellipsis"'),
        ("shrink leading ellipsis", "lower `min-size` or `min-leading`"),
    ],
)
def test_the_hint_of_a_cut_names_what_is_not_allowed_yet(lay, fit, hint):
    laid = lay(f'<text width="40" height="3" fit="{fit}">{LONG}</text>')
    side = SideId("a/b/face")
    [found] = warn_about_cut_texts([TextOnSide(side, setting) for setting in laid.settings])
    assert (found.code, found.severity.value, found.side_ids) == ("CG402", "warning", ("a/b/face",))
    assert hint in found.hints[0]


def test_texts_in_a_row_take_their_natural_width_and_shrink(frame_of):
    one, two = texts(frame_of('<row gap="1"><text>one</text><text>two words</text></row>'))
    assert (one.width, two.x) == pytest.approx((width("one"), width("one") + 1), abs=0.005)
    assert strings(frame_of('<row width="12"><text>two words</text></row>')) == ["two", "words"]


def test_texts_in_a_column_stand_below_one_another_and_empty_ones_take_no_room(frame_of):
    inside = "<text></text><text>one two three</text><text> \n </text><text>four</text>"
    one, two, three = texts(frame_of(f'<column width="20">{inside}</column>'))
    assert one.y < LINE
    assert (two.y - one.y, three.y - two.y) == pytest.approx((LINE, LINE), abs=0.001)
