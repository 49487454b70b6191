"""The colour of a side's edge, if the whole edge has one colour.

If cards touch on a sheet, a cut that is half a millimetre off shows a sliver of the neighbour. The
sliver is invisible if both cards have the same single colour near their edges. This module judges
by the boxes of items, without any pixels. In doubt an item counts as another colour, which may cost
a little paper but never a card. Only the start of a text counts; a proof checks that no text
extends beyond a card.

Packed Frames are read directly, because unpacking all the cards of a deck would take longer than
judging them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import inf
from typing import Any

from msgspec import Struct

from cardgen.core.geometry import Matrix
from cardgen.core.style import Color
from cardgen.frame.frame import Frame
from cardgen.frame.items import IDENTITY
from cardgen.frame.reach import Box, holds, sides, transform_box

REACH = 0.5
"""Width of the edge inside the trim, in mm: cuts are more precise than this."""
SAME = 8 / 255
"""Maximum difference of a component between colours that count as equal."""
PAPER = Color(1.0, 1.0, 1.0)

_FADE = 7
"""Index of the fade in the packed tuple of a Group; Groups without a fade are shorter."""
_BOX_KINDS = (list("MLLLZ"), list("MLLLLZ"))


class _MixedError(Exception):
    """The edge has more than one colour."""


def edge_color(frame: Frame) -> Color | None:
    """Return the only colour within `REACH` of the trimmed edges, or None if there are several."""
    trim = frame.trim
    look = _Look(sides(trim), sides(trim.grow(-REACH)))
    try:
        if not look.goes_through(frame, IDENTITY, sides(frame.bleed_rect), 1.0, True):
            look.see(PAPER)
    except _MixedError:
        return None
    return look.color


def edges_agree(sides: Iterable[Frame | None]) -> bool:
    """Whether all sides have edges of one colour; a missing side is white paper."""
    first: Color | None = None
    for side in dict.fromkeys(sides):
        color = PAPER if side is None else edge_color(side)
        if color is None or not _alike(first or color, color):
            return False
        first = first or color
    return True


def _alike(first: Color, second: Color) -> bool:
    pairs = ((first.red, second.red), (first.green, second.green), (first.blue, second.blue))
    return all(abs(a - b) <= SAME for a, b in pairs)


class _Look(Struct):
    """A walk through the items of a side, from the top, until its edge is covered."""

    trim: Box
    middle: Box
    color: Color | None = None

    def see(self, color: Color) -> None:
        if color.alpha < 1 or not _alike(self.color or color, color):
            raise _MixedError
        self.color = self.color or color

    def goes_through(
        self, frame: Frame, matrix: Matrix, window: Box, opacity: float, plain: bool
    ) -> bool:
        """Record all colours at the edge; return whether an item covers the whole edge.

        The ``window`` clips everything outside of it, and more than that unless all clips are
        ``plain`` boxes.
        """
        left, top, right, bottom = self.middle
        children = {child.fingerprint: child for child in frame.children}
        for entry in reversed(frame.packed_items):
            kind = entry[0]
            if kind == "R" or (kind == "G" and entry[4] == 0):
                continue
            box = transform_box(_extent(entry, children), matrix)
            x, y, far, low = box
            if x >= left and y >= top and far <= right and low <= bottom:
                continue  # most items of a card are away from its edge
            part = _common(box, window)
            if part is None or holds(self.middle, part) or _common(part, self.trim) is None:
                continue
            if kind in "IH" or (kind == "G" and len(entry) > _FADE):
                raise _MixedError
            if kind == "G":
                inner = Matrix(*entry[2])
                inner = inner if matrix is IDENTITY else inner.then(matrix)
                boxed = entry[3] is None or (_is_box(entry[3][1]) and _is_straight(inner))
                share, child = opacity * entry[4], children[entry[1]]
                if self.goes_through(child, inner, part, share, plain and boxed):
                    return True
                continue
            if opacity < 1:
                raise _MixedError
            for color in _colors(entry):
                self.see(color)
            solid = kind == "S" and entry[2] and _is_box(entry[1][1]) and _is_straight(matrix)
            if plain and solid and holds(part, self.trim):
                return True
        return False


def _extent(entry: tuple[Any, ...], children: dict[str, Frame]) -> Box:
    kind = entry[0]
    if kind == "T":
        return entry[1], entry[2], entry[1], entry[2]
    if kind == "S":
        left, top, right, bottom = _around(entry[1][1])
        half_stroke = entry[3][1] / 2 if entry[3] else 0.0
        return left - half_stroke, top - half_stroke, right + half_stroke, bottom + half_stroke
    if kind in "IH":
        x, y, width, height = entry[2]
        return x, y, x + width, y + height
    return sides(children[entry[1]].bleed_rect) if entry[3] is None else _around(entry[3][1])


def _around(segments: list[tuple[Any, ...]]) -> Box:
    """Return the bounding box of all points and control points; an inverted box without points."""
    xs = [n for s in segments for n in s[1::2]]
    ys = [n for s in segments for n in s[2::2]]
    return (min(xs), min(ys), max(xs), max(ys)) if xs else (inf, inf, -inf, -inf)


def _colors(entry: tuple[Any, ...]) -> Iterator[Color]:
    paints = [entry[5]] if entry[0] == "T" else [entry[2], entry[3] and entry[3][0]]
    for paint in filter(None, paints):
        if isinstance(paint[0], str):  # a gradient
            yield from (Color(*color) for _, color in paint[-1])
        else:
            yield Color(*paint)


def _common(first: Box, second: Box) -> Box | None:
    x, y = max(first[0], second[0]), max(first[1], second[1])
    right, bottom = min(first[2], second[2]), min(first[3], second[3])
    return (x, y, right, bottom) if x <= right and y <= bottom else None


def _is_box(segments: list[tuple[Any, ...]]) -> bool:
    """Whether a path is a single upright rectangle."""
    if [segment[0] for segment in segments] not in _BOX_KINDS:
        return False
    left, top, right, bottom = _around(segments)
    corners = {(x, y) for x in (left, right) for y in (top, bottom)}
    return {segment[1:] for segment in segments if len(segment) == 3} == corners


def _is_straight(matrix: Matrix) -> bool:
    return (matrix.b == 0 and matrix.c == 0) or (matrix.a == 0 and matrix.d == 0)
