"""`<icon>`: a named icon as vector paths."""

from __future__ import annotations

from typing import ClassVar

from cardgen.assets.icons import Icon
from cardgen.core.color import Color
from cardgen.core.geometry import Matrix, Rect
from cardgen.frame import Group
from cardgen.layout.attributes import COLOR, EXTENT, NAME, Length, Percent, attribute, resolve
from cardgen.layout.box import Box, LayoutNode, element
from cardgen.layout.canvas import Canvas

DEFAULT_SIZE = 4.0
BLACK = Color(0.0, 0.0, 0.0)


@element
class IconElement(Box):
    """A named icon from an SVG file, as large as fits its box without being distorted."""

    tag: ClassVar[str] = "icon"
    needed: ClassVar[tuple[str, ...]] = ("name",)
    static: ClassVar[bool] = True

    name: str = attribute(NAME, "", "file name of the icon, without .svg")
    color: Color = attribute(COLOR, BLACK, "what `currentColor` means in the icon")
    size: Length | None = attribute(EXTENT, None, "width and height in one")
    alt: str | None = attribute(
        NAME,
        None,
        "what it stands for, read aloud: the word of its term if left out, empty for none",
    )

    def measure(self, node: LayoutNode, width: float, canvas: Canvas) -> tuple[float, float]:
        """Return a square of `size`, 4 mm by default."""
        side = resolve(self.size, width) if self.size is not None else DEFAULT_SIZE
        return (side, side)

    def position(self, node: LayoutNode, parent: Rect, canvas: Canvas) -> Rect:
        """Resolve a percentage of the parent's width, which counts in both directions."""
        if not isinstance(self.size, Percent):
            return super().position(node, parent, canvas)
        sized = IconElement(**{**vars(self), "size": self.size.share * parent.width})
        return sized.position(node, parent, canvas)

    def natural_width(self, node: LayoutNode, canvas: Canvas) -> float | None:
        """Return `size`; without one the icon fills its parent."""
        return None if self.size is None else resolve(self.size, canvas.trim.width)

    def natural_height(self, node: LayoutNode, canvas: Canvas) -> float | None:
        """Return `size`; without one the icon fills its parent."""
        return None if self.size is None else resolve(self.size, canvas.trim.width)

    def place(self, node: LayoutNode, rect: Rect, canvas: Canvas) -> None:
        """Draw the icon in the middle of the box."""
        icon = canvas.library.icon(self.name, node.element.location)
        alt = canvas.theme.words.get(self.name, "") if self.alt is None else self.alt
        canvas.items.append(fitted(icon, self.color, rect, node.element.stamp, alt))


def fitted(icon: Icon, color: Color, rect: Rect, stamp: str, alt: str) -> Group:
    """Place an icon as large as fits, in the middle of a rectangle."""
    frame = icon.frame(color)
    return Group(frame, Matrix.fitting(frame.trim, rect), stamp=stamp, alt=alt)
