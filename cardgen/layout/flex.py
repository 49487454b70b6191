"""Rows and columns: one class for both axes.

The layout is that of a single-line flex container without wrapping (CSS Flexbox 1, section 9);
comments name the sections where a reader may want to compare.
"""

from __future__ import annotations

from typing import ClassVar

from cardgen.core.geometry import Rect
from cardgen.layout import problems
from cardgen.layout.attributes import MM, Length, attribute, choice, resolve
from cardgen.layout.box import ALIGN, LARGE, Content, LayoutNode
from cardgen.layout.canvas import Canvas
from cardgen.layout.distribute import FlexItem, distribute, justify
from cardgen.layout.panel import Container

_SLACK = 0.01  # mm by which children may be too large without a report


class Flex(Container):
    """Children one after another along an axis."""

    content: ClassVar[Content] = "boxes"
    shrinks: ClassVar[bool] = True
    horizontal: ClassVar[bool] = True

    gap: float = attribute(MM, 0.0, "space between neighbours")
    align: str = attribute(ALIGN, "stretch", "where children sit across the axis")
    justify: str = attribute(
        choice("start", "center", "end", "between", "around"),
        "start",
        "where children sit along the axis when room is left over",
    )

    def measure(self, node: LayoutNode, width: float, canvas: Canvas) -> tuple[float, float]:
        """Return the sum of the children along the axis, and the largest across it."""
        room = width - self.padding.horizontal
        if self.horizontal:
            sizes = [child.box.wanted(child, room, LARGE, canvas) for child in node.children]
            gaps = self.gap * max(len(sizes) - 1, 0)
            along = sum(w for w, _ in sizes) + gaps
            if along > room + _SLACK:  # heights depend on the widths that will be shared out
                widths = self._sizes(node, [w for w, _ in sizes], room - gaps, room)
                sizes = [
                    (w, child.box.wanted(child, w, LARGE, canvas)[1])
                    for child, w in zip(node.children, widths, strict=True)
                ]
                along = sum(widths) + gaps
            across = max((h for _, h in sizes), default=0.0)
        else:
            sizes = [child.box.wanted(child, room, LARGE, canvas) for child in node.children]
            across = sum(h for _, h in sizes) + self.gap * max(len(sizes) - 1, 0)
            along = max((w for w, _ in sizes), default=0.0)
        return (along + self.padding.horizontal, across + self.padding.vertical)

    def place_children(self, node: LayoutNode, content: Rect, canvas: Canvas) -> None:
        """Share out the room along the axis, then place each child across it."""
        children = node.children
        if not children:
            return
        whole = content.width if self.horizontal else content.height
        gaps = self.gap * (len(children) - 1)
        # The sizes that children want are flex base sizes (section 9.2).
        if self.horizontal:
            wanted = [
                child.box.wanted(child, content.width, content.height, canvas)[0]
                for child in children
            ]
        else:
            wanted = [
                child.box.wanted(
                    child, self._across(child, content, canvas), content.height, canvas
                )[1]
                for child in children
            ]
        sizes = self._sizes(node, wanted, whole - gaps, whole)
        used = sum(sizes) + gaps
        if used > whole + _SLACK:
            direction = "wide" if self.horizontal else "high"
            found = problems.row_overfull(node.element.location, self.tag, used - whole, direction)
            canvas.report(found)
        before, between = justify(whole - used, len(children), self.justify)
        at = (content.x if self.horizontal else content.y) + before
        for child, size in zip(children, sizes, strict=True):
            canvas.place(child, self._child_rect(child, content, at, size, canvas))
            at += size + self.gap + between

    def _sizes(
        self, node: LayoutNode, wanted: list[float], room: float, whole: float
    ) -> list[float]:
        """Return the sizes along the axis; ``whole`` is what percentages refer to."""
        flexes = []
        for child, size in zip(node.children, wanted, strict=True):
            box = child.box
            least, most = (
                (box.min_width, box.max_width)
                if self.horizontal
                else (box.min_height, box.max_height)
            )
            flexes.append(
                FlexItem(
                    size,
                    box.grow,
                    box.shrink_factor,
                    _limit(least, whole, 0.0),
                    _limit(most, whole, LARGE),
                )
            )
        return distribute(flexes, room)

    def _across(self, child: LayoutNode, content: Rect, canvas: Canvas) -> float:
        """Return the width that a column gives to a child."""
        how = child.box.align_self or self.align
        if child.box.width is not None:
            return resolve(child.box.width, content.width)
        ratio = child.box.proportion(child, canvas)
        if ratio is not None and child.box.height is not None:
            return min(resolve(child.box.height, content.height) / ratio, content.width)
        if how == "stretch":
            return content.width
        return min(child.box.wanted(child, content.width, LARGE, canvas)[0], content.width)

    def _child_rect(
        self, child: LayoutNode, content: Rect, at: float, size: float, canvas: Canvas
    ) -> Rect:
        """Return the place of a child: its size and alignment across the axis (9.4 and 9.6)."""
        how = child.box.align_self or self.align
        fixed = child.box.height if self.horizontal else child.box.width
        whole = content.height if self.horizontal else content.width
        ratio = child.box.proportion(child, canvas) if fixed is None else None
        if fixed is not None:
            across = resolve(fixed, whole)
        elif ratio is not None:
            across = min(size * ratio if self.horizontal else size / ratio, whole)
        elif how == "stretch":
            across = whole
        elif self.horizontal:
            across = min(child.box.wanted(child, size, content.height, canvas)[1], whole)
        else:
            across = self._across(child, content, canvas)
        offset = {"center": (whole - across) / 2, "end": whole - across}.get(how, 0.0)
        if self.horizontal:
            return Rect(at, content.y + offset, size, across)
        return Rect(content.x + offset, at, across, size)


def _limit(length: Length | None, whole: float, default: float) -> float:
    return default if length is None else resolve(length, whole)
