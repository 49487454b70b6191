"""Each proof rule: what it finds, and what it lets pass."""

from pathlib import Path as Root

import pytest

from cardgen.assets.library import Library
from cardgen.core.diagnostics import Location, Severity
from cardgen.core.geometry import Insets, Matrix, Path, Rect, Size
from cardgen.core.style import Color
from cardgen.frame import Frame, Group, Shape, Stroke
from cardgen.model.formats import Limits
from cardgen.proof.runner import RULES, proof

INK = Color(0, 0, 0)
ASSETS = Library(Root())
BLEED = Insets(3, 3, 3, 3)


def found(frame, code, safe=3.0):
    return [item for item in proof(frame, Limits(safe), ASSETS) if item.code == code]


def filled(*boxes, bleed=BLEED):
    return Frame(Size(60, 90), [Shape(Path.rect(box), INK) for box in boxes], bleed)


def test_the_rules_are_there_and_a_blank_side_passes():
    assert proof(Frame(Size(60, 90), []), Limits(3.0), ASSETS) == []
    among_others = {"bleed", "clearance", "contrast", "hairline", "qr", "safe-zone", "small-type"}
    assert set(RULES) == {
        *(*among_others, "turned-back", "centring", "seam", "reach", "collision", "markup"),
        *("divided-word", "separator", "dark-face", "contrast-with-less-ink"),
    }


def test_findings_are_warnings_at_the_template_line(frame_of):
    frame = frame_of(
        '<side background="ink">\n <text x="1" size="5" color="#fff">tiny</text>\n</side>', bleed=3
    )
    assert {
        (item.code, item.severity, item.location) for item in proof(frame, Limits(3.0), ASSETS)
    } == {
        ("CG801", Severity.WARNING, Location("card.xml", tag_number=2)),
        ("CG802", Severity.WARNING, Location("card.xml", tag_number=2)),
    }


@pytest.mark.parametrize(
    ("attributes", "near"),
    [
        ('x="3" y="3"', None),
        ('x="2.5" y="5"', "2.5 mm from the trim"),
        ('x="-4" y="5"', "beyond the trim"),
        ('y="40" width="57.02" align="right"', None),
        ('y="40" width="58" align="right"', "2.0 mm from the trim"),
        ('x="5" y="1"', "from the trim"),
        ('x="5" bottom="0" height="5"', "from the trim"),
        ('x="5" bottom="4" height="5"', None),
        ('x="5" y="40" width="30" height="5" rotate="90"', None),
        ('x="-12" y="40" width="30" height="4" rotate="90"', "from the trim"),
    ],
)
def test_text_in_the_safe_zone(frame_of, attributes, near):
    warnings = found(frame_of(f"<text {attributes}>Horse</text>"), "CG801")
    assert len(warnings) == (near is not None)
    if near:
        assert "`Horse`" in warnings[0].message
        assert near in warnings[0].message


def test_the_safe_zone_is_the_decks(frame_of):
    frame = frame_of('<text x="4" y="40">Horse</text>')
    assert found(frame, "CG801", safe=3.0) == []
    assert found(frame, "CG801", safe=0.0) == []
    assert len(found(frame, "CG801", safe=5.0)) == 1


def test_a_pictured_card_is_proofed_by_itself(frame_of):
    card = frame_of('<side background="ink"><text size="6">Aid</text></side>', bleed=3)
    picture = Group(card, Matrix.scaling(0.4))
    board = Frame(Size(60, 90), [*filled(Rect(-3, -3, 66, 96)).items, picture], BLEED)
    assert proof(board, Limits(3.0), ASSETS) == []


def test_small_type_counts_as_printed(frame_of):
    assert found(frame_of('<text x="9" y="9" size="6">x</text>'), "CG802") == []
    (warning,) = found(frame_of('<text x="9" y="9" size="5.75">x</text>'), "CG802")
    assert warning.message == "the text `x` is set in 5.75 pt, less than 6 pt"
    inner = frame_of('<text x="9" y="9" size="10">x</text>')
    shrunk = Frame(Size(60, 90), [Group(inner, Matrix.scaling(0.5))])
    assert len(found(shrunk, "CG802")) == 1
    long = frame_of('<text x="9" y="9" size="5">a text that is longer than thirty letters</text>')
    assert "`a text that is longer than th…`" in found(long, "CG802")[0].message


@pytest.mark.parametrize(
    ("items", "edges"),
    [
        ([Rect(-3, -3, 66, 96)], ""),
        ([Rect(-9, -9, 99, 199)], ""),
        ([Rect(-3, -3, 30, 96), Rect(27, -3, 36, 96)], ""),
        ([Rect(0, 0, 60, 90)], "on all four sides"),
        ([Rect(0, -3, 60, 93)], "left, right and bottom"),
        ([Rect(-3, 0, 66, 90)], "top and bottom"),
        ([Rect(-2.97, -3, 66, 96)], ""),
        ([Rect(-2.9, -3, 66, 96)], "left"),
    ],
)
def test_bleed_is_filled(items, edges):
    warnings = found(filled(*items), "CG803")
    said = [w.message.removeprefix("nothing is painted in the bleed ") for w in warnings]
    assert [where.removeprefix("at the ") for where in said] == ([edges] if edges else [])


