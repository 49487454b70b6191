"""Missed middles and seams: found where an eye finds them, nowhere else."""

import pytest
from breadth import examples
from hypothesis import given
from hypothesis import strategies as st

from cardgen.core.diagnostics import Location
from cardgen.core.geometry import Matrix, Path, Rect, Size
from cardgen.core.style import Color
from cardgen.frame import Frame, Group, Shape, Stroke
from cardgen.model.formats import Limits
from cardgen.proof.rules.optical import MAX_ASTRAY_MM
from cardgen.proof.runner import proof

PAPER = '<rect x="0" y="0" width="60" height="90" fill="#fff"/>'
STRIP = '<rect x="-3" y="-3" width="13" height="96" fill="red"/>'  # 10 mm are left of it
ICON = '<icon x="{x}" y="{y}" size="{size}" name="square" color="ink"/>'


def found(frame, library, code, optical=0.5):
    limits = Limits(0.0, optical=optical)
    return [item for item in proof(frame, limits, library) if item.code == code]


def off(frame, library, optical=0.01):
    """Return how far things are from the middle of their plates."""
    return [round(-one.rank, 2) for one in found(frame, library, "CG810", optical)]


def test_it_says_what_margins_and_place(frame_of, library):
    frame = frame_of(f"<side>\n{STRIP}\n{ICON.format(x=4, y=20, size=4)}\n</side>")
    (warning,) = found(frame, library, "CG810")
    assert warning.location == Location("card.xml", tag_number=3)
    assert warning.message == "the icon is 1.0 mm off the middle of its plate"
    assert warning.notes == (
        "the margins are 4.0 mm at the left and 2.0 mm at the right",
        "the plate is drawn by card.xml:#2",
    )


def test_nobody_asks_unless_the_game_does(frame_of, library):
    frame = frame_of(STRIP + ICON.format(x=4, y=20, size=4))
    assert off(frame, library, 0.0) == []
    assert off(frame, library, 1.0) == []
    assert off(frame, library, 0.9) == [1.0]


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        (STRIP + ICON.format(x=3, y=20, size=4), []),
        (STRIP + ICON.format(x=5.5, y=20, size=4), []),  # meant to be at the right
        (STRIP + ICON.format(x=0.3, y=20, size=9.3), []),  # it fills the strip
        # The text of a strip and the icon below it are rows of their own.
        (STRIP + ICON.format(x=3.6, y=20, size=4) + ICON.format(x=3, y=40, size=4), [0.6]),
        # Two things side by side are one row.
        (STRIP + ICON.format(x=1, y=20, size=3) + ICON.format(x=6, y=21, size=3), []),
        (STRIP + ICON.format(x=1, y=20, size=3) + ICON.format(x=5, y=21, size=3), [0.5]),
        # The smallest plate counts, and what lies on top is none.
        (STRIP + '<rect x="2" y="10" width="8" height="50" fill="ink"/>'
         + '<icon x="4" y="20" size="4" name="square" color="red"/>', []),
        (ICON.format(x=4, y=20, size=4) + STRIP, []),
        # Down: a bar at the foot, whose lower 3 mm are cut off.
        ('<rect x="-3" y="78" width="66" height="15" fill="red"/>'
         + ICON.format(x=20, y=82.8, size=4), [0.8]),
        # Of a plate that something later hides, nothing is seen; through glass it is.
        (STRIP + '<rect x="-3" y="-3" width="16" height="96" fill="ink"/>'
         + '<icon x="4.5" y="20" size="4" name="square" color="red"/>', []),
        (STRIP + '<rect x="-3" y="-3" width="16" height="96" fill="#00000080"/>'
         + '<icon x="4.5" y="20" size="4" name="square" color="red"/>', [1.5]),
        # A plate without a solid colour, or as large as the side, has no middle.
        (STRIP.replace("red", "#ff000080") + ICON.format(x=4, y=20, size=4), []),
        (PAPER + ICON.format(x=29, y=44, size=4), []),
    ],
)  # fmt: skip
def test_middles_of_icons(frame_of, library, markup, expected):
    assert off(frame_of(markup, bleed=3), library) == expected


@pytest.mark.parametrize(("y", "expected"), [(13.02, []), (14.02, [1.0]), (12.22, [0.8])])
def test_the_ink_of_a_text_counts_and_not_its_line(frame_of, library, y, expected):
    # Capitals of 20 pt are 4.71 mm high in this face and stand on a line 6.59 mm below the top of
    # the text: their middle is 4.23 mm below it, and that of the plate at 17.25 mm.
    plate = '<rect x="5" y="12.25" width="50" height="10" fill="#fff"/>'
    frame = frame_of(f'{plate}<text x="5" y="{y}" width="50" size="20" align="center">HH</text>')
    assert off(frame, library, 0.1) == [pytest.approx(one, abs=0.06) for one in expected]


def test_letters_that_hang_below_the_line_do_not_move_a_text(frame_of, library):
    plate = '<rect x="5" y="12.25" width="50" height="10" fill="#fff"/>'
    for words in ("HH", "Hg", "no", "gap"):
        text = f'<text x="5" y="13.02" width="50" size="20" align="center">{words}</text>'
        assert off(frame_of(plate + text), library, 0.1) == []


INK = Color(0.1, 0.1, 0.1)
GROUND = Shape(Path.rect(Rect(0, 0, 60, 90)), Color(0.9, 0.8, 0.5))


