"""Finds faults that are visible but not in a template's numbers: marks off centre, and seams.

- A text or icon that is nearly in the middle of its plate should be exactly there.
- Between two shapes of one colour that meet without overlapping, screens and printers may show a
  hairline of the ground.

`print: {optical: …}` turns both rules on.
"""

import math
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from cardgen.core.diagnostics import Diagnostic, Location
from cardgen.core.geometry import Point, Rect
from cardgen.core.style import Color, contrast
from cardgen.core.units import MM_PER_POINT
from cardgen.frame import NO_BLEED, Shape, Text
from cardgen.frame.reach import (
    Box,
    bounding_box,
    box_rect,
    boxes_meet,
    contains,
    intersection,
    to_box,
    transform_box,
)
from cardgen.proof import problems
from cardgen.proof.background import (
    MIN_SEAM_MM,
    OPAQUE,
    Bundle,
    Layer,
    PaintedSide,
    UnknownGroundError,
    apply_opacity,
    point_color,
)
from cardgen.proof.rules.edges import find_icon_or_picture
from cardgen.proof.runner import Evidence, quote, rule

MAX_ASTRAY_MM = 1.6
"""Marks further from the middle are off centre on purpose."""
_PLATE_MM = 5.0, 26.0
"""The lengths of a plate, in mm, with a visible middle: less is a dot, more is a page."""
_MAX_SHARES = 0.6, 0.9
"""The largest share of a plate that a text or icon fills: in fuller plates, only the margins are
visible."""
_SLACK = 0.05  # mm
_ROUNDING = 0.001  # mm: Frames are made of whole micrometres


class _Mark(Struct, frozen=True):
    """An icon or a run of text on a plate.

    ``boxes`` are its possible visual outlines: of a text, all its ink, the ink without descenders,
    and, if it has small letters, the height of capitals and of small letters. ``depth`` is the
    number of layers below, ``max_share`` the share of a plate that the mark may fill. An icon has
    no ``text``.
    """

    boxes: tuple[Box, ...]
    depth: int
    stamp: str
    max_share: float
    text: Text | None = None


class _Plate(Struct):
    """A shape with marks on it, cropped to the trim; its ``hidden_depth`` is computed on demand."""

    box: Box
    depth: int
    layer: Layer
    hidden_depth: float | None = None
    marks: list[_Mark] = []

    @property
    def area(self) -> float:
        left, top, right, bottom = self.box
        return (right - left) * (bottom - top)


@rule("centring", worst_only=True)
def check(evidence: Evidence) -> Iterator[Diagnostic]:
    """Measure the distance of marks from the middle of the smallest plate that contains them."""
    least = evidence.limits.optical
    if not least:
        return
    side = evidence.painted_side
    plates = sorted(_plates(side, evidence.frame.trim), key=lambda plate: plate.area)
    for mark in _marks(side, evidence):
        for plate in plates:
            is_on_plate = plate.depth < mark.depth and contains(plate.box, mark.boxes[0], _SLACK)
            if is_on_plate and mark.depth <= _hidden_depth(side, plate):
                plate.marks.append(mark)
                break
    # Marks beside each other are centred as one row, across and down separately.
    for plate in plates:
        for axis in (0, 1):
            low, high = plate.box[axis], plate.box[axis + 2]
            if _PLATE_MM[0] <= high - low <= _PLATE_MM[1]:
                for row in _rows(plate.marks, 1 - axis):
                    before, after = _margins(row, axis, low, high)
                    if least + _ROUNDING < abs(before - after) / 2 <= MAX_ASTRAY_MM + _ROUNDING:
                        text = row[0].text
                        subject = f"the text `{quote(evidence, text)}`" if text else "the icon"
                        args = subject, before, after, axis == 0, Location.of(plate.layer.stamp)
                        yield problems.off_centre(Location.of(row[0].stamp), *args)


