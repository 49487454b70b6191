"""Text must keep a distance from other items, if the game sets one.

The rule measures between the ink of letters and the edges of shapes, pictures and other texts.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, groupby, product

from msgspec import Struct

from cardgen.core.diagnostics import Diagnostic, Location
from cardgen.core.geometry import Matrix, Point
from cardgen.core.style import Color, contrast
from cardgen.frame import IDENTITY, Shape
from cardgen.frame.reach import Box, bounding_box, boxes_meet, gap_between
from cardgen.proof import problems
from cardgen.proof.background import (
    OPAQUE,
    Layer,
    Letters,
    PaintedSide,
    Run,
    UnknownGroundError,
    apply_opacity,
    color_at,
    point_color,
)
from cardgen.proof.outlines import Outline, lines_in
from cardgen.proof.runner import Evidence, quote, rule

_GROUND_SHARE = 0.2
"""A shape behind a larger share of a text's letters is the ground of the text."""
_MAX_SAMPLES = 8  # letters that are tested for it


class Edge(Struct, frozen=True):
    """The point on the edge of a shape that is nearest to a letter, with the distance in mm.

    ``direction`` is a vector of 1 mm towards the letter. ``line_color`` is the colour of a stroke
    and None for the edge of a fill; ``width`` is the stroke's width in mm, or 0.
    """

    distance: float
    layer: Layer
    point: Point
    direction: Point
    line_color: Color | None
    width: float


def drop_hidden_layers(layers: Iterable[Layer], zone: Box) -> list[Layer]:
    """Drop the layers below an opaque one that hides everything within a box of the side.

    The layers are ordered from the topmost down.
    """
    visible_layers: list[Layer] = []
    for layer in layers:
        visible_layers.append(layer)
        if layer.hides(zone):
            break
    return visible_layers


def edges_near(layer: Layer, letters: Letters, reach: float) -> Iterator[Edge]:
    """Yield the points on a layer's edges that are nearer than ``reach`` mm to a letter."""
    item, layer_matrix, matrix = layer.item, layer.groups.matrix, letters.matrix
    stroke = item.stroke if isinstance(item, Shape) else None
    half_width = 0.0 if stroke is None else stroke.width * layer_matrix.scale / 2
    max_distance, scale = reach + half_width, matrix.scale
    edges = []
    for a, b in lines_in(layer.lines, _grow(letters.box, max_distance)):
        text_a, text_b = (a, b) if matrix is IDENTITY else (matrix.undo(*a), matrix.undo(*b))
        distance, share, box = _nearest_box(text_a, text_b, letters.boxes, max_distance / scale)
        distance = max(distance * scale - half_width, 0.0)
        if distance < reach and box is not None:
            point = a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])
            middle = matrix.apply(*_middle(box))
            paint = None if stroke is None else color_at(stroke.paint, *layer_matrix.undo(*point))
            direction = _normal_towards(a, b, point, middle)
            edges.append(Edge(distance, layer, point, direction, paint, 2 * half_width))
    if edges and (stroke is not None or not _is_ground(layer.outline, layer_matrix, letters)):
        yield from edges