def test_lines_and_words_do_not_fill_the_bleed(frame_of):
    line = Shape(Path.rect(Rect(-3, -3, 66, 96)), None, Stroke(INK, 1))
    assert len(found(Frame(Size(60, 90), [line], BLEED), "CG803")) == 1
    assert len(found(frame_of('<text x="-5">words</text>', bleed=3), "CG803")) == 1


def test_pictures_and_groups_fill_the_bleed(frame_of):
    markup = '<image src="wide.png" bleed="true" min-dpi="0"/>'
    assert found(frame_of(markup, bleed=3), "CG803") == []
    inner = filled(Rect(0, 0, 33, 48))
    moved = Group(inner, Matrix(2, 0, 0, 2, -3, -3))
    assert found(Frame(Size(60, 90), [moved], BLEED), "CG803") == []


def test_where_there_is_no_bleed_nothing_need_fill_it():
    assert found(filled(bleed=Insets()), "CG803") == []
    (warning,) = found(filled(bleed=Insets(3, 0, 0, 0)), "CG803")
    assert warning.message.endswith("at the top")


@pytest.mark.parametrize(
    ("width", "scale", "thin"),
    [(0.3, 1, False), (0.05, 1, True), (0.1, 0.5, True), (0.07, 1, False)],
)
def test_hairlines_count_as_printed(width, scale, thin):
    line = Shape(Path.rect(Rect(0, 0, 5, 5)), None, Stroke(INK, width), "a.xml:1:2")
    inner = Frame(Size(60, 90), [line])
    warnings = found(Frame(Size(60, 90), [Group(inner, Matrix.scaling(scale))]), "CG804")
    assert len(warnings) == thin
    if thin:
        assert warnings[0].location == Location("a.xml", 1, 2)
        assert f"a line is {width * scale:.3f} mm wide" in warnings[0].message


ICON = '<icon name="square" x="{}" y="{}" size="10"/>'


@pytest.mark.parametrize(
    ("drawing", "said"),
    [
        (ICON.format(3, 3), None),
        (ICON.format(1, 30), "the icon ends 1.0 mm from the trim, the safe zone begins at 3 mm"),
        (ICON.format(30, 78.5), "the icon ends 1.5 mm"),
        (ICON.format(0, 30), None),  # it touches the trim: background
        (ICON.format(-4, 30), None),
        ('<icon name="wide" x="30" y="79" size="10"/>', None),  # its ink ends higher than its box
        ('<icon name="square" x="-2" y="40" size="10" rotate="45"/>', None),
        ('<icon name="square" x="3.1" y="40" size="10" rotate="45"/>', "the icon ends 1.0 mm"),
        ('<image src="wide.png" x="2" y="20" width="20" height="10"/>', "the picture ends 2.0 mm"),
        ('<image src="wide.png" x="2" y="20" width="9" height="9"/>', "the picture ends 2.0 mm"),
        ('<image src="wide.png" x="4" y="20" width="9" height="9" min-dpi="0"/>', None),
        ('<image src="wide.png" bleed="true" min-dpi="0"/>', None),
        ('<stack x="4" width="9" clip="true"><icon name="square" x="-2" y="4"/></stack>', None),
        ('<rect x="1" y="40" width="9" height="9" fill="ink" rotate="180"/>', None),
        ('<rect x="1" y="1" width="58" height="88" stroke="ink" stroke-width="0.3"/>', None),
    ],
)
def test_drawings_in_the_safe_zone(frame_of, drawing, said):
    warnings = found(frame_of(drawing), "CG806")
    assert len(warnings) == (said is not None)
    if said:
        assert warnings[0].message.startswith(said)
        assert warnings[0].location == Location("card.xml", tag_number=2)


def test_drawings_of_a_pictured_card_are_its_own_matter(frame_of):
    card = frame_of(f'<side background="ink">{ICON.format(1, 30)}</side>', bleed=3)
    assert len(found(card, "CG806")) == 1
    assert found(Frame(Size(60, 90), [Group(card, Matrix.scaling(0.4))]), "CG806") == []


def test_outlines_count_in_the_safe_zone(frame_of):
    text = '<text x="3" y="3" outline="{}">Title</text>'
    assert found(frame_of(text.format("none")), "CG801") == []
    (said,) = found(frame_of(text.format("0.4 red, 0.6 ink")), "CG801")
    assert "2.0 mm from the trim" in said.message


@pytest.mark.parametrize(
    ("outline", "width"), [("0.3 red", None), ("0.05 red", "0.05"), ("0.4 red, 0.05 ink", "0.05")]
)
def test_an_outline_is_as_wide_as_what_is_seen_of_it(frame_of, outline, width):
    frame = frame_of(f'<text x="9" y="9" outline="{outline}">Title</text>')
    messages = [item.message for item in found(frame, "CG804")]
    assert [width in message for message in messages if width] == [True] * (width is not None)
    assert bool(messages) == (width is not None)
