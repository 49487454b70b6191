"""Lists the layers and texts of a side, and computes the colours beneath a text."""

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise

from msgspec import Struct

from cardgen.assets.fonts import Font
from cardgen.core.geometry import Matrix, Path, Point, Rect
from cardgen.core.style import Color, LinearGradient, Paint
from cardgen.core.units import MM_PER_POINT
from cardgen.frame import (
    IDENTITY,
    NO_BLEED,
    Frame,
    Group,
    Image,
    Region,
    RegionKind,
    Shape,
    Stroke,
    Text,
)
from cardgen.frame.reach import Box, bounding_box, contains, frame_bounds, to_box, transform_box
from cardgen.proof.outlines import Outline, Polygon, box_around, outline

PAPER = Color(1.0, 1.0, 1.0)
WIDE_MM = 1.0
"""The width from which a line counts as a ground for text."""

OPAQUE = 0.995
MIN_SEAM_MM = 1.0
"""Shorter seams are invisible."""
_ASCENT, _DESCENT = 0.7, 0.2  # em above and below the baseline, roughly


class UnknownGroundError(Exception):
    """The ground of a text is unknown, because it is a picture."""


class Groups(Struct, frozen=True, eq=False):
    """The combined transform, clips, opacity and fades of the Groups around an item."""

    matrix: Matrix = IDENTITY
    clips: tuple[tuple[Outline, Matrix], ...] = ()
    opacity: float = 1.0
    fades: tuple[tuple[LinearGradient, Matrix], ...] = ()

    def with_inner(self, group: Group) -> "Groups":
        """Add an inner Group; a Frame with a bleed is clipped to it."""
        matrix = group.matrix if self.matrix is IDENTITY else group.matrix.then(self.matrix)
        clip = group.clip
        if clip is None and group.frame.bleed != NO_BLEED:
            clip = Path.rect(group.frame.bleed_rect)
        clips = self.clips if clip is None else (*self.clips, (outline(clip), matrix))
        fades = self.fades if group.fade is None else (*self.fades, (group.fade, matrix))
        return Groups(matrix, clips, self.opacity * group.opacity, fades)

    def opacity_at(self, x: float, y: float) -> float:
        """Return the combined opacity of the Groups at a point of the side."""
        opacity = self.opacity
        for fade, matrix in self.fades:
            opacity *= color_at(fade, *_undo_point(matrix, x, y)).alpha
        return opacity


NO_GROUPS = Groups()


Outlines = tuple[tuple[Color, float], ...]
"""The outlines of a text from the inside out: the colour of each, and its reach in mm."""


class Run(Struct, frozen=True, eq=False):
    """A text on a side, the number of layers painted before it, and its outlines."""

    text: Text
    groups: Groups
    depth: int
    outlines: Outlines = ()


def extent(item: Shape | Image | Group) -> Box:
    """Return the box around what an item paints, before its Groups move it."""
    if isinstance(item, Group):
        return to_box(item.frame.bleed_rect if item.clip is None else item.clip.bounds())
    if isinstance(item, Image):
        return to_box(item.rect)
    box = outline(item.path).box
    if item.stroke is None:
        return box
    left, top, right, bottom = box
    half_width = item.stroke.width / 2
    return left - half_width, top - half_width, right + half_width, bottom + half_width


def letters_box(text: Text, descent: float = _DESCENT) -> Rect:
    """Return the approximate box around the letters of a text, before its Groups move it.

    ``descent`` is the depth of descenders below the baseline, in ems.
    """
    em = text.size * MM_PER_POINT
    return Rect(text.x, text.y - _ASCENT * em, text.width, (_ASCENT + descent) * em)


class Letters(Struct, frozen=True):
    """The ink box of each letter of a run, before its Groups move it, and a box on the side."""

    matrix: Matrix
    boxes: Sequence[Box]
    box: Box

    @property
    def boxes_on_side(self) -> list[Box]:
        """The ink box of each letter on the side, after its Groups have moved it."""
        return [transform_box(box, self.matrix) for box in self.boxes]


