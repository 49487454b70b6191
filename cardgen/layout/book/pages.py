"""From a text to the Frames of its pages.

Since a text may contain page numbers, it is set again and again until the numbers no longer
change: mostly twice, and only once if it contains none. Blocks without any are set once.

Pages end at breaks that `cardgen.layout.book.strips` allows. Filling each page in turn would leave
a hole before every run that must stay together. `paginate` therefore compares all ways to share out
the text, as Knuth and Plass do for lines in "Breaking Paragraphs into Lines" (1981). Text that
should stay on one spread, and could not, is reported.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from cardgen.core.diagnostics import CardgenError, Diagnostic, Diagnostics, Location
from cardgen.core.geometry import Rect
from cardgen.frame import Frame, Item, Region, RegionKind
from cardgen.frame.reach import frame_bounds
from cardgen.frame.words import frame_words
from cardgen.layout import problems
from cardgen.layout.book.context import PageNumbers, TextContext
from cardgen.layout.book.keeping import Keep, KeptBlocks
from cardgen.layout.book.keys import Keys
from cardgen.layout.book.strips import (
    NO_HEADING,
    SLACK,
    Anchor,
    Column,
    Strip,
    column_from,
    gap,
    overfull,
)
from cardgen.layout.book.tags import describe_items
from cardgen.layout.book.typeset import Typesetter
from cardgen.layout.canvas import Canvas, Laid, LaidPages
from cardgen.layout.reader import ElementReader
from cardgen.model.document import Figure
from cardgen.model.flowing import FlowSpec
from cardgen.model.record import Record
from cardgen.template.element import Element

LOW, LOW_AT_CHAPTER = 0.85, 0.75
"""The least share of a page that should be filled inside a chapter, and before the next one."""
STUB = 0.3
"""The same where the text ends."""
COMPANY = 0.22
"""The least share of a page for a chapter's beginning, and for its end, if it is divided."""
_PAGE, _EMPTY, _LOW, _STUB, _TORN, _OVERLEAF, _ALONE = 1.5, 4.0, 2.0, 3.0, 5.0, 9.0, 1.4
"""Costs: a page, its empty share squared, pages below `LOW` and `STUB`, a torn run, a spread that
continues overleaf, and the short beginning or end of a divided chapter."""
_FAR_BELOW = 0.1
"""So far below `LOW`, a page has the full cost."""
_LEFT, _RIGHT = 0, 1
SLACK_MM = 2.0
"""Smaller overhangs are not reported."""
_SHEET, _STEPS, _BONUS = 4, 14, 0.25
"""Pages of a sheet, folded once; how often, and by how much, a page is made cheaper."""

_Ends = dict[int, list[tuple[int, float]]]
"""For each strip that may begin a page, the strips that may begin the next, and the cost."""


def paginate(
    strips: Sequence[Strip], height: float, first: int = 2, later_columns: int | None = None
) -> list[Column]:
    """Distribute strips over pages of a height, with as little empty space as possible.

    Pages are numbered from ``first`` on; even ones are on the left. With ``later_columns``, as
    cover and back, and all pages together are no multiple of four, which sheets to fold must have,
    the text is spread over the pages that would stay blank, unless too little is left on each.
    """
    ends = _all_ends(strips, height)
    chosen = _choose_breaks(ends, strips, first, 0.0)
    missing = 0 if later_columns is None else -(len(chosen) + later_columns) % _SHEET
    for step in range(1, _STEPS + 1 if missing else 1):
        better_ends = _choose_breaks(ends, strips, first, step * _BONUS)
        if len(better_ends) > len(chosen) + missing or _low(better_ends, ends) > _low(chosen, ends):
            break
        if len(better_ends) == len(chosen) + missing:
            chosen = better_ends
            break
    columns: list[Column] = []
    for start, end in chosen:
        column = column_from(strips, start, height)
        if end < column.end:
            visible_strips = column.placed_strips[: len(column.placed_strips) - (column.end - end)]
            column = Column(visible_strips, start, end)
        columns.append(column)
    return columns


def _low(chosen: Sequence[tuple[int, int]], ends: _Ends) -> int:
    """Count the pages that are too empty, or that split strips to be kept together."""
    return sum(dict(ends[start])[end] > _PAGE + _LOW for start, end in chosen)


