"""The base of elements that place each letter by itself: along a curve, or down a column."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.core.errors import LayoutError
from cardgen.core.geometry import Matrix, Rect
from cardgen.frame import Region, RegionKind
from cardgen.layout import problems
from cardgen.layout.attributes import POINTS_SIZE, attribute, choice
from cardgen.layout.box import LayoutNode
from cardgen.layout.canvas import Canvas
from cardgen.layout.lettered import LetteredBox
from cardgen.layout.text.block import Block
from cardgen.layout.text.groups import SHRINK_STEP
from cardgen.layout.text.letters import Letter, lettering
from cardgen.layout.text.outline import outlined


class LetterwiseBox(LetteredBox):
    """A box with words that are set smaller until they fit, and placed letter by letter."""

    fit: str = attribute(
        choice("shrink", "error"), "shrink", "what may be done to words that are too long"
    )
    min_size: float = attribute(POINTS_SIZE, 6.0, "smallest size for `shrink`")

    def sizes(self, size: float) -> Iterator[float]:
        """Yield the sizes in points at which it may be set, from its own down."""
        floor = self.floor(size)
        yield size
        while size > floor + 1e-9:
            size = max(size - SHRINK_STEP, floor)
            yield size

    def floor(self, size: float) -> float:
        """Return the smallest size in points at which it may be set, given its own."""
        return min(self.min_size, size) if self.fit == "shrink" else size

    def refuse_rules(self, node: LayoutNode, block: Block) -> None:
        """Raise LayoutError for lines under and along words."""
        if any(piece.face.ruled for unit in block.units for piece in unit.pieces):
            at, what = node.element.location, "a line along words"
            raise LayoutError(problems.not_letter_by_letter(at, self.tag, what))

    def note_shrunk(
        self, node: LayoutNode, rect: Rect, size: float, own: float, canvas: Canvas
    ) -> None:
        """Note that it is set at a size in points that is smaller than its own."""
        if size < own:
            note = f"scale={size / own:.3f} size={size:.2f}"
            canvas.items.append(Region(RegionKind.SHRUNK, rect, note, node.element.stamp))

    def draw(
        self,
        node: LayoutNode,
        placed: Sequence[tuple[Letter, Matrix]],
        block: Block,
        scale: float,
        canvas: Canvas,
    ) -> None:
        """Add letters at their places, scaled, and the lines around them."""
        stamp = node.element.stamp
        group = lettering(placed, block, scale, stamp)
        if group is not None:
            canvas.items += outlined([group], self.outline, canvas.library, stamp)
            canvas.items.append(group)
