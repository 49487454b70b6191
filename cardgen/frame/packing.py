"""Rounds the numbers of items, and packs items into tuples of plain values for fingerprints.

A `WordTable` keeps each shaped word once, packed until it is needed.

A `look` is a digest of everything that is painted. Unlike the fingerprint it leaves out Regions, so
naming a box for a proof or a table does not change the look. Looks can be compared across machines
and over years, so values computed with angles are rounded. Of a shadow only position and colour
count: its pixels follow from the item that casts it, and differ between renderers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from msgspec.structs import astuple, replace

from cardgen.core.fingerprint import digest
from cardgen.core.geometry import Matrix, Path, Rect
from cardgen.core.style import Color, LinearGradient, Paint, RadialGradient
from cardgen.frame.items import (
    MITER,
    PLAIN,
    Group,
    Image,
    Item,
    Region,
    RegionKind,
    Shadow,
    Shape,
    Shaped,
    Shaping,
    SoftMask,
    Stroke,
    Text,
    pack_word,
    unpack_word,
)

if TYPE_CHECKING:
    from cardgen.frame.frame import Frame


Shading = LinearGradient | RadialGradient | SoftMask
"""A paint with different values at different positions: a document stores each once, by content."""

FACTOR_DIGITS = 6
"""Decimal places of a transform's factors: a micrometre at the end of the longest piece."""
_ROUND = 4  # digits of a gradient's coordinates, which come from sines


def micrometres(value: float) -> float:
    """Round a length in mm."""
    return round(value, 3) + 0.0  # + 0.0 turns -0.0 into 0.0


def exact(item: Item, children: Mapping[str, Frame]) -> Item:
    """Return an item with its numbers rounded for a Frame.

    ``children`` has one Frame for each fingerprint, which replaces the Frame of a Group.
    """
    if isinstance(item, Text):
        return replace(
            item,
            x=micrometres(item.x),
            y=micrometres(item.y),
            size=round(item.size, 3),
            stretch=round(item.stretch, 3),
            tracking=round(item.tracking, 5),
        )
    if isinstance(item, Shape):
        stroke = item.stroke and replace(item.stroke, width=micrometres(item.stroke.width))
        return replace(item, path=exact_path(item.path), stroke=stroke)
    if isinstance(item, Group):
        m = item.matrix
        a, b, c, d = [round(v, FACTOR_DIGITS) + 0.0 for v in (m.a, m.b, m.c, m.d)]
        return replace(
            item,
            frame=children[item.frame.fingerprint],
            matrix=Matrix(a, b, c, d, micrometres(m.e), micrometres(m.f)),
            clip=item.clip and exact_path(item.clip),
            reads=item.reads and exact(item.reads, children),
        )
    return replace(item, rect=Rect(*map(micrometres, astuple(item.rect))))


@lru_cache(5_000)
def exact_path(path: Path) -> Path:
    """Return a path with its numbers rounded; cached, as the sides of a deck share most paths."""
    path_segments: tuple[tuple[Any, ...], ...] = path.segments
    segments = [(s[0], *[round(value, 3) + 0.0 for value in s[1:]]) for s in path_segments]
    return Path(tuple(segments), path.even_odd)


def _pack_paint(paint: Paint | None) -> tuple[Any, ...] | None:
    match paint:
        case None:
            return None
        case Color():
            return astuple(paint)
        case LinearGradient(x0, y0, x1, y1, stops):
            return ("l", x0, y0, x1, y1, [(position, astuple(c)) for position, c in stops])
        case RadialGradient(cx, cy, radius, stops):
            return ("r", cx, cy, radius, [(position, astuple(c)) for position, c in stops])


def _unpack_paint(data: tuple[Any, ...] | None) -> Paint | None:
    return None if data is None else _paint(data)


