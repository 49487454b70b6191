"""The Frame: a finished layout that every exporter consumes.

A Frame is an immutable display list in millimetres, origin at the top left of the trim,
y down, bleed at negative coordinates. Layout makes Frames, imposition puts Frames into
bigger Frames, a backend only paints them. Coordinates are rounded to a micrometre when a
Frame is made, so that dumps and fingerprints are stable.

Fonts and images are named by content (``family/face@digest``, ``digest``), so a
fingerprint says everything about the picture. The place that made an item (``at``, a
``path:line:column`` stamp) is carried along but is not part of equality or fingerprint.
"""

from __future__ import annotations

import marshal
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from cardgen.core.color import Color, LinearGradient, Paint, RadialGradient
from cardgen.core.fingerprint import digest_bytes
from cardgen.core.geometry import Insets, Matrix, Path, Rect, Size

NO_BLEED = Insets()
IDENTITY = Matrix()
KEEP = "keep"
"""The id of a Region that no seam between tiles should cut."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line along a path; width and dashes in mm, caps and joins as in SVG."""

    paint: Color
    width: float
    dash: tuple[float, ...] = ()
    cap: str = "butt"
    join: str = "miter"


@dataclass(frozen=True, slots=True)
class Shape:
    """A filled and/or stroked path."""

    path: Path
    fill: Paint | None = None
    stroke: Stroke | None = None
    at: str = field(default="", compare=False)
    packed: tuple[Any, ...] | None = field(default=None, init=False, compare=False, repr=False)
    """Kept once packed: cards share the shapes that look the same on all of them."""


