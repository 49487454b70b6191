"""`<vertical-text>`: words in columns, from top to bottom."""

from __future__ import annotations

from typing import ClassVar

from cardgen.core.geometry import Rect
from cardgen.layout import problems
from cardgen.layout.attributes import attribute, choice
from cardgen.layout.box import LARGE, LayoutNode, element
from cardgen.layout.canvas import Canvas
from cardgen.layout.letterwise import LetterwiseBox
from cardgen.layout.text.setting import first_words
from cardgen.layout.text.vertical import TextColumns, columns_of

_SLACK = 0.02  # mm
_SHARES = {"start": 0.0, "center": 0.5, "end": 1.0}


@element
class VerticalTextElement(LetterwiseBox):
    """Columns from top to bottom, the first at the right: Japanese upright, Latin words turned."""

    tag: ClassVar[str] = "vertical-text"

    align: str = attribute(
        choice("start", "center", "end"), "start", "whether columns begin at the top"
    )
    across: str = attribute(
        choice("left", "center", "right"), "right", "where in the box the columns stand"
    )

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
        self.refuse_rules(node, block)
        size = block.face.size
        for tried in self.sizes(size):
            text = columns_of(block, rect.height, tried / size)
            excess = _excess(text, rect)
            if not excess:
                break
        if excess:  # a draft shows it nevertheless
            words, least = first_words(block.string), f"smallest size {self.floor(size):g} pt"
            found = problems.text_does_not_fit(at.location, words, excess, least, (self.fit,))
            canvas.fault(rect, at.stamp, found)
        else:
            self.note_shrunk(node, rect, tried, size, canvas)
        free = (rect.width - text.width) * {"left": 1.0, "center": 0.5, "right": 0.0}[self.across]
        placed = text.placed(rect.right - free, rect.y, rect.height, _SHARES[self.align])
        self.draw(node, placed, block, text.scale, canvas)


def _excess(text: TextColumns, rect: Rect) -> str:
    """Return what is too much for a box, in words; an empty string if the columns fit."""
    high = max(text.heights, default=0.0) - rect.height
    if high > _SLACK:
        return f"it is {high:.1f} mm too high for its {rect.height:.1f} mm"
    if text.width > rect.width + _SLACK:
        over, count = text.width - rect.width, len(text.columns)
        columns = "its column is" if count == 1 else f"its {count} columns are"
        return f"{columns} {over:.1f} mm too wide for its {rect.width:.1f} mm"
    return ""