def _plates(side: PaintedSide, trim: Rect) -> Iterator[_Plate]:
    for depth, layer in enumerate(side.layers):
        if not isinstance(layer, Layer):
            continue
        color = _fill_color(layer)
        if color is not None and color.alpha >= OPAQUE:
            left, top, right, bottom = box = to_box(intersection(box_rect(layer.box), trim))
            if min(right - left, bottom - top) >= _PLATE_MM[0]:
                yield _Plate(box, depth, layer)


def _hidden_depth(side: PaintedSide, plate: _Plate) -> float:
    """Return the depth of the first layer that hides a plate; infinity if none does."""
    if plate.hidden_depth is None:
        layers_above = enumerate(side.layers[plate.depth + 1 :], plate.depth + 1)
        hiding_depths = (depth for depth, layer in layers_above if layer.hides(plate.box))
        plate.hidden_depth = next(hiding_depths, math.inf)
    return plate.hidden_depth


def _marks(side: PaintedSide, evidence: Evidence) -> Iterator[_Mark]:
    for depth, layer in enumerate(side.layers):
        drawing = find_icon_or_picture(layer.group) if isinstance(layer, Bundle) else None
        if drawing is not None and drawing[0] == "icon":
            yield _Mark((layer.box,), depth, layer.stamp, _MAX_SHARES[1])
    for run, letters in evidence.runs_with_letters:
        if letters is not None:
            font = evidence.library.font_by_key(run.text.font)
            left, top, right, _ = bounding_box(letters.boxes)
            text, em = run.text, run.text.size * MM_PER_POINT / 1000
            heights = [text.y - top]
            if any(map(str.islower, text.string)):
                heights += [font.cap_height * em, font.x_height * em]
            bodies = [(left, text.y - height, right, text.y) for height in heights]
            boxes = letters.box, *(transform_box(body, letters.matrix) for body in bodies)
            yield _Mark(boxes, run.depth, text.stamp, _MAX_SHARES[0], text)


def _rows(marks: Iterable[_Mark], axis: int) -> Iterator[list[_Mark]]:
    """Yield groups of marks that overlap along an axis: 0 is across, 1 is down."""
    row: list[_Mark] = []
    row_end = -math.inf
    for mark in sorted(marks, key=lambda mark: mark.boxes[0][axis]):
        if row and mark.boxes[0][axis] > row_end:
            yield row
            row, row_end = [], -math.inf
        row.append(mark)
        row_end = max(row_end, mark.boxes[0][axis + 2])
    if row:
        yield row


def _margins(row: Sequence[_Mark], axis: int, low: float, high: float) -> tuple[float, float]:
    """Return the margins of a row by its most central boxes; zeros if it nearly fills the plate."""
    margins = []
    for index in range(max(len(mark.boxes) for mark in row)):
        box = bounding_box(mark.boxes[min(index, len(mark.boxes) - 1)] for mark in row)
        margins.append((box[axis] - low, high - box[axis + 2]))
    min_free = (high - low) * (1 - min(mark.max_share for mark in row))
    if min(map(sum, margins)) < min_free:
        return 0.0, 0.0
    return min(margins, key=lambda pair: abs(pair[0] - pair[1]))


_MAX_GAP = 0.01
"""Edges up to this distance apart, in mm, count as one edge."""
_BESIDE = 0.06  # mm from a seam to the points whose colours are compared
_LEAST_CONTRAST, _SAME = 1.3, 1.02
"""The smallest contrast that shows the ground in a seam, and the largest of equal colours."""


@rule("seam", worst_only=True)
def check_seams(evidence: Evidence) -> Iterator[Diagnostic]:
    """Report edges that two shapes of one colour share, on a ground of another colour."""
    if not evidence.limits.optical:
        return
    layers = list(_layers(evidence.painted_side))
    layers.reverse()
    by_color: dict[Color, list[Layer]] = {}
    for layer in layers:
        color = _fill_color(layer)
        if color is not None and color.alpha >= OPAQUE:
            by_color.setdefault(color, []).append(layer)
    for color, layers_of_color in by_color.items():
        layers_of_color.sort(key=lambda layer: layer.box[0])
        for index, first in enumerate(layers_of_color):
            for second in layers_of_color[index + 1 :]:
                if second.box[0] > first.box[2] + _MAX_GAP:
                    break
                seam = _seam(first, second)
                if seam is not None and _is_visible(layers, first, second, color, seam):
                    args = seam.middle, seam.length, Location.of(second.stamp)
                    yield problems.seam(Location.of(first.stamp), color.hex, *args)