def _choose_breaks(
    ends: _Ends, strips: Sequence[Strip], first: int, bonus: float
) -> list[tuple[int, int]]:
    """Return the first strip of each page, and the strip after its last, at the smallest cost.

    The cost of a page is lowered by ``bonus``.
    """
    count = len(strips)
    costs = [[0.0, 0.0] for _ in range(count + 1)]
    best_ends = [[0, 0] for _ in range(count)]
    for start in sorted(ends, reverse=True):
        for side in (_LEFT, _RIGHT):
            best = math.inf
            for end, own in ends[start]:
                cost = own - bonus + costs[end][1 - side]
                if side == _RIGHT and end < count and strips[end].spread:
                    cost += _OVERLEAF * (strips[end].spread == strips[end - 1].spread)
                if cost <= best:  # of two equal ways, the one with the fuller page
                    best, best_ends[start][side] = cost, end
            costs[start][side] = best
    chosen: list[tuple[int, int]] = []
    start, side = 0, first % 2
    while start < count:
        end = best_ends[start][side]
        chosen.append((start, end))
        start, side = end, 1 - side
    return chosen


def _all_ends(strips: Sequence[Strip], height: float) -> _Ends:
    """Return for each possible first strip of a page the possible ends of that page, with costs."""
    ends: _Ends = {}
    begins = {0} if strips else set()
    for start in range(len(strips)):
        if start in begins:
            ends[start] = _ends(strips, start, height)
            begins.update(end for end, _ in ends[start])
    ends.pop(len(strips), None)
    return ends


def _ends(strips: Sequence[Strip], start: int, height: float) -> list[tuple[int, float]]:
    strip = strips[start]
    head = strip.heading() if start else []
    y = sum(placed_strip.strip.height + gap(placed_strip.strip, strip) for placed_strip in head)
    candidates: list[tuple[int, float]] = []
    count = len(strips)
    chapter_y = 0.0  # where the last chapter on the page begins
    page_cost = _PAGE
    for i in range(start, count):
        strip = strips[i]
        if i > start:
            if strip.fresh:
                return [(i, _PAGE + (_STUB if y / height < STUB else 0.0))]
            y += gap(strips[i - 1], strip)
            if y + strip.height > height + SLACK:
                break
            if _is_chapter(strip):
                if not chapter_y and not _is_chapter(strips[start]) and y < COMPANY * height:
                    page_cost += _ALONE
                chapter_y = y
        y += strip.height
        if i + 1 == count:
            candidates.append((count, page_cost + (_STUB if y / height < STUB else 0.0)))
        elif not strip.keep:
            fill_ratio = y / height
            ends_chapter = _is_chapter(strips[i + 1])
            missing = (LOW_AT_CHAPTER if ends_chapter else LOW) - fill_ratio
            low = _LOW * min(max(missing / _FAR_BELOW, 0.0), 1.0) ** 2
            begins = y - chapter_y < COMPANY * height and not ends_chapter
            alone = _ALONE if chapter_y and begins else 0.0
            candidates.append((i + 1, page_cost + _EMPTY * (1 - fill_ratio) ** 2 + low + alone))
    return candidates or [(column_from(strips, start, height).end, _TORN + _PAGE)]


def _is_chapter(strip: Strip) -> bool:
    return any(anchor.level == 1 for anchor in strip.anchors)


def torn_spreads(
    strips: Sequence[Strip], columns: Sequence[Column], first: int
) -> Iterator[tuple[Strip, int, int]]:
    """Yield the first strip, first page and last page of each text not kept on one spread.

    Pages are numbered from ``first`` on; even ones are on the left.
    """
    for start, end in _spread_ranges(strips):
        pages = [n for n, c in enumerate(columns, first) if c.start < end and c.end > start]
        if pages[0] // 2 != pages[-1] // 2:
            yield strips[start], pages[0], pages[-1]


def _spread_ranges(strips: Sequence[Strip]) -> list[tuple[int, int]]:
    ranges: list[tuple[int, int]] = []
    for i, strip in enumerate(strips):
        if not strip.spread:
            continue
        if ranges and ranges[-1][1] == i and strips[i - 1].spread == strip.spread:
            ranges[-1] = (ranges[-1][0], i + 1)
        else:
            ranges.append((i, i + 1))
    return ranges


Render = Callable[[str, Mapping[str, Any], Location], Element]
MOST_ROUNDS = 4
LEAST_ROOM = 20.0  # mm


