"""Drawn shapes: `<rect>`, `<ellipse>`, `<line>`, `<path>` and `<polygon>`."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from cardgen.core.geometry import Matrix, Path, Rect
from cardgen.layout.attributes import (
    BREADTH,
    FLAG,
    LENGTH,
    PATH_DATA,
    POINTS,
    VIEW_BOX,
    Length,
    attribute,
    choice,
    resolve,
)
from cardgen.layout.box import LayoutNode, element
from cardgen.layout.canvas import Canvas
from cardgen.layout.panel import ShapeElement


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
    """A straight line between two points of its box, by default from corner to corner."""

    tag: ClassVar[str] = "line"

    x1: Length | None = attribute(LENGTH, None, "start, from the left of the box")
    y1: Length | None = attribute(LENGTH, None, "start, from the top of the box")
    x2: Length | None = attribute(LENGTH, None, "end, from the left of the box")
    y2: Length | None = attribute(LENGTH, None, "end, from the top of the box")

    def place(self, node: LayoutNode, rect: Rect, canvas: Canvas) -> None:
        """Draw the line."""
        start = (self._x(self.x1, 0.0, rect), self._y(self.y1, 0.0, rect))
        end = (self._x(self.x2, rect.width, rect), self._y(self.y2, rect.height, rect))
        self.draw(Path.polygon([start, end], closed=False), rect, node.element.stamp, canvas)

    @staticmethod
    def _x(length: Length | None, default: float, rect: Rect) -> float:
        return rect.x + (default if length is None else resolve(length, rect.width))

    @staticmethod
    def _y(length: Length | None, default: float, rect: Rect) -> float:
        return rect.y + (default if length is None else resolve(length, rect.height))


@element
class PathElement(ShapeElement):
    """An outline in SVG path data: in mm from the box's top left, or scaled by a view box."""

    tag: ClassVar[str] = "path"
    needed: ClassVar[tuple[str, ...]] = ("d",)

    d: Path | None = attribute(PATH_DATA, None, "the outline, as in SVG")
    viewbox: Rect | None = attribute(VIEW_BOX, None, "the part of the drawing that fills the box")
    fill_rule: str = attribute(choice("nonzero", "evenodd"), "nonzero", "what counts as inside")
    preserve: str = attribute(
        choice("meet", "slice", "stretch"), "meet", "with a view box: fit inside, cover or stretch"
    )

    def place(self, node: LayoutNode, rect: Rect, canvas: Canvas) -> None:
        """Draw the outline."""
        assert self.d is not None
        path = self.d.transformed(self._matrix(rect))
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
    """Straight lines through points, in mm from the top left of its box."""

    tag: ClassVar[str] = "polygon"
    needed: ClassVar[tuple[str, ...]] = ("points",)

    points: tuple[tuple[float, float], ...] = attribute(POINTS, (), "corners: `0,0 10,0 5,8`")
    closed: bool = attribute(FLAG, True, "join the last point to the first")

    def place(self, node: LayoutNode, rect: Rect, canvas: Canvas) -> None:
        """Draw the outline."""
        corners = [(rect.x + x, rect.y + y) for x, y in self.points]
        self.draw(Path.polygon(corners, self.closed), rect, node.element.stamp, canvas)
