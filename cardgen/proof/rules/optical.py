"""What an eye finds on a finished side and no number in a template: missed middles, and seams.

- What stands nearly in the middle of its plate was meant to stand there.
- Where two shapes of one colour meet without overlapping, a screen or a printer may leave a
  hairline of what lies beneath.

The game asks for both with `print: {optical: …}`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from cardgen.core.diagnostics import Diagnostic, Location
from cardgen.core.geometry import Point, Rect
from cardgen.core.style import Color, contrast
from cardgen.core.units import MM_PER_POINT
from cardgen.frame import NO_BLEED, Shape, Text
from cardgen.frame.reach import Box, boxed, common, holds, meet, placed, sides, union
from cardgen.proof import problems
from cardgen.proof.background import (
    OPAQUE,
    SEAM,
    Bundle,
    Layer,
    Painted,
    UnknownGroundError,
    faded,
    seen,
)
from cardgen.proof.rules.edges import drawing
from cardgen.proof.runner import Evidence, rule, short, spoken

ASTRAY = 1.6
"""What is further from a middle than so many mm was not meant to be there."""
_PLATE = 5.0, 26.0
"""How long a plate is, in mm, where its middle counts: less is a dot, more is a page."""
_FILLS = 0.6, 0.9
"""The share of a plate that a text or an icon fills at most where its middle counts: of more, an
eye sees the margins."""
_SLACK = 0.05  # mm
_EXACT = 0.001  # mm: Frames are made of whole micrometres


class _Mark(Struct, frozen=True):
    """What stands on a plate: an icon, or a run of text.

    ``boxes`` are those around which an eye may see it: of a text also the one without what hangs
    below the line, and where it has small letters, the ones of small and of capital letters.
    ``depth`` counts the layers below, ``fills`` is the share of a plate that it may fill. An icon
    has no ``text``.
    """

    boxes: tuple[Box, ...]
    depth: int
    stamp: str
    fills: float
    text: Text | None = None


class _Plate(Struct):
    """A shape that things stand on, as much of it as the cut leaves, and the things.

    Above the layers that ``end`` counts, nothing is seen of it; None if that was not asked.
    """

    box: Box
    depth: int
    layer: Layer
    end: float | None = None
    inks: list[_Mark] = []

    @property
    def area(self) -> float:
        """Its size in mm²."""
        left, top, right, bottom = self.box
        return (right - left) * (bottom - top)


@rule("centring", worst=True)
def check(evidence: Evidence) -> Iterator[Diagnostic]:
    """Measure how far things are from the middle of the smallest plate that they stand on."""
    least = evidence.limits.optical
    if not least:
        return
    painted = evidence.painted
    plates = sorted(_plates(painted, evidence.frame.trim), key=lambda plate: plate.area)
    for ink in _inks(painted, evidence):
        for plate in plates:
            on_it = plate.depth < ink.depth and holds(plate.box, ink.boxes[0], _SLACK)
            if on_it and ink.depth <= _end(painted, plate):
                plate.inks.append(ink)
                break
    for plate in plates:
        for axis in (0, 1):
            low, high = plate.box[axis], plate.box[axis + 2]
            if _PLATE[0] <= high - low <= _PLATE[1]:
                for row in _rows(plate.inks, 1 - axis):
                    before, after = _margins(row, axis, low, high)
                    if least + _EXACT < abs(before - after) / 2 <= ASTRAY + _EXACT:
                        first = row[0]
                        words = first.text and (spoken(evidence, first.text) or first.text.string)
                        what = f"the text `{short(words.strip())}`" if words else "the icon"
                        facts = what, before, after, axis == 0, Location.of(plate.layer.stamp)
                        yield problems.off_centre(Location.of(first.stamp), *facts)


def _plates(painted: Painted, trim: Rect) -> Iterator[_Plate]:
    for depth, layer in enumerate(painted.layers):
        if not isinstance(layer, Layer):
            continue
        color = _color(layer)
        if color is not None and color.alpha >= OPAQUE:
            left, top, right, bottom = box = sides(common(boxed(layer.box), trim))
            if min(right - left, bottom - top) >= _PLATE[0]:
                yield _Plate(box, depth, layer)


def _end(painted: Painted, plate: _Plate) -> float:
    """Return at which depth something lies on all of a plate."""
    if plate.end is None:
        above = enumerate(painted.layers[plate.depth + 1 :], plate.depth + 1)
        plate.end = next((depth for depth, one in above if one.hides(plate.box)), math.inf)
    return plate.end


def _inks(painted: Painted, evidence: Evidence) -> Iterator[_Mark]:
    for depth, layer in enumerate(painted.layers):
        shown = drawing(layer.group) if isinstance(layer, Bundle) else None
        if shown is not None and shown[0] == "icon":
            yield _Mark((layer.box,), depth, layer.stamp, _FILLS[1])
    for run, own in evidence.letters:
        if own is not None:
            font = evidence.library.font_by_key(run.text.font)
            left, top, right, _ = union(own.boxes)
            text, em = run.text, run.text.size * MM_PER_POINT / 1000
            highs = [text.y - top]
            if any(map(str.islower, text.string)):
                highs += [font.cap_height * em, font.x_height * em]
            bodies = [placed((left, text.y - high, right, text.y), own.matrix) for high in highs]
            boxes = own.around, *bodies
            yield _Mark(boxes, run.depth, text.stamp, _FILLS[0], text)


def _rows(inks: Iterable[_Mark], axis: int) -> Iterator[list[_Mark]]:
    """Yield things that stand beside each other, seen along an axis: 0 is across, 1 down."""
    row: list[_Mark] = []
    end = -math.inf
    for ink in sorted(inks, key=lambda one: one.boxes[0][axis]):
        if row and ink.boxes[0][axis] > end:
            yield row
            row, end = [], -math.inf
        row.append(ink)
        end = max(end, ink.boxes[0][axis + 2])
    if row:
        yield row


def _margins(row: Sequence[_Mark], axis: int, low: float, high: float) -> tuple[float, float]:
    """Return what is free of a plate before and after a row, seen as near the middle as may be.

    Nothing for a row that nearly fills the plate.
    """
    most = max(len(ink.boxes) for ink in row)
    ways = [union(ink.boxes[min(way, len(ink.boxes) - 1)] for ink in row) for way in range(most)]
    margins = [(box[axis] - low, high - box[axis + 2]) for box in ways]
    free = (high - low) * (1 - min(ink.fills for ink in row))
    if min(map(sum, margins)) < free:
        return 0.0, 0.0
    return min(margins, key=lambda two: abs(two[0] - two[1]))


_MEET = 0.01
"""Edges that are no further apart, in mm, are one edge."""
_BESIDE = 0.06  # mm from a seam, to see what is painted on either side of it
_LEAST_CONTRAST, _SAME = 1.3, 1.02
"""The contrast from which a ground shows through, and below which two colours are one."""


@rule("seam", worst=True)
def check_seams(evidence: Evidence) -> Iterator[Diagnostic]:
    """Look for edges that two shapes of one colour have in common, with another colour beneath."""
    if not evidence.limits.optical:
        return
    layers = list(_layers(evidence.painted))
    layers.reverse()
    by_color: dict[Color, list[Layer]] = {}
    for layer in layers:
        color = _color(layer)
        if color is not None and color.alpha >= OPAQUE:
            by_color.setdefault(color, []).append(layer)
    for color, same in by_color.items():
        same.sort(key=lambda layer: layer.box[0])
        for number, one in enumerate(same):
            for other in same[number + 1 :]:
                if other.box[0] > one.box[2] + _MEET:
                    break
                seam = _seam(one, other)
                if seam is not None and _shows(layers, one, other, color, seam):
                    place = seam.middle, seam.long, Location.of(other.stamp)
                    yield problems.seam(Location.of(one.stamp), color.hex, *place)


def _layers(painted: Painted) -> Iterator[Layer]:
    """Yield the layers of a side, without those of other sides that are pictured on it."""
    for layer in painted.layers:
        if isinstance(layer, Layer):
            yield layer
        elif layer.group.frame.bleed == NO_BLEED:
            yield from _layers(layer.inside)


def _color(layer: Layer) -> Color | None:
    """Return the one colour of a shape without a line of its own, or None."""
    item, groups = layer.item, layer.groups
    if not isinstance(item, Shape) or item.stroke is not None or groups.fades:
        return None
    return faded(item.fill, groups.opacity) if isinstance(item.fill, Color) else None


class _Seam(Struct, frozen=True):
    """A straight edge that two shapes share, in mm on the side; ``across`` is 1 mm long."""

    middle: Point
    long: float
    across: Point

    @property
    def beside(self) -> tuple[Point, Point]:
        """A point on either side of it."""
        (x, y), (dx, dy) = self.middle, self.across
        return (x + dx * _BESIDE, y + dy * _BESIDE), (x - dx * _BESIDE, y - dy * _BESIDE)


def _seam(one: Layer, other: Layer) -> _Seam | None:
    """Return an edge on which one shape ends and the other begins."""
    (x0, y0, x1, y1), (left, top, right, bottom) = one.box, other.box
    left, top, right, bottom = max(x0, left), max(y0, top), min(x1, right), min(y1, bottom)
    if right < left or bottom < top or math.hypot(right - left, bottom - top) < SEAM - 4 * _MEET:
        return None  # most have too little room for a seam in what their boxes have in common
    zone = left - _MEET, top - _MEET, right + _MEET, bottom + _MEET
    theirs = [line for box, line in other.long_lines if meet(box, zone)]
    for a, b in [line for box, line in one.long_lines if meet(box, zone)] if theirs else ():
        dx, dy = b[0] - a[0], b[1] - a[1]
        long = math.hypot(dx, dy)
        along, across = (dx / long, dy / long), (-dy / long, dx / long)
        for line in theirs:
            # Few get past the first end, so the other one is not worked out beforehand.
            if abs(_part(a, line[0], across)) > _MEET or abs(_part(a, line[1], across)) > _MEET:
                continue
            begin, end = sorted(_part(a, point, along) for point in line)
            begin, end = max(begin, 0.0), min(end, long)
            if end - begin >= SEAM:
                half = (begin + end) / 2
                middle = a[0] + half * along[0], a[1] + half * along[1]
                seam = _Seam(middle, end - begin, across)
                painted = [[any(layer.films(*p)) for p in seam.beside] for layer in (one, other)]
                if painted in ([[True, False], [False, True]], [[False, True], [True, False]]):
                    return seam
    return None


def _part(origin: Point, point: Point, way: Point) -> float:
    """Return how far a point is from another in a direction."""
    return (point[0] - origin[0]) * way[0] + (point[1] - origin[1]) * way[1]


def _shows(layers: Sequence[Layer], one: Layer, other: Layer, color: Color, seam: _Seam) -> bool:
    """Whether both sides of a seam are seen, and what lies beneath has another colour."""
    beneath = [layer for layer in layers if layer is not one and layer is not other]
    try:
        if any(contrast(seen(layers, *point), color) > _SAME for point in seam.beside):
            return False
        return contrast(seen(beneath, *seam.middle), color) >= _LEAST_CONTRAST
    except UnknownGroundError:
        return False
