"""The same pixels in less time: large rounded boxes, painted in two parts.

pdfium fills a plain rectangle at once, and everything else span by span, which takes ten times as
long: a single rounded panel would take more than half the time of a card. The panel is therefore
painted as a border with a hole, and a rectangle that covers the hole and a little more::

    .-----------.        .-----------.
    |           |        | +-------+ |       +---------+
    |           |   ->   | |       | |   +   |         |
    |           |        | +-------+ |       +---------+
    '-----------'        '-----------'

The outer edge is still that of the panel, so every pixel is the same. This holds only where
nothing is clipped: along the antialiased edge of a clip, painting twice shows. Files for print
keep the panel whole, because two parts would only make them longer, and so do small pictures, in
which the overlap would be less than a pixel.
"""

from __future__ import annotations

from cardgen.core.color import Color
from cardgen.core.geometry import Path, Rect
from cardgen.frame import Frame, Shape

_KINDS = "MLCLCLCLCZ"  # as Path.rect writes a rounded box
_WORTH = 100.0  # square millimetres
_CORNER = 0.3  # of the radius: how far inside the edges a rectangle clears the corners
_OVERLAP = 0.25  # mm: whole pixels, even where a card is shown small
_SLACK = 0.002  # mm: the numbers of a Frame are rounded


def has_slow_fills(frame: Frame) -> bool:
    """Whether there is anything to split among the items of a Frame, apart from inner Frames."""
    return any(isinstance(item, Shape) and _inside(item) is not None for item in frame.items)


def split(shape: Shape) -> tuple[Shape, ...]:
    """Return shapes that look the same but render faster, or the shape itself."""
    box = _inside(shape)
    if box is None:
        return (shape,)
    hole = tuple(reversed(Path.rect(box.grow(-_OVERLAP)).segments[:-1]))
    around = (*shape.path.segments, ("M", *hole[0][1:]), *(("L", *p[1:]) for p in hole[1:]), ("Z",))
    parts = (Shape(Path(around, even_odd=True), shape.fill), Shape(Path.rect(box), shape.fill))
    return parts if shape.stroke is None else (*parts, Shape(shape.path, None, shape.stroke))


def _inside(shape: Shape) -> Rect | None:
    """Return a rectangle inside an opaque, large, rounded box; None for any other shape."""
    fill, path = shape.fill, shape.path
    if len(path.segments) != len(_KINDS) or not isinstance(fill, Color) or fill.alpha < 1:
        return None
    return _rounded(path)


def _rounded(path: Path) -> Rect | None:
    if "".join(str(segment[0]) for segment in path.segments) != _KINDS:
        return None
    bounds = path.bounds()
    radius = float(path.segments[0][1]) - bounds.x
    if radius <= 0:
        return None
    inside = bounds.grow(-_CORNER * radius - _OVERLAP)
    if min(inside.width, inside.height) <= 2 * _OVERLAP or inside.width * inside.height < _WORTH:
        return None
    if not _near(path, Path.rect(bounds, radius)):
        return None
    edges = (inside.x, inside.y, inside.width, inside.height)
    return Rect(*[round(edge, 3) for edge in edges])  # as in a Frame


def _near(one: Path, other: Path) -> bool:
    pairs = zip(one.segments, other.segments, strict=True)
    return all(
        abs(float(a) - float(b)) < _SLACK
        for left, right in pairs
        for a, b in zip(left[1:], right[1:], strict=True)
    )
