"""`<text>`: words in lines."""

from typing import ClassVar

from msgspec.structs import replace

from cardgen.core.diagnostics import LayoutError
from cardgen.core.geometry import Path, Rect
from cardgen.frame import Item
from cardgen.layout import problems
from cardgen.layout.attributes import (
    AMOUNT,
    BREADTH,
    COUNT,
    FIT,
    GROUP,
    HYPHENATE,
    NAME,
    POINTS_SIZE,
    attribute,
    choice,
)
from cardgen.layout.box import LARGE, LayoutNode, element
from cardgen.layout.canvas import Canvas
from cardgen.layout.distribute import Need
from cardgen.layout.lettered import LetteredBox
from cardgen.layout.text.blocks import ALIGN, Look, compose_flow, resolve_align
from cardgen.layout.text.breaking import SLACK
from cardgen.layout.text.fitting import SIGN, Fitted, Fitting, fit, least_height
from cardgen.layout.text.flow import Flow
from cardgen.layout.text.groups import STEPS, TextSetting, first_words
from cardgen.layout.text.outline import outline_items


@element
class TextElement(LetteredBox):
    """Text with paragraphs, lists and small tables."""

    tag: ClassVar[str] = "text"
    shrinks: ClassVar[bool] = True

    align: str | None = attribute(ALIGN, None, "alignment of the lines")
    valign: str = attribute(
        choice("top", "middle", "bottom"), "top", "vertical alignment in the box"
    )
    fit: tuple[str, ...] = attribute(
        FIT, ("shrink",), "how to fit text that is too long; tried in this order"
    )
    min_size: float = attribute(POINTS_SIZE, 6.0, "smallest size for `shrink` and `ellipsis`")
    min_leading: float = attribute(
        AMOUNT, 1.05, "smallest line height for `leading`, as a multiple of the size"
    )
    continue_sign: str = attribute(NAME, SIGN, "sign at the end of a continued text")
    continues: str = attribute(
        NAME, "", "`id` of a text on the previous side: continues this text here"
    )
    fit_group: str = attribute(
        GROUP, "", "name of texts that share one size in a deck; `game/name`: in the whole game"
    )
    fit_steps: int = attribute(COUNT, STEPS, "maximum number of different sizes in a group")
    lines: int = attribute(COUNT, 0, "maximum number of lines; 0 means as many as fit")
    space: float | None = attribute(
        BREADTH, None, "space between paragraphs; half a line if left out"
    )
    drop_cap: int = attribute(COUNT, 0, "height of the first letter, in lines")
    lang: str | None = attribute(NAME, None, "language of the words, if not the game's")
    direction: str | None = attribute(
        choice("ltr", "rtl"), None, "direction of the text; by default as in its style"
    )
    hyphenate: tuple[int, ...] | None = attribute(
        HYPHENATE,
        None,
        "hyphenation: `true` in justified lines; in all lines with the fewest letters in a word, "
        "before its hyphen and after it",
    )
    widow: int | None = attribute(
        COUNT, None, "fewest characters in the last line; earlier lines become shorter if necessary"
    )

    def measure(self, node: LayoutNode, width: float, canvas: Canvas) -> tuple[float, float]:
        """Return the size of the text, broken into lines at the width."""
        text = self._flow(node, canvas).break_lines(width)
        return text.width, text.height

    def need(
        self, node: LayoutNode, horizontal: bool, across: float, canvas: Canvas
    ) -> Need | None:
        """Return the natural size, and the smallest possible size."""
        flow = self._flow(node, canvas)
        if horizontal:
            return Need(((flow.break_lines(LARGE).width, flow.min_width),))
        return Need(((flow.break_lines(across).height, least_height(flow, across, self.fitting)),))

    def place(self, node: LayoutNode, rect: Rect, canvas: Canvas) -> None:
        """Break the text into lines, make it fit, and draw it."""
        flow = self._flow(node, canvas)
        if not flow.length:
            return
        fitted = self._fit_to_group(fit(flow, rect.width, rect.height, self.fitting), rect, canvas)
        element = node.element
        if self.tag == TextElement.tag and (canvas.settings is not None or fitted.is_changed):
            canvas.note_setting(element.location, self._text_setting(fitted, rect, element.stamp))
        if fitted.rest is not None:
            # The text continues on another side of the card, which must have room for it.
            canvas.rests[self.id] = fitted.rest
            continuing = canvas.continuing
            if continuing is not None and not (self.id and continuing.goes_on(self.id)):
                canvas.report(problems.goes_on_nowhere(element.location, self.id))
        text = fitted.text.mend_widows()
        above = {"middle": 0.5, "bottom": 1.0}.get(self.valign, 0.0)
        drawn: list[Item] = []
        top = 0.0 if fitted.excess else (rect.height - text.height) * above
        text.draw(rect.x, rect.y + top, drawn)
        if self.outline:
            drawn[:0] = outline_items(drawn, self.outline, canvas.library, element.stamp)
        if not fitted.excess:
            canvas.items += drawn
            return
        words, limits = first_words(flow.string), self.fitting.describe_limits(flow)
        over = max(text.height - rect.height, text.width - rect.width)
        arguments = (words, fitted.excess, limits, self.fit, over)
        diagnostic = problems.text_does_not_fit(element.location, *arguments)
        # A draft shows what there is, cut at the edge of the box.
        canvas.add_clipped(drawn, rect, Path.rect(rect), element.stamp)
        canvas.fault(rect, element.stamp, diagnostic)

    def _rest(self, node: LayoutNode, canvas: Canvas) -> Flow:
        """Return the flow that did not fit into the text it continues; it may be empty."""
        try:
            remaining_flow = canvas.continuing.rest(self.continues) if canvas.continuing else None
        except LookupError:
            diagnostic = problems.nothing_to_continue(node.element.location, self.continues)
            raise LayoutError(diagnostic) from None
        return remaining_flow or Flow((), self.face(node, canvas))

    def _fit_to_group(self, fitted: Fitted, rect: Rect, canvas: Canvas) -> Fitted:
        if not self.fit_group or canvas.groups is None or fitted.excess:
            return fitted
        flow = fitted.flow
        needed = flow.face.size * fitted.text.scale
        size = canvas.groups(self.fit_group, self.fit_steps, needed)
        if size >= needed or fitted.offset < flow.length:
            return fitted
        scale = max(size, self.fitting.floor(flow.face.size)) / flow.face.size
        text = flow.break_lines(rect.width, scale, fitted.text.leading_factor)
        if text.excess(rect.width, rect.height, self.lines):
            return fitted
        return Fitted(flow, text, fitted.offset)

    def _text_setting(self, fitted: Fitted, rect: Rect, stamp: str) -> TextSetting:
        flow, text = fitted.flow, fitted.text
        size, leading = flow.face.size, flow.face.key.leading
        plain = TextSetting(
            stamp,
            self.id,
            self.style,
            self.fit_group,
            size,
            round(size * text.scale, 3),
            leading,
            round(leading * text.leading_factor, 4),
            text.lines,
            words=first_words(flow.string),
            continues=self.continues,
        )
        if not (fitted.is_changed or fitted.excess):
            return replace(plain, more=text.free_characters(rect.width, rect.height, self.lines))
        lines = flow.break_lines(rect.width)
        high, wide = lines.height - rect.height, lines.width - rect.width
        over, room = (high, rect.height) if high > SLACK else (wide, rect.width)
        return replace(
            plain,
            over=round(max(over, 0.0), 2),
            share=round(max(over, 0.0) / room, 4) if room > 0 else 1.0,
            lost=fitted.lost_characters,
            means=self.fit,
            limits=self.fitting.describe_limits(flow),
            continued=fitted.continued,
            fits=not fitted.excess,
            surplus=lines.surplus_characters(rect.width, rect.height, self.lines),
        )

    @property
    def fitting(self) -> Fitting:
        """What may be done where the text is too long."""
        return Fitting(self.fit, self.min_size, self.min_leading, self.lines, self.continue_sign)

    def _flow(self, node: LayoutNode, canvas: Canvas) -> Flow:
        """Compose the text once for each node, and plain words once for all nodes alike."""
        if node.state is None and self.continues:
            node.state = self._rest(node, canvas)
        elif node.state is None:
            children = node.element.children
            if len(children) == 1 and isinstance(children[0], str):
                faces = canvas.faces
                node.state = faces.reads.cached(
                    faces.blocks, (self, children[0]), lambda: self._compose(node, canvas), 20_000
                )
            else:
                node.state = self._compose(node, canvas)
        flow: Flow = node.state
        return flow

    def _compose(self, node: LayoutNode, canvas: Canvas) -> Flow:
        face, style = self.face(node, canvas), canvas.faces.style(self.style, node.element.stamp)
        widow = style.widow if self.widow is None else self.widow
        space = face.line_height / 2 if self.space is None else self.space
        look = Look(
            resolve_align(self.align or style.align, face), widow or 0, space, cap=self.drop_cap
        )
        return compose_flow(node.element, face, canvas, look)
