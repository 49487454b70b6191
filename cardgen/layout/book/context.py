"""The context of all block setters: styles, facts, and common helpers."""

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from cardgen.core.diagnostics import LayoutError, Location
from cardgen.core.fingerprint import digest
from cardgen.core.geometry import Path, Rect
from cardgen.core.style import Color
from cardgen.frame import Shape
from cardgen.frame.packing import look
from cardgen.layout import problems
from cardgen.layout.attributes import COLOR
from cardgen.layout.book.keys import Keys
from cardgen.layout.book.lines import LinkedText, compose_text, set_text, stamp_of
from cardgen.layout.book.strips import Strip
from cardgen.layout.canvas import Canvas
from cardgen.layout.elements.revision import code_of
from cardgen.layout.reader import ElementReader
from cardgen.model.document import Figure
from cardgen.model.flowing import FlowSpec
from cardgen.model.richtext import (
    NO_BREAK_SPACE,
    Content,
    Emphasis,
    Fact,
    Link,
    Part,
    Rich,
    fill_facts,
    join,
)
from cardgen.template.element import Element

# Distances in mm on an A5 page; see `TextContext.mm`.
PARAGRAPH = 1.9
"""Distance after each paragraph."""
BLOCK_SPACING = 3.2
"""Distance around boxes, tables and pictures."""
INDENT = 5.0


class PageNumbers:
    """The pages of each anchor in the last pass; ``was_read`` is true once a block has read one."""

    def __init__(self) -> None:
        self.pages_by_anchor: Mapping[str, tuple[int, ...]] = {}
        self.was_read = False

    def first_page(self, anchor: str) -> int:
        """Return the number of the first page of an anchor; 0 until the text has been set once."""
        return next(iter(self.all_pages(anchor)), 0)

    def all_pages(self, anchor: str) -> tuple[int, ...]:
        """Return the sorted numbers of all pages that contain the anchor."""
        self.was_read = True
        return self.pages_by_anchor.get(anchor, ())


class TextContext(Struct, frozen=True):
    """The text that is being set, and the tools for setting its blocks.

    ``height`` is the height of a page's text area, ``measure`` the width of running text, in mm.
    """

    spec: FlowSpec
    canvas: Canvas
    reader: ElementReader
    render: Callable[[Figure], Element]
    height: float
    measure: float
    pages: PageNumbers
    keys: Keys

    def left_edge(self, start: float, item_width: float, width: float) -> float:
        """Return how far from the left edge of an area of this ``width`` an item is, in mm.

        ``start`` is its distance from the edge where text starts, ``item_width`` its width.
        """
        return width - start - item_width if self.canvas.faces.leftward else start

    def mm(self, length: float) -> float:
        """Scale a distance from an A5 page to this page."""
        return length * self.spec.scale

    def fill(self, text: Rich) -> Content:
        """Return a text with the values of its facts."""
        return fill_facts(text.content, self._fact)

    def without_notes(self, text: Rich) -> Rich:
        """Return a text with the values of its facts, without references to notes."""
        return Rich(
            fill_facts(text.content, lambda f: () if f.kind == "assumption" else self._fact(f))
        )

    def _fact(self, fact: Fact) -> Content:
        match fact.kind:
            case "page":
                return (str(self.pages.first_page(fact.name)),)
            case "places":
                return self._places(fact.name.split())
            case "revision":
                return (self._revision(fact.name.split()),)
        return self.spec.facts.get(fact, ())

    def _places(self, names: Sequence[str]) -> Content:
        """Return the pages of anchors, such as ``pages 3, 5``, each a link to its first anchor."""
        pages: dict[int, str] = {}
        for name in names:
            pages.setdefault(self.pages.first_page(name), name)
        word = "page" if len(pages) == 1 else "pages"
        parts: list[Part] = [*self.spec.facts.get(Fact("word", word), (word,))]
        separator = NO_BREAK_SPACE
        for page, name in sorted(pages.items()):
            parts += [separator, Link((str(page),), to=name)]
            separator = ", "
        return join(parts)

    def _revision(self, sides: Sequence[str]) -> str:
        """Return a code that changes with any of the sides, or with its number of copies."""
        looks: set[tuple[str, str]] = set()
        texts: dict[str, str] = {}
        for copies, _, name in (side.partition("*") for side in sides):
            frame = self.canvas.picture(name, self.spec.location)
            looks.add((copies, look(frame, texts) if frame is not None else ""))
        return code_of(digest(sorted(looks)))

    def color(self, name: str) -> Color:
        """Return one of the booklet's colours; raises LayoutError."""
        try:
            parsed: Color = COLOR.parse(self.spec.paints[name], self.canvas.theme)
        except ValueError as error:
            diagnostic = problems.box_impossible(self.spec.location, "booklet", str(error))
            raise LayoutError(diagnostic) from None
        return parsed

    def text(
        self, text: Rich, role: str, width: float, location: Location, align: str = ""
    ) -> LinkedText:
        """Break a text into lines, in the style of its role."""
        style = self.spec.styles[role]
        return set_text(self.fill(text), style, width, location, self.canvas, align)

    def word_width(self, text: Rich, role: str, location: Location) -> float:
        """Return the width in mm of the widest word of a text, in the style of its role."""
        style = self.spec.styles[role]
        units = compose_text(self.fill(text), style, location, self.canvas).units
        return max((unit.width for unit in units), default=0.0)

    def strong(self, content: Content, style: str) -> Content:
        """Make a text bold, if the style has a bold font."""
        text_style = self.canvas.theme.styles.get(style)
        return (Emphasis(content, "b"),) if text_style is not None and text_style.bold else content

    def line(self, width: float, paint: str, thickness: float, location: Location) -> Strip:
        """Return a line across the column."""
        color = self.color(paint)

        def draw(canvas: Canvas, x: float, y: float) -> None:
            rule = Path.rect(Rect(x, y, width, thickness))
            canvas.items.append(Shape(rule, fill=color, stamp=stamp_of(location)))

        return Strip(thickness, draw, stamp=stamp_of(location))
