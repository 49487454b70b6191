"""Text must keep a distance from what is drawn beside it, if the game sets one.

The distance is that between the letters and the edges of what is painted.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, groupby, product

from msgspec import Struct

from cardgen.core.diagnostics import Diagnostic, Location
from cardgen.core.geometry import Matrix, Point
from cardgen.core.style import Color, contrast
from cardgen.frame import IDENTITY, Shape
from cardgen.frame.reach import Box, meet, placed, union
from cardgen.proof import problems
from cardgen.proof.background import (
    OPAQUE,
    Layer,
    Letters,
    Painted,
    Run,
    UnknownGroundError,
    color_at,
    faded,
    seen,
)
from cardgen.proof.outlines import Outline, lines_in
from cardgen.proof.runner import Evidence, rule, short, spoken

_GROUND = 0.2
"""A shape that covers more of a text's letters is what the text stands on, not beside it."""
_SAMPLE = 8  # letters that are asked for it


class Edge(Struct, frozen=True):
    """A place on the edge of a shape, with its distance from the nearest letter in mm.

    ``point`` is on the side, ``toward`` a step of 1 mm towards the letter. ``line`` is the paint of
    a stroke and ``width`` its width in mm; the edge of a fill has none.
    """

    distance: float
    ink: Layer
    point: Point
    toward: Point
    line: Color | None
    width: float


def uncovered(inks: Iterable[Layer], zone: Box) -> list[Layer]:
    """Leave out what lies under something opaque that covers all of a box on the side.

    The inks are ordered from the topmost down, as everywhere.
    """
    left: list[Layer] = []
    for ink in inks:
        left.append(ink)
        if ink.hides(zone):
            break
    return left


def edges_near(ink: Layer, letters: Letters, reach: float) -> Iterator[Edge]:
    """Yield the places of an ink's edges that are nearer to a letter than ``reach`` mm."""
    item, here, matrix = ink.item, ink.groups.matrix, letters.matrix
    stroke = item.stroke if isinstance(item, Shape) else None
    half = 0.0 if stroke is None else stroke.width * here.scale / 2
    far, scale = reach + half, matrix.scale
    edges = []
    for a, b in lines_in(ink.lines, _grown(letters.around, far)):
        own_a, own_b = (a, b) if matrix is IDENTITY else (matrix.undo(*a), matrix.undo(*b))
        distance, share, box = _nearest_box(own_a, own_b, letters.boxes, far / scale)
        distance = max(distance * scale - half, 0.0)
        if distance < reach and box is not None:
            point = a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])
            middle = matrix.apply(*_middle(box))
            paint = None if stroke is None else color_at(stroke.paint, *here.undo(*point))
            toward = _across(a, b, point, middle)
            edges.append(Edge(distance, ink, point, toward, paint, 2 * half))
    if edges and (stroke is not None or not _is_ground(ink.outline, here, letters)):
        yield from edges


