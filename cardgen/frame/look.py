"""What a Frame looks like, as a digest over all that is painted.

Unlike the fingerprint it leaves out regions, which paint nothing: a name given to a box for a
proof or a table is no new look. Equal looks may be compared across machines and over years, so
what is computed with angles is rounded. Of a shadow count its place and colour: its pixels follow
from what casts it, and are not the same with every renderer.
"""

from __future__ import annotations

from typing import Any

from cardgen.core.fingerprint import digest
from cardgen.frame.frame import Frame

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
