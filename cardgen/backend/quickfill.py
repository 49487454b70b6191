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
keep the panel whole, because two parts would only make them longer.
"""

from __future__ import annotations

from collections.abc import MutableMapping

from msgspec.structs import replace

from cardgen.core.color import Color
from cardgen.core.geometry import Path, Rect
from cardgen.frame import Frame, Group, Item, Shape

_KINDS = "MLCLCLCLCZ"  # as Path.rect writes a rounded box
_WORTH = 100.0  # square millimetres
_CORNER = 0.3  # of the radius: how far inside the edges a rectangle clears the corners
_OVERLAP = 0.25  # mm: whole pixels, even where a card is shown small
_SLACK = 0.002  # mm: the numbers of a Frame are rounded

Known = MutableMapping[str, Frame]
"""Results by the fingerprint of the Frame."""


def quick(frame: Frame, known: Known) -> Frame:
    """Return a Frame that looks the same but renders faster, or the Frame itself."""
    done = known.get(frame.fingerprint)
    if done is None:
        items: list[Item] = []
        for item in frame.items:
            if isinstance(item, Group) and item.clip is None:
                inner = quick(item.frame, known)
                items.append(item if inner is item.frame else replace(item, frame=inner))
            elif isinstance(item, Shape):
                items += _split(item)
            else:
                items.append(item)
        same = len(items) == len(frame.items) and all(
            a is b for a, b in zip(items, frame.items, strict=True)
        )
        done = known[frame.fingerprint] = frame if same else Frame(frame.size, items, frame.bleed)
    return done


def _split(shape: Shape) -> list[Item]:
    fill = shape.fill
    if not isinstance(fill, Color) or fill.alpha < 1:
        return [shape]
    box = _rounded(shape.path)
    if box is None:
        return [shape]
    hole = tuple(reversed(Path.rect(box.grow(-_OVERLAP)).segments[:-1]))
    around = (*shape.path.segments, ("M", *hole[0][1:]), *(("L", *p[1:]) for p in hole[1:]), ("Z",))
    parts: list[Item] = [Shape(Path(around, even_odd=True), fill), Shape(Path.rect(box), fill)]
    if shape.stroke is not None:
        parts.append(Shape(shape.path, None, shape.stroke))
    return parts


def _rounded(path: Path) -> Rect | None:
    """Return a rectangle inside a large rounded box; None for any other path."""
    if "".join(str(segment[0]) for segment in path.segments) != _KINDS:
        return None
    bounds = path.bounds()
    radius = float(path.segments[0][1]) - bounds.x
    if radius <= 0 or not _near(path, Path.rect(bounds, radius)):
        return None
    inside = bounds.grow(-_CORNER * radius - _OVERLAP)
    if min(inside.width, inside.height) <= 2 * _OVERLAP or inside.width * inside.height < _WORTH:
        return None
    return inside


def _near(one: Path, other: Path) -> bool:
    pairs = zip(one.segments, other.segments, strict=True)
    return all(
        abs(float(a) - float(b)) < _SLACK
        for left, right in pairs
        for a, b in zip(left[1:], right[1:], strict=True)
    )
