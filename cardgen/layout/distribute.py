"""The arithmetic of rows and columns: which child gets how much room.

It follows "Resolving Flexible Lengths" (CSS Flexbox 1, section 9.7): every child starts at the
size it wants; room left over goes to the children that grow, missing room is taken from those
that shrink, in proportion to their size, and no child leaves its limits.

There are three differences, none of which shows in ordinary rows. Children whose ``grow`` adds
up to less than 1 fill the room nevertheless; a round freezes every child that hits a limit, not
only those at the minimum or only those at the maximum; and later rounds weigh ``shrink`` by the
size reached, not by the size at the start.
"""

from __future__ import annotations

from msgspec import Struct


class FlexItem(Struct, frozen=True):
    """What one child asks for along the axis, in mm."""

    wanted: float
    grow: float
    shrink: float
    least: float
    most: float


def distribute(children: list[FlexItem], room: float) -> list[float]:
    """Return the sizes of the children within a room from which the gaps are already subtracted.

    The sum exceeds the room when no child can give way any further.
    """
    sizes = [min(max(child.wanted, child.least), child.most) for child in children]
    free = [True] * len(children)
    while True:
        rest = room - sum(sizes)
        if abs(rest) < 1e-9:
            return sizes
        if rest > 0:
            weights = [c.grow if f else 0.0 for c, f in zip(children, free, strict=True)]
        else:
            weights = [
                c.shrink * s if f else 0.0 for c, s, f in zip(children, sizes, free, strict=True)
            ]
        total = sum(weights)
        if total <= 0:
            return sizes
        clamped = False
        for i, child in enumerate(children):
            if not weights[i]:
                continue
            size = sizes[i] + rest * weights[i] / total
            limited = min(max(size, child.least), child.most)
            if abs(limited - size) > 1e-9:
                free[i] = False
                clamped = True
            sizes[i] = limited
        if not clamped:
            return sizes


def justify(free: float, count: int, how: str) -> tuple[float, float]:
    """Return the space before the first child and the extra space between children.

    These are the values of ``justify-content`` (CSS Flexbox 1, section 8.2); children that are
    too large start at the start, so that what sticks out does so at the end.
    """
    if free <= 0:
        return (0.0, 0.0)
    match how:
        case "center":
            return (free / 2, 0.0)
        case "end":
            return (free, 0.0)
        case "between" if count > 1:
            return (0.0, free / (count - 1))
        case "around" if count:
            return (free / count / 2, free / count)
    return (0.0, 0.0)
