import pytest
from hypothesis import given
from hypothesis import strategies as st
from page_boxes import arranged

from cardgen.core.geometry import Insets, Matrix, Path, Rect, Size
from cardgen.core.units import PAPERS
from cardgen.frame import Frame, Group, Shape
from cardgen.impose.duplex import back_place, behind, flip_axis, mirror_rect, placement_matrix
from cardgen.impose.gutterfold import arrange_fold
from cardgen.impose.marks import BLACK
from cardgen.impose.nup import arrange
from cardgen.impose.sheet import SheetCard, impose

A4 = PAPERS["a4"]


@pytest.mark.parametrize(
    ("landscape", "duplex", "axis"),
    [
        (False, "long-edge", "vertical"),
        (False, "short-edge", "horizontal"),
        (True, "short-edge", "vertical"),
        (True, "long-edge", "horizontal"),
    ],
)
def test_the_duplex_table(landscape, duplex, axis):
    assert flip_axis(landscape, duplex) == axis


def test_backs_are_mirrored_and_on_landscape_sheets_rotated():
    grid = arrange(Size(63, 88), 3, A4, 5, "butt")
    assert back_place(grid, grid.trim(0), "long-edge") == (grid.trim(2), 0)
    assert back_place(grid, grid.trim(3), "long-edge") == (grid.trim(5), 0)
    grid = arrange(Size(63, 88), 3, A4, 5, "bleed")
    assert back_place(grid, grid.trim(0), "long-edge") == (grid.trim(4), 180)
    assert back_place(grid, grid.trim(0), "short-edge") == (grid.trim(3), 0)


def test_a_bleed_as_seen_from_behind():
    assert behind(Insets(1, 2, 3, 4)) == Insets(1, 4, 3, 2)


def test_mirroring_twice_changes_nothing():
    box, page = Rect(10, 20, 30, 40), Size(210, 297)
    for axis in ("vertical", "horizontal"):
        assert mirror_rect(mirror_rect(box, page, axis), page, axis) == box


def test_placing_on_its_head_keeps_the_place():
    matrix = placement_matrix(Rect(10, 20, 30, 40), 180)
    assert matrix.apply_rect(Rect(0, 0, 30, 40)) == Rect(10, 20, 30, 40)
    assert matrix.apply(0, 0) == (40, 60)


# Turn printed paper over in earnest: each side becomes a point pattern on the paper as
# seen from the front, and every back must lie exactly behind its own face.


def marked(size, name, bleed=3.0):
    """A side that can be told from any other."""
    return Frame(
        size,
        [Shape(Path.rect(Rect(1, 1, 2 + name / 100, 1)), fill=BLACK)],
        Insets(bleed, bleed, bleed, bleed),
    )


def groups(frame, matrix=None):
    """All placed sides of a page with their place on it."""
    found = []
    for item in frame.items:
        if isinstance(item, Group):
            here = item.matrix.then(matrix or Matrix())
            if item.clip is not None:
                found.append((item.frame, here, item.clip))
            else:
                found += groups(item.frame, here)
    return found


def corners(matrix, size):
    """Top left, top right and bottom left corner of a side on the page."""
    points = [(0.0, 0.0), (size.width, 0.0), (0.0, size.height)]
    return [matrix.apply(x, y) for x, y in points]


def turned_over(point, page, axis):
    x, y = point
    return (page.width - x, y) if axis == "vertical" else (x, page.height - y)


sizes = st.builds(Size, st.floats(25, 130), st.floats(25, 130))
counts = st.integers(1, 40)
papers = st.sampled_from(list(PAPERS.values()))
modes = st.sampled_from(["auto", "butt", "bleed"])


@given(sizes, counts, papers, modes, st.sampled_from(["long-edge", "short-edge"]))
def test_every_back_lies_behind_its_face(size, count, paper, mode, duplex):
    grid = arrange(size, 3, paper, 5, mode)
    faces = [marked(size, i) for i in range(count)]
    backs = [marked(size, 100 + i) for i in range(count)]
    partner = dict(zip(faces, backs, strict=True))
    pieces = [SheetCard(f, b) for f, b in partner.items()]
    pages = impose(pieces, grid, duplex)

    # The edge of the paper that stays in place when the printer turns it.
    long_is_upright = grid.page.height >= grid.page.width
    axis = "vertical" if long_is_upright == (duplex == "long-edge") else "horizontal"
    assert len(pages) % 2 == 0
    seen = 0
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        behind_it = {frame: matrix for frame, matrix, _ in groups(back.frame)}
        for face, matrix, _ in groups(front.frame):
            check_behind(matrix, behind_it[partner[face]], size, grid.page, axis)
            seen += 1
    assert seen == count


@given(sizes, counts, papers, modes)
def test_every_back_folds_behind_its_face(size, count, paper, mode):
    grid = arranged(arrange_fold, size, 3, paper, 5, mode)
    faces = [marked(size, i) for i in range(count)]
    backs = [marked(size, 100 + i) for i in range(count)]
    pages = impose([SheetCard(f, b) for f, b in zip(faces, backs, strict=True)], grid, "gutterfold")
    assert grid.fold is not None
    seen = 0
    for page in pages:
        placed_at = {frame: matrix for frame, matrix, _ in groups(page.frame)}
        for face, back in zip(faces, backs, strict=True):
            if face in placed_at:
                check_behind(placed_at[face], placed_at[back], size, grid.page, grid.fold)
                seen += 1
    assert seen == count


def check_behind(face, back, size, page, axis):
    top_left, top_right, bottom_left = corners(face, size)
    behind_tl, behind_tr, behind_bl = (
        turned_over(point, page, axis) for point in corners(back, size)
    )
    # Seen from the front, a back's top right corner lies behind the face's top left.
    assert behind_tr == pytest.approx(top_left, abs=0.01)
    assert behind_tl == pytest.approx(top_right, abs=0.01)
    assert behind_bl[1] == pytest.approx(bottom_left[1], abs=0.01)


@given(sizes, counts, papers, st.floats(-2, 2), st.floats(-2, 2))
def test_the_back_offset_moves_backs_and_nothing_else(size, count, paper, dx, dy):
    grid = arrange(size, 3, paper, 5)
    pieces = [SheetCard(marked(size, i), marked(size, 100 + i)) for i in range(count)]
    plain = impose(pieces, grid, "long-edge")
    moved = impose(pieces, grid, "long-edge", (dx, dy))
    assert [page.frame for page in plain[::2]] == [page.frame for page in moved[::2]]
    for before, after in zip(plain[1::2], moved[1::2], strict=True):
        for (_, one, _), (_, other, _) in zip(
            groups(before.frame), groups(after.frame), strict=True
        ):
            assert (other.e - one.e, other.f - one.f) == pytest.approx((dx, dy), abs=0.002)
