"""Lays out a text on one page, below a picture that fills the rest of the page."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from cardgen.core.diagnostics import CardgenError, Diagnostic, Diagnostics, Location
from cardgen.core.geometry import Rect
from cardgen.core.units import label_of
from cardgen.frame import Frame
from cardgen.frame.words import frame_words
from cardgen.layout import problems
from cardgen.layout.book.pages import Book
from cardgen.layout.book.strips import SLACK, Column, Strip, stack
from cardgen.layout.book.tags import describe_items
from cardgen.layout.canvas import Laid

_APART = 6.0
"""Millimetres between the picture and the text."""


class Leaf(Book):
    """Lays out one text on one paper."""

    def _distribute(self, strips: Sequence[Strip]) -> list[Column]:
        column = stack(strips)
        if self.spec.templates.hero:  # text is at the foot of the page
            self.top = self.spec.margins.top + max(self.height - column.height, 0.0)
        return [column]

    def _overfull_diagnostics(
        self, strips: Sequence[Strip], columns: list[Column]
    ) -> list[Diagnostic]:
        (column,) = columns
        over = column.height - self.height
        if over <= SLACK:
            return []
        first = next(p for p in column.placed_strips if p.y + p.strip.height > self.height + SLACK)
        (paper,) = self.spec.papers
        location = Location.parse(first.strip.stamp)
        return [problems.runs_over(location, label_of(paper), over, first.strip.subject)]

    def _draw_background(self, template: str, context: Mapping[str, Any]) -> Laid:
        laid = super()._draw_background(template, context)
        if not self.spec.templates.hero:
            return laid
        canvas = replace(self.scratch, items=[*laid.frame.items], diagnostics=Diagnostics())
        canvas.report(*laid.diagnostics)
        try:
            node = self.reader.tree(
                self.render(self.spec.templates.hero, context, self.spec.location)
            )
            place = Rect(0.0, 0.0, self.spec.size.width, self.top - _APART)
            canvas.place(node, place)
            added_items = canvas.items[len(laid.frame.items) :]
            words = frame_words(Frame(self.spec.size, added_items))
            canvas.items = [*laid.frame.items, *describe_items(words, place, added_items)]
        except CardgenError as error:
            canvas.report(*error.diagnostics)
        return Laid(Frame(self.spec.size, canvas.items, self.spec.bleed), tuple(canvas.diagnostics))
