"""The bases of elements that set words: in lines, or letter by letter along a curve or a column."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from cardgen.core.diagnostics import Diagnostic, LayoutError
from cardgen.core.geometry import Matrix, Rect
from cardgen.layout import problems
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
    choice,
)
from cardgen.layout.box import Box, Content, LayoutNode
from cardgen.layout.canvas import Canvas
from cardgen.layout.text.block import Block, Composer
from cardgen.layout.text.faces import Face
from cardgen.layout.text.fitting import steps
from cardgen.layout.text.groups import SHRINK_STEP, first_words
from cardgen.layout.text.letters import Letter, lettering
from cardgen.layout.text.outline import OUTLINES, OutlineSpec, outlined

Setting = Callable[[float], tuple[Sequence[tuple[Letter, Matrix]], str]]
"""Places letters at a scale, and says in words what is too much; nothing if they fit."""


class LetteredBox(Box):
    """A box with words in a style of the theme."""

    content: ClassVar[Content] = "inline"

    style: str = attribute(NAME, "body", "a text style of the theme")
    font: str = attribute(NAME, "", "a font instead of the style's: `family/face`")
    size: float | None = attribute(POINTS_SIZE, None, "type size")
    leading: float | None = attribute(AMOUNT, None, "line distance as a multiple of the size")
    color: PaintSpec | None = attribute(INK, None, "paint of the letters")
    tracking: float | None = attribute(NUMBER, None, "letter spacing in thousandths of an em")
    uppercase: bool | None = attribute(FLAG, None, "set in capitals")
    features: tuple[str, ...] | None = attribute(
        FEATURES, None, "OpenType features, such as `lnum -zero`; those of the style if left out"
    )
    outline: tuple[OutlineSpec, ...] = attribute(
        OUTLINES, (), "lines around the letters, from the inside out: `0.4 paper, 0.2 ink`"
    )

    def face(self, node: LayoutNode, canvas: Canvas) -> Face:
        """Return the face of its words."""
        faces, stamp = canvas.faces, node.element.stamp
        return faces.changed(faces.plain(self.style, stamp), self, stamp)

    def line(self, node: LayoutNode, canvas: Canvas) -> Block:
        """Compose its words as a single paragraph. Raises TemplateError or LayoutError."""
        block = Block([], [], set(), self.face(node, canvas))
        Composer(block, canvas).whole(node.element, block.face)
        return block


class LetterwiseBox(LetteredBox):
    """A box with words that are set smaller until they fit, and placed letter by letter."""

    fit: str = attribute(
        choice("shrink", "error"), "shrink", "what may be done to words that are too long"
    )
    min_size: float = attribute(POINTS_SIZE, 6.0, "smallest size for `shrink`")

    def floor(self, size: float) -> float:
        """Return the smallest size in points at which it may be set, given its own."""
        return min(self.min_size, size) if self.fit == "shrink" else size

    def setting(self, node: LayoutNode, block: Block, rect: Rect) -> Setting:
        """Return how words are set in a box; raises LayoutError for what it cannot set."""
        raise NotImplementedError

    def too_long(self, node: LayoutNode, words: str, excess: str, floor: str) -> Diagnostic:
        """Return what is reported of words that do not fit at their smallest size."""
        raise NotImplementedError

    def place(self, node: LayoutNode, rect: Rect, canvas: Canvas) -> None:
        """Place each letter, as large as fits."""
        at, block = node.element, self.line(node, canvas)
        if any(piece.face.ruled for unit in block.units for piece in unit.pieces):
            what = "a line along words"
            raise LayoutError(problems.not_letter_by_letter(at.location, self.tag, what))
        set_at = self.setting(node, block, rect)
        if not any(unit.pieces for unit in block.units):
            return
        size = block.face.size
        for tried in (size, *steps(size, self.floor(size), SHRINK_STEP)):
            scale = tried / size
            placed, excess = set_at(scale)
            if not excess:
                break
        if excess:  # a draft shows it nevertheless
            words, floor = first_words(block.string), f"{self.floor(size):g} pt"
            canvas.fault(rect, at.stamp, self.too_long(node, words, excess, floor))
        group = lettering(placed, block, scale, at.stamp)
        canvas.items += outlined([group], self.outline, canvas.library, at.stamp)
        canvas.items.append(group)
