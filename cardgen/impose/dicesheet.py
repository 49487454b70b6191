"""Dice on paper: the net of a die with artwork, folds, cuts and glue tabs, once for each copy."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from cardgen.core.geometry import Matrix, Path, Segment, Size
from cardgen.frame import Frame, Group, Item, Page
from cardgen.impose.dielines import Point, cuts, folds, glue_area, legend
from cardgen.impose.margins import LANE
from cardgen.impose.marks import Write, ruler
from cardgen.impose.nesting import nest
from cardgen.impose.nets import Facet, Net, cube_net, flap, icosahedron_net
from cardgen.impose.workpage import GAP_AROUND, furnish, page_for, roomy, work_area

_SLANT = 45.0


def net_of(faces: int, edge: float) -> Net:
    """Return the net of a die with 6 or 20 faces."""
    return cube_net(edge) if faces == 6 else icosahedron_net(edge)


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
        items += glue_area(_beyond(tab.corners, depth), "glue", write, _angle(tab.corners))
    items += folds(net.folds())
    items += cuts(net.cuts())
    return Frame(net.size, items)


def _clip(facet: Facet, outer: list[int], bleed: float) -> Path:
    """Outline a face and its bleed along each outer edge, in the coordinates of its artwork."""
    edges = facet.edges()
    shapes: list[tuple[Point, ...]] = [facet.corners]
    for index in outer:
        a, b, far, near = flap(edges[index], bleed, _SLANT)
        shapes.append((b, a, near, far))
    back = _inverse(facet.matrix)
    segments: list[Segment] = []
    for shape in shapes:
        segments += Path.polygon([back.apply(x, y) for x, y in shape]).segments
    return Path(tuple(segments))


def _inverse(m: Matrix) -> Matrix:
    """Invert a translation, with or without a half turn."""
    return Matrix(m.a, 0.0, 0.0, m.d, -m.a * m.e, -m.d * m.f)


def _beyond(tab: tuple[Point, Point, Point, Point], depth: float) -> list[Point]:
    """Return the part of a tab that the bleed does not cover."""
    a, b, far, near = tab
    share = depth / _height(tab)
    return [_between(a, near, share), _between(b, far, share), far, near]


def _height(tab: tuple[Point, Point, Point, Point]) -> float:
    (x0, y0), (x1, y1), _, (x2, y2) = tab
    return abs((x1 - x0) * (y2 - y0) - (y1 - y0) * (x2 - x0)) / math.dist((x0, y0), (x1, y1))


def _between(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def _angle(tab: tuple[Point, Point, Point, Point]) -> float:
    """The angle in degrees at which a word reads along the tab, never upside down."""
    (x0, y0), (x1, y1) = tab[0], tab[1]
    angle = math.degrees(math.atan2(y1 - y0, x1 - x0))
    return round((angle + 90) % 180 - 90, 3)


def dice_pages(
    net: Frame,
    copies: int,
    paper: Size,
    margin: float,
    slug: Callable[[int, int, str], Frame],
    write: Write,
    ruler_label: Frame,
) -> list[Page]:
    """Place the nets of a die on pages; `check_page` must have found that they fit."""
    page = page_for(net.size, paper, margin)
    if page is None:
        raise ValueError("the net is larger than the paper")
    area = work_area(page, margin)
    places = nest([roomy(net.size)] * copies, area)
    total = max(place.page for place in places) + 1
    explained, scale = legend(write, ("cut", "fold", "glue"), LANE), ruler(ruler_label)
    pages = []
    for number in range(total):
        items = [
            Group(net, Matrix.translation(place.box.x + GAP_AROUND, place.box.y + GAP_AROUND))
            for place in places
            if place.page == number
        ]
        words = slug(number + 1, total, "front")
        pages.append(furnish(page, margin, items, words, explained, scale))
    return pages
