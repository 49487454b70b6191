"""`<revision>`: a short code that changes when the side does."""

from __future__ import annotations

from typing import ClassVar

from cardgen.core.errors import CardgenError, LayoutError
from cardgen.core.geometry import Rect
from cardgen.frame import Frame, Item
from cardgen.frame.look import look
from cardgen.layout import problems
from cardgen.layout.box import Content, LayoutNode, element
from cardgen.layout.canvas import Canvas, Mark
from cardgen.layout.elements.text import TextElement
from cardgen.layout.text.block import Block, compose
from cardgen.template.element import Element

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: nothing that looks like something else."""
LENGTH = 3


@element
class RevisionElement(TextElement):
    """A short code of all else that the side shows (`7KD`): it changes when the side does."""

    tag: ClassVar[str] = "revision"
    content: ClassVar[Content] = "nothing"
    shrinks: ClassVar[bool] = False

    def measure(self, node: LayoutNode, width: float, canvas: Canvas) -> tuple[float, float]:
        """Be as wide as the widest code, so that a code never moves its neighbours."""
        face, at = self._face(node, canvas), node.element.stamp
        widest = max(face.units(letter, at)[0].width for letter in LETTERS)
        return (widest * LENGTH, face.line_height)

    def place(self, node: LayoutNode, rect: Rect, canvas: Canvas) -> None:
        """Set the code, or ask for it where the side is not complete yet."""
        if canvas.marks is None:
            raise LayoutError(problems.mark_on_page(node.element.location))
        if canvas.revision:
            super().place(node, rect, canvas)
        else:
            canvas.marks.append(Mark(node, rect, canvas.items, len(canvas.items)))

    def _block(self, node: LayoutNode, canvas: Canvas) -> Block:
        words = Element("text", (), node.element.stamp)
        words.children.append(canvas.revision)
        return compose(words, self._face(node, canvas), canvas)


def revision_code(unmarked: Frame) -> str:
    """Return what the marks of a side say, given the side without them."""
    number = int(look(unmarked), 16)
    letters = []
    for _ in range(LENGTH):
        number, letter = divmod(number, len(LETTERS))
        letters.append(LETTERS[letter])
    return "".join(letters)


def fill_in(canvas: Canvas, unmarked: Frame) -> bool:
    """Put the codes where marks were asked for.

    Where one stands inside of a group, which is closed by now, the canvas only learns the code
    and False is returned: lay the side out again with it.
    """
    marks = canvas.marks or []
    canvas.revision = revision_code(unmarked)
    if any(mark.items is not canvas.items for mark in marks):
        return False
    items = canvas.items
    for mark in reversed(marks):  # from the end, so that the places of the others stay right
        found: list[Item] = []
        canvas.items = found
        try:
            mark.node.box.place(mark.node, mark.rect, canvas)
        except CardgenError as error:
            canvas.fail(error, mark.node)
        items[mark.index : mark.index] = found
    canvas.items = items
    return True
