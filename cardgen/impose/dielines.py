"""Die lines: solid to cut, dashed to fold, hatched to glue; and a legend.

Unlike crop marks, these lines cross artwork. Each is drawn twice, white below and dark on top, so
that one of the two is visible on any background.
"""

import math
from collections.abc import Iterator, Sequence

from cardgen.core.geometry import Matrix, Path, Rect, Segment, Size, signed_area
from cardgen.core.style import Color
from cardgen.frame import Frame, Group, Item, Shape, Stroke
from cardgen.impose.marks import BLACK, Write

Point = tuple[float, float]
Line = tuple[Point, Point]
Quad = tuple[Point, Point, Point, Point]

WHITE = Color(1.0, 1.0, 1.0)
GLUE = Color(0.45, 0.45, 0.45)
CUT = Stroke(BLACK, 0.12)
FOLD = Stroke(BLACK, 0.14, dash=(1.6, 1.2))
HATCH = Stroke(GLUE, 0.1)
HATCH_PITCH = 1.4
HALO = 0.14
"""The width of the white on either side of a cut, in mm."""
CUT_HALO = Stroke(WHITE, CUT.width + 2 * HALO, join="round")
FOLD_HALO = Stroke(WHITE, FOLD.width)

LEGEND_PT = 5.5
_SAMPLE = 6.0  # mm, length of a line in the legend


def cut_path(path: Path) -> tuple[Shape, ...]:
    """Draw an outline to cut along."""
    return (Shape(path, stroke=CUT_HALO), Shape(path, stroke=CUT))


def cuts(lines: Sequence[Line]) -> tuple[Shape, ...]:
    """Draw straight cuts."""
    return cut_path(join_lines(lines))


def folds(lines: Sequence[Line]) -> tuple[Shape, ...]:
    """Draw straight folds: dashes with white between them."""
    path = join_lines(lines)
    return (Shape(path, stroke=FOLD_HALO), Shape(path, stroke=FOLD))


def join_lines(lines: Sequence[Line]) -> Path:
    """Return straight lines as one path."""
    segments: list[Segment] = []
    pen: Point | None = None
    for start, end in lines:
        if start != pen:
            segments.append(("M", *start))
        segments.append(("L", *end))
        pen = end
    return Path(tuple(segments))


def hatch(points: Sequence[Point], inset: float = 0.6) -> Shape:
    """Hatch a convex glue area, with slanting lines that end before its edges."""
    inner = offset(points, -inset)
    reach = [(x + y) / math.sqrt(2) for x, y in inner]
    segments: list[Segment] = []
    first = math.ceil(min(reach) / HATCH_PITCH) if inner else 0
    last = math.floor(max(reach) / HATCH_PITCH) if inner else -1
    for step in range(first, last + 1):
        ends = _crossings(inner, step * HATCH_PITCH * math.sqrt(2))
        if len(ends) == 2:
            segments += [("M", *ends[0]), ("L", *ends[1])]
    return Shape(Path(tuple(segments)), stroke=HATCH)


def _crossings(points: Sequence[Point], total: float) -> list[Point]:
    """Return the points where the line x + y = ``total`` crosses the outline of a convex area."""
    crossings: list[Point] = []
    for (x0, y0), (x1, y1) in _edges(points):
        a, b = x0 + y0 - total, x1 + y1 - total
        if (a < 0) != (b < 0):
            share = a / (a - b)
            crossings.append((x0 + share * (x1 - x0), y0 + share * (y1 - y0)))
    return crossings


def offset(points: Sequence[Point], distance: float) -> list[Point]:
    """Move every edge of a convex outline outwards, or inwards if ``distance`` is negative.

    The result is empty if no area is left.
    """
    turn = 1.0 if signed_area(points) > 0 else -1.0
    moved = []
    for (x0, y0), (x1, y1) in _edges(points):
        length = math.hypot(x1 - x0, y1 - y0)
        nx, ny = turn * (y1 - y0) / length, -turn * (x1 - x0) / length
        dx, dy = nx * distance, ny * distance
        moved.append(((x0 + dx, y0 + dy), (x1 + dx, y1 + dy)))
    points_moved = [_meet(moved[i - 1], moved[i]) for i in range(len(moved))]
    # An edge that now runs the other way has vanished, and the area with it.
    for (p, q), (a, b) in zip(_edges(points_moved), _edges(points), strict=True):
        if (q[0] - p[0]) * (b[0] - a[0]) + (q[1] - p[1]) * (b[1] - a[1]) <= 0:
            return []
    return points_moved


