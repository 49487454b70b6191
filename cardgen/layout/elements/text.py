"""`<text>`: words in lines."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from cardgen.core.errors import LayoutError
from cardgen.core.geometry import Rect
from cardgen.frame import Region
from cardgen.layout import problems
from cardgen.layout.attributes import (
    AMOUNT,
    COUNT,
    FIT,
    HYPHENATE,
    POINTS_SIZE,
    attribute,
    choice,
)
from cardgen.layout.box import LARGE, LayoutNode, element
from cardgen.layout.canvas import Canvas
from cardgen.layout.distribute import Need
from cardgen.layout.lettered import LetteredBox
from cardgen.layout.text.block import compose
from cardgen.layout.text.fitting import Fitting, fit, least_height
from cardgen.layout.text.flow import Flow, TextParagraph
from cardgen.layout.text.outline import outlined


@element
class TextElement(LetteredBox):
    """Words in lines, with `<b>`, `<sup>`, `<icon>`, `<span>` and others inside."""

    tag: ClassVar[str] = "text"
    shrinks: ClassVar[bool] = True

    align: str | None = attribute(
        choice("left", "center", "right", "justify"), None, "how lines are aligned"
    )
    valign: str = attribute(choice("top", "middle", "bottom"), "top", "where lines sit in the box")
    fit: tuple[str, ...] = attribute(
        FIT, ("shrink",), "what may be done to text that is too long, always in this order"
    )
    min_size: float = attribute(POINTS_SIZE, 6.0, "smallest size for `shrink` and `ellipsis`")
    min_leading: float = attribute(
        AMOUNT, 1.05, "tightest lines for `leading`, as a multiple of the size"
    )
    lines: int = attribute(COUNT, 0, "maximum number of lines; 0 means as many as fit")
    hyphenate: tuple[int, ...] | None = attribute(
        HYPHENATE, None, "divide words; or least letters of one, before and after the hyphen"
    )
    widow: int | None = attribute(
        COUNT, None, "least characters in a last line; lines before are made shorter for it"
    )

    def measure(self, node: LayoutNode, width: float, canvas: Canvas) -> tuple[float, float]:
        """Return the size of the text, broken into lines at the width."""
        text = self._flow(node, canvas).broken(width)
        return text.width, text.height

    def need(
        self, node: LayoutNode, horizontal: bool, across: float, canvas: Canvas
    ) -> Need | None:
        """Return the size it wants, and the least with which it can be set."""
        flow = self._flow(node, canvas)
        if horizontal:
            return Need(((flow.broken(LARGE).width, flow.narrowest),))
        return Need(((flow.broken(across).height, least_height(flow, across, self.fitting)),))

    def natural_height(self, node: LayoutNode, canvas: Canvas) -> float | None:
        """Return None: a text fills its parent, and `valign` says where the lines go."""
        return None

    def place(self, node: LayoutNode, rect: Rect, canvas: Canvas) -> None:
        """Break the text into lines, make it fit, and draw it."""
        flow = self._flow(node, canvas)
        if not flow.length:
            return
        fitted = fit(flow, rect.width, rect.height, self.fitting)
        at, words = node.element, _short(flow.string)
        if fitted.excess:
            said = self.fitting.said(flow)
            raise LayoutError(
                problems.text_does_not_fit(at.location, words, fitted.excess, said, self.fit)
            )
        if fitted.lost:
            said = self.fitting.said(flow)
            canvas.report(problems.text_cut(at.location, words, fitted.lost, said, self.fit))
        if fitted.changed:
            canvas.items.append(Region("shrunk", rect, fitted.note, at.stamp))
        text = fitted.text.mended()
        above = {"middle": 0.5, "bottom": 1.0}.get(self.valign, 0.0)
        begin = len(canvas.items)
        text.draw(rect.x, rect.y + (rect.height - text.height) * above, canvas.items)
        if self.outline:
            drawn = canvas.items[begin:]
            canvas.items[begin:begin] = outlined(drawn, self.outline, canvas.library, at.stamp)

    @cached_property
    def fitting(self) -> Fitting:
        """What may be done where the text is too long."""
        return Fitting(self.fit, self.min_size, self.min_leading, self.lines)

    def changes(self) -> dict[str, object]:
        """Return what its face has in place of what the style says; None as the style does."""
        return {**super().changes(), "hyphenate": self.hyphenate}

    def _flow(self, node: LayoutNode, canvas: Canvas) -> Flow:
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
        flow: Flow = node.state
        return flow

    def _composed(self, node: LayoutNode, canvas: Canvas) -> Flow:
        stamp = node.element.stamp
        block = compose(node.element, self.face(node, canvas), canvas)
        style = canvas.faces.style(self.style, stamp)
        widow = style.widow if self.widow is None else self.widow
        return Flow((TextParagraph(block, self.align or style.align, widow or 0),), stamp)


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "…"
