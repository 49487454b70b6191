"""Wrap-round sheets: the paper covers the board, meets at its corners, and shows no white."""

import math
from itertools import pairwise

import pytest
from breadth import examples
from folding import fold, write
from hypothesis import given
from hypothesis import strategies as st

from cardgen.core.geometry import Insets, Path, Rect, Size, polylines, signed_area
from cardgen.core.style import Color
from cardgen.frame import Frame, Shape
from cardgen.frame.items import Dies
from cardgen.impose.cutters.paths import dies_of, without_lines
from cardgen.impose.wrap import BLEED, END, HEM, NOTE, TAPER, Wrap, part_frame, wrap_frames

WRAP = Wrap(Size(60, 90), 20, 1.5, 12, "long")
RED, GREEN = Color(0.8, 0, 0), Color(0, 0.5, 0)
sizes = st.floats(40, 250)
wraps = st.builds(
    Wrap,
    st.builds(Size, sizes, sizes),
    st.floats(8, 60),
    st.floats(0.3, 3),
    st.floats(4, 30),
    st.sampled_from(("long", "short")),
)


def face(wrap):
    """Make a picture of one colour that goes on as far as it must."""
    bleed = wrap.reach + BLEED
    size = wrap.panel
    whole = Path.rect(Rect(-bleed, -bleed, size.width + 2 * bleed, size.height + 2 * bleed))
    return Frame(size, [Shape(whole, RED)], Insets.of((bleed,)))


@examples(25)
@given(wraps)
def test_turn_ins_meet_in_a_mitre_on_the_rim_and_lie_inside_of_the_walls(wrap):
    """Of two neighbours, the end of one rim is the beginning of the next, at 45 degrees."""
    w, h, t = wrap.panel.width, wrap.panel.height, wrap.board
    walls = list(wrap.walls())
    hinges, faces = [], {"panel": [(0.0, 0.0), (w, 0.0), (w, h), (0.0, h)]}
    for number, wall in enumerate(walls):
        a, b = (0.0, wrap.wall), (wall.length, wrap.wall)
        c, d = (wall.length - t, wrap.rim), (t, wrap.rim)
        e, f = (wall.length - (t + TAPER), wrap.reach), (t + TAPER, wrap.reach)
        assert set(wrap.outline(wall)) >= {a, b, c, d, e, f}
        around = [(0.0, 0.0), (wall.length, 0.0), b, a]
        for name, local in (("wall", around), ("rim", [a, b, c, d]), ("in", [d, c, e, f])):
            faces[f"{name}{number}"] = wall.points(local)
        start, end = wall.points(around[:2])
        hinges += [("panel", f"wall{number}", (start, end))]
        rim, inner = wall.points([a, b]), wall.points([d, c])
        hinges += [(f"wall{number}", f"rim{number}", (rim[0], rim[1]))]
        hinges += [(f"rim{number}", f"in{number}", (inner[0], inner[1]))]
    folded = fold(faces, hinges, 90)
    # The panel lies at z = 0; all rims are as high as the walls, and their ends are shared.
    for number in range(4):
        one, other = folded[f"rim{number}"], folded[f"rim{(number + 1) % 4}"]
        assert [z for _, _, z in one] == pytest.approx([wrap.wall] * 4)
        assert math.dist(one[1], other[0]) < 1e-6
        assert math.dist(one[2], other[3]) < 1e-6
    # Inside they stand on the inner face of their own wall, and do not reach the panel's board.
    board = Rect(t, t, w - 2 * t, h - 2 * t)
    for number, wall in enumerate(walls):
        for x, y, z in folded[f"in{number}"]:
            assert board.contains(Rect(x, y, 0, 0), 1e-6)
            assert wrap.wall - wrap.turn - 1e-6 <= z <= wrap.wall + 1e-6
        deep = [wall.matrix.undo(x, y)[1] for x, y, _ in folded[f"in{number}"]]
        assert deep == pytest.approx([-t] * 4)


@examples(25)
@given(wraps)
def test_parts_cover_the_cross_and_ends_and_hems_besides(wrap):
    """The cross has the area of panel, walls, rims and turn-ins, and four ends."""
    [whole] = wrap.parts(in_one_piece=True)
    panel, *walls = wrap.parts(in_one_piece=False)
    w, h, t = wrap.panel.width, wrap.panel.height, wrap.board
    around, ends = 2 * (w + h), 4 * END * (wrap.wall - TAPER)
    bands = around * (wrap.wall + t) - 4 * t * t
    turned = (around - 8 * t - 4 * TAPER) * wrap.turn
    assert abs(signed_area(whole.outline)) == pytest.approx(w * h + bands + turned + ends)
    assert sum(abs(signed_area(one.outline)) for one in walls) == pytest.approx(
        bands + turned + ends
    )
    hems = (around - 4 * TAPER) * HEM
    assert abs(signed_area(panel.outline)) == pytest.approx(w * h + hems)
    assert [one.name for one in walls].count("long wall") == 2
    for part in (whole, panel, *walls):
        box = Path.polygon(part.outline).bounds()
        assert all(box.contains(Path.polygon(list(line)).bounds(), 1e-6) for line in part.folds)
        assert all(box.contains(notch.bounds(), 1e-6) for notch in part.notches)


