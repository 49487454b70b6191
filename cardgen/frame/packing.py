"""Items as tuples of plain values, first their kind: what fingerprints and pickles hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from msgspec.structs import force_setattr

from cardgen.core.color import Color, LinearGradient, Paint, RadialGradient
from cardgen.core.geometry import Insets, Matrix, Path, Rect
from cardgen.core.memo import Memo
from cardgen.frame.items import (
    MITER,
    Group,
    Image,
    Item,
    Region,
    RegionKind,
    Shadow,
    Shape,
    Shaped,
    SoftMask,
    Stroke,
    Text,
    runs,
)

if TYPE_CHECKING:
    from cardgen.frame.frame import Frame

Shading = LinearGradient | RadialGradient | SoftMask
"""What changes from place to place: a document has each once, by its content."""

_KINDS = {kind.value: kind for kind in RegionKind}
"""What a packed region may begin with; an id of an author that is such a word is marked."""

FACTOR_DIGITS = 6
"""Decimal places of the factors of a transform: a micrometre at the end of the longest piece."""


def micrometres(value: float) -> float:
    """Round a length in mm."""
    return round(value, 3) + 0.0  # + 0.0 turns -0.0 into 0.0


def insets(b: Insets) -> tuple[float, float, float, float]:
    """Pack the distances from four edges."""
    return (micrometres(b.top), micrometres(b.right), micrometres(b.bottom), micrometres(b.left))


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
    return None if data is None else _paint(data)


def _paint(data: tuple[Any, ...]) -> Paint:
    if data[0] == "l":
        _, x0, y0, x1, y1, stops = data
        return LinearGradient(x0, y0, x1, y1, tuple((at, Color(*c)) for at, c in stops))
    if data[0] == "r":
        _, cx, cy, radius, stops = data
        return RadialGradient(cx, cy, radius, tuple((at, Color(*c)) for at, c in stops))
    return Color(*data)


_micrometres: Memo[Any, float] = Memo(lambda value: round(float(value), 3) + 0.0)
"""Numbers of paths, rounded: paths have the same ones again and again."""


def _pack_path(path: Path | None) -> tuple[Any, ...] | None:
    if path is None:
        return None
    mm = _micrometres
    segments = [
        (s[0], mm[s[1]], mm[s[2]])
        if len(s) == 3
        else (s[0], mm[s[1]], mm[s[2]], mm[s[3]], mm[s[4]], mm[s[5]], mm[s[6]])
        if len(s) == 7
        else (s[0],)
        for s in path.segments
    ]
    return (path.even_odd, segments)


def _unpack_path(data: tuple[Any, ...] | None) -> Path | None:
    return None if data is None else Path(tuple(data[1]), data[0])


def _word(word: Shaped) -> tuple[Any, ...]:
    """Pack a word whose text does not say all of it."""
    return word.text, word.features, word.said


def pack(item: Item, children: dict[str, Frame]) -> tuple[Any, ...]:
    """Pack an item; the Frame inside a Group is put among the children."""
    if isinstance(item, Text):
        return (
            "T",
            round(item.x, 3) + 0.0,
            round(item.y, 3) + 0.0,
            item.font,
            round(item.size, 3),
            _pack_paint(item.color),
            [
                word.text if word.said is None and not word.features else _word(word)
                for word in item.words
            ],
            round(item.stretch, 3) if item.stretch else 0.0,
            round(item.tracking, 5) if item.tracking else 0.0,
        )
    if isinstance(item, Shape):
        if item.packed is not None:
            return item.packed[0]
        stroke = item.stroke and (
            _pack_paint(item.stroke.paint),
            micrometres(item.stroke.width),
            item.stroke.dash,
            item.stroke.cap,
            item.stroke.join,
            *((item.stroke.miter,) if item.stroke.miter != MITER else ()),
        )
        packed = ("S", _pack_path(item.path), _pack_paint(item.fill), stroke)
        rounded = _unpack_shape(packed, item.stamp)
        force_setattr(rounded, "packed", (packed, None))
        force_setattr(item, "packed", (packed, rounded))
        return packed
    if isinstance(item, Group):
        children[item.frame.fingerprint] = item.frame
        m = item.matrix
        return (
            "G",
            item.frame.fingerprint,
            (
                *(round(v, FACTOR_DIGITS) + 0.0 for v in (m.a, m.b, m.c, m.d)),
                micrometres(m.e),
                micrometres(m.f),
            ),
            _pack_path(item.clip),
            item.opacity,
            *_pack_more(item, children),
        )
    rect = item.rect
    box = (
        micrometres(rect.x),
        micrometres(rect.y),
        micrometres(rect.width),
        micrometres(rect.height),
    )
    if isinstance(item, Image):
        return ("I", item.asset, box)
    if isinstance(item, Shadow):
        return ("H", _color(item.color), box, _pack_mask(item.mask))
    named = item.kind is RegionKind.NAMED
    name = item.id if named else item.kind.value
    return ("R", name, box, item.note, *((True,) if named and name in _KINDS else ()))


def _pack_more(group: Group, children: dict[str, Frame]) -> tuple[Any, ...]:
    """Pack what few Groups have."""
    reads = group.reads and pack(group.reads, children)
    if group.fade is not None:
        return (group.alt, reads, _pack_paint(group.fade))
    return () if group.alt is None else (group.alt, reads)


def _pack_mask(mask: SoftMask) -> tuple[Any, ...]:
    return (mask.width_px, mask.height_px, mask.rows, mask.opacity)


def _unpack_region(data: tuple[Any, ...], stamp: str) -> Item:
    _kind, name, box, note, *named = data
    kind = RegionKind.NAMED if named else _KINDS.get(name, RegionKind.NAMED)
    return Region(kind, Rect(*box), note, stamp, name if kind is RegionKind.NAMED else "")


def _unpack_shape(data: tuple[Any, ...], stamp: str) -> Item:
    path = _unpack_path(data[1])
    assert path is not None
    stroke = data[3] and Stroke(_paint(data[3][0]), *data[3][1:])
    shape = Shape(path, _unpack_paint(data[2]), stroke, stamp)
    force_setattr(shape, "packed", (data, None))  # of use if it goes into another Frame
    return shape


def unpack_text(data: tuple[Any, ...], stamp: str, words: tuple[Shaped, ...]) -> Text:
    """Undo `pack` for a Text, given its shaped words."""
    _kind, x, y, font, size, color, _texts, stretch, tracking = data
    return Text(x, y, font, size, _paint(color), words, stretch, tracking, stamp)


def unpack_group(
    data: tuple[Any, ...],
    stamp: str,
    children: dict[str, Frame],
    words: Iterator[tuple[Shaped, ...]],
) -> Item:
    """Undo `pack` for a Group, given the shaped words of what is read and not seen."""
    _kind, frame, matrix, clip, opacity, *more = data
    alt, reads, fade = (*more, None, None, None)[:3]
    run = reads and unpack_text(reads, stamp, next(words))
    inner, placed, cut = children[frame], Matrix(*matrix), _unpack_path(clip)
    faded: Any = _unpack_paint(fade)
    return Group(inner, placed, cut, opacity, stamp, alt, run, faded)


def packed_item(item: Item, packed: tuple[Any, ...], children: dict[str, Frame]) -> Item:
    """Return an item that was just packed as it will be unpacked, with all numbers rounded."""
    if isinstance(item, Shape):
        assert item.packed is not None
        return item.packed[1] or item
    if isinstance(item, Text):
        return unpack_text(packed, item.stamp, item.words)
    if isinstance(item, Group):
        words = iter([text.words for text in runs((item,))])
        return unpack_group(packed, item.stamp, children, words)
    return UNPACK[packed[0]](packed, item.stamp)


UNPACK: dict[str, Callable[[tuple[Any, ...], str], Item]] = {
    "S": _unpack_shape,
    "I": lambda data, at: Image(data[1], Rect(*data[2]), at),
    "H": lambda data, at: Shadow(Rect(*data[2]), Color(*data[1]), SoftMask(*data[3]), at),
    "R": _unpack_region,
}


def pack_gradient(gradient: Shading) -> tuple[Any, ...]:
    """Turn a gradient or a mask into plain values."""
    if isinstance(gradient, SoftMask):
        return ("m", *_pack_mask(gradient))
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
