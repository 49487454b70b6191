"""What lies beneath a text: the colours that were painted before it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cached_property

from msgspec import Struct

from cardgen.core.color import Color, LinearGradient, Paint
from cardgen.core.geometry import Matrix, Rect
from cardgen.frame import IDENTITY, NO_BLEED, Frame, Group, Image, Shape, Text
from cardgen.proof.outlines import Outline, Point

PAPER = Color(1.0, 1.0, 1.0)
WIDE_MM = 1.0
"""Only a line at least this wide is a ground for text."""

_OPAQUE = 0.995


class UnknownGroundError(Exception):
    """A picture lies beneath the text."""


class Groups(Struct, frozen=True, eq=False):
    """What the Groups around an item do to it."""

    matrix: Matrix = IDENTITY
    clips: tuple[tuple[Outline, Matrix], ...] = ()
    opacity: float = 1.0

    def with_inner(self, group: Group) -> Groups:
        """Add the innermost Group."""
        matrix = group.matrix if self.matrix is IDENTITY else group.matrix.then(self.matrix)
        clip = () if group.clip is None else ((Outline(group.clip), matrix),)
        return Groups(matrix, (*self.clips, *clip), self.opacity * group.opacity)


_NO_GROUPS = Groups()


class Run(Struct, frozen=True, eq=False):
    """A text on a side, and how many layers were painted before it."""

    text: Text
    groups: Groups
    depth: int


def extent(item: Shape | Image | Group) -> Rect:
    """Return the box around what an item paints, before its Groups move it."""
    if isinstance(item, Group):
        return item.frame.bleed_rect if item.clip is None else item.clip.bounds()
    if isinstance(item, Image):
        return item.rect
    box = item.path.bounds()
    return box if item.stroke is None else box.grow(item.stroke.width / 2)


class Layer:
    """Something painted on a side; ``groups`` includes the item itself if it is a Group."""

    def __init__(self, item: Shape | Image | Group, groups: Groups) -> None:
        self.item = item
        self.groups = groups

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of a box on the side around all that it paints."""
        box = extent(self.item)
        if self.groups.matrix is not IDENTITY:
            box = self.groups.matrix.apply_rect(box)
        return box.x, box.y, box.right, box.bottom

    @cached_property
    def _outline(self) -> Outline:
        assert isinstance(self.item, Shape)
        return Outline(self.item.path)

    @cached_property
    def _inner(self) -> list[Layer]:
        assert isinstance(self.item, Group)
        return Grounds(self.item.frame, self.groups).layers

    def films(self, x: float, y: float) -> Iterator[Color]:
        """Yield what it paints at a point of the side, the topmost first.

        Raises UnknownGroundError for a picture.
        """
        left, top, right, bottom = self.box
        if not (left <= x <= right and top <= y <= bottom):
            return
        groups, item = self.groups, self.item
        if not all(clip.holds(*_back(matrix, x, y)) for clip, matrix in groups.clips):
            return
        if isinstance(item, Group):
            yield from _films(self._inner, x, y)
            return
        x, y = _back(groups.matrix, x, y)
        if isinstance(item, Image):
            if item.rect.x <= x <= item.rect.right and item.rect.y <= y <= item.rect.bottom:
                raise UnknownGroundError
            return
        stroke, scale = item.stroke, groups.matrix.scale
        wide = stroke is not None and stroke.width * scale >= WIDE_MM and not stroke.dash
        if stroke is not None and wide and self._outline.near(x, y, stroke.width / 2):
            yield faded(stroke.paint, groups.opacity)
        if item.fill is not None and self._outline.holds(x, y):
            yield faded(color_at(item.fill, x, y), groups.opacity)


class Grounds:
    """The layers and texts of one side, in painting order.

    A Frame with a bleed is another side that is pictured here: one layer, and its texts are
    proofed where it is at home.
    """

    def __init__(self, frame: Frame, groups: Groups = _NO_GROUPS) -> None:
        self.layers: list[Layer] = []
        self.runs: list[Run] = []
        self._collect(frame, groups)

    def _collect(self, frame: Frame, groups: Groups) -> None:
        for item in frame.items:
            if isinstance(item, Text):
                self.runs.append(Run(item, groups, len(self.layers)))
            elif isinstance(item, Group):
                inside = groups.with_inner(item)
                if item.frame.bleed == NO_BLEED:
                    self._collect(item.frame, inside)
                else:
                    self.layers.append(Layer(item, inside))
            elif isinstance(item, Shape | Image):
                self.layers.append(Layer(item, groups))

    def beneath(self, run: Run, points: Sequence[Point]) -> list[Color]:
        """Return the colour under a text at each point; raises UnknownGroundError at a picture."""
        left, right = min(x for x, _ in points), max(x for x, _ in points)
        top, bottom = min(y for _, y in points), max(y for _, y in points)
        near = []
        for layer in self.layers[: run.depth]:
            x0, y0, x1, y1 = layer.box
            if x0 <= right and x1 >= left and y0 <= bottom and y1 >= top:
                near.append(layer)
        return [_seen(near, x, y) for x, y in points]


def _films(layers: Sequence[Layer], x: float, y: float) -> Iterator[Color]:
    for layer in reversed(layers):
        yield from layer.films(x, y)


def _seen(layers: Sequence[Layer], x: float, y: float) -> Color:
    """Look down from a point until something opaque covers the rest, at last the paper."""
    films: list[Color] = []
    for film in _films(layers, x, y):
        films.append(film)
        if film.alpha >= _OPAQUE:
            break
    seen = PAPER
    for film in reversed(films):
        seen = film.over(seen)
    return seen


def faded(color: Color, opacity: float) -> Color:
    """Return a colour as it is seen inside Groups of an opacity."""
    return color if opacity == 1.0 else color.with_alpha(color.alpha * opacity)


def _back(matrix: Matrix, x: float, y: float) -> Point:
    """Undo a transform."""
    if matrix is IDENTITY:
        return x, y
    area = matrix.a * matrix.d - matrix.b * matrix.c
    if not area:
        return math.inf, math.inf
    x, y = x - matrix.e, y - matrix.f
    return (matrix.d * x - matrix.c * y) / area, (matrix.a * y - matrix.b * x) / area


def color_at(paint: Paint, x: float, y: float) -> Color:
    """Return the colour of a paint at a point."""
    if isinstance(paint, Color):
        return paint
    if isinstance(paint, LinearGradient):
        dx, dy = paint.x1 - paint.x0, paint.y1 - paint.y0
        long = dx * dx + dy * dy
        t = ((x - paint.x0) * dx + (y - paint.y0) * dy) / long if long else 0.0
    else:
        t = math.hypot(x - paint.cx, y - paint.cy) / paint.radius if paint.radius else 1.0
    before, color = paint.stops[0]
    for place, other in paint.stops:
        if t <= place:
            share = (t - before) / (place - before) if place > before else 1.0
            return Color(
                color.red + (other.red - color.red) * share,
                color.green + (other.green - color.green) * share,
                color.blue + (other.blue - color.blue) * share,
                color.alpha + (other.alpha - color.alpha) * share,
            )
        before, color = place, other
    return color
