"""Paragraphs, lists, tables and large first letters inside a text."""

from itertools import pairwise

import pytest
from workshops import strings, texts

from cardgen.core.diagnostics import Location
from cardgen.core.geometry import Insets, Size
from cardgen.core.units import MM_PER_POINT
from cardgen.frame import Group, Region, Shape
from cardgen.layout.book.lines import break_text, compose_text
from cardgen.layout.engine import Layout
from cardgen.model.richtext import Break, Item, List

EM = 10 * MM_PER_POINT
LINE = EM * 1.2
LONG = "The quick brown fox jumps over the lazy dog and runs away into the woods. "


def regions(frame):
    return [item for item in frame.items if isinstance(item, Region)]


def shown(frame):
    return ["".join(word.text for word in item.words) for item in texts(frame)]


def text(inside, attributes=""):
    return f'<text width="50" {attributes}>{inside}</text>'


HALF = LINE / 2
APART = '<p space-after="2">One</p><p space-before="3">Two</p><p>Three</p>'
ITEMS = "before<ul gap='{}'><li>one</li><li>two</li></ul>after"


@pytest.mark.parametrize(
    ("markup", "attributes", "gaps"),
    [
        ("<p>One</p>\n <p>Two</p> three", "", [HALF, HALF]),
        ("<p>One</p><p>Two</p> three", 'space="1"', [1, 1]),
        (APART, 'space="0"', [3, 0]),  # the larger of two
        ("<b>one<p/>two</b>", "", [HALF]),
        (ITEMS.format(0), "", [HALF, 0, HALF]),
        (ITEMS.format(1), "", [HALF, 1, HALF]),
        ('<p drop-cap="3">Short</p><p>after</p>', "", [2 * LINE + HALF]),
        ("<p>a</p><p>b</p>", f'height="{2.75 * EM}" fit="leading"', [1.65 * EM - LINE]),
    ],
    ids="half a line|as told|larger|parted|items|items apart|large letter|closer".split("|"),
)
def test_paragraphs_and_items_have_their_distance(frame_of, markup, attributes, gaps):
    found = texts(frame_of(text(markup, attributes)))
    lines = sorted({round(item.y, 3) for item in found if item.size == 10})
    assert [b - a - LINE for a, b in pairwise(lines)] == pytest.approx(gaps, abs=0.002)


def test_emphasis_goes_on_behind_an_empty_paragraph(frame_of):
    one, two = texts(frame_of(text("<b>one<p/>two</b>")))
    assert one.font == two.font
    assert "bold" in one.font.lower()


@pytest.mark.parametrize(
    ("attributes", "starts"), [('indent="4" left="2"', (6, 2)), ('left="5" indent="-3"', (2, 5))]
)
def test_a_paragraph_has_its_indents(frame_of, attributes, starts):
    first, second = texts(frame_of(text(f"<p {attributes}>{LONG[:50]}</p>")))
    assert (first.x, second.x) == starts


def test_a_paragraph_has_an_alignment_and_a_style_of_its_own(frame_of):
    left, right, head = texts(
        frame_of(text('<p>a</p><p align="right">b</p><p style="title">Head</p>'))
    )
    assert left.x == 0
    assert right.x + right.width == pytest.approx(50, abs=0.01)
    assert (left.size, head.size) == (10, 12)


def test_an_indented_line_breaks_earlier(frame_of):
    plain = strings(frame_of(text(LONG)))
    indented = strings(frame_of(text(f'<p indent="20">{LONG}</p>')))
    assert len(indented[0]) < len(plain[0])
    assert " ".join(indented) == " ".join(plain)


def test_items_of_a_list_begin_behind_their_bullets(frame_of):
    markup = f"<ul><li>one</li><li>{LONG}<ul><li>inner</li></ul></li></ul>"
    frame = frame_of(text(markup))
    found = texts(frame)
    assert strings(frame)[:2] == ["•", "one"]
    assert strings(frame)[-2:] == ["–", "inner"]
    assert found[0].x == found[2].x == 0
    assert {item.x for item in found[3:-2]} == {found[1].x}
    assert found[1].x > found[0].width
    assert found[-2].x == found[1].x
    assert found[-1].x > found[-2].x + found[-2].width
    assert found[0].y == found[1].y