def boxes(*rects, color=INK, matrix=None):
    shapes = [Shape(Path.rect(Rect(*rect)), color) for rect in rects]
    items = shapes if matrix is None else [Group(Frame(Size(60, 90), shapes), matrix)]
    return Frame(Size(60, 90), [GROUND, *items])


@pytest.mark.parametrize(
    ("frame", "seams"),
    [
        (boxes((10, 10, 10, 10), (20, 12, 10, 20)), ["8.0 mm long, at 20.0"]),
        (boxes((10, 10, 10, 10), (5, 20, 30, 20)), ["10.0 mm long, at 15.0"]),
        (boxes((10, 10, 10, 10), (19.8, 12, 10, 20)), []),  # they overlap
        (boxes((10, 10, 10, 10), (20.3, 12, 10, 20)), []),  # they are apart, and meant to be
        (boxes((10, 10, 10, 10), (20, 20, 10, 20)), []),  # corners meet
        (boxes((10, 10, 10, 10), (15, 10, 10, 10)), []),  # edges side by side
        (boxes((10, 10, 10, 10), (20, 19.5, 10, 9)), []),  # half a millimetre
        (boxes((15, 5, 10, 30), (10, 10, 10, 10), (20, 12, 10, 20)), []),  # ink lies beneath
        (boxes((10, 10, 10, 10), (20, 12, 10, 20), (15, 5, 10, 30)), []),  # ink lies on it
        (boxes((10, 10, 10, 10), (20, 12, 10, 20), color=Color(0.9, 0.8, 0.48)), []),  # a shade
        (boxes((10, 10, 10, 10), (20, 12, 10, 20), color=Color(0, 0, 0, 0.5)), []),  # a film
        (Frame(Size(60, 90), [GROUND, *(
            Shape(Path.rect(Rect(x, 10, 10, 10)), INK, Stroke(INK, 0.2)) for x in (10, 20)
        )]), []),  # lines of their own cover it
    ],
)  # fmt: skip
def test_seams(library, frame, seams):
    warnings = found(frame, library, "CG814")
    assert [one.notes[0].partition(" mm from")[0] for one in warnings] == seams


def test_seams_are_of_what_the_side_shows_itself(frame_of, library):
    two = boxes((10, 10, 10, 10), (20, 10, 10, 10))
    assert found(two, library, "CG814", 0.0) == []
    pictured = frame_of(PAPER, bleed=3)
    card = Frame(pictured.size, two.items, pictured.bleed)
    assert found(Frame(Size(60, 90), [Group(card, Matrix.scaling(0.5))]), library, "CG814") == []


@given(
    st.integers(-80, 80).filter(lambda way: abs(way) > 5).map(lambda way: way / 20),
    st.sampled_from((0, 30, 45, 90, 200)),
    st.sampled_from((0.7, 1.0, 1.4)),
)
@examples(40)
def test_both_are_found_wherever_and_however_a_side_lies(library, way, turn, scale):
    """Off by as much, and as long, as the picture says."""
    place = Matrix.scaling(scale).then(Matrix.rotation(turn, 30, 45))
    (seam,) = found(boxes((20, 30, 10, 10), (30, 30, 10, 10), matrix=place), library, "CG814")
    assert seam.notes[0].startswith(f"{10 * scale:.1f} mm long")
    plate = boxes((20, 30, 12, 12))
    mark = Frame(Size(1, 1), [Shape(Path.rect(Rect(0, 0, 1, 1)), Color(1, 1, 1))])
    icon = Group(mark, Matrix.scaling(4).then(Matrix.translation(24 + way, 34)))
    astray = off(Frame(plate.size, [*plate.items, icon]), library, 0.2)
    assert astray == ([round(abs(way), 2)] if abs(way) <= MAX_ASTRAY_MM else [])


@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize("width", [20, 56])
def test_bold_words_are_not_divided(frame_of, library, bold, width):
    word = "<b>recon\u00adnaissance</b>" if bold else "recon\u00adnaissance"
    frame = frame_of(f'<text width="{width}" size="11" height="40">a {word}</text>')
    assert len(found(frame, library, "CG818")) == (width == 20 and bold)
    assert found(frame, library, "CG818", 0.0) == []


@pytest.mark.parametrize(
    ("words", "ends"),
    [
        ("one piece · two pieces", True),
        ("one piece &#160;· two pieces", True),
        ("one piece<br/>· two pieces", False),
        ("one piece<br/>two · pieces", None),
        ("· one piece two pieces ·", None),
    ],
)
def test_no_line_ends_or_begins_with_a_separator(frame_of, library, words, ends):
    frame = frame_of(f'<text width="24" size="11" height="40">{words}</text>')
    messages = [one.message for one in found(frame, library, "CG819")]
    assert [("ends" in one) for one in messages] == ([] if ends is None else [ends])
    assert found(frame, library, "CG819", 0.0) == []


@pytest.mark.parametrize("least", [6.5, 7.0])
@pytest.mark.parametrize("most", [0.0, 0.4, 0.6])
def test_games_limit_type_sizes_and_dark_areas(frame_of, library, least, most):
    dark = '<rect x="0" y="0" width="60" height="45" fill="#222"/>'
    frame = frame_of(f'{dark}<text y="60" width="50" size="6.5">Small words</text>')
    codes = {one.code for one in proof(frame, Limits(0.0, type=least, dark=most), library)}
    assert codes == {*["CG802"] * (least == 7.0), *["CG821"] * (most == 0.4)}
