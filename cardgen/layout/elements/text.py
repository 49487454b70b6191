"""`<text>`: words in lines."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from msgspec.structs import replace

from cardgen.core.color import Color
from cardgen.core.errors import LayoutError
from cardgen.core.geometry import Rect
from cardgen.frame import Region
from cardgen.layout import problems
from cardgen.layout.attributes import (
    AMOUNT,
    COLOR,
    COUNT,
    FEATURES,
    FLAG,
    HYPHENATE,
    NAME,
    NUMBER,
    POINTS_SIZE,
    attribute,
    choice,
)
from cardgen.layout.box import Box, Content, LayoutNode, element
from cardgen.layout.canvas import Canvas
from cardgen.layout.text.block import Block, compose
from cardgen.layout.text.breaking import Line, break_lines, without_runts
from cardgen.layout.text.faces import Face
from cardgen.layout.text.setter import SetText

SHRINK_STEP = 0.25
_SLACK = 0.02  # mm by which a text may be too large without shrinking


@element
class TextElement(Box):
    """Words in lines, with `<b>`, `<i>`, `<br/>`, `<icon>` and `<span>` inside."""

    tag: ClassVar[str] = "text"
    content: ClassVar[Content] = "inline"
    shrinks: ClassVar[bool] = True

    style: str = attribute(NAME, "body", "a text style of the theme")
    font: str = attribute(NAME, "", "a font instead of the style's: `family/face`")
    size: float | None = attribute(POINTS_SIZE, None, "type size")
    leading: float | None = attribute(AMOUNT, None, "line distance as a multiple of the size")
    color: Color | None = attribute(COLOR, None, "text colour")
    tracking: float | None = attribute(NUMBER, None, "letter spacing in thousandths of an em")
    uppercase: bool | None = attribute(FLAG, None, "set in capitals")
    features: tuple[str, ...] | None = attribute(
        FEATURES, None, "OpenType features, such as `lnum -zero`; those of the style if left out"
    )
    align: str | None = attribute(
        choice("left", "center", "right", "justify"), None, "how lines are aligned"
    )
    valign: str = attribute(choice("top", "middle", "bottom"), "top", "where lines sit in the box")
    fit: str = attribute(
        choice("shrink", "error", "ellipsis"), "shrink", "what to do with text that is too long"
    )
    min_size: float = attribute(POINTS_SIZE, 6.0, 'smallest size for `fit="shrink"`')
    lines: int = attribute(COUNT, 0, "maximum number of lines; 0 means as many as fit")
    hyphenate: tuple[int, ...] | None = attribute(
        HYPHENATE, None, "divide words; or least letters of one, before and after the hyphen"
    )
    widow: int | None = attribute(
        COUNT, None, "least characters in a last line; lines before are made shorter for it"
    )

    def measure(self, node: LayoutNode, width: float, canvas: Canvas) -> tuple[float, float]:
        """Return the size of the text, broken into lines at the width."""
        lines = break_lines(self._block(node, canvas), width)
        return (
            max((line.width for line in lines), default=0.0),
            sum(line.height for line in lines),
        )

    def natural_height(self, node: LayoutNode, canvas: Canvas) -> float | None:
        """Return None: a text fills its parent, and `valign` says where the lines go."""
        return None

    def place(self, node: LayoutNode, rect: Rect, canvas: Canvas) -> None:
        """Break the text into lines, make it fit, and draw it."""
        block = self._block(node, canvas)
        if not block.units:
            return
        lines = break_lines(block, rect.width)
        scale = 1.0
        if self._excess(block, lines, rect, scale):
            if self.fit == "ellipsis":
                block, lines = self._cut(node, block, rect, canvas)
            else:
                scale, lines = self._shrunk(node, block, rect)
                note = f"scale={scale:.3f} size={block.face.size * scale:.2f}"
                canvas.items.append(Region("shrunk", rect, note, node.element.stamp))
        style = canvas.faces.style(self.style, node.element.stamp)
        align = self.align or style.align
        widow = style.widow if self.widow is None else self.widow
        if widow:
            wide = rect.width / scale
            lines = without_runts(block, lines, wide, widow, align == "justify")
        text = SetText(block, lines, rect.width, align, node.element.stamp, scale)
        above = {"middle": 0.5, "bottom": 1.0}.get(self.valign, 0.0)
        text.draw(rect.x, rect.y + (rect.height - text.height) * above, canvas.items)

    @cached_property
    def _overrides(self) -> dict[str, object]:
        given = {
            "font": self.font or None,
            "size": self.size,
            "leading": self.leading,
            "color": self.color,
            "tracking": self.tracking,
            "uppercase": self.uppercase,
            "features": self.features,
            "hyphenate": self.hyphenate,
        }
        return {name: value for name, value in given.items() if value is not None}

    def _face(self, node: LayoutNode, canvas: Canvas) -> Face:
        faces, stamp = canvas.faces, node.element.stamp

        def make() -> Face:
            face = faces.plain(self.style, stamp)
            if self._overrides:
                key = replace(face.key, **self._overrides)
                face = faces.face(key, stamp)
            return face

        return faces.reads.remembered(faces.by_box, self, make)

    def _block(self, node: LayoutNode, canvas: Canvas) -> Block:
        """Compose the text once for each node, and plain words once for all nodes alike."""
        if node.state is None:
            children = node.element.children
            if len(children) == 1 and isinstance(children[0], str):
                faces = canvas.faces
                node.state = faces.reads.remembered(
                    faces.blocks, (self, children[0]), lambda: self._composed(node, canvas), 20_000
                )
            else:
                node.state = self._composed(node, canvas)
        block: Block = node.state
        return block

    def _composed(self, node: LayoutNode, canvas: Canvas) -> Block:
        return compose(node.element, self._face(node, canvas), canvas)

    def _excess(self, block: Block, lines: list[Line], rect: Rect, scale: float) -> str:
        """Return what is too much, in words; an empty string if the lines fit."""
        height = sum(line.height for line in lines) * scale
        if height > rect.height + _SLACK:
            over = height - rect.height
            share = over / rect.height * 100 if rect.height > 0 else 100
            return f"it is {over:.1f} mm ({share:.0f} %) too high for its {rect.height:.1f} mm"
        widest = max(lines, key=lambda line: line.width)
        if widest.width * scale > rect.width + _SLACK:
            over = widest.width * scale - rect.width
            return f"it is {over:.1f} mm too wide for its {rect.width:.1f} mm"
        if self.lines and len(lines) > self.lines:
            return f"it takes {len(lines)} lines, {self.lines} are allowed"
        return ""

    def _shrunk(self, node: LayoutNode, block: Block, rect: Rect) -> tuple[float, list[Line]]:
        """Find the largest size that fits; fixed steps give similar texts the same size."""
        size = block.face.size
        floor = size if self.fit == "error" else min(self.min_size, size)
        tried = size
        reason = self._excess(block, break_lines(block, rect.width), rect, 1.0)
        while tried > floor + 1e-9:
            tried = max(tried - SHRINK_STEP, floor)
            scale = tried / size
            lines = break_lines(block, rect.width / scale)
            reason = self._excess(block, lines, rect, scale)
            if not reason:
                return scale, lines
        raise LayoutError(
            problems.text_does_not_fit(
                node.element.location, _short(block.string), reason, f"{floor:g} pt", self.fit
            )
        )

    def _cut(
        self, node: LayoutNode, block: Block, rect: Rect, canvas: Canvas
    ) -> tuple[Block, list[Line]]:
        """Remove units from the end until the rest fits, with an ellipsis."""
        ellipsis = block.face.units("…", node.element.stamp)[0]
        whole = block.string
        for count in range(len(block.units) - 1, 0, -1):
            units = [*block.units[: count - 1], block.units[count - 1].joined(ellipsis)]
            breaks = {b for b in block.breaks if b < count}
            cut = Block(units, block.gaps[:count], breaks, block.face)
            lines = break_lines(cut, rect.width)
            if not self._excess(cut, lines, rect, 1.0):
                lost = len(whole) - len(cut.string) + 1
                canvas.report(problems.text_cut(node.element.location, _short(whole), lost))
                return cut, lines
        raise LayoutError(
            problems.text_does_not_fit(
                node.element.location,
                _short(whole),
                "not even its first word has room",
                f"{block.face.size:g} pt",
                self.fit,
            )
        )


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "…"