@pytest.mark.parametrize(("align", "share"), [("center", 0.5), ("right", 1)])
def test_a_list_is_centred_as_a_whole(frame_of, align, share):
    markup = "above<ul><li>one</li><li>the longest<ul><li>in</li></ul></li></ul>below"
    plain, centred = (
        texts(frame_of(text(markup, f'align="{a}" widow="3"'))) for a in ("left", align)
    )
    free = 50 - max(item.x + item.width for item in plain[1:-1])
    moved = [two.x - one.x for one, two in zip(plain, centred, strict=True)]
    assert moved[1:-1] == pytest.approx([free * share] * len(moved[1:-1]), abs=0.005)
    assert [item.y for item in plain] == [item.y for item in centred]


def test_a_centred_list_is_cut_and_shrunk_as_others_are(lay):
    for attributes in ('height="26"', 'height="12" min-size="10" fit="ellipsis"'):
        left, centred = (
            lay(text(ALL, f'{attributes} align="{align}"')).frame for align in ("left", "center")
        )
        assert strings(left) == strings(centred)
        assert [item.size for item in texts(left)] == [item.size for item in texts(centred)]


def test_numbers_end_at_the_same_place(frame_of):
    items = "<li>x</li>" * 3
    found = texts(frame_of(text(f'<ol start="8">{items}</ol>')))
    assert [item.string for item in found[::2]] == ["8.", "9.", "10."]
    ends = [item.x + item.width for item in found[::2]]
    assert ends == pytest.approx([ends[0]] * 3, abs=0.003)
    assert found[4].x == 0
    assert len({item.x for item in found[1::2]}) == 1


@pytest.mark.parametrize(
    ("form", "start", "numbers"),
    [
        ("1.", 1, ["1.", "2."]),
        ("(a)", 26, ["(z)", "(aa)"]),
        ("A", 3, ["C", "D"]),
        ("i)", 3, ["iii)", "iv)"]),
        ("I.", 1994, ["MCMXCIV.", "MCMXCV."]),
    ],
)
def test_forms_of_numbers(frame_of, form, start, numbers):
    """What is empty counts for nothing."""
    markup = f'<ol form="{form}" start="{start}"><li>x</li><li/><li> </li><li>x</li></ol>'
    assert strings(frame_of(text(markup)))[::2] == numbers


@pytest.mark.parametrize(
    ("item", "said"),
    [("<ul><li>in</li></ul>", ["–", "in"]), ("<table><tr><td>c</td></tr></table>", ["c"])],
)
def test_an_item_that_begins_without_words_keeps_its_number(frame_of, item, said):
    markup = f"<ol><li>one</li><li>{item}</li><li>three</li></ol>"
    found = texts(frame_of(text(markup)))
    assert [one.string for one in found] == ["1.", "one", "2.", *said, "3.", "three"]
    numbers = [one for one in found if one.string in ("1.", "2.", "3.")]
    rights = [one.x + one.width for one in numbers]
    assert rights == pytest.approx([rights[0]] * 3, abs=0.002)
    assert numbers[1].y - numbers[0].y == pytest.approx(LINE, abs=0.01)


def test_bullets_of_choice(frame_of):
    found = texts(frame_of(text('<ul bullet="+" color="red"><li>one</li></ul>')))
    assert found[0].string == "+"
    assert found[0].color != found[1].color
    frame = frame_of(text('<ul icon="square"><li>one</li></ul>'))
    [icon] = [item for item in frame.items if isinstance(item, Group)]
    assert icon.alt == ""
    assert strings(frame) == ["one"]


def test_a_table_is_as_wide_as_its_content(frame_of):
    markup = "<table><tr><td>a</td><td>bb</td></tr><tr><td>ccc</td><td>d</td></tr></table>"
    frame = frame_of(text(markup))
    a, bb, ccc, d = texts(frame)
    assert (a.x, ccc.x) == (0, 0)
    assert bb.x == d.x == pytest.approx(ccc.width + EM, abs=0.005)
    assert d.y - a.y == pytest.approx(LINE + 0.3 * EM, abs=0.005)
    [rule] = [item for item in frame.items if isinstance(item, Shape)]
    box = rule.path.bounds()
    assert box.width == pytest.approx(bb.x + bb.width, abs=0.005)
    assert box.center[1] == pytest.approx(LINE + 0.15 * EM, abs=0.005)


