"""`<revision>`: a short code that changes when the side does."""

from typing import ClassVar

from cardgen.core.diagnostics import CardgenError, LayoutError
from cardgen.core.geometry import Rect
from cardgen.frame import Frame, Item
from cardgen.frame.packing import look
from cardgen.layout import problems
from cardgen.layout.box import Content, LayoutNode, element
from cardgen.layout.canvas import Canvas, Mark
from cardgen.layout.elements.text import TextElement
from cardgen.layout.text.flow import Flow
from cardgen.template.element import Element

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32, which has no letters that are easily confused."""
LENGTH = 3


@element
class RevisionElement(TextElement):
    """A short code (`7KD`) that changes whenever anything else on the side changes."""

    tag: ClassVar[str] = "revision"
    content: ClassVar[Content] = "nothing"
    shrinks: ClassVar[bool] = False

    def measure(self, node: LayoutNode, width: float, canvas: Canvas) -> tuple[float, float]:
        """Return the width of the widest code, so that a new code never moves its neighbours."""
        face, stamp = self.face(node, canvas), node.element.stamp
        widest = max(face.units(letter, stamp)[0].width for letter in LETTERS)
        return (widest * LENGTH, face.line_height)

    def place(self, node: LayoutNode, rect: Rect, canvas: Canvas) -> None:
        """Set the code, or leave a mark while the rest of the side is not known yet."""
        if canvas.marks is None:
            raise LayoutError(problems.mark_on_page(node.element.location))
        if canvas.revision:
            super().place(node, rect, canvas)
        else:
            canvas.marks.append(Mark(node, rect, canvas.items, len(canvas.items)))

    def _flow(self, node: LayoutNode, canvas: Canvas) -> Flow:
        words = Element("text", (), node.element.stamp)
        words.children.append(canvas.revision)
        return self._compose(LayoutNode(self, words, []), canvas)


def code_of(digits: str) -> str:
    """Return the code for a digest."""
    number = int(digits, 16)
    letters = []
    for _ in range(LENGTH):
        number, letter = divmod(number, len(LETTERS))
        letters.append(LETTERS[letter])
    return "".join(letters)


def fill_in(canvas: Canvas, unmarked: Frame) -> bool:
    """Set the code at all marks; return False if that is impossible.

    A mark inside a Group is out of reach, because the Group's Frame is finished by now. The
    canvas then has the code, and the side must be laid out again.
    """
    marks = canvas.marks or []
    canvas.revision = code_of(look(unmarked))
    if any(mark.items is not canvas.items for mark in marks):
        return False
    items = canvas.items
    for mark in reversed(marks):  # backwards, so that the other indexes stay right
        mark_items: list[Item] = []
        canvas.items = mark_items
        try:
            mark.node.box.place(mark.node, mark.rect, canvas)
        except CardgenError as error:
            canvas.fail(error, mark.node)
        items[mark.index : mark.index] = mark_items
    canvas.items = items
    return True
