"""The Frame: a size, a bleed and items in painting order; and PDF pages made of Frames."""

from __future__ import annotations

import marshal
import zlib
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.fingerprint import digest_bytes
from cardgen.core.geometry import Insets, Matrix, Rect, Size
from cardgen.frame.items import IDENTITY, NO_BLEED, Group, Item, Region, RegionKind, Shaped, runs
from cardgen.frame.packing import WordTable, exact, micrometres, pack, unpack

Words = tuple[tuple[Shaped, ...], ...]
"""The shaped words of each Text."""
_ZLIB = b"x"
"""The first byte of compressed data (RFC 1950); a tuple of `marshal` begins with ``(``."""


class Frame:
    """A finished layout: a size, a bleed and items in painting order.

    Equal Frames have equal fingerprints. Frames are immutable, hashable and cheap to pickle: their
    payload is one byte string, which is unpacked when the items are needed. It has the text of a
    word but not the glyphs, which follow from text and font; shaped words are stored beside it and
    shared.
    """

    __slots__ = (
        "__weakref__",
        "_children",
        "_items",
        "_payload",
        "_stamps",
        "_words",
        "bleed",
        "fingerprint",
        "paint_bounds",
        "size",
    )

    def __init__(self, size: Size, items: Iterable[Item], bleed: Insets = NO_BLEED) -> None:
        exact_items = tuple(items)
        groups = [item for item in exact_items if isinstance(item, Group)]
        children: dict[str, Frame] = {group.frame.fingerprint: group.frame for group in groups}
        # Rounding makes a Frame paint and measure the same whether it was just laid out or comes
        # from another process or from the last build.
        items = tuple([exact(item, children) for item in exact_items])
        self.size = size = Size(micrometres(size.width), micrometres(size.height))
        edges = tuple(map(micrometres, (bleed.top, bleed.right, bleed.bottom, bleed.left)))
        self.bleed = Insets(*edges)
        packed = [pack(item) for item in items]
        self._payload = marshal.dumps((size.width, size.height, edges, packed), 2)
        self._items: tuple[Item, ...] | None = items
        self._stamps = tuple([item.stamp for item in items])
        self._words: Words | Callable[[], Words] = tuple([text.words for text in runs(items)])
        self._children = tuple(children.values())
        self.fingerprint: str = digest_bytes(self._payload)
        self.paint_bounds: Rect | None = None  # set by `frame_bounds`

    @property
    def items(self) -> tuple[Item, ...]:
        """The items in painting order."""
        items = self._items  # another thread may call `forget_items`
        if items is None:
            children = {child.fingerprint: child for child in self._children}
            words = iter(self.words)
            entries = zip(self.packed_items, self._stamps, strict=True)
            items = self._items = tuple([unpack(*entry, children, words) for entry in entries])
        return items

    def cut_smaller(self, distance: float) -> Frame:
        """Return the side cut by ``distance`` further inside, with the same width of bleed."""
        size = Size(self.size.width - 2 * distance, self.size.height - 2 * distance)
        picture = Frame(self.size, self.items)  # a Frame with bleed would count as a side
        return Frame(size, [Group(picture, Matrix.translation(-distance, -distance))], self.bleed)

    def forget_items(self) -> None:
        """Drop the unpacked items, here and in inner Frames, to save memory.

        `items` unpacks them again.
        """
        self._items = None
        for child in self._children:
            child.forget_items()

    def compact(self, shared_frames: dict[str, Frame]) -> Frame:
        """Reduce memory until the items are needed again.

        Drops the unpacked items, compresses the payload, and replaces inner Frames by equal ones of
        ``shared_frames``, by fingerprint. Returns the shared Frame that equals this one.
        """
        shared = shared_frames.get(self.fingerprint)
        if shared is not None:
            return shared
        shared_frames[self.fingerprint] = self
        self._items = None
        if self._payload[:1] != _ZLIB:
            self._payload = zlib.compress(self._payload, 1)
        self._children = tuple([child.compact(shared_frames) for child in self._children])
        return self

    @property
    def _data(self) -> bytes:
        data = self._payload
        return zlib.decompress(data) if data[:1] == _ZLIB else data

    @property
    def packed_items(self) -> list[tuple[Any, ...]]:
        """The items as plain values (see `pack`); faster than unpacking items."""
        packed: list[tuple[Any, ...]] = marshal.loads(self._data)[3]
        return packed

    @property
    def words(self) -> Words:
        """The shaped words of each Text, including invisible text."""
        if callable(self._words):
            self._words = self._words()
        return self._words

    @property
    def children(self) -> tuple[Frame, ...]:
        """The different Frames of Groups directly inside."""
        return self._children

    def descendants(self) -> Iterator[Frame]:
        """Yield the inner Frames of all levels."""
        for child in self._children:
            yield child
            yield from child.descendants()

    @property
    def is_empty(self) -> bool:
        """Whether there are no items; does not unpack them."""
        return not self._stamps

    @property
    def is_pictured(self) -> bool:
        """Whether the Frame or an inner Frame has a raster picture."""
        return any(entry[0] == "I" for entry in self.packed_items) or any(
            child.is_pictured for child in self._children
        )

    @property
    def trim(self) -> Rect:
        """The finished edge."""
        return Rect(0.0, 0.0, self.size.width, self.size.height)

    @property
    def bleed_rect(self) -> Rect:
        """The trim with the bleed around it."""
        b = self.bleed
        return self.trim.inset(Insets(-b.top, -b.right, -b.bottom, -b.left))

    @property
    def has_texts(self) -> bool:
        """Whether the Frame or an inner Frame has text."""
        return bool(self.words) or any(child.has_texts for child in self._children)

    def walk(self, matrix: Matrix | None = None) -> Iterator[tuple[Item, Matrix]]:
        """Yield every item with its transform to this Frame; inner items follow their Group."""
        to_frame = matrix or IDENTITY
        for item in self.items:
            yield item, to_frame
            if isinstance(item, Group):
                inner = item.matrix if to_frame is IDENTITY else item.matrix.then(to_frame)
                yield from item.frame.walk(inner)

    def regions(
        self, kind: RegionKind, matrix: Matrix = IDENTITY
    ) -> Iterator[tuple[Region, Matrix]]:
        """Yield the Regions of a kind in the order of `walk`; unpack only Frames that have one."""
        if not self._has_name(kind.value.encode()):
            return
        for item in self.items:
            if isinstance(item, Region) and item.kind is kind:
                yield item, matrix
            elif isinstance(item, Group):
                inner = item.matrix if matrix is IDENTITY else item.matrix.then(matrix)
                yield from item.frame.regions(kind, inner)

    def _has_name(self, name: bytes) -> bool:
        """Whether a name can be in the packed items, here or in an inner Frame."""
        return name in self._data or any(child._has_name(name) for child in self._children)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Frame) and self.fingerprint == other.fingerprint

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    def __repr__(self) -> str:
        return f"<Frame {self.size.width:g} x {self.size.height:g} {self.fingerprint[:8]}>"

    def __reduce__(self) -> tuple[Callable[..., Frame], tuple[Any, ...]]:
        return _revive, (
            self.size,
            self.bleed,
            self._data,
            self._stamps,
            self.words,
            self._children,
            self.fingerprint,
        )


