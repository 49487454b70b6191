"""The Frame: a size, a bleed and items in painting order; and pages of a PDF made of Frames."""

from __future__ import annotations

import marshal
import zlib
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from msgspec import Struct

from cardgen.core.fingerprint import digest_bytes
from cardgen.core.geometry import Insets, Matrix, Rect, Size
from cardgen.frame.items import IDENTITY, NO_BLEED, Group, Item, Region, RegionKind, Shaped, runs
from cardgen.frame.packing import WordTable, exact, micrometres, pack, unpack

Words = tuple[tuple[Shaped, ...], ...]
"""The shaped words of each Text."""
_ZLIB = b"x"
"""What compressed data begins with (RFC 1950); a tuple of `marshal` begins with ``(``."""


class Frame:
    """A finished layout: a size, a bleed and items in painting order.

    Equal Frames have equal fingerprints. Frames are immutable, hashable and cheap to
    pickle: they travel as one byte string and are unpacked when someone looks inside. The
    byte string holds the text of a word but not its glyphs, which follow from text and font;
    shaped words are carried beside it and shared.
    """

    __slots__ = (
        "__weakref__",
        "_ats",
        "_children",
        "_items",
        "_payload",
        "_words",
        "bleed",
        "fingerprint",
        "reach",
        "size",
    )

    def __init__(self, size: Size, items: Iterable[Item], bleed: Insets = NO_BLEED) -> None:
        given = tuple(items)
        groups = [item for item in given if isinstance(item, Group)]
        children: dict[str, Frame] = {group.frame.fingerprint: group.frame for group in groups}
        # Rounded, so that a Frame paints and measures the same whether it was just laid out,
        # came from another process or from the last build.
        items = tuple([exact(item, children) for item in given])
        self.size = size = Size(micrometres(size.width), micrometres(size.height))
        edges = tuple(map(micrometres, (bleed.top, bleed.right, bleed.bottom, bleed.left)))
        self.bleed = Insets(*edges)
        packed = [pack(item) for item in items]
        self._payload = marshal.dumps((size.width, size.height, edges, packed), 2)
        self._items: tuple[Item, ...] | None = items
        self._ats = tuple([item.stamp for item in items])
        self._words: Words | Callable[[], Words] = tuple([text.words for text in runs(items)])
        self._children = tuple(children.values())
        self.fingerprint: str = digest_bytes(self._payload)
        self.reach: Rect | None = None  # until somebody asks `reach_of_frame`

    @property
    def items(self) -> tuple[Item, ...]:
        """The items in painting order."""
        items = self._items  # another thread may let go of them
        if items is None:
            children = {child.fingerprint: child for child in self._children}
            words = iter(self.words)
            entries = zip(self.packed, self._ats, strict=True)
            items = self._items = tuple([unpack(*entry, children, words) for entry in entries])
        return items

    def cut_smaller(self, by: float) -> Frame:
        """Return what a cut nearer to the middle leaves, with bleed as wide as before."""
        size = Size(self.size.width - 2 * by, self.size.height - 2 * by)
        whole = Frame(self.size, self.items)  # one with a bleed is a picture of a card
        return Frame(size, [Group(whole, Matrix.translation(-by, -by))], self.bleed)

    def let_go_of_items(self) -> None:
        """Forget the items here and inside, which take up most of the room.

        `items` makes them again.
        """
        self._items = None
        for child in self._children:
            child.let_go_of_items()

    def rest(self, known: dict[str, Frame]) -> Frame:
        """Take up little room until somebody looks inside.

        Items go, and so do Frames inside that ``known`` has already, by fingerprint. Returns the
        one that it has for this.
        """
        one = known.get(self.fingerprint)
        if one is not None:
            return one
        known[self.fingerprint] = self
        self._items = None
        if self._payload[:1] != _ZLIB:
            self._payload = zlib.compress(self._payload, 1)
        self._children = tuple([child.rest(known) for child in self._children])
        return self

    @property
    def _data(self) -> bytes:
        data = self._payload
        return zlib.decompress(data) if data[:1] == _ZLIB else data

    @property
    def packed(self) -> list[tuple[Any, ...]]:
        """The items as `pack` turns them into plain values; quicker than making the items."""
        packed: list[tuple[Any, ...]] = marshal.loads(self._data)[3]
        return packed

    @property
    def words(self) -> Words:
        """The shaped words of each Text, also of those that are read and not seen."""
        if callable(self._words):
            self._words = self._words()
        return self._words

    @property
    def children(self) -> tuple[Frame, ...]:
        """The different Frames that Groups directly inside show."""
        return self._children

    def descendants(self) -> Iterator[Frame]:
        """Yield the Frames inside, through all levels."""
        for child in self._children:
            yield child
            yield from child.descendants()

    @property
    def is_empty(self) -> bool:
        """Whether there are no items; asked without making them."""
        return not self._ats

    @property
    def is_pictured(self) -> bool:
        """Whether a raster picture is painted, here or in a Frame inside."""
        return any(entry[0] == "I" for entry in self.packed) or any(
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
        """Whether any text is here, or in the Frames inside."""
        return bool(self.words) or any(child.has_texts for child in self._children)

    def walk(self, matrix: Matrix | None = None) -> Iterator[tuple[Item, Matrix]]:
        """Yield every item, inner ones after their Group, with its transform to this Frame."""
        here = matrix or IDENTITY
        for item in self.items:
            yield item, here
            if isinstance(item, Group):
                inner = item.matrix if here is IDENTITY else item.matrix.then(here)
                yield from item.frame.walk(inner)

    def regions(
        self, kind: RegionKind, matrix: Matrix = IDENTITY
    ) -> Iterator[tuple[Region, Matrix]]:
        """Yield the Regions of a kind, as `walk` does; Frames without one stay closed."""
        if not self._says(kind.value.encode()):
            return
        for item in self.items:
            if isinstance(item, Region) and item.kind is kind:
                yield item, matrix
            elif isinstance(item, Group):
                inner = item.matrix if matrix is IDENTITY else item.matrix.then(matrix)
                yield from item.frame.regions(kind, inner)

    def _says(self, name: bytes) -> bool:
        """Whether a name may stand in what is packed, here or in a Frame inside."""
        return name in self._data or any(child._says(name) for child in self._children)

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
            self._ats,
            self.words,
            self._children,
            self.fingerprint,
        )