class Book:
    """Lays out one text."""

    def __init__(
        self,
        spec: FlowSpec,
        reader: ElementReader,
        canvas: Canvas,
        render: Render,
        keep: Keep | None,
    ) -> None:
        self.spec = spec
        self.reader = reader
        self.scratch = canvas
        self.render = render
        self.keep = keep
        self.kept = KeptBlocks(spec.blocks, keep, canvas.library.reads)
        self.diagnostics = Diagnostics()
        self.unkeyed: tuple[Diagnostic, ...] = ()
        margins, size = spec.margins, spec.size
        self.width = size.width - margins.inner - margins.outer
        self.height = size.height - margins.top - margins.bottom
        self.measure = min(spec.measure or self.width, self.width)
        self.before = 1 if spec.cover else 0
        self.others = self.before + (1 if spec.templates.back else 0)
        self.top = margins.top
        """Where text begins on a page, in mm."""

    def lay_out_pages(self) -> LaidPages:
        """Return all pages, or the diagnostics that prevent them."""
        if min(self.width, self.height) < LEAST_ROOM:
            room = problems.page_without_room(self.spec.location, self.width, self.height)
            return LaidPages((), (room,))
        columns = self._columns()
        self.diagnostics.extend(self.scratch.diagnostics)
        if self.diagnostics.has_errors:
            return LaidPages((), tuple(self.diagnostics))
        frames = self._frames(columns)
        self.diagnostics.extend(self.unkeyed)  # last: pictures are looked at in any case
        return LaidPages(tuple(frames), tuple(self.diagnostics))

    def _columns(self) -> list[Column]:
        """Set the text until the page numbers in it are right."""
        pages, keys = PageNumbers(), Keys()
        context = TextContext(
            self.spec,
            self.scratch,
            self.reader,
            self._figure,
            self.height,
            self.measure,
            pages,
            keys,
        )
        setter = Typesetter(context, self.kept)
        columns: list[Column] = []
        torn: Sequence[tuple[Strip, int, int]] = ()
        for _ in range(MOST_ROUNDS):
            strips = setter.strips(self.spec.blocks, self.width)
            columns = self._distribute(strips)
            numbers = _pages_by_anchor(columns, self.before)
            if setter.diagnostics:
                self.diagnostics.extend(setter.diagnostics)
                break
            if not pages.pages_by_anchor:
                self.unkeyed = tuple(keys.match(self.spec.blocks))
                self.kept.leave(keys.linked_blocks(self.spec.blocks))
            if wrong := self._overfull_diagnostics(strips, columns):
                self.diagnostics.extend(wrong)
                break
            torn = tuple(torn_spreads(strips, columns, self.before + 1))
            if numbers == pages.pages_by_anchor:
                break
            pages.pages_by_anchor = numbers
        for strip, first, last in torn:
            location = Location.parse(strip.stamp)
            self.diagnostics.add(problems.spread_torn(location, first, last))
        return columns

    def _distribute(self, strips: Sequence[Strip]) -> list[Column]:
        return paginate(strips, self.height, self.before + 1, self.others)

    def _overfull_diagnostics(
        self, strips: Sequence[Strip], columns: list[Column]
    ) -> list[Diagnostic]:
        return [
            problems.taller_than_page(Location.parse(strip.stamp), subject, height, self.height)
            for subject, strip, height in overfull(strips, columns, self.height)
        ]

    def _figure(self, block: Figure) -> Element:
        values = {**self.spec.context, "figure": Record(dict(block.values))}
        return self.render(block.template, values, block.location)

    def _frames(self, columns: list[Column]) -> list[Frame]:
        spec = self.spec
        count = self.before + len(columns) + (1 if spec.templates.back else 0)
        frames: list[Frame] = []
        chapter = section = NO_HEADING
        if spec.cover:
            frames.append(self._page(spec.cover, 1, count, chapter, section, None))
        for number, column in enumerate(columns, self.before + 1):
            headings = _headings(column, chapter, section)
            frames.append(self._page(spec.templates.page, number, count, *headings, column))
            for anchor in column.anchors:
                if anchor.level == 1:
                    chapter, section = anchor, NO_HEADING
                elif anchor.level == 2:
                    section = anchor
        self.kept.finish(frames[self.before :])
        if back := spec.templates.back:
            frames.append(self._page(back, count, count, NO_HEADING, NO_HEADING, None))
        return frames

    def _page(
        self,
        template: str,
        number: int,
        count: int,
        chapter: Anchor,
        section: Anchor,
        column: Column | None,
    ) -> Frame:
        spec, scratch = self.spec, self.scratch
        # Booklets in right-to-left languages are bound at the right: even pages are on the right.
        left = (number % 2 == 0) != scratch.faces.leftward
        x = spec.margins.outer if left else spec.margins.inner
        facts = {
            "number": number,
            "count": count,
            "left": left,
            "chapter": chapter.title,
            "section": section.title,
            "anchor": section.id or chapter.id,
            "chapter_anchor": chapter.id,
            "x": x,
            "width": self.width,
            "top": self.top,
            "end": self.top + column.height if column is not None else 0.0,
            "bottom": spec.margins.bottom,
            "height": spec.size.height,
            "scale": spec.scale,
            "large": spec.large,
        }
        context = {**spec.context, "page": Record(facts)}
        draw_behind = partial(self._draw_background, template, context)
        # The background comes from the last build if its template and values have not changed.
        keep = self.keep
        behind = keep.behind(number, template, context, draw_behind) if keep else draw_behind()
        self.diagnostics.extend(behind.diagnostics)
        if column is None:  # a full-page picture with the page's words as alternative text
            page_rect = Rect(0.0, 0.0, spec.size.width, spec.size.height)
            visible_items = describe_items(frame_words(behind.frame), page_rect, behind.frame.items)
            return Frame(spec.size, visible_items, spec.bleed)
        placed_strips = [
            (placed_strip.strip, x, self.top + placed_strip.y)
            for placed_strip in column.placed_strips
        ]
        # Take the whole page from the last build, or else the items of each unchanged strip.
        stored_page = self.kept.page(behind.frame, left, placed_strips)
        if stored_page is not None:
            return stored_page
        canvas = replace(scratch, items=[*behind.frame.items], diagnostics=Diagnostics())
        self.kept.begin_page(behind.frame, len(canvas.items))
        for strip, strip_x, y in placed_strips:
            draw = partial(self._paint_strip, strip, canvas, left, strip_x, y)
            self.kept.paint(strip, canvas, left, (strip_x, y), draw)
        self.diagnostics.extend(canvas.diagnostics)
        return Frame(spec.size, canvas.items, spec.bleed)

    def _paint_strip(self, strip: Strip, canvas: Canvas, left: bool, x: float, y: float) -> None:
        for anchor in (anchor for anchor in strip.anchors if anchor.level):
            place = Rect(x, y, self.width, strip.height)
            note = f"id={anchor.id} level={anchor.level} title={anchor.title}"
            canvas.items.append(Region(RegionKind.ANCHOR, place, note, strip.stamp))
        beside = self.width - self.measure if left and strip.measured else 0.0
        start = len(canvas.items)
        strip.paint(canvas, x + beside, y)
        outward = self._outward(strip, canvas.items[start:], left, x) if strip.overhangs else 0.0
        if outward:
            del canvas.items[start:]
            strip.paint(canvas, x + beside + outward, y)

    def _outward(self, strip: Strip, items: Sequence[Item], left: bool, x: float) -> float:
        """Return how far to move a figure that is wider than its column, away from the gutter."""
        bounds, size = frame_bounds(Frame(self.spec.size, items)), self.spec.size
        inner, room = x - bounds.x, size.width - self.spec.limits.safe - bounds.right
        if left:
            inner, room = bounds.right - x - self.width, bounds.x - self.spec.limits.safe
        distance = min(inner, room)
        if room >= 0 and inner - distance > SLACK_MM and self.spec.limits.optical:
            location = Location.parse(strip.stamp)
            self.diagnostics.add(problems.figure_in_gutter(location, inner - distance))
        return max(distance, 0.0) * (-1 if left else 1)

    def _draw_background(self, template: str, context: Mapping[str, Any]) -> Laid:
        spec = self.spec
        canvas = replace(self.scratch, items=[], diagnostics=Diagnostics())
        try:
            element = self.render(template, context, spec.location)
            canvas.place(self.reader.side(element), canvas.trim)
        except CardgenError as error:
            canvas.report(*error.diagnostics)
        return Laid(Frame(spec.size, canvas.items, spec.bleed), tuple(canvas.diagnostics))


def _pages_by_anchor(columns: Sequence[Column], before: int) -> dict[str, tuple[int, ...]]:
    page_names: dict[str, dict[int, None]] = {}
    for number, column in enumerate(columns, before + 1):
        for anchor in column.anchors:
            page_names.setdefault(anchor.id, {})[number] = None
    return {id: tuple(pages) for id, pages in page_names.items()}


def _headings(column: Column, chapter: Anchor, section: Anchor) -> tuple[Anchor, Anchor]:
    """Return the chapter and section for the running heads of a page.

    They are the first headings on the page, or else the headings continued from earlier pages.
    """
    levels = [anchor.level for anchor in column.anchors]
    anchors = column.anchors
    if 1 in levels:
        first = levels.index(1)
        chapter, section = anchors[first], NO_HEADING
        anchors = anchors[first:]
    sections = [anchor for anchor in anchors if anchor.level == 2]
    return chapter, sections[0] if sections else section