def letters(run: Run, font: Font) -> Letters | None:
    """Return the letters of a run; None if it has no ink."""
    text, matrix = run.text, run.groups.matrix
    em = text.size * MM_PER_POINT / 1000
    boxes: list[Box] = []
    x = text.x
    for word in text.words:
        for glyph in word.glyphs:
            left, bottom, right, top = font.ink(glyph.index)
            if right > left:
                origin_x, origin_y = x + glyph.dx * em, text.y - glyph.dy * em
                x0, x1 = origin_x + left * em, origin_x + right * em
                boxes.append((x0, origin_y - top * em, x1, origin_y - bottom * em))
            x += glyph.advance * em + text.tracking
        if word.text == " ":
            x += text.stretch
    if not boxes:
        return None
    return Letters(matrix, boxes, transform_box(bounding_box(boxes), matrix))


class Layer(Struct, eq=False, dict=True):
    """A shape or picture, with the stamp of its tag; shapes of an icon have the icon's stamp.

    ``box`` contains everything that the layer paints, in the coordinates of the side. A ground
    is a fill, a picture or a wide line, which can be the background of a text.
    """

    item: Shape | Image
    groups: Groups
    stamp: str
    box: Box
    is_ground: bool

    @property
    def outline(self) -> Outline:
        """The layer's edge, before its Groups move it."""
        item = self.item
        return outline(item.path if isinstance(item, Shape) else Path.rect(item.rect))

    @cached_property
    def lines(self) -> list[tuple[Box, Polygon]]:
        """The layer's edge as polygons on the side, each with its bounding box."""
        edge, matrix = self.outline, self.groups.matrix
        if matrix is IDENTITY:
            return list(zip(edge.boxes, edge.polygons, strict=True))
        polygons = [[matrix.apply(x, y) for x, y in polygon] for polygon in edge.polygons]
        return [(box_around(points), points) for points in polygons]

    @cached_property
    def visible_box(self) -> Box:
        """The part of the box inside the clips of the Groups around the layer."""
        left, top, right, bottom = self.box
        for clip, matrix in self.groups.clips:
            x0, y0, x1, y1 = transform_box(clip.box, matrix)
            left, top, right, bottom = max(left, x0), max(top, y0), min(right, x1), min(bottom, y1)
        return left, top, right, bottom

    @cached_property
    def long_lines(self) -> list[tuple[Box, Polygon]]:
        """The straight pieces of the edge, on the side, that are long enough for a seam."""
        matrix = self.groups.matrix
        min_length = MIN_SEAM_MM * (1 - 1e-6) / math.hypot(matrix.a, matrix.b, matrix.c, matrix.d)
        lines = [
            [matrix.apply(*a), matrix.apply(*b)]
            for points in self.outline.polygons
            for a, b in pairwise(points)
            if math.dist(a, b) >= min_length
        ]
        return [(box_around(line), line) for line in lines]

    def films(self, x: float, y: float) -> Iterator[Color]:
        """Yield the colours that the layer paints at a point of the side, the topmost first.

        Raises UnknownGroundError for a picture.
        """
        groups, item = self.groups, self.item
        left, top, right, bottom = self.box
        if not (left <= x <= right and top <= y <= bottom):
            return
        if not all(clip.holds(*_undo_point(matrix, x, y)) for clip, matrix in groups.clips):
            return
        opacity = groups.opacity_at(x, y) if groups.fades else groups.opacity
        x, y = _undo_point(groups.matrix, x, y)
        if isinstance(item, Image):
            if item.rect.x <= x <= item.rect.right and item.rect.y <= y <= item.rect.bottom:
                raise UnknownGroundError
            return
        stroke, path = item.stroke, outline(item.path)
        is_wide = stroke is not None and _is_wide(stroke, groups.matrix)
        if stroke is not None and is_wide and path.is_near(x, y, stroke.width / 2):
            yield apply_opacity(color_at(stroke.paint, x, y), opacity)
        if item.fill is not None and path.holds(x, y):
            yield apply_opacity(color_at(item.fill, x, y), opacity)

    def hides(self, box: Box) -> bool:
        """Whether the layer hides everything below it within a box of the side."""
        item, groups = self.item, self.groups
        if not contains(self.box, box) or not isinstance(item, Shape) or groups.fades:
            return False
        # Most layers are not opaque: test this first, because comparing edges takes longer.
        if not isinstance(item.fill, Color) or item.fill.alpha * groups.opacity < OPAQUE:
            return False
        return isinstance(self.film(box), Color)

    def film(self, box: Box) -> Color | bool:
        """Return the colour of the layer if it certainly paints all of a box in one colour.

        Return False if it leaves the box empty, True if the box may have several colours.
        """
        groups, item = self.groups, self.item
        is_inside_clips = True
        for clip, matrix in groups.clips:
            coverage = clip.holds_box(_undo_box(matrix, box))
            if coverage is False:
                return False
            is_inside_clips = is_inside_clips and coverage is True
        if isinstance(item, Image):
            return True
        stroke = item.stroke
        is_wide = stroke is not None and _is_wide(stroke, groups.matrix)
        clearance = stroke.width / 2 if stroke is not None and is_wide else 0.0
        coverage = outline(item.path).holds_box(_undo_box(groups.matrix, box), clearance)
        if coverage is False or (coverage and item.fill is None):
            return False
        if coverage and is_inside_clips and isinstance(item.fill, Color) and not groups.fades:
            return apply_opacity(item.fill, groups.opacity)
        return True


