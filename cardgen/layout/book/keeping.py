"""Reuses the blocks and pages of a text from the last build.

The last build keeps the heights of the strips of each block, and the items that each strip painted
on which page. A block whose names have not changed need not be set. A strip that comes to the same
place as before takes its items from that page. A page that holds only such strips is taken whole.
A strip that comes to another place is painted, and its block is set for that.
Pictures and steps that are linked to each other are never kept.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Protocol

from msgspec import Struct

from cardgen.core.reads import Reads
from cardgen.frame import Frame, Item
from cardgen.layout.book.strips import Anchor, Paint, Strip
from cardgen.layout.canvas import Canvas, Laid
from cardgen.model.document import Block

Plain = tuple[Any, ...]
_FIELDS = tuple(n for n in Strip.__struct_fields__ if n not in ("paint", "head", "anchors"))


class KeptPage(Struct, frozen=True):
    """A built page: its background and the items of its text."""

    behind: str
    first: int
    end: int


class SetBlock(Struct, frozen=True):
    """A finished block, and the names that it read; None if they have not changed."""

    names: Iterable[str] | None
    plain: Plain


class Keep(Protocol):
    """Holds the last build's result for a text, and stores the result of this build."""

    def behind(
        self, number: int, template: str, context: Mapping[str, Any], draw: Callable[[], Laid]
    ) -> Laid:
        """Return the stored background of a page, or draw it."""
        ...

    def block(self, number: int) -> tuple[Iterable[str], Plain] | None:
        """Return a block and the names that it read, if their values have not changed."""
        ...

    def page(self, fingerprint: str) -> tuple[Frame, KeptPage] | None:
        """Return a built page and its content."""
        ...

    def keep(self, blocks: Sequence[SetBlock | None], pages: Mapping[str, KeptPage]) -> None:
        """Store blocks (None for blocks that cannot be reused), and pages by fingerprint."""
        ...


class _Place(Struct, frozen=True):
    """A position on a page, in mm; ``left`` is True on a left-hand page."""

    left: bool
    x: float
    y: float


class _Work(Struct):
    """One block: its strips, their paint functions and positions, and the names that it read."""

    used_height: float
    strips: list[Plain]
    paints: list[Paint]
    old: dict[tuple[int, _Place], dict[str, tuple[int, int]]]
    names: set[str]
    is_stored: bool
    places: list[tuple[int, _Place, int, int, int]] = []

    def read(self, names: set[str]) -> None:
        """Add the names that were read while painting."""
        if not names <= self.names:
            self.names |= names
            self.is_stored = False


