"""`<path>`: an outline in SVG path data."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from cardgen.core.geometry import Matrix, Path, Rect
from cardgen.layout.attributes import PATH_DATA, VIEW_BOX, attribute, choice
from cardgen.layout.box import LayoutNode, element
from cardgen.layout.canvas import Canvas
from cardgen.layout.shape import ShapeElement


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