def _revive(
    size: Size,
    bleed: Insets,
    payload: bytes,
    ats: tuple[str, ...],
    words: Words | Callable[[], Words],
    children: tuple[Frame, ...],
    fingerprint: str,
) -> Frame:
    frame = Frame.__new__(Frame)
    frame.size, frame.bleed, frame.fingerprint = size, bleed, fingerprint
    frame._items, frame._payload, frame._ats, frame._children = None, payload, ats, children
    frame._words, frame.reach = words, None
    return frame


def pack_frame(frame: Frame, table: WordTable) -> tuple[Any, ...]:
    """Turn a Frame into plain values; words stand in the table, inner Frames are referred to."""
    b = frame.bleed
    return (
        (frame.size.width, frame.size.height),
        (b.top, b.right, b.bottom, b.left),
        frame._payload,
        frame._ats,
        [[table.number(word) for word in run] for run in frame.words],
        [child.fingerprint for child in frame._children],
    )


def unpack_frame(
    fingerprint: str,
    packed: tuple[Any, ...],
    table: WordTable,
    child: Callable[[str], Frame],
) -> Frame:
    """Undo `pack_frame`."""
    size, bleed, payload, ats, runs, children = packed
    return _revive(
        Size(*size),
        Insets(*bleed),
        payload,
        ats,
        lambda: tuple([tuple([table.word(number) for number in run]) for run in runs]),
        tuple([child(name) for name in children]),
        fingerprint,
    )


class Link(Struct, frozen=True):
    """A rectangle of a page that leads to another page, counted from 0, at a height in mm.

    With a ``uri`` it leads there instead. ``words`` say where to.
    """

    rect: Rect
    page: int = 0
    y: float = 0.0
    uri: str = ""
    words: str = ""


class Page(Struct, frozen=True):
    """A Frame to be one PDF page; the Frame's size is the media.

    ``trim`` and ``bleed`` are the PDF boxes in the Frame's coordinates, and so are ``links``: one
    for each Region of a link, None if it leads nowhere. ``tagged`` moves the places of tags into
    these coordinates; where it is None, tags do not count.
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
        """Make a page of one piece at true size, media box out to the bleed."""
        b = frame.bleed
        media = Size(frame.bleed_rect.width, frame.bleed_rect.height)
        moved = Frame(media, [Group(frame, Matrix.translation(b.left, b.top))])
        return cls(moved, frame.trim.moved(b.left, b.top), moved.trim)