def test_columns_of_a_table(frame_of):
    markup = (
        '<table columns="12 1fr auto" align="left right" gap="2">'
        '<tr><td>a</td><td>b</td><td align="center">ccc</td></tr></table>'
    )
    a, b, c = texts(frame_of(text(markup)))
    assert a.x == 0
    assert c.x + c.width == pytest.approx(50, abs=0.01)
    assert b.x + b.width == pytest.approx(c.x - 2, abs=0.01)


def test_a_word_wider_than_its_column_does_not_fit_however_wide_the_box_is(lay):
    markup = '<table columns="5 20"><tr><td>Mountainside</td><td>ore</td></tr></table>'
    [found] = lay(text(markup)).diagnostics
    assert found.code == "CG401"
    assert "too wide" in found.message
    assert not lay(text(markup.replace("5 20", "25 20"))).diagnostics


def test_cells_break_into_lines_where_there_is_no_room(frame_of):
    markup = f"<table><tr><td>A name</td><td>{LONG}</td></tr></table>"
    found = texts(frame_of(text(markup)))
    assert found[0].string == "A name"
    assert len({item.x for item in found[1:]}) == 1
    assert max(item.x + item.width for item in found) <= 50.02
    assert found[0].y == found[1].y


@pytest.mark.parametrize(("rules", "count"), [("none", 0), ("head", 1), ("rows", 2), ("all", 7)])
def test_rules_of_a_table(frame_of, rules, count):
    row = "<tr><td>a</td><td>b</td></tr>"
    markup = f'<table rules="{rules}">{row.replace("td", "th")}{row}{row}</table>'
    frame = frame_of(text(markup))
    assert len([item for item in frame.items if isinstance(item, Shape)]) == count
    assert "bold" in texts(frame)[0].font.lower()


def test_lines_around_a_table_meet(frame_of):
    row = "<tr><td>a</td><td>b</td></tr>"
    frame = frame_of(text(f'<p>above</p><table rules="all">{row}{row}</table>'))
    lines = [item.path.bounds() for item in frame.items if isinstance(item, Shape)]
    upright = [line for line in lines if line.height > line.width]
    level = [line for line in lines if line.width > line.height]
    assert (len(upright), len(level)) == (3, 3)
    ends = min(line.y for line in level), max(line.bottom for line in level)
    sides = min(line.x for line in upright), max(line.right for line in upright)
    for line in upright:
        assert (line.y, line.bottom) == pytest.approx(ends, abs=0.01)
    for line in level:
        assert (line.x, line.right) == pytest.approx(sides, abs=0.2)  # half a line's width


def test_what_is_empty_takes_no_room(frame_of):
    plain = frame_of(text("<p>a</p><p>b</p>"))
    empty = "<ul/><table/><table><tr/></table><ol><li/></ol><p> </p>"
    assert frame_of(text(f"<p>a</p>{empty}<p>b</p>")).items == plain.items


ALL = (
    "First.<ul><li>one<ol><li>inner</li></ol></li><li>two</li></ul>"
    "<table><tr><th>Roll</th><th>Prize</th></tr><tr><td>1</td><td>a long prize</td></tr></table>"
    "Last."
)


@pytest.mark.parametrize(
    ("markup", "attributes", "read"),
    [
        (ALL, "", "First. • one 1. inner • two Roll Prize 1 a long prize Last."),
        ("<table><tr><td>a</td><td><ul><li>b</li></ul></td></tr></table>", "", "a • b"),
        ("<p>The quick fox</p>", 'drop-cap="2"', "The quick fox"),
    ],
    ids=["all parts", "a list in a cell", "a large letter"],
)
def test_what_a_text_holds_is_read_in_its_order(frame_of, said, markup, attributes, read):
    assert said(frame_of(text(markup, attributes))) == read


