"""How far what is painted may reach, as boxes.

What a Frame looks like, as a digest over all that is painted.

Unlike the fingerprint it leaves out regions, which paint nothing: a name given to a box for a
proof or a table is no new look. Equal looks may be compared across machines and over years, so
what is computed with angles is rounded. Of a shadow count its place and colour: its pixels follow
from what casts it, and are not the same with every renderer.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cardgen.core.fingerprint import digest
from cardgen.core.geometry import Rect
from cardgen.core.units import MM_PER_POINT
from cardgen.frame.frame import Frame
from cardgen.frame.items import Group, Image, Item, Region, Shadow, Shape, Text

NOWHERE = Rect(0.0, 0.0, 0.0, 0.0)


def reach(item: Item) -> Rect:
    """Return the box around what an item may paint, in the coordinates of its Frame."""
    match item:
        case Shape(path=path, stroke=stroke):
            box = path.bounds()
            # With its mitres, as a rule.
            return box if stroke is None else box.grow(2 * stroke.width)
        case Image(rect=rect) | Shadow(rect=rect):
            return rect
        case Text(x=x, y=y, size=size):
            em = size * MM_PER_POINT
            return Rect(x - em, y - 1.5 * em, item.width + 2 * em, 2.5 * em)
        case Group(frame=frame, matrix=matrix, clip=clip):
            whole = reach_of_frame(frame)
            return matrix.apply_rect(whole if clip is None else common(whole, clip.bounds()))
    return NOWHERE


def reach_of_frame(frame: Frame) -> Rect:
    """Return the box around what a Frame may paint."""
    return around([reach(item) for item in frame.items if not isinstance(item, Region)])


def around(boxes: Iterable[Rect]) -> Rect:
    """Return the box around boxes; one without a size if there are none."""
    given = list(boxes)
    if not given:
        return NOWHERE
    left, top = min(box.x for box in given), min(box.y for box in given)
    right, bottom = max(box.right for box in given), max(box.bottom for box in given)
    return Rect(left, top, right - left, bottom - top)


def common(one: Rect, other: Rect) -> Rect:
    """Return the part that two boxes have in common; one without a size if there is none."""
    left, top = max(one.x, other.x), max(one.y, other.y)
    right, bottom = min(one.right, other.right), min(one.bottom, other.bottom)
    return Rect(left, top, max(right - left, 0.0), max(bottom - top, 0.0))


_ROUND = 4  # digits of a gradient's places, which come from sines


def look(frame: Frame, known: dict[str, str] | None = None) -> str:
    """Return the digest; ``known`` remembers looks by fingerprint, for Frames that share parts."""
    memo = {} if known is None else known
    found = memo.get(frame.fingerprint)
    if found is None:
        size, b = frame.size, frame.bleed
        inner = {child.fingerprint: child for child in frame.children}
        painted = [_painted(entry, inner, memo) for entry in frame.packed if entry[0] != "R"]
        found = memo[frame.fingerprint] = digest(
            (size.width, size.height, (b.top, b.right, b.bottom, b.left), painted)
        )
    return found


def _painted(entry: tuple[Any, ...], inner: dict[str, Frame], memo: dict[str, str]) -> Any:
    if entry[0] == "G":
        return ("G", look(inner[entry[1]], memo), *entry[2:5], *entry[7:])
    return steady(entry)


def steady(entry: tuple[Any, ...]) -> tuple[Any, ...]:
    """Round what a packed item holds of computed places."""
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
