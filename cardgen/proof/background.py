"""What lies beneath a text: the colours that were painted before it.

Every run of every side is asked about, so there are two answers: `Grounds.possible` names
quickly all colours that might be there, and `Grounds.beneath` finds the true ones at some
points. Both look from the text downwards until something opaque covers all.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from cardgen.core.color import Color, LinearGradient, Paint, RadialGradient
from cardgen.core.geometry import Matrix, Path, Rect
from cardgen.frame import IDENTITY, NO_BLEED, Frame, Group, Image, Item, Shape, Text
from cardgen.proof.outlines import Point, outline

PAPER = Color(1.0, 1.0, 1.0)
WIDE_MM = 1.0
"""Lines at least so wide count as ground."""

_SOLID = 0.995
_MOST = 12  # colours that are worth a quick answer
_KEPT = 5000

Edges = tuple[float, float, float, float]
"""Left, top, right and bottom of a box: looked at more often than anything else here."""
Clips = tuple[tuple[Path, Matrix], ...]


@dataclass(slots=True, eq=False)
class Layer:
    """Something painted, with what it takes to find it on the side."""

    item: Shape | Image | Group
    matrix: Matrix
    clips: Clips
    opacity: float
    facts: Facts | None = None


@dataclass(slots=True, eq=False)
class Facts:
    """What a layer may paint: the box around it, and its colours if they are easily told.

    ``filled`` is a path that it fills wholly with one of them; see `full`.
    """

    box: Edges
    colors: tuple[Color, ...] | None
    filled: Path | None = None
    _full: Edges | None = None
    _sought: bool = False

    @property
    def full(self) -> Edges | None:
        """A box inside of which it covers everything."""
        if not self._sought:
            self._sought = True
            if self.filled is not None and len(self.filled.segments) > 5:
                core = outline(self.filled).core
                self._full = _edges(core) if core is not None else None
            elif self.filled is not None and _is_square(self.filled):
                self._full = self.box
        return self._full


@dataclass(slots=True, eq=False)
class Run:
    """A text on a side: its transform, its opacity, and how many layers lie beneath it."""

    text: Text
    matrix: Matrix
    opacity: float
    depth: int


class UnknownGroundError(Exception):
    """A picture lies beneath the text."""


class Grounds:
    """The layers and texts of one side."""

    def __init__(self, frame: Frame) -> None:
        self.layers: list[Layer] = []
        self.runs: list[Run] = []
        self._collect(frame, IDENTITY, (), 1.0)

    def _collect(self, frame: Frame, matrix: Matrix, clips: Clips, opacity: float) -> None:
        layers = self.layers
        for item in frame.items:
            if isinstance(item, Text):
                self.runs.append(Run(item, matrix, opacity, len(layers)))
            elif isinstance(item, Group):
                inner = item.frame
                if inner.bleed != NO_BLEED or not _has_text(inner):
                    layers.append(Layer(item, matrix, clips, opacity))
                    continue
                here = item.matrix if matrix is IDENTITY else item.matrix.then(matrix)
                cut = clips if item.clip is None else (*clips, (item.clip, here))
                self._collect(inner, here, cut, opacity * item.opacity)
            elif isinstance(item, Shape | Image):
                layers.append(Layer(item, matrix, clips, opacity))

    def possible(self, depth: int, box: Edges) -> list[Color] | None:
        """Return every colour that may lie in a box of the undermost layers, ``depth`` of them.

        None where that is hard to tell.
        """
        left, top, right, bottom = box
        layers = self.layers
        found: list[Color] = []
        for number in range(depth - 1, -1, -1):
            layer = layers[number]
            facts = layer.facts or _facts(layer)
            x0, y0, x1, y1 = facts.box
            if x0 > right or x1 < left or y0 > bottom or y1 < top:
                continue
            if facts.colors is None or len(found) > _MOST:
                return None
            found += facts.colors
            if x0 <= left and y0 <= top and x1 >= right and y1 >= bottom:
                full = facts.full
                if full is not None:
                    x0, y0, x1, y1 = full
                    if x0 <= left and y0 <= top and x1 >= right and y1 >= bottom:
                        return found
        found.append(PAPER)
        return found

    def beneath(self, run: Run, points: Sequence[Point]) -> list[Color]:
        """Return the colour under a text at each point; raises UnknownGroundError at a picture."""
        films: list[list[Color]] = [[] for _ in points]
        left = list(range(len(points)))
        for layer in reversed(self.layers[: run.depth]):
            x0, y0, x1, y1 = (layer.facts or _facts(layer)).box
            for index in tuple(left):
                x, y = points[index]
                if x0 <= x <= x1 and y0 <= y <= y1:
                    films[index] += _films(layer, x, y)
                    if films[index] and films[index][-1].alpha >= _SOLID:
                        left.remove(index)
            if not left:
                break
        return [_seen(film) for film in films]


def _seen(films: list[Color]) -> Color:
    """Lay films over the paper, the last one undermost."""
    seen = PAPER
    for film in reversed(films):
        seen = film.over(seen)
    return seen


_known: dict[int, tuple[Item, Facts]] = {}
_inside: dict[str, tuple[Edges, tuple[Color, ...] | None]] = {}
_with_text: dict[str, bool] = {}


def _facts(layer: Layer) -> Facts:
    """Tell what a layer may paint; cards share many of their items."""
    item = layer.item
    known = _known.get(id(item))
    if known is None:
        if len(_known) > _KEPT:
            _known.clear()
        known = _known[id(item)] = (item, _own_facts(item))  # which keeps the item alive
    facts = known[1]
    if layer.matrix is not IDENTITY or layer.clips or layer.opacity != 1.0:
        colors = facts.colors if layer.opacity == 1.0 else None
        facts = Facts(_moved(facts.box, layer.matrix), colors)
    layer.facts = facts
    return facts


def _own_facts(item: Shape | Image | Group) -> Facts:
    if isinstance(item, Image):
        return Facts(_edges(item.rect), None)
    if isinstance(item, Group):
        box, colors = _frame_facts(item.frame)
        if item.clip is not None:
            box = _edges(item.clip.bounds())
        return Facts(_moved(box, item.matrix), colors if item.opacity == 1.0 else None)
    colors, stroke = _paints(item), item.stroke
    box = _edges(item.path.bounds())
    if stroke is not None:
        x0, y0, x1, y1 = box
        half = stroke.width / 2
        box = (x0 - half, y0 - half, x1 + half, y1 + half)
    return Facts(box, colors, item.path if colors and item.fill is not None else None)


def _frame_facts(frame: Frame) -> tuple[Edges, tuple[Color, ...] | None]:
    """Return the box around all items of a Frame, and their colours."""
    known = _inside.get(frame.fingerprint)
    if known is None:
        if len(_inside) > _KEPT:
            _inside.clear()
        all_facts = [_own_facts(i) for i in frame.items if isinstance(i, Shape | Image | Group)]
        boxes = [facts.box for facts in all_facts] or [(0.0, 0.0, -1.0, -1.0)]
        box = (
            min(b[0] for b in boxes),
            min(b[1] for b in boxes),
            max(b[2] for b in boxes),
            max(b[3] for b in boxes),
        )
        colors: tuple[Color, ...] | None = ()
        for facts in all_facts:
            if colors is None or facts.colors is None or len(colors) > _MOST:
                colors = None
                break
            colors = tuple(dict.fromkeys((*colors, *facts.colors)))
        known = _inside[frame.fingerprint] = (box, colors)
    return known


def ink_box(frame: Frame) -> Edges:
    """Return the box around all that a Frame paints."""
    return _frame_facts(frame)[0]


def _has_text(frame: Frame) -> bool:
    """Whether a text of the side itself stands in a Frame, or in one inside it."""
    if frame.words or not frame.children:
        return bool(frame.words)
    known = _with_text.get(frame.fingerprint)
    if known is None:
        if len(_with_text) > _KEPT:
            _with_text.clear()
        inner = (child for child in frame.children if child.bleed == NO_BLEED)
        known = _with_text[frame.fingerprint] = any(map(_has_text, inner))
    return known


def _is_square(path: Path) -> bool:
    """Whether a path is a rectangle with level and upright edges."""
    corners = [segment[1:] for segment in path.segments[:4]]
    if len(corners) < 4 or any(len(corner) != 2 for corner in corners):
        return False
    a, b, c, d = corners
    return (a[1], b[0], c[1], d[0]) == (b[1], c[0], d[1], a[0])


def _moved(box: Edges, matrix: Matrix) -> Edges:
    if matrix is IDENTITY:
        return box
    x0, y0, x1, y1 = box
    return _edges(matrix.apply_rect(Rect(x0, y0, x1 - x0, y1 - y0)))


def _edges(box: Rect) -> Edges:
    return box.x, box.y, box.right, box.bottom


def _paints(item: Shape) -> tuple[Color, ...] | None:
    """Name the colours of a shape, None if any can be seen through."""
    fill, stroke = item.fill, item.stroke
    colors: list[Color] = []
    if isinstance(fill, Color):
        colors.append(fill)
    elif fill is not None:
        colors += [color for _, color in fill.stops]
    if stroke is not None and stroke.width >= WIDE_MM:
        colors.append(stroke.paint)
    return tuple(colors) if all(color.alpha >= _SOLID for color in colors) else None


def _films(layer: Layer, x: float, y: float) -> list[Color]:
    """Return what a layer paints at a point, the topmost first."""
    for clip, matrix in layer.clips:
        if not outline(clip).holds(*_back(matrix, x, y)):
            return []
    scale = 1.0 if layer.matrix is IDENTITY else layer.matrix.scale
    return _painted(layer.item, *_back(layer.matrix, x, y), scale, layer.opacity)


def _painted(item: Item, x: float, y: float, scale: float, opacity: float) -> list[Color]:
    if isinstance(item, Shape):
        return _shape(item, x, y, scale, opacity)
    if isinstance(item, Image):
        r = item.rect
        if r.x <= x <= r.right and r.y <= y <= r.bottom:
            raise UnknownGroundError
    elif isinstance(item, Group):
        x, y = _back(item.matrix, x, y)
        if item.clip is not None and not outline(item.clip).holds(x, y):
            return []
        found: list[Color] = []
        for inner in reversed(item.frame.items):
            found += _painted(inner, x, y, scale * item.matrix.scale, opacity * item.opacity)
            if found and found[-1].alpha >= _SOLID:
                break
        return found
    return []


def _shape(item: Shape, x: float, y: float, scale: float, opacity: float) -> list[Color]:
    found = []
    shape, stroke = outline(item.path), item.stroke
    wide = stroke is not None and stroke.width * scale >= WIDE_MM and not stroke.dash
    if stroke is not None and wide and shape.near(x, y, stroke.width / 2):
        found.append(_faded(stroke.paint, opacity))
    if item.fill is not None and shape.holds(x, y):
        found.append(_faded(color_at(item.fill, x, y), opacity))
    return found


def _faded(color: Color, opacity: float) -> Color:
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
        return _between(paint, t)
    t = math.hypot(x - paint.cx, y - paint.cy) / paint.radius if paint.radius else 1.0
    return _between(paint, t)


def _between(paint: LinearGradient | RadialGradient, t: float) -> Color:
    before, color = paint.stops[0]
    if t <= before:
        return color
    for place, other in paint.stops[1:]:
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
