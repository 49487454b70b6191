"""What colour the edge of a side has, if it is one colour all around.

Where cards touch on a sheet, a cut that is half a millimetre off shows a sliver of the neighbour.
It goes unseen if all that both paint near their edges is of one colour. This is judged from the
boxes of what is painted, without any pixels: whatever is not plainly of that colour counts as
another, so that a doubt costs a little paper and never a card.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from cardgen.core.color import Color, Paint
from cardgen.core.geometry import Matrix, Path, Rect
from cardgen.core.units import MM_PER_POINT
from cardgen.frame.frame import Frame
from cardgen.frame.items import IDENTITY, Group, Image, Region, Shape, Text

REACH = 0.5
"""How far inside the trim the edge goes, in mm: a cut is no further off."""
SAME = 8 / 255
"""How far two parts of a colour may differ that pass for one."""
PAPER = Color(1.0, 1.0, 1.0)


class _MixedError(Exception):
    """There is more than one colour."""


def edge_color(frame: Frame) -> Color | None:
    """Return the only colour within `REACH` of the trimmed edges, or None if there are several."""
    look = _Look(frame.trim, frame.trim.grow(-REACH))
    try:
        if not look.goes_through(frame, IDENTITY, frame.bleed_rect, 1.0, True):
            look.see(PAPER)
    except _MixedError:
        return None
    return look.color


def edges_agree(sides: Iterable[Frame | None]) -> bool:
    """Whether all sides have edges of one colour; a side that is missing is white paper."""
    first: Color | None = None
    for side in dict.fromkeys(sides):
        color = PAPER if side is None else edge_color(side)
        if color is None or not _alike(first or color, color):
            return False
        first = first or color
    return True


def _alike(one: Color, other: Color) -> bool:
    pairs = ((one.red, other.red), (one.green, other.green), (one.blue, other.blue))
    return all(abs(a - b) <= SAME for a, b in pairs)


class _Look(Struct):
    """A walk through what a side paints, from the top, until its edge is covered."""

    trim: Rect
    middle: Rect
    color: Color | None = None

    def see(self, color: Color) -> None:
        """Take note of a colour at the edge."""
        if color.alpha < 1 or not _alike(self.color or color, color):
            raise _MixedError
        self.color = self.color or color

    def goes_through(
        self, frame: Frame, matrix: Matrix, window: Rect, opacity: float, plain: bool
    ) -> bool:
        """Note all colours at the edge; return whether the last one covers all of it.

        What lies outside of the ``window`` is clipped away, and more than that unless the clips
        are ``plain`` boxes.
        """
        for item in reversed(frame.items):
            if isinstance(item, Region) or (isinstance(item, Group) and item.opacity == 0):
                continue
            box = _common(matrix.apply_rect(_extent(item)), window)
            if box is None or self.middle.contains(box) or _common(box, self.trim) is None:
                continue
            if isinstance(item, Group):
                inner = item.matrix.then(matrix)
                boxed = item.clip is None or (_is_box(item.clip) and _is_straight(inner))
                share = opacity * item.opacity
                if self.goes_through(item.frame, inner, box, share, plain and boxed):
                    return True
                continue
            if isinstance(item, Image) or opacity < 1:
                raise _MixedError
            for color in _colors(item):
                self.see(color)
            if plain and isinstance(item, Shape) and item.fill is not None:
                solid = _is_box(item.path) and _is_straight(matrix)
                if solid and box.contains(self.trim, 1e-3):
                    return True
        return False


def _extent(item: Shape | Text | Image | Group) -> Rect:
    """Return the box around what an item paints."""
    if isinstance(item, Image):
        return item.rect
    if isinstance(item, Group):
        return item.frame.bleed_rect if item.clip is None else item.clip.bounds()
    if isinstance(item, Text):
        high = item.size * MM_PER_POINT
        return Rect(item.x, item.y - high, item.width, 1.3 * high)
    box = item.path.bounds()
    return box if item.stroke is None else box.grow(item.stroke.width / 2)


def _colors(item: Shape | Text) -> Iterable[Color]:
    if isinstance(item, Text):
        return [item.color]
    paints: list[Paint] = [item.fill] if item.fill is not None else []
    if item.stroke is not None:
        paints.append(item.stroke.paint)
    return [
        color
        for paint in paints
        for color in ([paint] if isinstance(paint, Color) else [stop for _, stop in paint.stops])
    ]


def _common(one: Rect, other: Rect) -> Rect | None:
    """Return the part that two boxes have in common."""
    x, y = max(one.x, other.x), max(one.y, other.y)
    right, bottom = min(one.right, other.right), min(one.bottom, other.bottom)
    return Rect(x, y, right - x, bottom - y) if x < right and y < bottom else None


def _is_box(path: Path) -> bool:
    """Whether a path is one upright rectangle."""
    if "".join(str(segment[0]) for segment in path.segments) not in ("MLLLZ", "MLLLLZ"):
        return False
    box = path.bounds()
    corners = {(x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)}
    return {segment[1:] for segment in path.segments if len(segment) == 3} == corners


def _is_straight(matrix: Matrix) -> bool:
    """Whether a transform keeps upright boxes upright."""
    return (matrix.b == 0 and matrix.c == 0) or (matrix.a == 0 and matrix.d == 0)