def _paint(data: tuple[Any, ...]) -> Paint:
    if data[0] == "l":
        _, x0, y0, x1, y1, stops = data
        return LinearGradient(x0, y0, x1, y1, tuple((position, Color(*c)) for position, c in stops))
    if data[0] == "r":
        _, cx, cy, radius, stops = data
        return RadialGradient(cx, cy, radius, tuple((position, Color(*c)) for position, c in stops))
    return Color(*data)


def _pack_path(path: Path | None) -> tuple[Any, ...] | None:
    return None if path is None else (path.even_odd, list(path.segments))


def _unpack_path(data: tuple[Any, ...] | None) -> Path | None:
    return None if data is None else Path(tuple(data[1]), data[0])


def _pack_word(word: Shaped) -> str | tuple[Any, ...]:
    """Return the text of a word, with its shaping and spoken text if they are not plain."""
    plain = word.spoken_text is None and word.shaping == PLAIN
    return word.text if plain else (word.text, _shaping_text(word.shaping), word.spoken_text)


def _shaping_text(shaping: Shaping) -> str:
    """Convert a shaping to text.

    The looks in recorded states of games depend on this text: a change would affect every card.
    """
    parts = list(shaping.features)
    if shaping.language:
        parts.append(f"@lang={shaping.language}")
    if shaping.direction:
        parts.append(f"@{shaping.direction}")
    if shaping.glyphs:
        parts.append("@" + ",".join(map(str, shaping.glyphs)))
    return " ".join(parts)


def pack(item: Item) -> tuple[Any, ...]:
    """Convert an item into plain values; a Group names its Frame by fingerprint."""
    if isinstance(item, Text):
        words = [_pack_word(word) for word in item.words]
        paint = _pack_paint(item.color)
        look = (item.stretch, item.tracking)
        return ("T", item.x, item.y, item.font, item.size, paint, words, *look)
    if isinstance(item, Shape):
        return ("S", _pack_path(item.path), _pack_paint(item.fill), _pack_stroke(item.stroke))
    if isinstance(item, Group):
        inner = (item.frame.fingerprint, astuple(item.matrix), _pack_path(item.clip), item.opacity)
        return ("G", *inner, *_pack_rare(item))
    box = astuple(item.rect)
    if isinstance(item, Image):
        return ("I", item.asset, box)
    if isinstance(item, Shadow):
        return ("H", astuple(item.color), box, astuple(item.mask))
    return ("R", item.kind.value, box, item.note, item.id)


def _pack_stroke(stroke: Stroke | None) -> tuple[Any, ...] | None:
    if stroke is None:
        return None
    miter = () if stroke.miter == MITER else (stroke.miter,)
    paint = _pack_paint(stroke.paint)
    return (paint, stroke.width, stroke.dash, stroke.cap, stroke.join, *miter)


def _pack_rare(group: Group) -> tuple[Any, ...]:
    """Pack the fields that few Groups have."""
    reads = group.reads and pack(group.reads)
    if group.fade is not None:
        return (group.alt, reads, _pack_paint(group.fade))
    return () if group.alt is None else (group.alt, reads)


def unpack(
    data: tuple[Any, ...],
    stamp: str,
    children: Mapping[str, Frame],
    words: Iterator[tuple[Shaped, ...]],
) -> Item:
    """Undo `pack`, given the inner Frames, and the shaped words of the texts in order."""
    match data:
        case ("T", x, y, font, size, color, _, stretch, tracking):
            return Text(x, y, font, size, _paint(color), next(words), stretch, tracking, stamp)
        case ("S", (even_odd, segments), fill, stroke):
            line = stroke and Stroke(_paint(stroke[0]), *stroke[1:])
            return Shape(Path(tuple(segments), even_odd), _unpack_paint(fill), line, stamp)
        case ("G", frame, matrix, clip, opacity, *rare):
            alt, reads, fade = (*rare, None, None, None)[:3]
            read: Any = reads and unpack(reads, stamp, children, words)
            faded: Any = _unpack_paint(fade)
            place, cut = Matrix(*matrix), _unpack_path(clip)
            return Group(children[frame], place, cut, opacity, stamp, alt, read, faded)
        case ("I", asset, box):
            return Image(asset, Rect(*box), stamp)
        case ("H", color, box, mask):
            return Shadow(Rect(*box), Color(*color), SoftMask(*mask), stamp)
        case ("R", kind, box, note, id):
            return Region(RegionKind(kind), Rect(*box), note, stamp, id)
    raise AssertionError(data)