def _revive(
    size: Size,
    bleed: Insets,
    payload: bytes,
    stamps: tuple[str, ...],
    words: Words | Callable[[], Words],
    children: tuple[Frame, ...],
    fingerprint: str,
) -> Frame:
    frame = Frame.__new__(Frame)
    frame.size, frame.bleed, frame.fingerprint = size, bleed, fingerprint
    frame._items, frame._payload, frame._stamps, frame._children = None, payload, stamps, children
    frame._words, frame.paint_bounds = words, None
    return frame


def pack_frame(frame: Frame, table: WordTable) -> tuple[Any, ...]:
    """Convert a Frame into plain values with word numbers of the table and inner fingerprints."""
    b = frame.bleed
    return (
        (frame.size.width, frame.size.height),
        (b.top, b.right, b.bottom, b.left),
        frame._payload,
        frame._stamps,
        [[table.number(word) for word in run] for run in frame.words],
        [child.fingerprint for child in frame._children],
    )


def unpack_frame(
    fingerprint: str, packed: tuple[Any, ...], table: WordTable, child: Callable[[str], Frame]
) -> Frame:
    """Undo `pack_frame`."""
    size, bleed, payload, stamps, runs, children = packed
    return _revive(
        Size(*size),
        Insets(*bleed),
        payload,
        stamps,
        lambda: tuple([tuple([table.word(number) for number in run]) for run in runs]),
        tuple([child(name) for name in children]),
        fingerprint,
    )


class Link(Struct, frozen=True):
    """A rectangle of a page that leads to another page, counted from 0, at a height in mm.

    With a ``uri`` it leads there instead. ``words`` describe the target.
    """

    rect: Rect
    page: int = 0
    y: float = 0.0
    uri: str = ""
    words: str = ""


class Page(Struct, frozen=True):
    """A Frame for one PDF page; the Frame's size is the media box.

    ``trim`` and ``bleed`` are the PDF boxes in the Frame's coordinates. ``links`` has one entry for
    each link Region, None if it has no target. ``tagged`` transforms positions of tags into these
    coordinates; if it is None, tags are ignored.
    """

    frame: Frame
    trim: Rect
    bleed: Rect
    links: tuple[Link | None, ...] = ()
    tagged: Matrix | None = None

    @classmethod
    def of_sheet(cls, frame: Frame) -> Page:
        """Make a page whose boxes all equal the paper (home printing)."""
        return cls(frame, frame.trim, frame.trim)

    @classmethod
    def of_piece(cls, frame: Frame) -> Page:
        """Make a page of one piece at true size; the media box includes the bleed."""
        b = frame.bleed
        media = Size(frame.bleed_rect.width, frame.bleed_rect.height)
        moved = Frame(media, [Group(frame, Matrix.translation(b.left, b.top))])
        return cls(moved, frame.trim.shift(b.left, b.top), moved.trim)

    def transform(self, matrix: Matrix, paper: Size) -> Page:
        """Return a page of another size with the transformed content, links and tags."""
        links = (
            link and replace(link, rect=matrix.apply_rect(link.rect), y=matrix.apply(0, link.y)[1])
            for link in self.links
        )
        frame, tagged = Frame(paper, [Group(self.frame, matrix)]), self.tagged
        return Page(frame, frame.trim, frame.trim, tuple(links), tagged and tagged.then(matrix))
