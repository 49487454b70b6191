"""How near the edges of what is painted come to the letters of a text."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from msgspec import Struct

from cardgen.assets.fonts import Font
from cardgen.core.color import Color
from cardgen.core.geometry import Matrix, Rect
from cardgen.core.units import MM_PER_POINT
from cardgen.frame import IDENTITY, Shape
from cardgen.proof.background import Run
from cardgen.proof.outlines import Outline, Point
from cardgen.proof.painted import OPAQUE, Edges, Ink, lines_in, placed_lines

_GROUND = 0.2
"""A shape that covers more of a text's letters is what the text stands on, not beside it."""
_SAMPLE = 8  # letters that are asked for it


class Edge(Struct, frozen=True):
    """A place on the edge of a shape, with its distance from the nearest letter in mm.

    ``point`` is on the side, ``toward`` a step of 1 mm towards the letter. ``line`` is the paint of
    a stroke and ``width`` its width in mm; the edge of a fill has none.
    """

    distance: float
    ink: Ink
    point: Point
    toward: Point
    line: Color | None
    width: float


class Letters(Struct, frozen=True):
    """The letters of a run: a box around the ink of each, in the coordinates of the text.

    ``around`` is a box on the side around all of them.
    """

    matrix: Matrix
    boxes: Sequence[Rect]
    around: Edges


def letters(run: Run, font: Font) -> Letters | None:
    """Return the letters of a run; None if it has no ink."""
    text, matrix = run.text, run.groups.matrix
    em = text.size * MM_PER_POINT / 1000
    boxes, x = [], text.x
    for word in text.words:
        for glyph in word.glyphs:
            left, bottom, right, top = font.ink(glyph.index)
            if right > left:
                y = text.y - (glyph.dy + top) * em
                size = (right - left) * em, (top - bottom) * em
                boxes.append(Rect(x + (glyph.dx + left) * em, y, *size))
            x += glyph.advance * em + text.tracking
        if word.text == " ":
            x += text.stretch
    if not boxes:
        return None
    left, top = min([box.x for box in boxes]), min([box.y for box in boxes])
    right, bottom = max([box.right for box in boxes]), max([box.bottom for box in boxes])
    around = Rect(left, top, right - left, bottom - top)
    if matrix is not IDENTITY:
        around = matrix.apply_rect(around)
    return Letters(matrix, boxes, (around.x, around.y, around.right, around.bottom))


def uncovered(inks: Sequence[Ink], zone: Edges) -> list[Ink]:
    """Leave out what lies under something opaque that covers all of a box on the side."""
    for number in range(len(inks) - 1, 0, -1):
        if _covers(inks[number], zone):
            return list(inks[number:])
    return list(inks)


def _covers(ink: Ink, zone: Edges) -> bool:
    layer = ink.layer
    (x0, y0, x1, y1), (left, top, right, bottom) = layer.box, zone
    if x0 > left or y0 > top or x1 < right or y1 < bottom or layer.groups.opacity < OPAQUE:
        return False
    fill = layer.item.fill if isinstance(layer.item, Shape) else None
    if not isinstance(fill, Color) or fill.alpha < OPAQUE:
        return False
    middle = (left + right) / 2, (top + bottom) / 2
    if any(ink.lines_in(zone)) or not ink.outline.holds(*layer.groups.matrix.undo(*middle)):
        return False
    return all(
        clip.holds(*here.undo(*middle))
        and not any(any(lines_in(points, zone)) for _, points in placed_lines(clip, here))
        for clip, here in layer.groups.clips
    )


def edges_near(ink: Ink, letters: Letters, reach: float) -> Iterator[Edge]:
    """Yield the places of a ink's edges that are nearer to a letter than ``reach`` mm."""
    layer = ink.layer
    item, here, matrix = layer.item, layer.groups.matrix, letters.matrix
    stroke = item.stroke if isinstance(item, Shape) else None
    half = 0.0 if stroke is None else stroke.width * here.scale / 2
    far, scale = reach + half, matrix.scale
    left, top, right, bottom = letters.around
    edges = []
    for a, b in ink.lines_in((left - far, top - far, right + far, bottom + far)):
        own_a, own_b = matrix.undo(*a), matrix.undo(*b)
        distance, share, box = _nearest(own_a, own_b, letters.boxes, far / scale)
        distance = max(distance * scale - half, 0.0)
        if distance < reach and box is not None:
            point = a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])
            middle = matrix.apply(box.x + box.width / 2, box.y + box.height / 2)
            paint = None if stroke is None else stroke.paint
            toward = _across(a, b, point, middle)
            edges.append(Edge(distance, ink, point, toward, paint, 2 * half))
    if edges and (stroke is not None or not _is_ground(ink.outline, here, letters)):
        yield from edges


def _is_ground(outline: Outline, here: Matrix, letters: Letters) -> bool:
    """Whether a text lies across a shape: over much of it, but not inside as a whole."""
    some = letters.boxes[:: len(letters.boxes) // _SAMPLE + 1]
    inside = 0
    for box in some:
        point = letters.matrix.apply(box.x + box.width / 2, box.y + box.height / 2)
        inside += outline.holds(*here.undo(*point))
    return _GROUND * len(some) < inside < len(some)


def _nearest(
    a: Point, b: Point, boxes: Sequence[Rect], far: float
) -> tuple[float, float, Rect | None]:
    """Return the distance of a line from the nearest box, where on the line, and the box."""
    left, right = min(a[0], b[0]) - far, max(a[0], b[0]) + far
    top, bottom = min(a[1], b[1]) - far, max(a[1], b[1]) + far
    best: tuple[float, float, Rect | None] = math.inf, 0.0, None
    for box in boxes:
        if box.x <= right and box.right >= left and box.y <= bottom and box.bottom >= top:
            distance, share = _between(a, b, box)
            if distance < best[0]:
                best = distance, share, box
    return best


def _between(a: Point, b: Point, box: Rect) -> tuple[float, float]:
    """Return the distance of a line from a box, and how far along the line the place is."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    long = dx * dx + dy * dy
    shares = [0.0, 1.0]
    if long:
        for x in (box.x, box.right):
            if dx:
                shares.append((x - a[0]) / dx)
            shares += [((x - a[0]) * dx + (y - a[1]) * dy) / long for y in (box.y, box.bottom)]
        if dy:
            shares += [(y - a[1]) / dy for y in (box.y, box.bottom)]
    best = math.inf, 0.0
    for share in shares:
        if 0 <= share <= 1:
            x, y = a[0] + share * dx, a[1] + share * dy
            away_x = max(box.x - x, 0.0, x - box.right)
            away_y = max(box.y - y, 0.0, y - box.bottom)
            best = min(best, (math.hypot(away_x, away_y), share))
    return best


def _across(a: Point, b: Point, point: Point, to: Point) -> Point:
    """Return a step of 1 mm across an edge, on the side of another point."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    long = math.hypot(dx, dy) or 1.0
    across = -dy / long, dx / long
    ahead = across[0] * (to[0] - point[0]) + across[1] * (to[1] - point[1]) >= 0
    return across if ahead else (-across[0], -across[1])
