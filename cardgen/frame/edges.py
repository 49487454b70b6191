"""The colour of a side's edge, if the whole edge has one colour.

If cards touch on a sheet, a cut that is half a millimetre off shows a sliver of the neighbour. The
sliver is invisible if both cards have the same single colour near their edges. This module judges
by the boxes of items, without any pixels. If in doubt, it assumes another colour, which can waste
some paper but never spoils a card. For a text, it checks only the point where the text starts,
because a proof rule reports texts that extend beyond the card.

Packed Frames are read directly, because unpacking all the cards of a deck would take longer than
judging them.
"""

from collections.abc import Iterable, Iterator
from math import inf
from typing import Any

from msgspec import Struct

from cardgen.core.geometry import Matrix
from cardgen.core.style import Color
from cardgen.frame.frame import Frame
from cardgen.frame.items import IDENTITY
from cardgen.frame.reach import Box, boxes_meet, contains, to_box, transform_box

EDGE_WIDTH_MM = 0.5
"""Width of the edge inside the trim, in mm: cuts are more precise than this."""
MAX_COLOR_DIFFERENCE = 8 / 255
"""Maximum difference of a component between colours that count as equal."""
PAPER = Color(1.0, 1.0, 1.0)

_FADE = 7
"""Index of the fade in the packed tuple of a Group; Groups without a fade are shorter."""
_BOX_KINDS = (list("MLLLZ"), list("MLLLLZ"))


class _MixedError(Exception):
    """The edge has more than one colour."""


def edge_color(frame: Frame) -> Color | None:
    """Return the only colour within `EDGE_WIDTH_MM` of the trim; None if there are several."""
    trim = frame.trim
    scan = _EdgeScan(to_box(trim), to_box(trim.grow(-EDGE_WIDTH_MM)))
    try:
        if not scan.finds_cover(frame, IDENTITY, to_box(frame.bleed_rect), 1.0, True):
            scan.add_color(PAPER)
    except _MixedError:
        return None
    return scan.color


def edges_agree(frames: Iterable[Frame | None]) -> bool:
    """Whether all sides have edges of one colour; a missing side is white paper."""
    first: Color | None = None
    for frame in dict.fromkeys(frames):
        color = PAPER if frame is None else edge_color(frame)
        if color is None or not _have_equal_color(first or color, color):
            return False
        first = first or color
    return True


def _have_equal_color(first: Color, second: Color) -> bool:
    pairs = ((first.red, second.red), (first.green, second.green), (first.blue, second.blue))
    return all(abs(a - b) <= MAX_COLOR_DIFFERENCE for a, b in pairs)


class _EdgeScan(Struct):
    """A walk through the items of a side, from the top, until its edge is covered."""

    trim: Box
    inner_box: Box
    color: Color | None = None

    def add_color(self, color: Color) -> None:
        if color.alpha < 1 or not _have_equal_color(self.color or color, color):
            raise _MixedError
        self.color = self.color or color

    def finds_cover(
        self, frame: Frame, matrix: Matrix, window: Box, opacity: float, clips_are_boxes: bool
    ) -> bool:
        """Record all colours at the edge; return whether an item covers the whole edge.

        ``window`` is the box that all clips have in common. Unless
        ``clips_are_boxes``, one of the clips is not a box and shows less than the window.
        """
        left, top, right, bottom = self.inner_box
        children = {child.fingerprint: child for child in frame.children}
        for entry in reversed(frame.packed_items):
            kind = entry[0]
            if kind == "R" or (kind == "G" and entry[4] == 0):
                continue
            box = transform_box(_extent(entry, children), matrix)
            x0, y0, x1, y1 = box
            if x0 >= left and y0 >= top and x1 <= right and y1 <= bottom:
                continue  # most items of a card are away from its edge
            part = _intersection(box, window)
            if part is None or contains(self.inner_box, part) or not boxes_meet(part, self.trim):
                continue
            if kind in "IH" or (kind == "G" and len(entry) > _FADE):
                raise _MixedError
            if kind == "G":
                inner = Matrix(*entry[2])
                inner = inner if matrix is IDENTITY else inner.then(matrix)
                is_box = entry[3] is None or (_is_box(entry[3][1]) and _is_straight(inner))
                alpha, child = opacity * entry[4], children[entry[1]]
                if self.finds_cover(child, inner, part, alpha, clips_are_boxes and is_box):
                    return True
                continue
            if opacity < 1:
                raise _MixedError
            for color in _colors(entry):
                self.add_color(color)
            solid = kind == "S" and entry[2] and _is_box(entry[1][1]) and _is_straight(matrix)
            if clips_are_boxes and solid and contains(part, self.trim):
                return True
        return False


def _extent(entry: tuple[Any, ...], children: dict[str, Frame]) -> Box:
    kind = entry[0]
    if kind == "T":
        return entry[1], entry[2], entry[1], entry[2]
    if kind == "S":
        left, top, right, bottom = _path_box(entry[1][1])
        half_stroke = entry[3][1] / 2 if entry[3] else 0.0
        return left - half_stroke, top - half_stroke, right + half_stroke, bottom + half_stroke
    if kind in "IH":
        x, y, width, height = entry[2]
        return x, y, x + width, y + height
    return to_box(children[entry[1]].bleed_rect) if entry[3] is None else _path_box(entry[3][1])


def _path_box(segments: list[tuple[Any, ...]]) -> Box:
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


def _intersection(first: Box, second: Box) -> Box | None:
    x, y = max(first[0], second[0]), max(first[1], second[1])
    right, bottom = min(first[2], second[2]), min(first[3], second[3])
    return (x, y, right, bottom) if x <= right and y <= bottom else None


def _is_box(segments: list[tuple[Any, ...]]) -> bool:
    """Whether a path is a single upright rectangle."""
    if [segment[0] for segment in segments] not in _BOX_KINDS:
        return False
    left, top, right, bottom = _path_box(segments)
    corners = {(x, y) for x in (left, right) for y in (top, bottom)}
    return {segment[1:] for segment in segments if len(segment) == 3} == corners


def _is_straight(matrix: Matrix) -> bool:
    return (matrix.b == 0 and matrix.c == 0) or (matrix.a == 0 and matrix.d == 0)