@examples(25)
@given(wraps)
def test_the_windows_of_a_part_hold_it_with_its_bleed(wrap):
    for part in [*wrap.parts(in_one_piece=True), *wrap.parts(in_one_piece=False)]:
        for x, y in part.outline:
            around = Rect(x, y, 0, 0).grow(BLEED)
            assert any(window.contains(around, 1e-6) for window in part.windows)


def pixels(frame, scale):
    """Paint a part without its lines, in white, grey and colours, and return its pixels."""
    from cardgen.assets.library import Library
    from cardgen.backend.raster import rasterize

    size = frame.size
    wide, high = round(size.width * scale), round(size.height * scale)
    picture = rasterize(without_lines(frame, ()), wide, high, Library(()))
    return picture.tobytes(), wide


@pytest.mark.parametrize("lining", [None, GREEN])
@pytest.mark.parametrize("whole", [True, False])
def test_no_white_is_seen_inside_of_a_cut_or_a_millimetre_around(whole, lining):
    art, scale = WRAP.art(face(WRAP), {"front": face(WRAP)}, lining), 2
    for part in WRAP.parts(whole):
        frame = part_frame(part, art, "", write)
        data, wide = pixels(frame, scale)
        box = Path.polygon(part.outline).bounds()
        seen = 0
        for number in range(len(data) // 3):
            x, y = number % wide / scale + box.x, number // wide / scale + box.y
            if any(window.grow(-BLEED / 2).contains(Rect(x, y, 0, 0)) for window in part.windows):
                seen += 1
                assert data[3 * number : 3 * number + 3] != b"\xff\xff\xff", (part.name, x, y)
        assert seen > abs(signed_area(part.outline)) * scale**2 * 0.9


def test_walls_of_the_base_are_paper_above_their_foot():
    [part] = WRAP.parts(in_one_piece=True)
    data, wide = pixels(part_frame(part, WRAP.art(face(WRAP), {}, None), "", write), 2)
    box = Path.polygon(part.outline).bounds()

    def is_paper(x, y):
        number = round((y - box.y) * 2) * wide + round((x - box.x) * 2)
        return data[3 * number : 3 * number + 3] == b"\xff\xff\xff"

    assert not is_paper(30, 1 - HEM)
    assert is_paper(30, -1 - HEM)


def test_machines_get_all_cuts_and_the_whole_of_all_folds():
    [part] = WRAP.parts(in_one_piece=True)
    frame = part_frame(part, WRAP.art(face(WRAP), {}, None), "lid", write)
    dies: Dies = dies_of(frame, (), frame.trim.grow(1))
    assert len(dies.cut) == 1 + 2  # the cross, and a notch in either long wall
    assert len(part.folds) == 4 + 4 * 2 + 2 * 2
    creased = sum(math.dist(a, b) for a, b in part.folds)
    rims = [side - shorter for side in (60, 90) for shorter in (0, 3)] * 2
    assert creased == pytest.approx(2 * (60 + 90) + sum(rims) + 4 * 20)
    found = [
        line
        for path in dies.crease
        for lines, _ in polylines(path, 0.01)
        for line in pairwise(lines)
    ]
    assert sum(math.dist(a, b) for a, b in found) == pytest.approx(creased)


def test_words_of_a_wall_stand_with_their_head_to_the_panel():
    """Whoever looks at a wall of a closed box sees its words upright."""
    wall = Frame(Size(90, 20), [Shape(Path.rect(Rect(0, 0, 90, 1)), GREEN)])
    art = WRAP.art(face(WRAP), {"long": wall}, None)
    heads = [
        matrix.apply_rect(item.path.bounds())
        for item, matrix in art.walk()
        if isinstance(item, Shape) and item.fill == GREEN
    ]
    assert heads == [Rect(60, 0, 1, 90), Rect(-1, 0, 1, 90)]


def test_a_note_says_what_board_is_needed_and_takes_the_same_room_without_words():
    lid, base = Wrap(Size(64, 94), 21.5, 1.5, 12, "long"), WRAP
    faces = {"front": face(lid), "back": face(base)}

    def dry(text, size):
        return Frame(Size(0, 0), ())

    for whole, count in ((True, 3), (False, 11)):
        drawn = wrap_frames(lid, base, whole, faces, None, write)
        sizes = [one.size for one in drawn]
        assert len(drawn) == count
        assert sizes == [one.size for one in wrap_frames(lid, base, whole, faces, None, dry)]
        assert sizes[-1] == NOTE
    assert base.boards() == "1 of 60.0 × 90.0, 2 of 90.0 × 18.5, 2 of 57.0 × 18.5"
