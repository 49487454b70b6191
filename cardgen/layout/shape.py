"""The base of all drawn shapes: fill and stroke."""

from __future__ import annotations

from typing import ClassVar

from cardgen.core.geometry import Path, Rect
from cardgen.frame import Shape, Stroke
from cardgen.layout.attributes import (
    BREADTH,
    DASH,
    PAINT,
    PaintSpec,
    attribute,
    choice,
    paint_on,
)
from cardgen.layout.box import Box
from cardgen.layout.canvas import Canvas


class ShapeElement(Box):
    """A shape with a fill and a stroke; the stroke is centred on the outline."""

    static: ClassVar[bool] = True

    fill: PaintSpec | None = attribute(PAINT, None, "paint inside")
    stroke: PaintSpec | None = attribute(PAINT, None, "paint of the line")
    stroke_width: float = attribute(BREADTH, 0.3, "line width")
    dash: tuple[float, ...] = attribute(DASH, (), "lengths of dashes and gaps")
    cap: str = attribute(choice("butt", "round", "square"), "butt", "line ends")
    join: str = attribute(choice("miter", "round", "bevel"), "miter", "line corners")

    def draw(self, path: Path, box: Rect, stamp: str, canvas: Canvas) -> None:
        """Add the path with this fill and stroke."""
        line = None
        paint = paint_on(self.stroke, box)
        if paint is not None:
            line = Stroke(paint, self.stroke_width, self.dash, self.cap, self.join)
        canvas.items.append(Shape(path, paint_on(self.fill, box), line, stamp))
