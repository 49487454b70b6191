"""Pictures of coloured glyphs (OpenType COLR, versions 0 and 1), as shapes with colours.

HarfBuzz reads the tables and calls a function for each step. The painter has a stack of transforms
and a stack of clips, and converts each fill into an item.
"""

from collections.abc import Callable
from typing import Any

from cardgen.assets.svggradient import separate_stops
from cardgen.core.geometry import Matrix, Path, Size
from cardgen.core.style import Color, LinearGradient, Paint, RadialGradient
from cardgen.frame import Frame, Group, Item, Shape

_SIZE = Size(1000.0, 1000.0)
_SRC_OVER = 3  # PaintCompositeMode
_NEAR = 1e-6


class UnpaintableGlyphError(ValueError):
    """A glyph uses an effect that shapes cannot have; the message names it."""


class GlyphPainter:
    """Paints glyphs as items. ``outline`` returns a glyph's outline; ``scale`` is for its units.

    Raises UnpaintableGlyphError.
    """

    def __init__(self, outline: Callable[[int], Path], scale: float, hb: Any) -> None:
        self._outline, self._scale = outline, scale
        self._items: list[Item] = []
        self._matrices: list[Matrix] = []
        self._clips: list[Path | None] = []
        self._fault = ""
        self._funcs = funcs = hb.PaintFuncs()
        funcs.set_push_transform_func(self._push_transform)
        funcs.set_pop_transform_func(lambda _: self._matrices.pop() and None)
        funcs.set_push_clip_glyph_func(self._push_clip)
        # Rectangles are the bounding boxes of glyphs.
        funcs.set_push_clip_rectangle_func(lambda *_: self._clips.append(None))
        funcs.set_pop_clip_func(lambda _: self._clips.pop() and None)
        funcs.set_color_func(lambda color, *_: self._fill(_color(color)))
        funcs.set_linear_gradient_func(self._linear)
        funcs.set_radial_gradient_func(self._radial)
        funcs.set_sweep_gradient_func(lambda *_: self._refuse("a sweep gradient"))
        funcs.set_push_group_func(lambda _: None)
        funcs.set_pop_group_func(self._pop_group)

    def paint(self, font: Any, glyph: int, x: float, y: float, foreground: Any) -> list[Item]:
        """Return the items of a glyph with its origin at a point, where y points down."""
        self._items, self._clips, self._fault = [], [], ""
        self._matrices = [Matrix(1.0, 0.0, 0.0, -1.0, x, y)]
        font.paint_glyph(glyph, self._funcs, None, 0, foreground)
        if self._fault or not self._items:
            raise UnpaintableGlyphError(self._fault or "a fill without an outline")
        return self._items

    def _refuse(self, effect: str) -> None:
        # Exceptions cannot pass through HarfBuzz.
        self._fault = self._fault or effect

    def _push_transform(
        self, xx: float, yx: float, xy: float, yy: float, dx: float, dy: float, _: object
    ) -> None:
        inner = Matrix(xx, yx, xy, yy, dx * self._scale, dy * self._scale)
        self._matrices.append(inner.then(self._matrices[-1]))

    def _push_clip(self, glyph: int, _: object) -> None:
        self._clips.append(self._outline(glyph).transform(self._matrices[-1]))

    def _pop_group(self, mode: int, _: object) -> None:
        if mode != _SRC_OVER:
            self._refuse("a blend mode")

    def _fill(self, paint: Paint) -> None:
        clips, matrix = [clip for clip in self._clips if clip is not None], self._matrices[-1]
        if not clips:
            self._refuse("a fill without an outline")
            return
        *around, path = clips
        item: Item = Shape(path, paint)
        if not isinstance(paint, Color):
            # The Group has the transform of the paint, so gradients can be elliptical.
            if abs(matrix.a * matrix.d - matrix.b * matrix.c) < _NEAR:
                self._refuse("a flat gradient")
                return
            origin, right, down = matrix.undo(0, 0), matrix.undo(1, 0), matrix.undo(0, 1)
            (a, b), (c, d) = ((p[0] - origin[0], p[1] - origin[1]) for p in (right, down))
            local = Shape(path.transform(Matrix(a, b, c, d, *origin)), paint)
            item = Group(Frame(_SIZE, [local]), matrix)
        for clip in reversed(around):
            item = Group(Frame(_SIZE, [item]), clip=clip)
        self._items.append(item)

    def _stops(self, line: Any) -> tuple[float, float, list[tuple[float, Color]]]:
        """Return the offsets of the first and last colour, and colours at shares between them."""
        if line.extend:
            self._refuse("a repeated gradient")
        stops = sorted(line.color_stops, key=lambda stop: float(stop.offset))
        first, last = stops[0].offset, stops[-1].offset
        length = max(last - first, _NEAR)
        return first, last, [((stop.offset - first) / length, _color(stop.color)) for stop in stops]

    def _linear(self, line: Any, *numbers: Any) -> None:
        x0, y0, x1, y1, x2, y2 = (number * self._scale for number in numbers[:6])
        first, last, stops = self._stops(line)
        # The colours run at right angles to the line to the third point.
        across, up = y2 - y0, x0 - x2
        share = across**2 + up**2
        factor = ((x1 - x0) * across + (y1 - y0) * up) / share if share else 0.0
        dx, dy = factor * across, factor * up
        if abs(dx) + abs(dy) < _NEAR or len(stops) == 1:
            self._fill(stops[-1][1])
        else:
            ends = (x0 + dx * first, y0 + dy * first, x0 + dx * last, y0 + dy * last)
            self._fill(LinearGradient(*ends, separate_stops(stops)))

    def _radial(self, line: Any, *numbers: Any) -> None:
        x0, y0, r0, x1, y1, r1 = (number * self._scale for number in numbers[:6])
        first, last, stops = self._stops(line)
        inner, outer = r0 + (r1 - r0) * first, r0 + (r1 - r0) * last
        if abs(x0 - x1) + abs(y0 - y1) > 1 or not 0 <= inner < outer:
            self._refuse("a gradient with its own focus")
        else:
            shares = [((inner + t * (outer - inner)) / outer, color) for t, color in stops]
            self._fill(RadialGradient(x0, y0, outer, separate_stops(shares)))


def _color(color: Any) -> Color:
    return Color(color.red / 255, color.green / 255, color.blue / 255, color.alpha / 255)
