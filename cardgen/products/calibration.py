"""The calibration sheet, from which the drift and the border of a printer are read by eye.

Printers place the second side of a sheet half a millimetre to two millimetres off the first, and
nearly the same every time. The calibration sheet measures this drift without a ruler. Its front
has a grid of outlines and its back a grid of solid squares. Each column of squares is displaced
sideways, and each row up or down, by a little more than the one before. Against the light, one
square is in the middle of its outline: its displacement has cancelled the drift. The labels of its
column and row are the back offset to write down.

Two rulers show whether the sheet was printed at true size in both directions. The bars along the
edges show the border that the printer cannot reach: the smallest number whose bar is complete.

Print the sheet exactly as the cards, on the same paper and flipped on the same edge.
There is one sheet for portrait and one for landscape, because their drifts differ.
"""

from collections.abc import Iterator
from typing import Literal

from cardgen.core.geometry import Matrix, Path, Rect, Size
from cardgen.frame import Frame, Group, Item, Page, Shape, Stroke
from cardgen.impose.duplex import flip_axis, mirror_rect
from cardgen.impose.marks import BLACK, Line, Write, lines, ruler
from cardgen.impose.nup import orientations

STEP = 0.25
STEPS = 8  # to either side of zero: up to 2 mm
VALUES = tuple(n * STEP for n in range(-STEPS, STEPS + 1))

PITCH = 8.5
OUTLINE = 5.6
"""The width of an outline on the front, to the middle of its line."""
SOLID = 4.6
"""The width of a square on the back: if it is 0.25 mm off, it looks clearly lopsided."""
GRID = PITCH * 2 * STEPS + OUTLINE
LOWERED = 2.0  # how far the grid is below the middle, to make room for words
BORDERS = range(1, 11)

LABEL_PT, TEXT_PT, TITLE_PT = 5.0, 7.5, 12.0


def calibration_pages(
    paper: Size,
    write: Write,
    duplex: Literal["long-edge", "short-edge"] = "long-edge",
    landscape: bool = False,
) -> list[Page]:
    """Make front and back of the calibration sheet for a paper and a way to flip it."""
    size = orientations(paper)[1 if landscape else 0]
    axis = flip_axis(landscape, duplex)
    cells = _cells(size)

    front: list[Item] = [_outline(cell) for _, _, cell in cells]
    back: list[Item] = []
    for dx, dy, cell in cells:
        behind = mirror_rect(cell, size, axis).shift(dx, dy)
        back.append(Shape(Path.rect(behind.grow((SOLID - OUTLINE) / 2)), fill=BLACK))
    corner = cells[0][2]
    for value in VALUES:
        label = write(f"{value:+g}" if value else "0", LABEL_PT)
        along = (value / STEP + STEPS) * PITCH
        for place in (_above(corner.shift(along, 0.0)), _before(corner.shift(0.0, along))):
            front.append(_centre_label(label, place))
            back.append(_centre_label(label, mirror_rect(place, size, axis)))

    words = _instructions(duplex, landscape)
    front += _words(words, write, Rect(corner.x, 0.0, GRID, corner.y - 5.0))
    back += _words([f"Back, {_shape(landscape)}"], write, Rect(corner.x, 0.0, GRID, corner.y - 5.0))
    # Rulers are below the grid and at its right.
    scale, foot, right = ruler(write("100 mm", LABEL_PT), 4.0), corner.y + GRID, corner.x + GRID
    front.append(Group(scale, Matrix.translation(corner.x, foot + 4.0)))
    front.append(Group(scale, Matrix.rotation(270).then(Matrix.translation(right + 4.0, foot))))
    stairs = Group(Frame(size, _stairs(size, write)))
    return [Page.of_sheet(Frame(size, [*items, stairs])) for items in (front, back)]


def _shape(landscape: bool) -> str:
    return "landscape pages" if landscape else "portrait pages"


def _instructions(duplex: str, landscape: bool) -> list[str]:
    command = "cardgen calibrate --offset X Y" + (" --landscape" if landscape else "")
    return [
        f"Calibration sheet for {_shape(landscape)}",
        f"Print on both sides at 100 %, flipped on the {duplex.replace('-', ' ')}. "
        "Both rulers must measure 100 mm, or else: cardgen calibrate --ruler LENGTH",
        "Hold it to the light, this side towards you: which frame has its square in the middle?",
        f"X is the number above it, Y the number on its left: {command}",
        "The smallest number at the edges whose bar is there in full, on all four sides: "
        "cardgen calibrate --margin NUMBER",
    ]


def _cells(page: Size) -> list[tuple[float, float, Rect]]:
    left, top = (page.width - GRID) / 2, (page.height - GRID) / 2 + LOWERED
    return [
        (dx, dy, Rect(left + i * PITCH, top + j * PITCH, OUTLINE, OUTLINE))
        for j, dy in enumerate(VALUES)
        for i, dx in enumerate(VALUES)
    ]


def _outline(cell: Rect) -> Shape:
    return Shape(Path.rect(cell), stroke=Stroke(BLACK, 0.25))


def _above(cell: Rect) -> Rect:
    return Rect(cell.x, cell.y - 4.5, cell.width, 2.5)


def _before(cell: Rect) -> Rect:
    return Rect(cell.x - 8.0, cell.y, 6.0, cell.height)


def _centre_label(label: Frame, place: Rect) -> Group:
    x, y = place.center
    return Group(label, Matrix.translation(x - label.size.width / 2, y - label.size.height / 2))


def _words(texts: list[str], write: Write, box: Rect) -> Iterator[Item]:
    """Set lines of type, the first one large, so that the last is at the foot of a box."""
    foot = box.bottom
    for i, text in reversed(list(enumerate(texts))):
        line = write(text, TEXT_PT if i else TITLE_PT)
        scale = min(1.0, box.width / line.size.width) if line.size.width else 1.0
        foot -= line.size.height * scale
        yield Group(line, Matrix.scaling(scale).then(Matrix.translation(box.x, foot)))


def _stairs(page: Size, write: Write) -> Iterator[Item]:
    """Draw bars at 1 to 10 mm from every edge, each labelled on its inner side."""
    bars: list[Line] = []
    for mm in BORDERS:
        near = float(mm)
        shift = (mm - (len(BORDERS) + 1) / 2) * 6.0
        x, y = page.width / 2 + shift, page.height / 2 + shift
        right, bottom = page.width - near, page.height - near
        bars += (
            (x - 2.5, near, x + 2.5, near),
            (x - 2.5, bottom, x + 2.5, bottom),
            (near, y - 2.5, near, y + 2.5),
            (right, y - 2.5, right, y + 2.5),
        )
        label = write(str(mm), LABEL_PT)
        for cx, cy in ((x, near + 1.6), (x, bottom - 1.6), (near + 1.8, y), (right - 1.8, y)):
            yield _centre_label(label, Rect(cx, cy, 0.0, 0.0))
    yield lines(bars, Stroke(BLACK, 0.2))
