"""Rows and columns: one class for both axes.

The layout follows a single-line flex container without wrapping (CSS Flexbox 1, section 9);
comments name the sections where a reader may want to compare.
"""

from typing import ClassVar

from cardgen.core.geometry import Rect
from cardgen.layout import problems
from cardgen.layout.attributes import MM, Length, attribute, choice, resolve
from cardgen.layout.box import ALIGN, LARGE, Content, LayoutNode
from cardgen.layout.canvas import Canvas
from cardgen.layout.distribute import FlexItem, Need, distribute, fair_shares, justify
from cardgen.layout.panel import SidedBox

_SLACK = 0.01  # mm by which children may be too large without a report


class Flex(SidedBox):
    """Children one after another along an axis."""

    content: ClassVar[Content] = "boxes"
    shrinks: ClassVar[bool] = True
    horizontal: ClassVar[bool] = True

    gap: float = attribute(MM, 0.0, "space between neighbours")
    align: str = attribute(ALIGN, "stretch", "alignment of the children across the axis")
    justify: str = attribute(
        choice("start", "center", "end", "between", "around"),
        "start",
        "distribution of unused space along the axis",
    )

    def measure(self, node: LayoutNode, width: float, canvas: Canvas) -> tuple[float, float]:
        """Return the sum of the children along the axis, and the largest across it."""
        room = width - self.padding.horizontal
        gaps = self.gap * max(len(node.children) - 1, 0)
        sizes = [child.box.preferred_size(child, room, LARGE, canvas) for child in node.children]
        if self.horizontal:
            along = sum(w for w, _ in sizes) + gaps
            if along > room + _SLACK:  # heights depend on the widths that will be shared out
                widths = self._sizes(node, [w for w, _ in sizes], room - gaps, room, [], canvas)
                sizes = [
                    (w, child.box.preferred_size(child, w, LARGE, canvas)[1])
                    for child, w in zip(node.children, widths, strict=True)
                ]
                along = sum(widths) + gaps
            across = max((h for _, h in sizes), default=0.0)
        else:
            across = sum(h for _, h in sizes) + gaps
            along = max((w for w, _ in sizes), default=0.0)
        return (along + self.padding.horizontal, across + self.padding.vertical)

    def place_children(self, node: LayoutNode, content: Rect, canvas: Canvas) -> None:
        """Share out the room along the axis, then place each child across it."""
        children = node.children
        if not children:
            return
        available_mm = content.width if self.horizontal else content.height
        gaps = self.gap * (len(children) - 1)
        across: list[float] = []
        # The sizes that children want are flex base sizes (section 9.2).
        if self.horizontal:
            natural_sizes = [
                child.box.preferred_size(child, content.width, content.height, canvas)[0]
                for child in children
            ]
        else:
            across = [self._across(child, content, canvas) for child in children]
            natural_sizes = [
                child.box.preferred_size(child, width, content.height, canvas)[1]
                for child, width in zip(children, across, strict=True)
            ]
        sizes = self._sizes(node, natural_sizes, available_mm - gaps, available_mm, across, canvas)
        used = sum(sizes) + gaps
        if used > available_mm + _SLACK:
            direction = "wide" if self.horizontal else "high"
            diagnostic = problems.row_overfull(
                node.element.location, self.tag, used - available_mm, direction
            )
            canvas.report(diagnostic)
        before, between = justify(available_mm - used, len(children), self.justify)
        position = (content.x if self.horizontal else content.y) + before
        for child, size in zip(children, sizes, strict=True):
            rect = self._child_rect(child, content, position, size, canvas)
            canvas.place(child, self.place_by_direction(rect, content, canvas))
            position += size + self.gap + between

    def _sizes(
        self,
        node: LayoutNode,
        natural_sizes: list[float],
        room: float,
        available_mm: float,
        across: list[float],
        canvas: Canvas,
    ) -> list[float]:
        """Return the sizes along the axis; percentages refer to ``available_mm``.

        ``across`` has the widths of the children of a column.
        """
        flexes = []
        for child, size in zip(node.children, natural_sizes, strict=True):
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
                    float(box.shrinks) if box.shrink is None else box.shrink,
                    _limit(least, available_mm, 0.0),
                    _limit(most, available_mm, LARGE),
                )
            )
        sizes = distribute(flexes, room)
        if len(sizes) > 1 and sum(natural_sizes) > room + _SLACK:
            self._share_fairly(node, flexes, sizes, across, canvas)
        return sizes

    def _share_fairly(
        self,
        node: LayoutNode,
        flexes: list[FlexItem],
        sizes: list[float],
        across: list[float],
        canvas: Canvas,
    ) -> None:
        """Distribute the remaining room among the texts; changes the sizes in place."""
        needs: dict[int, Need] = {}
        for i, (child, flex) in enumerate(zip(node.children, flexes, strict=True)):
            width = 0.0 if self.horizontal else across[i]
            need = _fair_need(child, self.horizontal, width, canvas)
            if need is not None:
                most = min(max(flex.natural, flex.least), flex.most)
                needs[i] = need.within(most, flex.least)
        shares = fair_shares(list(needs.values()), sum(sizes[i] for i in needs), self.horizontal)
        if len(needs) > 1 and shares is not None:
            for i, share in zip(needs, shares, strict=True):
                sizes[i] = share

    def need(
        self, node: LayoutNode, horizontal: bool, across: float, canvas: Canvas
    ) -> Need | None:
        """Return the needs of the children, one after another or, across the axis, the largest."""
        pad = self.padding.horizontal if horizontal else self.padding.vertical
        room = across - self.padding.horizontal
        if not node.children:
            return Need((), pad)
        if self.horizontal and not horizontal:
            wide = [
                child.box.preferred_size(child, room, LARGE, canvas)[0] for child in node.children
            ]
            gaps = self.gap * (len(wide) - 1)
            rooms = self._sizes(node, wide, room - gaps, room, [], canvas)
        else:
            rooms = [room] * len(node.children)
        needs = []
        for child, width in zip(node.children, rooms, strict=True):
            size = child.box.preferred_size(child, LARGE if horizontal else width, LARGE, canvas)
            natural_size = size[0 if horizontal else 1]
            need = _fair_need(child, horizontal, width, canvas)
            needs.append(Need((), natural_size) if need is None else need.within(natural_size, 0.0))
        if horizontal != self.horizontal:
            natural_size, least = max(n.natural_mm for n in needs), max(n.least for n in needs)
            return Need(((natural_size, least),), pad)
        return Need(
            tuple(part for n in needs for part in n.parts),
            pad + self.gap * (len(needs) - 1) + sum(n.fixed for n in needs),
        )

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
        return min(child.box.preferred_size(child, content.width, LARGE, canvas)[0], content.width)

    def _child_rect(
        self, child: LayoutNode, content: Rect, position: float, size: float, canvas: Canvas
    ) -> Rect:
        """Return the place of a child: its size and alignment across the axis (9.4 and 9.6)."""
        how = child.box.align_self or self.align
        fixed = child.box.height if self.horizontal else child.box.width
        cross_size = content.height if self.horizontal else content.width
        ratio = child.box.proportion(child, canvas) if fixed is None else None
        if fixed is not None:
            across = resolve(fixed, cross_size)
        elif ratio is not None:
            across = min(size * ratio if self.horizontal else size / ratio, cross_size)
        elif how == "stretch":
            across = cross_size
        elif self.horizontal:
            across = min(
                child.box.preferred_size(child, size, content.height, canvas)[1], cross_size
            )
        else:
            across = self._across(child, content, canvas)
        offset = {"center": (cross_size - across) / 2, "end": cross_size - across}.get(how, 0.0)
        if self.horizontal:
            return Rect(position, content.y + offset, size, across)
        return Rect(content.x + offset, position, across, size)


def _fair_need(child: LayoutNode, horizontal: bool, across: float, canvas: Canvas) -> Need | None:
    """Return the need of a child; None if `shrink` is set, or if it never becomes smaller."""
    box = child.box
    if box.shrink is not None or not box.shrinks:
        return None
    return box.need(child, horizontal, across, canvas)


def _limit(length: Length | None, available_mm: float, default: float) -> float:
    return default if length is None else resolve(length, available_mm)