def _meet(first: Line, second: Line) -> Point:
    (x0, y0), (x1, y1) = first
    (x2, y2), (x3, y3) = second
    dx, dy, ex, ey = x1 - x0, y1 - y0, x3 - x2, y3 - y2
    cross = dx * ey - dy * ex
    share = ((x2 - x0) * ey - (y2 - y0) * ex) / cross
    return x0 + share * dx, y0 + share * dy


def _edges(points: Sequence[Point]) -> Iterator[Line]:
    for i, point in enumerate(points):
        yield point, points[(i + 1) % len(points)]


def flap(edge: Line, depth: float, taper: float) -> Quad:
    """Return a trapezoid at the left of an edge that runs clockwise around a net.

    The edge is between its first two corners; the others, far and near, are tapered inwards.
    """
    (x0, y0), (x1, y1) = edge
    length = math.dist(*edge)
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    nx, ny = uy * depth, -ux * depth
    far = (x1 - ux * taper + nx, y1 - uy * taper + ny)
    near = (x0 + ux * taper + nx, y0 + uy * taper + ny)
    return (x0, y0), (x1, y1), far, near


def beyond(flap: Quad, depth: float, most: float = 1.0) -> list[Point]:
    """Return the part of a flap beyond a depth, which is at most a share of the flap's depth."""
    start, end, far, near = flap
    high = abs(
        (end[0] - start[0]) * (near[1] - start[1]) - (end[1] - start[1]) * (near[0] - start[0])
    ) / math.dist(start, end)
    share = min(depth / high, most)

    def towards(a: Point, b: Point) -> Point:
        return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share

    return [towards(start, near), towards(end, far), far, near]


def corners(box: Rect) -> list[Point]:
    """Return the corners of a rectangle, clockwise."""
    return [(box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)]


def glue_area(
    points: Sequence[Point], word: str, write: Write, turn: float = 0.0
) -> tuple[Item, ...]:
    """Hatch an area, and label it on a white background in its middle."""
    return (hatch(points), *label_area(points, word, write, turn))


def label_area(
    points: Sequence[Point], word: str, write: Write, turn: float = 0.0
) -> tuple[Item, ...]:
    """Set a word in the middle of a convex area, turned by an angle, if there is room for it."""
    label = write(word, LEGEND_PT)
    width, height = label.size.width, label.size.height
    x = sum(x for x, _ in points) / len(points)
    y = sum(y for _, y in points) / len(points)
    ground = Rect(-width / 2 - 0.5, -height / 2, width + 1.0, height)
    place = Matrix.rotation(turn).then(Matrix.translation(x, y))
    around = [place.apply(*corner) for corner in corners(ground)]
    if not all(inside(points, corner) for corner in around):
        return ()
    middle = Matrix.translation(-width / 2, -height / 2).then(place)
    return (Shape(Path.polygon(around), fill=WHITE), Group(label, middle))


def inside(points: Sequence[Point], point: Point, slack: float = 1e-6) -> bool:
    """Whether a point is inside a convex area."""
    turn = 1.0 if signed_area(points) > 0 else -1.0
    return all(
        turn * ((x1 - x0) * (point[1] - y0) - (y1 - y0) * (point[0] - x0)) >= -slack
        for (x0, y0), (x1, y1) in _edges(points)
    )


def legend(write: Write, kinds: Sequence[str], depth: float) -> Frame:
    """Explain the given kinds of lines (`cut`, `fold`, `glue`) in one line of text."""
    items: list[Item] = []
    x, middle = 0.0, depth / 2
    for kind in kinds:
        if kind == "glue":
            items.append(hatch(corners(Rect(x, 0.2, _SAMPLE, depth - 0.4)), 0.0))
        else:
            line = [((x, middle), (x + _SAMPLE, middle))]
            items += cuts(line) if kind == "cut" else folds(line)
        word = write(kind, LEGEND_PT)
        x += _SAMPLE + 1.0
        items.append(Group(word, Matrix.translation(x, middle - word.size.height / 2)))
        x += word.size.width + 3.0
    return Frame(Size(max(x - 3.0, 0.0), depth), items)
