"""The base of elements that set words."""

from typing import ClassVar

from cardgen.layout.attributes import (
    AMOUNT,
    FEATURES,
    FLAG,
    INK,
    NAME,
    NUMBER,
    POINTS_SIZE,
    PaintSpec,
    attribute,
)
from cardgen.layout.box import Box, Content, LayoutNode
from cardgen.layout.canvas import Canvas
from cardgen.layout.text.block import Block, Composer
from cardgen.layout.text.faces import Face
from cardgen.layout.text.outline import OUTLINES, OutlineSpec


class LetteredBox(Box):
    """A box with words in a style of the theme."""

    content: ClassVar[Content] = "inline"

    style: str = attribute(NAME, "body", "a text style of the theme")
    font: str = attribute(NAME, "", "a font instead of the style's: `family/face`")
    size: float | None = attribute(POINTS_SIZE, None, "type size")
    leading: float | None = attribute(AMOUNT, None, "line height, in type sizes")
    color: PaintSpec | None = attribute(INK, None, "paint of the letters")
    tracking: float | None = attribute(NUMBER, None, "letter spacing in thousandths of an em")
    uppercase: bool | None = attribute(FLAG, None, "print all letters as capitals")
    features: tuple[str, ...] | None = attribute(
        FEATURES, None, "OpenType features, such as `lnum -zero`; by default the style's"
    )
    outline: tuple[OutlineSpec, ...] = attribute(
        OUTLINES, (), "outlines of the letters, the innermost first: `0.4 paper, 0.2 ink`"
    )

    def face(self, node: LayoutNode, canvas: Canvas) -> Face:
        """Return the face of its words."""
        faces, stamp = canvas.faces, node.element.stamp
        return faces.change(faces.plain(self.style, stamp), self, stamp)

    def line(self, node: LayoutNode, canvas: Canvas) -> Block:
        """Compose its words as a single paragraph. Raises TemplateError or LayoutError."""
        block = Block([], [], set(), self.face(node, canvas))
        Composer(block, canvas).whole(node.element, block.face)
        return block
