"""`<icon>`: a named icon as vector paths."""

from __future__ import annotations

from typing import ClassVar

from cardgen.core.color import Color
from cardgen.core.geometry import Matrix, Rect
from cardgen.frame import Group
from cardgen.layout.attributes import COLOR, EXTENT, NAME, Length, Percent, attribute, resolve
from cardgen.layout.box import Box, LayoutNode, element
from cardgen.layout.canvas import Canvas
from cardgen.layout.text.numbered import number_face, numbered, said

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
    number: str = attribute(NAME, "", "a number or a short word that is set in it")
    number_color: Color | None = attribute(
        COLOR, None, "its colour; black or white, whichever is told better, if left out"
    )
    style: str = attribute(NAME, "body", "the text style whose font it has, bold if there is that")
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
        stamp, word = node.element.stamp, canvas.theme.words.get(self.name, "")
        frame = icon.frame(self.color)
        if self.number:
            faces = canvas.faces
            face = number_face(faces.plain(self.style, stamp), faces, stamp)
            frame = numbered(icon, self.color, self.number, face, self.number_color, stamp)
            word = said(self.number, self.name, word)
        alt = word if self.alt is None else self.alt
        canvas.items.append(Group(frame, Matrix.fitting(frame.trim, rect), stamp=stamp, alt=alt))