def test_all_parts_shrink_as_one(frame_of):
    frame = frame_of(text(ALL, 'height="26"'))
    assert len({item.size for item in texts(frame)}) == 1
    assert texts(frame)[0].size < 9
    assert max(item.y for item in texts(frame)) < 26


def test_an_ellipsis_cuts_a_list_or_a_table(lay):
    for height, last in ((12, "one…"), (20, "two…"), (26.5, "Prize…")):
        laid = lay(text(ALL, f'height="{height}" min-size="10" fit="ellipsis"'))
        assert [setting.lost > 0 for setting in laid.settings] == [True]
        assert strings(laid.frame)[-1] == last


@pytest.mark.parametrize("lines", [2, 3])
def test_a_large_letter_stands_on_a_line_and_reaches_up_to_the_first(
    frame_of, pixels, library, lines
):
    frame = frame_of(text(LONG * 3, f'y="2" drop-cap="{lines}"').replace("The", "Hhe", 1))
    cap, *rest = texts(frame)
    assert cap.y == pytest.approx(rest[lines - 1].y, abs=0.002)
    assert [line.x for line in rest[lines:]] == [0] * len(rest[lines:])
    assert {line.x for line in rest[:lines]} == {rest[0].x}
    dots = 20
    ink = pixels(frame, dots).convert("L").point(lambda v: 255 * (v < 128))
    beside = int((rest[0].x - 0.3) * dots)
    _, top, right, bottom = ink.crop((0, 0, beside, int((cap.y + 0.4) * dots))).getbbox() or ()
    capital = library.font("atkinson/regular").cap_height / 1000 * EM
    assert top / dots == pytest.approx(rest[0].y - capital, abs=0.08)
    assert bottom / dots == pytest.approx(rest[lines - 1].y, abs=0.08)
    assert right < beside


@pytest.mark.parametrize(
    ("markup", "large"),
    [("<p>Oh one</p><p>Oh two</p>", [True, False, False]), ('<icon name="square"/> one', [False])],
)
def test_only_a_text_that_begins_with_a_letter_has_it_large(frame_of, markup, large):
    found = texts(frame_of(text(markup, 'drop-cap="2"')))
    assert [item.size > 12 for item in found] == large


def test_a_line_of_words_has_no_parts(lay, frame_of):
    markup = "<vertical-text>one{}two</vertical-text>"
    assert frame_of(markup.format("<p/>")).items == frame_of(markup.format("<br/>")).items
    [found] = lay(markup.format("<ul><li>a</li></ul>")).diagnostics
    assert found.message == "<ul> is not allowed inside <vertical-text>"
    assert "stand inside <text>" in found.hints[0]


def test_words_are_divided_in_the_language_of_the_text(frame_of):
    word = "Verkehrsinfrastruktur"
    first, *_ = shown(frame_of(f'<text width="20" hyphenate="true" lang="de">{word}</text>'))
    assert first.endswith("-")
    span = f'<text width="20" hyphenate="true"><span lang="de">{word}</span></text>'
    assert shown(frame_of(span))[0] == first


def test_soft_hyphens_divide_a_word_as_often_as_it_has_no_room(frame_of):
    word = "Verkehrs\u00adinfra\u00adstruktur"
    *heads, _ = shown(frame_of(f'<text width="14">{word}</text>'))
    assert [head[-1] for head in heads] == ["-", "-"]


def test_in_a_booklet_lists_of_card_texts_are_lines(library, theme):
    canvas = Layout(theme, library, lambda side: None)._canvas(Size(60, 90), Insets())
    bullets, numbers = List((Item(("a",)), Item(("b",)))), List((Item(("c",)),), "ol", 3)
    content = ("x", bullets, "y", Break("p"), "z", numbers)
    block = compose_text(content, "body", Location("rules.md"), canvas)
    lines = break_text(block, 50, Location("rules.md"), "left").lines
    words = [
        "".join(p.shaped.text for u in line.units(block) for p in u[1].pieces) for line in lines
    ]
    assert words == ["x", "•\u00a0a", "•\u00a0b", "y", "z", "3.\u00a0c"]
