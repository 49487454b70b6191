"""The arithmetic of rows and columns: who gets how much.

Works like CSS flexbox along one axis: every child starts at its wanted size; room left over
goes to those that grow, missing room is taken from those that shrink, in proportion to
their size, and nobody leaves the limits.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FlexItem:
    """One child along the axis; sizes in mm."""

    wanted: float
    grow: float
    shrink: float
    least: float
    most: float


def distribute(children: list[FlexItem], room: float) -> list[float]:
    """Return the sizes of the children in a given room (gaps already taken off).

    The sum may exceed the room when nobody can give way any more.
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
    """Return (space before the first child, extra space between children)."""
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