def _is_ground(outline: Outline, matrix: Matrix, letters: Letters) -> bool:
    """Whether a shape is behind many of a text's letters, but not all: then the text crosses it."""
    sampled_boxes = letters.boxes[:: len(letters.boxes) // _MAX_SAMPLES + 1]
    inside_count = 0
    for box in sampled_boxes:
        inside_count += outline.holds(*matrix.undo(*letters.matrix.apply(*_middle(box))))
    return _GROUND_SHARE * len(sampled_boxes) < inside_count < len(sampled_boxes)


def _middle(box: Box) -> Point:
    left, top, right, bottom = box
    return (left + right) / 2, (top + bottom) / 2


def _nearest_box(
    a: Point, b: Point, boxes: Sequence[Box], reach: float
) -> tuple[float, float, Box | None]:
    """Return the distance of a line from the nearest box, the share of the line, and the box.

    The box is None if all boxes are further away than ``reach``.
    """
    (a_x, a_y), (b_x, b_y) = a, b
    x0, x1 = (a_x, b_x) if a_x < b_x else (b_x, a_x)
    y0, y1 = (a_y, b_y) if a_y < b_y else (b_y, a_y)
    best: tuple[float, float, Box | None] = math.inf, 0.0, None
    for box in boxes:
        left, top, right, bottom = box
        # A quick test first: the line is at least as far away as its own bounding box.
        if left - x1 < reach and x0 - right < reach and top - y1 < reach and y0 - bottom < reach:
            distance, share = _distance_from_box(a, b, box)
            if distance < best[0]:
                best = distance, share, box
                reach = min(reach, distance)
    return best


def _distance_from_box(a: Point, b: Point, box: Box) -> tuple[float, float]:
    """Return the distance of a line from a box, and the nearest point as a share of the line.

    The nearest point is an end of the line, its intersection with a side of the box, or the foot
    of a perpendicular from a corner: compare all of them.
    """
    (ax, ay), (left, top, right, bottom) = a, box
    dx, dy = b[0] - ax, b[1] - ay
    length_squared = dx * dx + dy * dy
    shares = [0.0, 1.0]
    if dx:
        shares += [(x - ax) / dx for x in (left, right)]
    if dy:
        shares += [(y - ay) / dy for y in (top, bottom)]
    if dx and dy:
        corners = product((left, right), (top, bottom))
        shares += [((x - ax) * dx + (y - ay) * dy) / length_squared for x, y in corners]
    best, best_share = math.inf, 0.0
    for share in shares:
        if 0 <= share <= 1:
            x, y = ax + share * dx, ay + share * dy
            away_x = left - x if x < left else x - right if x > right else 0.0
            away_y = top - y if y < top else y - bottom if y > bottom else 0.0
            square = away_x * away_x + away_y * away_y
            if square < best or (square == best and share < best_share):
                best, best_share = square, share
    return math.sqrt(best), best_share


def _normal_towards(a: Point, b: Point, point: Point, target: Point) -> Point:
    """Return the normal of an edge that points to the side of ``target``, 1 mm long."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = math.hypot(dx, dy) or 1.0
    normal = -dy / length, dx / length
    is_towards_target = normal[0] * (target[0] - point[0]) + normal[1] * (target[1] - point[1]) >= 0
    return normal if is_towards_target else (-normal[0], -normal[1])


LEAST_CONTRAST = 2.0
"""Edges between more similar colours are shades of a ground, such as grain or bevels."""

_BESIDE = 0.06  # mm from an edge to the points whose colours are compared
_SLACK = 0.02  # mm
_MAX_EDGES = 40  # edges that are tested for each text, the nearest first


@rule("clearance", worst_only=True)
def check(evidence: Evidence) -> Iterator[Diagnostic]:
    """Measure the distance of texts from visible edges and from other texts."""
    least = evidence.limits.clearance
    if not least:
        return
    side, reach = evidence.painted_side, least - _SLACK
    pairs = [
        (run, letters)
        for run, letters in evidence.runs_with_letters
        if letters is not None and any(map(str.isalnum, run.text.string))
    ]
    blocks = [
        (block, _grow(bounding_box(letters.box for _, letters in block), reach + 2 * _BESIDE))
        for block in (list(group) for _, group in groupby(pairs, lambda pair: pair[0].text.stamp))
    ]
    findings: list[_Finding] = []
    for block, zone in blocks:
        findings += _runs_near_edge(side, block, zone, reach)
    for (block, zone), (other_block, other_zone) in combinations(blocks, 2):
        if boxes_meet(zone, other_zone):
            findings += _runs_near_text(block, other_block, reach)
    for run, distance, point, stamp in findings:
        words = quote(evidence, run.text)
        args = distance, least, point, Location.of(stamp)
        yield problems.too_near(Location.of(run.text.stamp), words, *args)


Block = Sequence[tuple[Run, Letters]]
"""The runs of one text that have letters or digits."""
_Finding = tuple[Run, float, Point, str]
"""A run, its distance from another item in mm, the nearest point, and the stamp of that item."""


def _grow(box: Box, margin: float) -> Box:
    left, top, right, bottom = box
    return left - margin, top - margin, right + margin, bottom + margin


def _runs_near_text(block: Block, other_block: Block, reach: float) -> Iterator[_Finding]:
    """Yield the runs of a text near another text; the same words again are its shadow."""
    if block[0][0].text.stamp == other_block[0][0].text.stamp:
        return
    for (run, letters), (other_run, other_letters) in product(block, other_block):
        is_shadow = run.text.string == other_run.text.string
        if gap_between(letters.box, other_letters.box) < reach and not is_shadow:
            pairs = product(letters.boxes_on_side, other_letters.boxes_on_side)
            gap, box = min((gap_between(*pair), pair[0]) for pair in pairs)
            if gap < reach:
                yield run, gap, _middle(box), other_run.text.stamp


def _runs_near_edge(side: PaintedSide, block: Block, zone: Box, reach: float) -> Iterator[_Finding]:
    """Yield the runs of a text with a visible edge nearer than ``reach`` mm.

    ``zone`` contains the text and everything that may be too near to it.
    """
    layers = drop_hidden_layers(side.layers_under(zone), zone)
    for run, letters in block:
        run_zone = _grow(letters.box, reach + 2 * _BESIDE)
        near = [layer for layer in layers if len(block) == 1 or boxes_meet(layer.box, run_zone)]
        edge = _visible_edge(drop_hidden_layers(near, run_zone), run, letters, reach)
        if edge is not None:
            yield run, edge.distance, edge.point, edge.layer.stamp


def _visible_edge(layers: Sequence[Layer], run: Run, letters: Letters, reach: float) -> Edge | None:
    """Return the visible edge nearest to a run; None if all are further away than ``reach``."""
    left, top, right, bottom = letters.box
    middle = (left + right) / 2, (top + bottom) / 2
    try:
        ground = point_color(layers, *middle)
    except UnknownGroundError:
        ground = None
    edges = [
        edge
        for layer in reversed(layers)  # of two equally near edges, the lower one
        if layer.stamp != run.text.stamp  # the layer is not an icon in the text
        and (ground is None or not _is_shade(layer, ground, middle))
        for edge in edges_near(layer, letters, reach)
    ]
    edges.sort(key=lambda edge: edge.distance)
    return next((edge for edge in edges[:_MAX_EDGES] if _is_visible(layers, edge)), None)


def _is_shade(layer: Layer, ground: Color, middle: Point) -> bool:
    """Whether a layer is beside a text and has nearly the colour of the text's ground."""
    item = layer.item
    if not isinstance(item, Shape):
        return False
    if item.stroke is None:
        left, top, right, bottom = layer.box
        if left <= middle[0] <= right and top <= middle[1] <= bottom:
            return False
    paint = item.fill if item.stroke is None else item.stroke.paint
    if not isinstance(paint, Color):
        return False
    color = apply_opacity(paint, layer.groups.opacity).over(ground)
    return contrast(color, ground) < LEAST_CONTRAST


def _is_visible(layers: Sequence[Layer], edge: Edge) -> bool:
    """Whether an edge separates two colours, and is neither clipped nor painted over."""
    groups = edge.layer.groups
    if not all(clip.holds(*matrix.undo(*edge.point)) for clip, matrix in groups.clips):
        return False
    try:
        if edge.line_color is None:
            color_before = point_color(layers, *_point_beside(edge, _BESIDE))
            color_behind = point_color(layers, *_point_beside(edge, -_BESIDE))
            return contrast(color_before, color_behind) >= LEAST_CONTRAST
        ground = point_color(layers, *_point_beside(edge, edge.width / 2 + _BESIDE))
        line_color = apply_opacity(edge.line_color, groups.opacity).over(ground)
        if contrast(line_color, ground) < LEAST_CONTRAST:
            return False
        layers_above = layers[: layers.index(edge.layer)]
        films = (film for layer in layers_above for film in layer.films(*edge.point))
        return all(film.alpha < OPAQUE for film in films)
    except UnknownGroundError:
        return False


def _point_beside(edge: Edge, distance: float) -> Point:
    (x, y), (dx, dy) = edge.point, edge.direction
    return x + distance * dx, y + distance * dy
