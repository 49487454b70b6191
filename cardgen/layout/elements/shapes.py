"""Drawn shapes: `<rect>`, `<ellipse>`, `<line>`, `<path>` and `<polygon>`."""

from typing import ClassVar

from msgspec.structs import replace

from cardgen.core.geometry import Matrix, Path, Rect
from cardgen.frame import Shape, Stroke
from cardgen.layout.attributes import (
    BREADTH,
    DASH,
    FLAG,
    LENGTH,
    PAINT,
    PATH_DATA,
    POINTS,
    VIEW_BOX,
    Length,
    PaintSpec,
    attribute,
    choice,
    paint_on,
    resolve,
)
from cardgen.layout.box import Box, LayoutNode, element
from cardgen.layout.canvas import Canvas


class ShapeElement(Box):
    """A shape with a fill and a stroke; the stroke is centred on the outline."""

    fill: PaintSpec | None = attribute(PAINT, None, "paint of the inside")
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


@element
class RectElement(ShapeElement):
    """A rectangle that fills its box."""

    tag: ClassVar[str] = "rect"

    radius: float = attribute(BREADTH, 0.0, "corner radius")

    def place(self, node: LayoutNode, rect: Rect, canvas: Canvas) -> None:
        """Draw the outline of the box."""
        self.draw(Path.rect(rect, self.radius), rect, node.element.stamp, canvas)


@element
class EllipseElement(ShapeElement):
    """An ellipse that touches the four sides of its box; a square box gives a circle."""

    tag: ClassVar[str] = "ellipse"

    def place(self, node: LayoutNode, rect: Rect, canvas: Canvas) -> None:
        """Draw the ellipse."""
        path = Path.ellipse(*rect.center, rect.width / 2, rect.height / 2)
        self.draw(path, rect, node.element.stamp, canvas)


@element
class LineElement(ShapeElement):
    """A straight line between two points of its box; by default from corner to corner."""

    tag: ClassVar[str] = "line"

    x1: Length | None = attribute(LENGTH, None, "start, from the left of the box")
    y1: Length | None = attribute(LENGTH, None, "start, from the top of the box")
    x2: Length | None = attribute(LENGTH, None, "end, from the left of the box")
    y2: Length | None = attribute(LENGTH, None, "end, from the top of the box")

    def place(self, node: LayoutNode, rect: Rect, canvas: Canvas) -> None:
        """Draw the line."""
        wide, high = rect.width, rect.height
        x1, x2 = (resolve(x, wide) for x in (self.x1 or 0.0, wide if self.x2 is None else self.x2))
        y1, y2 = (resolve(y, high) for y in (self.y1 or 0.0, high if self.y2 is None else self.y2))
        start, end = (rect.x + x1, rect.y + y1), (rect.x + x2, rect.y + y2)
        self.draw(Path.polygon([start, end], closed=False), rect, node.element.stamp, canvas)


@element
class PathElement(ShapeElement):
    """A shape from SVG path data, in mm from the top left of its box, or scaled by a view box."""

    tag: ClassVar[str] = "path"
    needed: ClassVar[tuple[str, ...]] = ("d",)

    d: Path | None = attribute(PATH_DATA, None, "SVG path data of the outline")
    viewbox: Rect | None = attribute(VIEW_BOX, None, "the area of the drawing that fills the box")
    fill_rule: str = attribute(choice("nonzero", "evenodd"), "nonzero", "fill rule of SVG")
    preserve: str = attribute(
        choice("meet", "slice", "stretch"), "meet", "with a view box: fit inside, cover or stretch"
    )

    def place(self, node: LayoutNode, rect: Rect, canvas: Canvas) -> None:
        """Draw the outline."""
        assert self.d is not None
        path = self.d.transform(self._matrix(rect))
        if self.fill_rule == "evenodd":
            path = replace(path, even_odd=True)
        self.draw(path, rect, node.element.stamp, canvas)

    def _matrix(self, rect: Rect) -> Matrix:
        """Fit the view box to the box, with `xMidYMid` alignment (SVG 2, section 8.2)."""
        view = self.viewbox
        if view is None:
            return Matrix.translation(rect.x, rect.y)
        sx, sy = rect.width / view.width, rect.height / view.height
        if self.preserve != "stretch":
            sx = sy = min(sx, sy) if self.preserve == "meet" else max(sx, sy)
        dx = rect.x + (rect.width - view.width * sx) / 2 - view.x * sx
        dy = rect.y + (rect.height - view.height * sy) / 2 - view.y * sy
        return Matrix(sx, 0.0, 0.0, sy, dx, dy)


@element
class PolygonElement(ShapeElement):
    """A shape of straight lines through points, in mm from the top left of its box."""

    tag: ClassVar[str] = "polygon"
    needed: ClassVar[tuple[str, ...]] = ("points",)

    points: tuple[tuple[float, float], ...] = attribute(POINTS, (), "corners: `0,0 10,0 5,8`")
    closed: bool = attribute(FLAG, True, "join the last point to the first")

    def place(self, node: LayoutNode, rect: Rect, canvas: Canvas) -> None:
        """Draw the outline."""
        corners = [(rect.x + x, rect.y + y) for x, y in self.points]
        self.draw(Path.polygon(corners, self.closed), rect, node.element.stamp, canvas)