def pack_gradient(gradient: Shading) -> tuple[Any, ...]:
    """Convert a gradient or a mask into plain values."""
    if isinstance(gradient, SoftMask):
        return ("m", *astuple(gradient))
    packed = _pack_paint(gradient)
    assert packed is not None
    return packed


def unpack_gradient(packed: tuple[Any, ...]) -> Shading:
    """Undo `pack_gradient`."""
    if packed[0] == "m":
        return SoftMask(*packed[1:])
    paint = _unpack_paint(packed)
    assert isinstance(paint, LinearGradient | RadialGradient)
    return paint


class WordTable:
    """Shaped words by number. Stored Frames refer to numbers, so that loading unpacks no words.

    ``packed`` is a list of plain values; new words are appended.
    """

    __slots__ = ("_numbers", "_words", "packed")

    def __init__(self, packed: list[tuple[Any, ...]]) -> None:
        self.packed = packed
        self._words: dict[int, Shaped] = {}
        self._numbers: dict[int, int] = {}

    def word(self, number: int) -> Shaped:
        """Return a word; the same number always gives the same object."""
        word = self._words.get(number)
        if word is None:
            word = self._words[number] = unpack_word(self.packed[number])
            self._numbers[id(word)] = number
        return word

    def number(self, word: Shaped) -> int:
        """Return the number of a word; add the word if it is new."""
        number = self._numbers.get(id(word))
        if number is None:
            number = self._numbers[id(word)] = len(self.packed)
            self._words[number] = word  # keeps the word alive, so that its id is not reused
            self.packed.append(pack_word(word))
        return number


def look(frame: Frame, digests: dict[str, str] | None = None) -> str:
    """Return the look of a Frame; ``digests`` caches looks by fingerprint for shared parts."""
    memo = {} if digests is None else digests
    digest_of_frame = memo.get(frame.fingerprint)
    if digest_of_frame is None:
        size, b = frame.size, frame.bleed
        inner = {child.fingerprint: child for child in frame.children}
        painted = [
            _look_of_item(entry, inner, memo) for entry in frame.packed_items if entry[0] != "R"
        ]
        digest_of_frame = memo[frame.fingerprint] = digest(
            (size.width, size.height, (b.top, b.right, b.bottom, b.left), painted)
        )
    return digest_of_frame


def _look_of_item(entry: tuple[Any, ...], inner: dict[str, Frame], memo: dict[str, str]) -> Any:
    if entry[0] == "G":
        return ("G", look(inner[entry[1]], memo), *entry[2:5], *entry[7:])
    return steady(entry)


def steady(entry: tuple[Any, ...]) -> tuple[Any, ...]:
    """Round the computed coordinates of a packed item."""
    if entry[0] == "S":
        kind, path, fill, stroke = entry
        if stroke and isinstance(stroke[0][0], str):
            stroke = (_steady_paint(stroke[0]), *stroke[1:])
        return kind, path, _steady_paint(fill), stroke
    if entry[0] == "T" and isinstance(entry[5][0], str):
        return (*entry[:5], _steady_paint(entry[5]), *entry[6:])
    if entry[0] == "H":
        kind, color, box, (_width, _height, _rows, opacity) = entry
        return kind, color, box, opacity
    return entry


def _steady_paint(paint: tuple[Any, ...] | None) -> tuple[Any, ...] | None:
    if not paint or not isinstance(paint[0], str):
        return paint
    kind, *places, stops = paint
    return (kind, *(round(place, _ROUND) + 0.0 for place in places), stops)