def _is_ground(outline: Outline, here: Matrix, letters: Letters) -> bool:
    """Whether a text lies across a shape: over much of it, but not inside as a whole."""
    some = letters.boxes[:: len(letters.boxes) // _SAMPLE + 1]
    inside = 0
    for box in some:
        inside += outline.holds(*here.undo(*letters.matrix.apply(*_middle(box))))
    return _GROUND * len(some) < inside < len(some)


def _middle(box: Box) -> Point:
    left, top, right, bottom = box
    return (left + right) / 2, (top + bottom) / 2


def _nearest_box(
    a: Point, b: Point, boxes: Sequence[Box], far: float
) -> tuple[float, float, Box | None]:
    """Return the distance of a line from the nearest box, where on the line, and the box.

    Boxes further away than ``far`` do not count.
    """
    (ax, ay), (bx, by) = a, b
    x0, x1 = (ax, bx) if ax < bx else (bx, ax)
    y0, y1 = (ay, by) if ay < by else (by, ay)
    best: tuple[float, float, Box | None] = math.inf, 0.0, None
    for box in boxes:
        left, top, right, bottom = box
        # The line is at least as far away as the box around it.
        if left - x1 < far and x0 - right < far and top - y1 < far and y0 - bottom < far:
            distance, share = _between(a, b, box)
            if distance < best[0]:
                best = distance, share, box
                far = min(far, distance)
    return best


def _between(a: Point, b: Point, box: Box) -> tuple[float, float]:
    """Return the distance of a line from a box, and how far along the line the place is."""
    (ax, ay), (left, top, right, bottom) = a, box
    dx, dy = b[0] - ax, b[1] - ay
    long = dx * dx + dy * dy
    shares = [0.0, 1.0]
    if dx:
        shares += [(x - ax) / dx for x in (left, right)]
    if dy:
        shares += [(y - ay) / dy for y in (top, bottom)]
    if dx and dy:
        corners = product((left, right), (top, bottom))
        shares += [((x - ax) * dx + (y - ay) * dy) / long for x, y in corners]
    best, where = math.inf, 0.0
    for share in shares:
        if 0 <= share <= 1:
            x, y = ax + share * dx, ay + share * dy
            away_x = left - x if x < left else x - right if x > right else 0.0
            away_y = top - y if y < top else y - bottom if y > bottom else 0.0
            away = away_x * away_x + away_y * away_y
            if away < best or (away == best and share < where):
                best, where = away, share
    return math.sqrt(best), where


def _across(a: Point, b: Point, point: Point, to: Point) -> Point:
    """Return a step of 1 mm across an edge, on the side of another point."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    long = math.hypot(dx, dy) or 1.0
    across = -dy / long, dx / long
    ahead = across[0] * (to[0] - point[0]) + across[1] * (to[1] - point[1]) >= 0
    return across if ahead else (-across[0], -across[1])


LEAST_CONTRAST = 2.0
"""Edges between colours that are nearer to each other are shades of a ground: grain, bevels."""

_BESIDE = 0.06  # mm from an edge, to see what is painted on either side of it
_SLACK = 0.02  # mm
_ENOUGH = 40  # edges of a text that are looked at, the nearest first


@rule("clearance", worst=True)
def check(evidence: Evidence) -> Iterator[Diagnostic]:
    """Measure how near texts come to edges that are seen, and to other texts.

    The worst is reported for each tag.
    """
    least = evidence.limits.clearance
    if not least:
        return
    painted, reach = evidence.painted, least - _SLACK
    lettered = [
        (run, own)
        for run, own in evidence.letters
        if own is not None and any(map(str.isalnum, run.text.string))
    ]
    blocks = [
        (block, _grown(union(own.around for _, own in block), reach + 2 * _BESIDE))
        for block in (list(runs) for _, runs in groupby(lettered, lambda pair: pair[0].text.stamp))
    ]
    found = [
        (run, edge.distance, edge.point, edge.ink.stamp)
        for block, zone in blocks
        for run, edge in _nearest(painted, block, zone, reach)
    ]
    for (one, zone), (other, near) in combinations(blocks, 2):
        if meet(zone, near):
            found += _together(one, other, reach)
    for run, distance, point, stamp in found:
        words = short(spoken(evidence, run.text) or run.text.string.strip())
        facts = distance, least, point, Location.of(stamp)
        yield problems.too_near(Location.of(run.text.stamp), words, *facts)


Block = Sequence[tuple[Run, Letters]]
"""The runs of one text that have letters or digits."""


def _grown(box: Box, by: float) -> Box:
    left, top, right, bottom = box
    return left - by, top - by, right + by, bottom + by


def _together(one: Block, other: Block, reach: float) -> Iterator[tuple[Run, float, Point, str]]:
    """Yield the runs of a text that come near to another text: how near, where, and its place.

    The same words set again are a shadow.
    """
    if one[0][0].text.stamp == other[0][0].text.stamp:
        return
    for (run, own), (beside, theirs) in product(one, other):
        if _gap(own.around, theirs.around) < reach and run.text.string != beside.text.string:
            boxes = ([placed(box, it.matrix) for box in it.boxes] for it in (own, theirs))
            gap, box = min((_gap(*pair), pair[0]) for pair in product(*boxes))
            if gap < reach:
                yield run, gap, _middle(box), beside.text.stamp


def _gap(one: Box, other: Box) -> float:
    """Return how far two boxes are apart."""
    across = max(one[0] - other[2], other[0] - one[2], 0.0)
    return math.hypot(across, max(one[1] - other[3], other[1] - one[3], 0.0))


def _nearest(painted: Painted, block: Block, zone: Box, reach: float) -> Iterator[tuple[Run, Edge]]:
    """Yield those runs of a text to which an edge comes that near, with the nearest seen.

    The ``zone`` is a box around the text and all that may come near to it.
    """
    inks = uncovered(painted.under(zone), zone)
    for run, own in block:
        zone = _grown(own.around, reach + 2 * _BESIDE)
        near = inks if len(block) == 1 else [ink for ink in inks if meet(ink.box, zone)]
        edge = _nearest_seen(uncovered(near, zone), run, own, reach)
        if edge is not None:
            yield run, edge


def _nearest_seen(near: Sequence[Layer], run: Run, own: Letters, reach: float) -> Edge | None:
    """Return the nearest edge to a run, of those that are seen; None if none is that near."""
    left, top, right, bottom = own.around
    middle = (left + right) / 2, (top + bottom) / 2
    try:
        ground = seen(near, *middle)
    except UnknownGroundError:
        ground = None
    edges = [
        edge
        for ink in reversed(near)  # of two that are as near, the lower one
        if ink.stamp != run.text.stamp  # an icon in the text
        and (ground is None or not _is_shade(ink, ground, middle))
        for edge in edges_near(ink, own, reach)
    ]
    edges.sort(key=lambda edge: edge.distance)
    return next((edge for edge in edges[:_ENOUGH] if _is_seen(near, edge)), None)


def _is_shade(ink: Layer, ground: Color, middle: Point) -> bool:
    """Whether an ink can be left out: beside a text, and hardly told from what that stands on."""
    item = ink.item
    if not isinstance(item, Shape):
        return False
    if item.stroke is None:
        left, top, right, bottom = ink.box
        if left <= middle[0] <= right and top <= middle[1] <= bottom:
            return False
    paint = item.fill if item.stroke is None else item.stroke.paint
    if not isinstance(paint, Color):
        return False
    return contrast(faded(paint, ink.groups.opacity).over(ground), ground) < LEAST_CONTRAST


def _is_seen(inks: Sequence[Layer], edge: Edge) -> bool:
    """Whether an edge is not painted over or cut off, and parts two colours."""
    groups = edge.ink.groups
    if not all(clip.holds(*matrix.undo(*edge.point)) for clip, matrix in groups.clips):
        return False
    try:
        if edge.line is None:
            one, other = (seen(inks, *_moved(edge, way * _BESIDE)) for way in (1, -1))
            return contrast(one, other) >= LEAST_CONTRAST
        ground = seen(inks, *_moved(edge, edge.width / 2 + _BESIDE))
        if contrast(faded(edge.line, groups.opacity).over(ground), ground) < LEAST_CONTRAST:
            return False
        later = inks[: inks.index(edge.ink)]
        films = (film for over in later for film in over.films(*edge.point))
        return all(film.alpha < OPAQUE for film in films)
    except UnknownGroundError:
        return False


def _moved(edge: Edge, by: float) -> Point:
    """Go from an edge towards the text."""
    return edge.point[0] + by * edge.toward[0], edge.point[1] + by * edge.toward[1]
