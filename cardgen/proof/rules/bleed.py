"""Something must be painted in the bleed on every edge, and items at the trim extend into it."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise

from cardgen.core.diagnostics import Diagnostic, Location
from cardgen.core.style import Color
from cardgen.frame import Frame, Image, Shape
from cardgen.frame.reach import Box, to_box
from cardgen.proof import problems
from cardgen.proof.background import Layer, UnknownGroundError, point_color
from cardgen.proof.runner import Evidence, rule

_EDGES = ("left", "top", "right", "bottom")
_SLACK = 0.05  # mm
_BESIDE = 0.15  # mm from an edge on the trim to the points whose colours are compared
_MIN_LENGTH = 1.0  # mm
_CORNER = 3.0  # mm that the round corner of a card may take away
_POINTS = 5  # that are compared along an edge
_DIFFERENCE = 0.15
"""Colours that differ less, in each of red, green and blue from 0 to 1, are shades of a ground."""


@rule("bleed", worst_only=True)
def check(evidence: Evidence) -> Iterator[Diagnostic]:
    """Report the edges of the bleed that no item reaches, and items that end at the trim."""
    frame, unfilled_edges = evidence.frame, []
    for index, edge in enumerate(_EDGES):
        width = getattr(frame.bleed, edge)
        if width <= 0:
            continue
        trim = to_box(frame.trim)[index]
        layers = list(evidence.painted_side.layers_under(_strip(frame, index)))
        reaches = [_beyond_trim(layer, index, trim) for layer in layers]
        if not any(map(partial(_fills, width=width), layers, reaches)):
            unfilled_edges.append(edge)
            continue
        for layer, reach in zip(layers, reaches, strict=True):
            # Scenes have items that end near the trim by chance; a bar without bleed ends on it.
            if abs(reach) <= _SLACK and _has_visible_end(layers, layer, index, frame):
                yield problems.ends_at_trim(Location.of(layer.stamp), edge)
    if unfilled_edges:
        yield problems.bleed_not_filled(None, unfilled_edges)


def _fills(layer: Layer, reach: float, width: float) -> bool:
    """Whether a layer extends to the end of the bleed, and covers its area, unlike a line."""
    item = layer.item
    return reach >= width - _SLACK and (isinstance(item, Image) or item.fill is not None)


def _strip(frame: Frame, index: int) -> Box:
    """Return the box along an edge, from just inside the trim to the end of the bleed."""
    strip = list(to_box(frame.bleed_rect))
    inner = (index + 2) % 4
    strip[inner] = to_box(frame.trim)[index] + (_BESIDE if index < 2 else -_BESIDE)
    left, top, right, bottom = strip
    return left, top, right, bottom


def _beyond_trim(layer: Layer, index: int, trim: float) -> float:
    """Return how far a layer extends beyond an edge of the trim, in mm; negative inside."""
    box = layer.visible_box if layer.groups.clips else layer.box
    return trim - box[index] if index < 2 else box[index] - trim


def _has_visible_end(layers: Sequence[Layer], layer: Layer, index: int, frame: Frame) -> bool:
    """Whether a layer has an edge on the trim, with different colours on both sides."""
    trim = to_box(frame.trim)
    across, along = index % 2, 1 - index % 2
    for start, end in _ends_on_trim(layer, trim[index], across):
        start, end = max(start, trim[along] + _CORNER), min(end, trim[along + 2] - _CORNER)
        visible_count = 0
        for number in range(_POINTS if end - start >= _MIN_LENGTH else 0):
            middle = start + (number + 0.5) * (end - start) / _POINTS
            colors: list[Color | None] = []
            for position in (trim[index] - _BESIDE, trim[index] + _BESIDE):
                point = (position, middle) if across == 0 else (middle, position)
                try:
                    colors.append(point_color(layers, *point))
                except UnknownGroundError:
                    colors.append(None)
            visible_count += _differ(layer, *(colors if index >= 2 else colors[::-1]))
        if visible_count > _POINTS / 2:
            return True
    return False


def _ends_on_trim(layer: Layer, trim: float, across: int) -> Iterator[tuple[float, float]]:
    """Yield start and end of the straight edges of a layer, or of its clips, on the trim."""
    item, groups = layer.item, layer.groups
    stroke = item.stroke if isinstance(item, Shape) else None
    half_width = stroke.width * groups.matrix.scale / 2 if stroke is not None else 0.0
    edges = [(points, half_width) for _, points in layer.lines]
    for clip, matrix in groups.clips:
        edges += [([matrix.apply(*p) for p in points], 0.0) for points in clip.polygons]
    for points, distance in edges:
        for a, b in pairwise(points):
            if all(abs(abs(point[across] - trim) - distance) <= _SLACK for point in (a, b)):
                yield min(a[1 - across], b[1 - across]), max(a[1 - across], b[1 - across])


def _differ(layer: Layer, inside: Color | None, outside: Color | None) -> bool:
    """Whether two colours differ; the unknown colours of a picture are None."""
    if inside is None or outside is None:
        is_picture_inside = inside is None
        return inside is not outside and isinstance(layer.item, Image) == is_picture_inside
    differences = (
        inside.red - outside.red,
        inside.green - outside.green,
        inside.blue - outside.blue,
    )
    return max(map(abs, differences)) >= _DIFFERENCE
