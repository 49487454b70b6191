"""Dice on paper: the net of a die with artwork, folds, cuts and glue tabs, once for each copy.

A net is flat and folds up to a cube or an icosahedron.

The net of the cube is a cross: four faces in a row, one above and one below. Opposite faces sum to
7, and 1, 2 and 3 run counterclockwise around their common corner, as on Western dice::

          3                  T  T  T  T  T          20   8  16   6  14
      5   1   2   6         DUDUDUDUDU         2 18 10 12  3 17  9 19  4 11 …
          4                    B  B  B  B  B          5  15   7   1  13

The net of the icosahedron is a band of ten triangles, with five above and five below it. Opposite
faces sum to 21, and 20 is between 2, 8 and 14; makers differ here, and this order is common.

Two outer edges that meet when the net is folded form a seam, and one of them has a glue tab. All
folds go away from the printed side. Coordinates are in millimetres from the top left corner of the
box around net and tabs, y down, with the printed side up.
"""

import math
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.geometry import Matrix, Path, Rect, Segment, Size
from cardgen.frame import Frame, Group, Item
from cardgen.impose.dielines import Line, Point, Quad, beyond, cuts, flap, folds, glue_area
from cardgen.impose.marks import Write

CUBE = {"left": 5, "middle": 1, "right": 2, "last": 6, "top": 3, "bottom": 4}
ABOVE = (20, 8, 16, 6, 14)
DOWN = (2, 10, 3, 9, 4)
UP = (18, 12, 17, 19, 11)
BELOW = (5, 15, 7, 1, 13)
"""The numbers on the net of the icosahedron: above the band, two kinds in it, and below it."""

TAB_SHARE, TAB_MOST = 0.3, 7.0
"""The depth of a tab: a share of the edge, and its limit in mm."""
_NEAR = 1e-6


class Facet(Struct, frozen=True):
    """One face: its number, its corners clockwise on paper, and the transform of its artwork."""

    value: int
    corners: tuple[Point, ...]
    matrix: Matrix

    def edges(self) -> tuple[Line, ...]:
        """The edges in order, each from corner to corner."""
        return tuple(zip(self.corners, (*self.corners[1:], self.corners[0]), strict=True))


class Tab(Struct, frozen=True):
    """A glue tab on an edge of the face ``value``; the edge is between its first two corners."""

    value: int
    edge: int
    corners: Quad


class Net(Struct, frozen=True):
    """A net: faces and tabs, and the box around them."""

    facets: tuple[Facet, ...]
    tabs: tuple[Tab, ...]
    size: Size

    def folds(self) -> list[Line]:
        """Return each line to fold once: between two faces, or between a face and a tab."""
        return [*self.hinges().values(), *((tab.corners[0], tab.corners[1]) for tab in self.tabs)]

    def hinges(self) -> dict[tuple[int, int], Line]:
        """Return the edges that two faces share on paper, by the numbers of the faces."""
        hinges: dict[tuple[int, int], Line] = {}
        for i, facet in enumerate(self.facets):
            for neighbour in self.facets[i + 1 :]:
                for edge in facet.edges():
                    if any(_same(edge, back) for back in neighbour.edges()):
                        hinges[facet.value, neighbour.value] = edge
        return hinges

    def outer(self) -> list[tuple[Facet, int]]:
        """Return the edges of faces that no other face shares on paper."""
        shared = list(self.hinges().values())
        return [
            (facet, index)
            for facet in self.facets
            for index, edge in enumerate(facet.edges())
            if not any(_same(edge, line) or edge == line for line in shared)
        ]

    def cuts(self) -> list[Line]:
        """Return the lines to cut: around the tabs, and along edges without a tab."""
        tabs = {(tab.value, tab.edge): tab for tab in self.tabs}
        lines: list[Line] = []
        for facet, index in self.outer():
            tab = tabs.get((facet.value, index))
            if tab is None:
                lines.append(facet.edges()[index])
            else:
                a, b, c, d = tab.corners
                lines += [(a, d), (d, c), (c, b)]
        return lines


def _same(first: Line, second: Line) -> bool:
    return _close(first[0], second[1]) and _close(first[1], second[0])


def _close(a: Point, b: Point) -> bool:
    return math.dist(a, b) < _NEAR


def cube_net(edge: float) -> Net:
    """Lay out the net of a D6 with this edge in mm."""
    places = {"left": (0, 1), "middle": (1, 1), "right": (2, 1), "last": (3, 1)}
    places |= {"top": (1, 0), "bottom": (1, 2)}
    facets = []
    for name, (column, row) in places.items():
        x, y = column * edge, row * edge
        square = ((x, y), (x + edge, y), (x + edge, y + edge), (x, y + edge))
        facets.append(Facet(CUBE[name], square, Matrix.translation(x, y)))
    top, right, bottom, left = range(4)
    tabs = [("top", left), ("top", top), ("top", right), ("last", right)]
    tabs += [("bottom", left), ("bottom", bottom), ("bottom", right)]
    return _net(facets, [(CUBE[name], side) for name, side in tabs], edge, 45.0)


