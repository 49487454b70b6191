"""Sets headings, the table of contents, and the index with the pages of each word."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from cardgen.core.diagnostics import Location
from cardgen.core.geometry import Path, Rect
from cardgen.frame import Region, RegionKind, Shape, Stroke
from cardgen.frame.items import END, tag
from cardgen.layout.book.context import INDENT, PARAGRAPH, TextContext
from cardgen.layout.book.lines import LinkedText, set_text, stamp_of
from cardgen.layout.book.strips import (
    Anchor,
    Paint,
    Strip,
    forbid_breaks,
    mark_full_width,
    shift,
    space_strips,
    whole,
)
from cardgen.layout.book.tags import tag_strips
from cardgen.layout.canvas import Canvas
from cardgen.model.document import Contents, Heading, Index
from cardgen.model.expansion import in_alphabet
from cardgen.model.richtext import NO_BREAK_SPACE, Branch, Content, Link, Part, Rich, Target, join

_ROLES = {1: "chapter", 2: "section"}
# Distances in mm on an A5 page.
_ABOVE = {1: 9.5, 2: 5.2, 3: 3.6}
_BELOW = {1: 4.2, 2: 1.5, 3: 0.7}
_TO_RULE = 1.6
_RULE = 0.6
_ENTRY = ("TOCI", "Reference", "Link")
_NUMBER = 10.0
"""Width of the column of page numbers."""


def set_heading(context: TextContext, block: Heading, width: float) -> list[Strip]:
    """Return a heading, which stays with the next block; a chapter has a line below it."""
    level = min(block.level, 3)
    room = width if level == 1 else min(width, context.measure)
    setting = context.text(
        block.text, _ROLES.get(level, "subsection"), room, block.location, "start"
    )
    strips = tag_strips(f"H{block.level}", forbid_breaks(setting.strips()))
    if not strips:
        return []
    strips = mark_full_width(strips) if room < width else strips
    anchor = Anchor(block.anchor, block.level, context.without_notes(block.text).plain)
    strips[0] = replace(strips[0], anchors=(anchor, *strips[0].anchors))
    if level == 1:
        rule = context.line(width, "accent", context.mm(_RULE), block.location)
        strips.append(replace(rule, before=context.mm(_TO_RULE), keep=True))
    return space_strips(strips, context.mm(_ABOVE[level]), context.mm(_BELOW[level]))


def set_contents(
    context: TextContext, block: Contents, headings: Sequence[Heading], width: float
) -> list[Strip]:
    """Return the table of contents: all later headings, each with a link to its page."""
    strips: list[Strip] = []
    style = context.spec.styles["contents"]
    listed = [
        h for h in headings if h.level <= block.depth and h.location.line >= block.location.line
    ]
    for heading, kept_with_next in zip(listed, _kept_entries(listed), strict=True):
        top = heading.level == 1
        words = tuple(_without_links(context.without_notes(heading.text).content))
        entry = Rich(context.strong(words, style) if top else words)
        indent = 0.0 if top else context.mm(INDENT)
        room = width - indent - context.mm(_NUMBER)
        set_words = context.text(entry, "contents", room, block.location, "start")
        draw = _entry(context, set_words, heading, indent, width, block.location)
        line = Strip(
            set_words.height,
            draw,
            keep=kept_with_next,
            stamp=set_words.stamp,
            subject="an entry of the contents",
        )
        strips += space_strips([line], context.mm(2.2 if top else 0.3), context.mm(0.3))
    return space_strips(tag_strips("TOC", strips), 0, context.mm(PARAGRAPH))


def _without_links(content: Content) -> Iterator[Part]:
    for part in content:
        if isinstance(part, Link | Target):
            yield from _without_links(part.content)
        elif isinstance(part, Branch):
            yield replace(part, content=tuple(_without_links(part.content)))
        else:
            yield part


def _kept_entries(listed: Sequence[Heading]) -> list[bool]:
    """Return for each entry whether it stays with the next one: a parent, or a last but one child.

    The last but one of a parent's children counts too, so that no child is alone on a page.
    """
    levels = [heading.level for heading in listed] + [0]
    entries = []
    for i, level in enumerate(levels[:-1]):
        after = levels[i + 1]
        last_child = after == level > 1 and (i + 2 >= len(levels) or levels[i + 2] < level)
        entries.append(after > level or last_child or i == len(listed) - 2)
    return entries


def _entry(
    context: TextContext,
    words: LinkedText,
    heading: Heading,
    indent: float,
    width: float,
    location: Location,
) -> Paint:
    """Return a function that paints an entry: words, dots and page number."""
    style, color = context.spec.styles["contents"], context.color("line")
    page: Content = (str(context.pages.first_page(heading.anchor)),)
    page = context.strong(page, style) if heading.level == 1 else page
    room = context.mm(_NUMBER)
    number = set_text(page, style, room, location, context.canvas, "end")

    def draw(canvas: Canvas, x: float, y: float) -> None:
        canvas.items += [tag(role) for role in _ENTRY]
        words.paint(canvas, x + context.left_edge(indent, words.width, width), y)
        number.paint(canvas, x + context.left_edge(width - room, room, width), y)
        target = Rect(x, y, width, words.height)
        stamp = stamp_of(location)
        canvas.items.append(Region(RegionKind.LINK, target, f"to={heading.anchor}", stamp))
        canvas.items += [END] * len(_ENTRY)
        start = indent + max(line.width for line in words.lines) + 1.5
        dotted = width - number.lines[0].width - 1.5 - start
        left = x + context.left_edge(start, dotted, width)
        right = left + dotted
        foot = y + number.height * 0.72
        rule = Path((("M", left, foot), ("L", right, foot)))
        dots = Stroke(color, 0.3, (0.0001, 1.4), "round")
        if right > left:
            canvas.items.append(Shape(rule, stroke=dots, stamp=stamp))

    return draw


# Distances in mm on an A5 page.
_HANG = 3.0
"""Indent of the further lines of an entry."""
_LETTER = 2.0
"""Distance above the first entry of a letter."""


def set_index(context: TextContext, block: Index, width: float) -> list[Strip]:
    """Return the index; each page number is a link to the first place on that page."""
    strips: list[Strip] = []
    letter = ""
    hang = context.mm(_HANG)
    for words, anchor in block.entries:
        pages = context.pages.all_pages(anchor)
        if not pages and context.pages.pages_by_anchor:
            continue
        entry_text = Rich.of(words, 2 * NO_BREAK_SPACE, *_link_pages(anchor, pages))
        entry = context.text(entry_text, "index", width - hang, block.location, "start")
        lines = whole(entry.strips())
        if context.canvas.faces.leftward:
            lines[0] = shift(lines[0], hang)
        else:
            lines[1:] = [shift(line, hang) for line in lines[1:]]
        if letter and in_alphabet(words)[0] != letter:
            lines[0] = replace(lines[0], before=context.mm(_LETTER))
        letter = in_alphabet(words)[0]
        strips += tag_strips("P", lines)
    return space_strips(tag_strips("Index", strips), 0, context.mm(PARAGRAPH))


def ranges(pages: Sequence[int]) -> list[tuple[int, int]]:
    """Return the first and last page of each run of pages, from pages in order."""
    spans: list[tuple[int, int]] = []
    for page in pages:
        if spans and page <= spans[-1][1] + 1:
            spans[-1] = (spans[-1][0], page)
        else:
            spans.append((page, page))
    return spans


def _link_pages(anchor: str, pages: Sequence[int]) -> Content:
    """Write page numbers as links; see `cardgen.products.booklets` for their names.

    Both ends of a range are links: one link over two lines would show the last page on the second
    of them, and lead to the first.
    """
    parts: list[Part] = []
    for ends in ranges(pages):
        between = ", " if parts else ""
        for page in dict.fromkeys(ends):
            parts += [between, Link((str(page),), to=f"{anchor}@{page}")]
            between = "–"
    return join(parts)