def _layers(side: PaintedSide) -> Iterator[Layer]:
    """Yield the layers of a side, without the layers of pictured sides."""
    for layer in side.layers:
        if isinstance(layer, Layer):
            yield layer
        elif layer.group.frame.bleed == NO_BLEED:
            yield from _layers(layer.contents)


def _fill_color(layer: Layer) -> Color | None:
    """Return the colour of a shape without stroke, gradient and fade; None for other layers."""
    item, groups = layer.item, layer.groups
    if not isinstance(item, Shape) or item.stroke is not None or groups.fades:
        return None
    return apply_opacity(item.fill, groups.opacity) if isinstance(item.fill, Color) else None


class _Seam(Struct, frozen=True):
    """A straight edge that two shapes share, in mm on the side; ``across`` is its unit normal."""

    middle: Point
    length: float
    across: Point

    @property
    def points(self) -> tuple[Point, Point]:
        """Two points, one on each side of the seam."""
        (x, y), (dx, dy) = self.middle, self.across
        return (x + dx * _BESIDE, y + dy * _BESIDE), (x - dx * _BESIDE, y - dy * _BESIDE)


def _seam(first: Layer, second: Layer) -> _Seam | None:
    """Return an edge at which one shape ends and the other begins; None without such an edge."""
    (x0, y0, x1, y1), (left, top, right, bottom) = first.box, second.box
    left, top, right, bottom = max(x0, left), max(y0, top), min(x1, right), min(y1, bottom)
    # For most shapes, the overlap of the boxes is too small for a seam.
    if right < left or bottom < top:
        return None
    if math.hypot(right - left, bottom - top) < MIN_SEAM_MM - 4 * _MAX_GAP:
        return None
    zone = left - _MAX_GAP, top - _MAX_GAP, right + _MAX_GAP, bottom + _MAX_GAP
    second_lines = [line for box, line in second.long_lines if boxes_meet(box, zone)]
    for a, b in (line for box, line in first.long_lines if second_lines and boxes_meet(box, zone)):
        dx, dy = b[0] - a[0], b[1] - a[1]
        length = math.hypot(dx, dy)
        along, across = (dx / length, dy / length), (-dy / length, dx / length)
        for line in second_lines:
            # Compute the second distance only if needed: the first excludes nearly all lines.
            if abs(_along(a, line[0], across)) > _MAX_GAP:
                continue
            if abs(_along(a, line[1], across)) > _MAX_GAP:
                continue
            begin, end = sorted(_along(a, point, along) for point in line)
            begin, end = max(begin, 0.0), min(end, length)
            if end - begin >= MIN_SEAM_MM:
                halfway = (begin + end) / 2
                middle = a[0] + halfway * along[0], a[1] + halfway * along[1]
                seam = _Seam(middle, end - begin, across)
                # Each shape paints on one side only, and they paint on opposite sides.
                coverage = [
                    [any(shape.films(*p)) for p in seam.points] for shape in (first, second)
                ]
                if coverage in ([[True, False], [False, True]], [[False, True], [True, False]]):
                    return seam
    return None


def _along(origin: Point, point: Point, direction: Point) -> float:
    """Return the distance from ``origin`` to ``point`` along a direction."""
    return (point[0] - origin[0]) * direction[0] + (point[1] - origin[1]) * direction[1]


def _is_visible(
    layers: Sequence[Layer], first: Layer, second: Layer, color: Color, seam: _Seam
) -> bool:
    """Whether both sides of a seam are visible, on a ground of another colour."""
    layers_beneath = [layer for layer in layers if layer is not first and layer is not second]
    try:
        if any(contrast(point_color(layers, *p), color) > _SAME for p in seam.points):
            return False
        return contrast(point_color(layers_beneath, *seam.middle), color) >= _LEAST_CONTRAST
    except UnknownGroundError:
        return False