@dataclass(frozen=True, slots=True)
class Glyph:
    """One placed glyph of a font; distances in thousandths of an em.

    ``advance`` is what shaping wants, ``natural`` the font's own; ``text`` is what the glyph
    stands for (empty for the later glyphs of a cluster).
    """

    index: int
    advance: float
    natural: float
    dx: float = 0.0
    dy: float = 0.0
    text: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Shaped:
    """A shaped word or space of one font: the unit that layout caches and moves.

    Compared by identity, because millions of look-ups go by it: each font shapes a word once.
    """

    text: str
    glyphs: tuple[Glyph, ...]
    width: float
    """Sum of the advances, thousandths of an em."""
    texts: dict[int, str] = field(init=False, repr=False)
    """What each glyph index stands for."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "texts", {g.index: g.text for g in reversed(self.glyphs)})

    def __reduce__(self) -> tuple[Callable[..., Shaped], tuple[Any, ...]]:
        return unpack_word, (pack_word(self),)


@dataclass(frozen=True, slots=True)
class Text:
    """One run: one line, one style. ``x``, ``y`` is the start of the baseline.

    ``words`` holds words and spaces in visual order. ``stretch`` is added after every space
    (justified lines), ``tracking`` after every glyph; both in mm, ``size`` in points.
    """

    x: float
    y: float
    font: str
    size: float
    color: Color
    words: tuple[Shaped, ...]
    stretch: float = 0.0
    tracking: float = 0.0
    at: str = field(default="", compare=False)

    @property
    def string(self) -> str:
        """The text as read aloud."""
        return "".join(word.text for word in self.words)

    @property
    def width(self) -> float:
        """Advance width in mm."""
        width = sum([word.width for word in self.words]) * self.size * 25.4 / 72_000
        if self.stretch:
            width += self.stretch * sum(word.text == " " for word in self.words)
        if self.tracking:
            width += self.tracking * sum(len(word.glyphs) for word in self.words)
        return width


@dataclass(frozen=True, slots=True)
class Image:
    """A raster picture scaled into a rectangle; ``asset`` is its content digest."""

    asset: str
    rect: Rect
    at: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Group:
    """A Frame inside a Frame, moved, clipped (in the inner coordinates) or faded."""

    frame: Frame
    matrix: Matrix = IDENTITY
    clip: Path | None = None
    opacity: float = 1.0
    at: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Region:
    """A named rectangle that paints nothing: for proofs, preview and tests.

    ``note`` holds facts about it as ``key=value`` words, for example ``min-size=6``.
    """

    id: str
    rect: Rect
    note: str = ""
    at: str = field(default="", compare=False)


Item = Shape | Text | Image | Group | Region


class Frame:
    """A finished layout: a size, a bleed and items in painting order.

    Equal Frames have equal fingerprints. Frames are immutable, hashable and cheap to
    pickle: they travel as one byte string and are unpacked when someone looks inside. The
    byte string holds the text of a word but not its glyphs, which follow from text and font;
    shaped words are carried beside it and shared.
    """

    __slots__ = (
        "_ats",
        "_children",
        "_items",
        "_payload",
        "_words",
        "bleed",
        "fingerprint",
        "size",
    )

    def __init__(self, size: Size, items: Iterable[Item], bleed: Insets = NO_BLEED) -> None:
        self.size = size
        self.bleed = bleed
        self._items: tuple[Item, ...] | None = tuple(items)
        children: dict[str, Frame] = {}
        packed = [_pack(item, children) for item in self._items]
        self._payload = marshal.dumps(
            (_mm(size.width), _mm(size.height), _insets(bleed), packed), 2
        )
        self._ats = tuple([item.at for item in self._items])
        self._words: tuple[tuple[Shaped, ...], ...] | _Later = tuple(
            [item.words for item in self._items if isinstance(item, Text)]
        )
        self._children = tuple(children.values())
        self.fingerprint = digest_bytes(self._payload)

    @property
    def items(self) -> tuple[Item, ...]:
        """The items in painting order."""
        if self._items is None:
            children = {child.fingerprint: child for child in self._children}
            packed = marshal.loads(self._payload)[3]
            words = iter(self.words)
            self._items = tuple(
                _unpack_text(entry, at, next(words))
                if entry[0] == "T"
                else _UNPACK[entry[0]](entry, at, children)
                for entry, at in zip(packed, self._ats, strict=True)
            )
        return self._items

    def unpack(self) -> None:
        """Make sure that nothing of the Frame has to be looked up elsewhere any more."""
        self._words = self.words

    @property
    def words(self) -> tuple[tuple[Shaped, ...], ...]:
        """The shaped words of each Text."""
        if isinstance(self._words, _Later):
            self._words = self._words.unpacked()
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
    def trim(self) -> Rect:
        """The finished edge."""
        return Rect(0.0, 0.0, self.size.width, self.size.height)

    @property
    def bleed_rect(self) -> Rect:
        """The trim with the bleed around it."""
        b = self.bleed
        return self.trim.inset(Insets(-b.top, -b.right, -b.bottom, -b.left))

    def walk(self, matrix: Matrix | None = None) -> Iterator[tuple[Item, Matrix]]:
        """Yield every item, inner ones after their Group, with its transform to this Frame."""
        here = matrix or IDENTITY
        for item in self.items:
            yield item, here
            if isinstance(item, Group):
                inner = item.matrix if here is IDENTITY else item.matrix.then(here)
                yield from item.frame.walk(inner)

    def dump(self, indent: str = "") -> str:
        """Describe the Frame as text, one item a line: the form of golden files."""
        lines = [f"{indent}frame {_n(self.size.width)} x {_n(self.size.height)}"]
        if self.bleed != NO_BLEED:
            b = self.bleed
            lines[0] += " bleed " + " ".join(_n(v) for v in (b.top, b.right, b.bottom, b.left))
        inner = indent + "  "
        for item in self.items:
            lines.append(inner + _describe(item))
            if isinstance(item, Group):
                lines.append(item.frame.dump(inner + "  "))
        return "\n".join(lines)

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
            self._payload,
            self._ats,
            self.words,
            self._children,
            self.fingerprint,
        )


@dataclass(frozen=True, slots=True)
class _Later:
    """Shaped words by number, looked up when somebody wants to see them."""

    runs: list[list[int]]
    word: Callable[[int], Shaped]

    def unpacked(self) -> tuple[tuple[Shaped, ...], ...]:
        return tuple([tuple([self.word(index) for index in run]) for run in self.runs])


@dataclass(frozen=True, slots=True)
class Link:
    """A rectangle of a page that leads to another page, counted from 0, at a height in mm."""

    rect: Rect
    page: int
    y: float = 0.0


@dataclass(frozen=True, slots=True)
class Page:
    """A Frame to be one PDF page; the Frame's size is the media.

    ``trim`` and ``bleed`` are the PDF boxes in the Frame's coordinates, and so are ``links``.
    """

    frame: Frame
    trim: Rect
    bleed: Rect
    links: tuple[Link, ...] = ()

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


def _revive(
    size: Size,
    bleed: Insets,
    payload: bytes,
    ats: tuple[str, ...],
    words: tuple[tuple[Shaped, ...], ...] | _Later,
    children: tuple[Frame, ...],
    fingerprint: str,
) -> Frame:
    frame = Frame.__new__(Frame)
    frame.size, frame.bleed, frame.fingerprint = size, bleed, fingerprint
    frame._items, frame._payload, frame._ats, frame._children = None, payload, ats, children
    frame._words = words
    return frame


def pack_word(word: Shaped) -> tuple[Any, ...]:
    """Turn a word into plain values."""
    glyphs = [(g.index, g.advance, g.natural, g.dx, g.dy, g.text) for g in word.glyphs]
    return word.text, word.width, glyphs


def unpack_word(packed: tuple[Any, ...]) -> Shaped:
    """Undo `pack_word`."""
    text, width, glyphs = packed
    return Shaped(text, tuple([Glyph(*glyph) for glyph in glyphs]), width)


def pack_frame(frame: Frame, index: Callable[[Shaped], int]) -> tuple[Any, ...]:
    """Turn a Frame into plain values; words and inner Frames are referred to."""
    b = frame.bleed
    return (
        (frame.size.width, frame.size.height),
        (b.top, b.right, b.bottom, b.left),
        frame._payload,
        frame._ats,
        [[index(word) for word in run] for run in frame.words],
        [child.fingerprint for child in frame._children],
    )


def unpack_frame(
    fingerprint: str,
    packed: tuple[Any, ...],
    word: Callable[[int], Shaped],
    child: Callable[[str], Frame],
) -> Frame:
    """Undo `pack_frame`."""
    size, bleed, payload, ats, runs, children = packed
    return _revive(
        Size(*size),
        Insets(*bleed),
        payload,
        ats,
        _Later(runs, word),
        tuple([child(name) for name in children]),
        fingerprint,
    )


def pack_gradient(gradient: LinearGradient | RadialGradient) -> tuple[Any, ...]:
    """Turn a gradient into plain values."""
    packed = _pack_paint(gradient)
    assert packed is not None
    return packed


def unpack_gradient(packed: tuple[Any, ...]) -> LinearGradient | RadialGradient:
    """Undo `pack_gradient`."""
    paint = _unpack_paint(packed)
    assert isinstance(paint, LinearGradient | RadialGradient)
    return paint


# Packing: each item becomes a tuple of plain values, first its kind.


def _mm(value: float) -> float:
    return round(value, 3) + 0.0  # + 0.0 turns -0.0 into 0.0


def _insets(b: Insets) -> tuple[float, float, float, float]:
    return (_mm(b.top), _mm(b.right), _mm(b.bottom), _mm(b.left))


def _color(c: Color) -> tuple[float, ...]:
    return (c.red, c.green, c.blue, c.alpha)


def _pack_paint(paint: Paint | None) -> tuple[Any, ...] | None:
    match paint:
        case None:
            return None
        case Color():
            return _color(paint)
        case LinearGradient(x0, y0, x1, y1, stops):
            return ("l", x0, y0, x1, y1, [(at, _color(c)) for at, c in stops])
        case RadialGradient(cx, cy, radius, stops):
            return ("r", cx, cy, radius, [(at, _color(c)) for at, c in stops])


def _unpack_paint(data: tuple[Any, ...] | None) -> Paint | None:
    if data is None:
        return None
    if data[0] == "l":
        _, x0, y0, x1, y1, stops = data
        return LinearGradient(x0, y0, x1, y1, tuple((at, Color(*c)) for at, c in stops))
    if data[0] == "r":
        _, cx, cy, radius, stops = data
        return RadialGradient(cx, cy, radius, tuple((at, Color(*c)) for at, c in stops))
    return Color(*data)


def _pack_path(path: Path | None) -> tuple[Any, ...] | None:
    if path is None:
        return None
    return (
        path.even_odd,
        [(s[0], *[round(n, 3) + 0.0 for n in s[1:]]) for s in path.segments],  # type: ignore[arg-type]
    )


def _unpack_path(data: tuple[Any, ...] | None) -> Path | None:
    return None if data is None else Path(tuple(data[1]), data[0])


def _pack(item: Item, children: dict[str, Frame]) -> tuple[Any, ...]:
    if isinstance(item, Text):
        return (
            "T",
            round(item.x, 3) + 0.0,
            round(item.y, 3) + 0.0,
            item.font,
            round(item.size, 3),
            _color(item.color),
            [word.text for word in item.words],
            round(item.stretch, 3) if item.stretch else 0.0,
            round(item.tracking, 5) if item.tracking else 0.0,
        )
    if isinstance(item, Shape):
        if item.packed is not None:
            return item.packed
        stroke = item.stroke and (
            _color(item.stroke.paint),
            _mm(item.stroke.width),
            item.stroke.dash,
            item.stroke.cap,
            item.stroke.join,
        )
        packed = ("S", _pack_path(item.path), _pack_paint(item.fill), stroke)
        object.__setattr__(item, "packed", packed)
        return packed
    if isinstance(item, Group):
        children[item.frame.fingerprint] = item.frame
        m = item.matrix
        return (
            "G",
            item.frame.fingerprint,
            (*(round(v, 6) + 0.0 for v in (m.a, m.b, m.c, m.d)), _mm(m.e), _mm(m.f)),
            _pack_path(item.clip),
            item.opacity,
        )
    rect = item.rect
    box = (_mm(rect.x), _mm(rect.y), _mm(rect.width), _mm(rect.height))
    if isinstance(item, Image):
        return ("I", item.asset, box)
    return ("R", item.id, box, item.note)


def _unpack_shape(data: tuple[Any, ...], at: str, _: dict[str, Frame]) -> Item:
    path = _unpack_path(data[1])
    assert path is not None
    stroke = data[3] and Stroke(Color(*data[3][0]), *data[3][1:])
    return Shape(path, _unpack_paint(data[2]), stroke, at)


def _unpack_text(data: tuple[Any, ...], at: str, words: tuple[Shaped, ...]) -> Item:
    _kind, x, y, font, size, color, _texts, stretch, tracking = data
    return Text(x, y, font, size, Color(*color), words, stretch, tracking, at)


def _unpack_group(data: tuple[Any, ...], at: str, children: dict[str, Frame]) -> Item:
    return Group(children[data[1]], Matrix(*data[2]), _unpack_path(data[3]), data[4], at)


_UNPACK: dict[str, Callable[[tuple[Any, ...], str, dict[str, Frame]], Item]] = {
    "S": _unpack_shape,
    "G": _unpack_group,
    "I": lambda data, at, _: Image(data[1], Rect(*data[2]), at),
    "R": lambda data, at, _: Region(data[1], Rect(*data[2]), data[3], at),
}


def _n(value: float) -> str:
    return f"{round(value, 3) + 0.0:g}"


def _box(rect: Rect) -> str:
    return f"{_n(rect.x)},{_n(rect.y)} {_n(rect.width)} x {_n(rect.height)}"


def _describe_paint(paint: Paint | None) -> str:
    match paint:
        case None:
            return "none"
        case Color():
            return paint.hex
        case LinearGradient():
            return f"linear({paint.stops[0][1].hex} to {paint.stops[-1][1].hex})"
        case RadialGradient():
            return f"radial({paint.stops[0][1].hex} to {paint.stops[-1][1].hex})"


def _describe(item: Item) -> str:
    match item:
        case Text():
            return (
                f"text {_n(item.x)},{_n(item.y)} {item.font.split('@')[0]} "
                f"{_n(item.size)}pt {item.color.hex} {item.string!r}"
            )
        case Shape():
            words = f"shape {_box(item.path.bounds())} fill {_describe_paint(item.fill)}"
            if item.stroke:
                words += f" stroke {item.stroke.paint.hex} {_n(item.stroke.width)}"
            return words
        case Group():
            m = item.matrix
            words = "group " + " ".join(_n(v) for v in (m.a, m.b, m.c, m.d, m.e, m.f))
            words += " clipped" if item.clip else ""
            return words + (f" opacity {_n(item.opacity)}" if item.opacity < 1 else "")
        case Image():
            return f"image {_box(item.rect)} {item.asset[:8]}"
        case Region():
            return f"region {item.id} {_box(item.rect)}" + (f" {item.note}" if item.note else "")
