"""`<vertical-text>`: words in columns, from top to bottom."""

from __future__ import annotations

from typing import ClassVar

from cardgen.core.errors import LayoutError
from cardgen.core.geometry import Rect
from cardgen.frame import Region
from cardgen.layout import problems
from cardgen.layout.attributes import POINTS_SIZE, attribute, choice
from cardgen.layout.box import LARGE, LayoutNode, element
from cardgen.layout.canvas import Canvas
from cardgen.layout.lettered import LetteredBox
from cardgen.layout.text.groups import SHRINK_STEP
from cardgen.layout.text.letters import lettering
from cardgen.layout.text.outline import outlined
from cardgen.layout.text.setting import first_words
from cardgen.layout.text.vertical import TextColumns, columns_of

_SLACK = 0.02  # mm
_SHARES = {"start": 0.0, "center": 0.5, "end": 1.0}


@element
class VerticalTextElement(LetteredBox):
    """Columns from top to bottom, the first at the right: Japanese upright, Latin words turned."""

    tag: ClassVar[str] = "vertical-text"

    align: str = attribute(
        choice("start", "center", "end"), "start", "whether columns begin at the top"
    )
    across: str = attribute(
        choice("left", "center", "right"), "right", "where in the box the columns stand"
    )
    fit: str = attribute(
        choice("shrink", "error"), "shrink", "what may be done to a text that is too long"
    )
    min_size: float = attribute(POINTS_SIZE, 6.0, "smallest size for `shrink`")

    def measure(self, node: LayoutNode, width: float, canvas: Canvas) -> tuple[float, float]:
        """Return the size of the text where no column is broken but by `<br/>`."""
        text = columns_of(self.line(node, canvas), LARGE, 1.0)
        return text.width, max(text.heights, default=0.0)

    def place(self, node: LayoutNode, rect: Rect, canvas: Canvas) -> None:
        """Break the text into columns, make it fit, and place each character."""
        at = node.element
        block = self.line(node, canvas)
        if not block.units:
            return
        if any(piece.face.ruled for unit in block.units for piece in unit.pieces):
            what = "a line along words"
            raise LayoutError(problems.not_letter_by_letter(at.location, self.tag, what))
        size = tried = block.face.size
        floor = min(self.min_size, size) if self.fit == "shrink" else size
        text = columns_of(block, rect.height, 1.0)
        while (excess := _excess(text, rect)) and tried > floor + 1e-9:
            tried = max(tried - SHRINK_STEP, floor)
            text = columns_of(block, rect.height, tried / size)
        if excess:  # a draft shows it nevertheless
            words, least = first_words(block.string), f"smallest size {floor:g} pt"
            found = problems.text_does_not_fit(at.location, words, excess, least, (self.fit,))
            canvas.fault(rect, at.stamp, found)
        elif text.scale < 1:
            note = f"scale={text.scale:.3f} size={tried:.2f}"
            canvas.items.append(Region("shrunk", rect, note, at.stamp))
        free = (rect.width - text.width) * {"left": 1.0, "center": 0.5, "right": 0.0}[self.across]
        placed = text.placed(rect.right - free, rect.y, rect.height, _SHARES[self.align])
        group = lettering(placed, block, text.scale, at.stamp)
        if group is not None:
            canvas.items += outlined([group], self.outline, canvas.library, at.stamp)
            canvas.items.append(group)


def _excess(text: TextColumns, rect: Rect) -> str:
    """Return what is too much for a box, in words; an empty string if the columns fit."""
    high = max(text.heights, default=0.0) - rect.height
    if high > _SLACK:
        return f"it is {high:.1f} mm too high for its {rect.height:.1f} mm"
    if text.width > rect.width + _SLACK:
        over, count = text.width - rect.width, len(text.columns)
        return f"its {count} columns are {over:.1f} mm too wide for its {rect.width:.1f} mm"
    return ""