class Bundle(Struct, eq=False, dict=True):
    """A Group that contains no texts; ``contents`` lists its layers on demand."""

    group: Group
    groups: Groups
    stamp: str
    box: Box
    is_ground: bool

    @cached_property
    def contents(self) -> "PaintedSide":
        """The layers of the Group."""
        return PaintedSide(self.group.frame, self.groups, self.stamp)

    def hides(self, box: Box) -> bool:
        """Whether one of its layers hides everything below it within a box of the side."""
        return contains(self.box, box) and any(layer.hides(box) for layer in self.contents.layers)


class PaintedSide:
    """The layers and texts of one side, in painting order.

    A Frame with a bleed is a picture of another side, whose texts have their own proof. Thin lines
    and outlines are not grounds; outlines belong to the texts after them.
    """

    def __init__(self, frame: Frame, groups: Groups = NO_GROUPS, stamp: str = "") -> None:
        self.layers: list[Layer | Bundle] = []
        self.runs: list[Run] = []
        self._outlines: Outlines = ()
        self._outlines_stamp = ""
        self._collect(frame, groups, stamp)

    def _collect(self, frame: Frame, groups: Groups, stamp: str) -> None:
        for item in frame.items:
            if isinstance(item, Shape | Image):
                box = transform_box(extent(item), groups.matrix)
                is_ground = _is_ground(item, groups)
                self.layers.append(Layer(item, groups, item.stamp or stamp, box, is_ground))
            elif isinstance(item, Text):
                outlines = self._outlines if item.stamp == self._outlines_stamp else ()
                self.runs.append(Run(item, groups, len(self.layers), outlines))
            elif isinstance(item, Group):
                self._collect_group(item, groups, stamp)

    def _collect_group(self, group: Group, groups: Groups, stamp: str) -> None:
        outlines = read_text_outlines(group)
        if outlines == ():  # a sharp shadow, which may cross any edge
            return
        if outlines:
            self._outlines, self._outlines_stamp = outlines, group.stamp
        inner_groups, inner_stamp = groups.with_inner(group), group.stamp or stamp
        frame = group.frame
        is_pictured = frame.bleed != NO_BLEED
        if is_pictured or not frame.has_texts:
            painted_box = extent(group) if is_pictured else to_box(frame_bounds(frame))
            box = transform_box(painted_box, inner_groups.matrix)
            self.layers.append(Bundle(group, inner_groups, inner_stamp, box, not outlines))
        else:
            self._collect(frame, inner_groups, inner_stamp)

    def layers_under(
        self, box: Box, depth: int | None = None, grounds_only: bool = False
    ) -> Iterator[Layer]:
        """Yield the layers that may overlap a box of the side, the topmost first.

        ``depth`` limits the search to the lowest layers, ``grounds_only`` to grounds for text.
        """
        left, top, right, bottom = box
        for layer in self.layers[:depth][::-1]:
            x0, y0, x1, y1 = layer.box
            if x0 > right or x1 < left or y0 > bottom or y1 < top:
                continue
            if grounds_only and not layer.is_ground:
                continue
            if isinstance(layer, Layer):
                yield layer
            else:
                yield from layer.contents.layers_under(box, grounds_only=grounds_only)