class KeptBlocks:
    """The blocks of one text, from the last build or from this one."""

    def __init__(self, blocks: Sequence[Block], keep: Keep | None, reads: Reads) -> None:
        self._blocks = blocks
        self._numbers = {id(block): number for number, block in enumerate(blocks)}
        self._keep = keep
        self._reads = reads
        self._works: dict[int, _Work] = {}
        self._owners: dict[int, tuple[_Work, int]] = {}
        self._pages: list[KeptPage] = []

    def take(
        self, block: Block, used_height: float, make: Callable[[], Sequence[Strip]]
    ) -> list[Strip] | None:
        """Return the strips of a block of the last build; ``make`` sets it when it must be."""
        number = self._numbers.get(id(block))
        if number is None or self._keep is None or number in self._works:
            return None
        stored_block = self._keep.block(number)
        if stored_block is None or stored_block[1][0] != used_height:
            return None
        names, (_, strips, places) = stored_block
        for name in names:
            self._reads.note(name)
        old: dict[tuple[int, _Place], dict[str, tuple[int, int]]] = {}
        for index, left, x, y, page, first, end in places:
            old.setdefault((index, _Place(left, x, y)), {})[page] = (first, end)
        set_paints: list[Paint] = []

        def paint(index: int, canvas: Canvas, x: float, y: float) -> None:
            if not set_paints:
                set_paints.extend(_paint_functions(make()))
            set_paints[index](canvas, x, y)

        heads = (strip[1] for strip in strips if strip[1] is not None)
        count = max((plain[0] for plain in (*strips, *heads)), default=-1) + 1
        paints: list[Paint] = [partial(paint, index) for index in range(count)]
        block_work = _Work(used_height, strips, paints, old, set(names), True)
        self._add(number, block_work)
        return [_strip(plain, paints) for plain in strips]

    def note(
        self, block: Block, used_height: float, strips: Sequence[Strip], names: set[str]
    ) -> None:
        """Remember a block that was set without page numbers, and the names that it has read."""
        number = self._numbers.get(id(block))
        if number is None or self._keep is None:
            return
        block_work = self._works.get(number)
        if block_work is not None:  # set in order to be painted elsewhere
            block_work.read(names)
            return
        paints = _paint_functions(strips)
        index = {id(paint): i for i, paint in enumerate(paints)}
        plain = [_plain_values(strip, index) for strip in strips]
        self._add(number, _Work(used_height, plain, paints, {}, set(names), False))

    def leave(self, blocks: Iterable[Block]) -> None:
        """Paint these blocks again, and do not store them: their look depends on other blocks."""
        for block in blocks:
            block_work = self._works.pop(self._numbers[id(block)], None)
            for paint in block_work.paints if block_work is not None else ():
                del self._owners[id(paint)]

    def _add(self, number: int, block_work: _Work) -> None:
        self._works[number] = block_work
        self._owners.update(
            {id(paint): (block_work, i) for i, paint in enumerate(block_work.paints)}
        )

    def page(
        self, behind: Frame, left: bool, placed_strips: Sequence[tuple[Strip, float, float]]
    ) -> Frame | None:
        """Return the page of the last build if it is equal to this page.

        Strips come with the place of their left top corner.
        """
        spots = []
        for strip, x, y in placed_strips:
            block_work, index = self._owners.get(id(strip.paint), (None, 0))
            place = _Place(left, x, y)
            if block_work is None or (old := block_work.old.get((index, place))) is None:
                return None
            spots.append((block_work, index, place, old))
        for name in spots[0][3] if spots else ():
            stored_page = self._keep.page(name) if self._keep is not None else None
            if stored_page is None or stored_page[1].behind != behind.fingerprint:
                continue
            frame, stored_spots = stored_page
            ranges = [old.get(name, (-1, -1)) for *_, old in spots]
            ends = [stored_spots.first, *(end for _, end in ranges)]
            if [first for first, _ in ranges] == ends[:-1] and ends[-1] == stored_spots.end:
                for (block_work, index, place, _), (first, end) in zip(spots, ranges, strict=True):
                    block_work.places.append((index, place, len(self._pages), first, end))
                self._pages.append(stored_spots)
                return frame
        return None

    def begin_page(self, behind: Frame, first: int) -> None:
        """Begin a page whose text starts with item number ``first``."""
        self._pages.append(KeptPage(behind.fingerprint, first, first))

    def paint(
        self,
        strip: Strip,
        canvas: Canvas,
        left: bool,
        position: tuple[float, float],
        draw: Callable[[], None],
    ) -> None:
        """Add a strip to the current page: reuse its stored items, or call ``draw``."""
        block_work, index = self._owners.get(id(strip.paint), (None, 0))
        first = len(canvas.items)
        if block_work is None:
            draw()
        else:
            place = _Place(left, *position)
            items = self._stored_items(block_work.old.get((index, place)))
            if items is not None:
                canvas.items.extend(items)
            else:
                with self._reads.recording() as names:
                    draw()
                self._reads.names |= names
                block_work.read(names)
            block_work.places.append((index, place, len(self._pages) - 1, first, len(canvas.items)))
        self._pages[-1] = KeptPage(self._pages[-1].behind, self._pages[-1].first, len(canvas.items))

    def _stored_items(self, old: Mapping[str, tuple[int, int]] | None) -> Sequence[Item] | None:
        for name, (first, end) in (old or {}).items():
            stored_page = self._keep.page(name) if self._keep is not None else None
            if stored_page is not None:
                return stored_page[0].items[first:end]
        return None

    def finish(self, pages: Sequence[Frame]) -> None:
        """Store the result of this build; ``pages`` are the pages with text."""
        if self._keep is None:
            return
        blocks: list[SetBlock | None] = []
        for number in range(len(self._blocks)):
            block_work = self._works.get(number)
            if block_work is None:
                blocks.append(None)
                continue
            places = [
                (index, place.left, place.x, place.y, pages[page].fingerprint, first, end)
                for index, place, page, first, end in block_work.places
            ]
            names = None if block_work.is_stored else block_work.names
            blocks.append(SetBlock(names, (block_work.used_height, block_work.strips, places)))
        page_pairs = zip(pages, self._pages, strict=True)
        self._keep.keep(blocks, {frame.fingerprint: page for frame, page in page_pairs})


def _paint_functions(strips: Iterable[Strip]) -> list[Paint]:
    paints: dict[int, Paint] = {}
    for strip in strips:
        for owner in (strip, strip.head):
            if owner is not None:
                paints.setdefault(id(owner.paint), owner.paint)
    return list(paints.values())


def _plain_values(strip: Strip, index: Mapping[int, int]) -> Plain:
    head = None if strip.head is None else _plain_values(strip.head, index)
    anchors = [tuple(getattr(a, name) for name in Anchor.__struct_fields__) for a in strip.anchors]
    values = [getattr(strip, name) for name in _FIELDS]
    return (index[id(strip.paint)], head, anchors, values)


def _strip(plain: Plain, paints: Sequence[Paint]) -> Strip:
    index, head, anchors, values = plain
    return Strip(
        **dict(zip(_FIELDS, values, strict=True)),
        paint=paints[index],
        head=None if head is None else _strip(head, paints),
        anchors=tuple(Anchor(*anchor) for anchor in anchors),
    )