def icosahedron_net(edge: float) -> Net:
    """Lay out the net of a D20 with this edge in mm."""
    high = edge * math.sqrt(3) / 2
    facets = []
    for i in range(5):
        facets += [
            _triangle(ABOVE[i], (i + 0.5) * edge, 0.0, edge, high, True),
            _triangle(DOWN[i], (i + 0.5) * edge, high, edge, high, False),
            _triangle(UP[i], i * edge, high, edge, high, True),
            _triangle(BELOW[i], i * edge, 2 * high, edge, high, False),
        ]
    # A triangle that points up has the edges right, base, left; one that points down has the edges
    # top, right, left.
    tabs = [*((n, 0) for n in ABOVE), *((n, 1) for n in BELOW), (DOWN[4], 1)]
    return _net(facets, tabs, edge, 50.0)


def _triangle(value: int, x: float, y: float, edge: float, high: float, up: bool) -> Facet:
    if up:
        corners = ((x + edge / 2, y), (x + edge, y + high), (x, y + high))
        return Facet(value, corners, Matrix.translation(x, y))
    corners = ((x, y), (x + edge, y), (x + edge / 2, y + high))
    return Facet(value, corners, Matrix(-1.0, 0.0, 0.0, -1.0, x + edge, y + high))


def _net(
    facets: Sequence[Facet], tabs: Iterable[tuple[int, int]], edge: float, slant: float
) -> Net:
    """Add the tabs, and move everything so that the box around it starts at the origin."""
    by_value = {facet.value: facet for facet in facets}
    depth = min(edge * TAB_SHARE, TAB_MOST)
    taper = depth / math.tan(math.radians(slant))
    glue_tabs = [
        Tab(value, index, flap(by_value[value].edges()[index], depth, taper))
        for value, index in tabs
    ]
    points = [p for facet in facets for p in facet.corners]
    points += [p for tab in glue_tabs for p in tab.corners]
    box = Rect.around(points)

    def move_point(point: Point) -> Point:
        return point[0] - box.x, point[1] - box.y

    shift = Matrix.translation(-box.x, -box.y)
    return Net(
        tuple(
            Facet(f.value, tuple(map(move_point, f.corners)), f.matrix.then(shift)) for f in facets
        ),
        tuple(replace(t, corners=tuple(map(move_point, t.corners))) for t in glue_tabs),
        Size(box.width, box.height),
    )


def net_frame(net: Net, faces: Mapping[int, Frame], write: Write) -> Frame:
    """Draw a net: faces that bleed a little over their outer edges, then tabs, then lines."""
    items: list[Item] = []
    outer: dict[int, list[int]] = {}
    for facet, index in net.outer():
        outer.setdefault(facet.value, []).append(index)
    for facet in net.facets:
        face = faces[facet.value]
        clip = _clip(facet, outer.get(facet.value, []), face.bleed.left)
        items.append(Group(face, facet.matrix, clip))
    depth = max((face.bleed.left for face in faces.values()), default=0.0)
    for tab in net.tabs:
        items += glue_area(beyond(tab.corners, depth), "glue", write, _angle(tab.corners))
    items += folds(net.folds())
    items += cuts(net.cuts())
    return Frame(net.size, items)


def _clip(facet: Facet, outer: list[int], bleed: float) -> Path:
    """Outline a face and its bleed along each outer edge, in the coordinates of its artwork."""
    edges = facet.edges()
    shapes: list[tuple[Point, ...]] = [facet.corners]
    for index in outer:
        a, b, far, near = flap(edges[index], bleed, bleed / math.tan(math.radians(45.0)))
        shapes.append((b, a, near, far))
    m = facet.matrix  # a translation, with or without a half turn
    back = Matrix(m.a, 0.0, 0.0, m.d, -m.a * m.e, -m.d * m.f)
    segments: list[Segment] = []
    for shape in shapes:
        segments += Path.polygon([back.apply(x, y) for x, y in shape]).segments
    return Path(tuple(segments))


def _angle(tab: Quad) -> float:
    """The angle in degrees at which a word reads along the tab, never upside down."""
    (x0, y0), (x1, y1) = tab[0], tab[1]
    angle = math.degrees(math.atan2(y1 - y0, x1 - x0))
    return round((angle + 90) % 180 - 90, 3)