def read_text_outlines(group: Group) -> Outlines | None:
    """Return the outlines of the texts after a Group; empty for a sharp shadow, None for others."""
    if group.alt != "":
        return None
    region = next(iter(group.frame.items), None)
    if not isinstance(region, Region) or region.kind is not RegionKind.OUTLINE:
        return None
    pairs = (word.split(":") for word in region.note.split())
    return tuple((Color.parse(color), float(reach)) for color, reach in pairs)


def uniform_color(layers: Iterable[Layer], box: Box) -> Color | list[Layer]:
    """Return the colour of a box of the side if all of its points have the same colour.

    Otherwise, or if a quick test cannot decide, return the layers that paint in the box. The
    layers are ordered from the topmost down; layers below an opaque one are ignored.
    """
    films: list[Color] = []
    layers_in_box: list[Layer] = []
    is_mixed = False
    for layer in layers:
        film = layer.film(box)
        if film is False:
            continue
        layers_in_box.append(layer)
        if film is True:
            is_mixed = True
            continue
        films.append(film)
        if film.alpha >= OPAQUE:
            break
    return layers_in_box if is_mixed else _blend(films)


def point_color(layers: Iterable[Layer], x: float, y: float) -> Color:
    """Return the colour of a point of the side: its layers blended over white paper.

    The layers are ordered from the topmost down. Raises UnknownGroundError at a picture.
    """
    films: list[Color] = []
    for layer in layers:
        for film in layer.films(x, y):
            films.append(film)
            if film.alpha >= OPAQUE:
                return _blend(films)
    return _blend(films)


def _blend(films: Sequence[Color]) -> Color:
    color = PAPER
    for film in reversed(films):
        color = film.over(color)
    return color


def _is_ground(item: Shape | Image, groups: Groups) -> bool:
    if isinstance(item, Image) or item.fill is not None:
        return True
    return item.stroke is not None and _is_wide(item.stroke, groups.matrix)


def _is_wide(stroke: Stroke, matrix: Matrix) -> bool:
    return not stroke.dash and stroke.width * matrix.scale >= WIDE_MM


def _undo_box(matrix: Matrix, box: Box) -> Box:
    """Return the bounding box of a box after undoing a transform."""
    if matrix is IDENTITY:
        return box
    left, top, right, bottom = box
    corners = [matrix.undo(left, top), matrix.undo(right, bottom)]
    if matrix.b or matrix.c:  # turned: the box needs all four corners
        corners += [matrix.undo(left, bottom), matrix.undo(right, top)]
    return box_around(corners)


def apply_opacity(color: Color, opacity: float) -> Color:
    """Multiply the alpha of a colour by an opacity."""
    return color if opacity == 1.0 else color.with_alpha(color.alpha * opacity)


def _undo_point(matrix: Matrix, x: float, y: float) -> Point:
    return (x, y) if matrix is IDENTITY else matrix.undo(x, y)


def color_at(paint: Paint, x: float, y: float) -> Color:
    """Return the colour of a paint at a point."""
    if isinstance(paint, Color):
        return paint
    if isinstance(paint, LinearGradient):
        dx, dy = paint.x1 - paint.x0, paint.y1 - paint.y0
        length_squared = dx * dx + dy * dy
        t = ((x - paint.x0) * dx + (y - paint.y0) * dy) / length_squared if length_squared else 0.0
    else:
        t = math.hypot(x - paint.cx, y - paint.cy) / paint.radius if paint.radius else 1.0
    start, color = paint.stops[0]
    for offset, stop_color in paint.stops:
        if t <= offset:
            share = (t - start) / (offset - start) if offset > start else 1.0
            return Color(
                color.red + (stop_color.red - color.red) * share,
                color.green + (stop_color.green - color.green) * share,
                color.blue + (stop_color.blue - color.blue) * share,
                color.alpha + (stop_color.alpha - color.alpha) * share,
            )
        start, color = offset, stop_color
    return color
