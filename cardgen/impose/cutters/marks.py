"""Registration marks of Silhouette machines, and the lines of type beside them.

A machine looks for black marks in the corners and measures from them. With three marks they are a
square in the top left corner and an L in the top right and the bottom left one; with four, as the
Cameo 5 Alpha wants them, there is an L in every corner. Lines are 1 mm wide with their middle at
the inset, and so is the outline of the square of 5 mm: it covers 6 mm from half a millimetre
outside of the inset, as the cutting program itself prints it.

No ink may be near a mark, so white lies between it and the bleed of cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.core.color import Color
from cardgen.core.geometry import Path, Rect
from cardgen.frame import Frame, Group, Item, Shape, Stroke
from cardgen.impose.cutters.layouts import CLEAR, SQUARE, THICKNESS, Registration
from cardgen.impose.margins import EDGE, GAP, LANE, LANE_LEAST, SlugLane
from cardgen.impose.marks import BLACK, Write

VALUES_PT = 5.5
_PAPER = Color(1.0, 1.0, 1.0)
_LINE = Stroke(BLACK, THICKNESS)
_QUIET = CLEAR / 2
"""Between a mark and the bleed of a card, in mm."""


def registration_marks(marks: Registration) -> Group:
    """Draw the marks, each on a white ground."""
    items: list[Item] = [Shape(Path.rect(box), _PAPER) for box in quiet_zones(marks)]
    near, page = marks.inset, marks.page
    for right, low in _corners(marks):
        if marks.marks == "three" and not right and not low:
            box = Rect(near, near, SQUARE, SQUARE)
            items.append(Shape(Path.rect(box), BLACK, _LINE))
            continue
        x, along = (page.width - near, -marks.arm) if right else (near, marks.arm)
        y, down = (page.height - near, -marks.arm) if low else (near, marks.arm)
        angle = Path.polygon([(x + along, y), (x, y), (x, y + down)], closed=False)
        items.append(Shape(angle, stroke=_LINE))
    return Group(Frame(page, items))


def quiet_zones(marks: Registration) -> list[Rect]:
    """Return the squares around marks that nothing else is printed in."""
    low, high = marks.inset - THICKNESS / 2 - _QUIET, marks.inset + _reach(marks) + _QUIET
    side, page = high - low, marks.page
    return [
        Rect(page.width - high if right else low, page.height - high if under else low, side, side)
        for right, under in _corners(marks)
    ]


def _reach(marks: Registration) -> float:
    """Return how far marks reach inwards from the inset."""
    return max(marks.arm, SQUARE + THICKNESS / 2)


def _corners(marks: Registration) -> list[tuple[bool, bool]]:
    """Return which corners have a mark: whether it is at the right, and whether at the foot."""
    found = [(False, False), (True, False), (False, True)]
    return [*found, (True, True)] if marks.marks == "four" else found


def values(marks: Registration) -> str:
    """Say what must be typed into the cutting program."""
    media = marks.media
    lies = "landscape" if media.width > media.height else "portrait"
    return (
        f"Silhouette Studio: media {media.width:g} x {media.height:g} mm, {lies}; "
        f"{marks.marks} registration marks, length {marks.arm:g} mm, thickness {THICKNESS:g} mm, "
        f"inset {marks.told_inset:g} mm"
    )


def lanes(marks: Registration, art: Rect) -> tuple[SlugLane, SlugLane] | None:
    """Return two opposite strips for lines of type, between the marks and clear of artwork.

    None if there is room on neither pair of sides.
    """
    page = marks.page
    start = marks.inset + _reach(marks) + 2.0
    for upright, band in sorted(((False, art.y), (True, art.x)), key=lambda way: -way[1]):
        depth = min(LANE, band - GAP - EDGE)
        length = (page.height if upright else page.width) - 2 * start
        if depth < LANE_LEAST or length <= 0:
            continue
        near = band - GAP - depth
        if upright:
            boxes = [Rect(x, start, depth, length) for x in (near, page.width - band + GAP)]
            return tuple(SlugLane(box, True, box.bottom) for box in boxes)  # type: ignore[return-value]
        boxes = [Rect(start, y, length, depth) for y in (near, page.height - band + GAP)]
        return tuple(SlugLane(box, False, box.x) for box in boxes)  # type: ignore[return-value]
    return None


def said(marks: Registration, art: Rect, lines: Sequence[str], write: Write) -> Iterator[Item]:
    """Set up to two lines of type between the marks."""
    found = lanes(marks, art)
    for lane, line in zip(found or (), lines, strict=False):
        if line and (placed := lane.place(write(line, VALUES_PT))) is not None:
            yield placed
