"""Folds nets in space: every flat face gets its place in 3D by turning it about its hinges.

And reads what is written on flat ones.
"""

import math
from collections.abc import Iterable, Mapping

import pytest

from cardgen.core.geometry import Rect, Size
from cardgen.frame import Frame, Region

Point = tuple[float, float]
Point3 = tuple[float, float, float]
Hinge = tuple[str, str, tuple[Point, Point]]
"""Two faces and their common edge, in the direction in which the first runs clockwise."""


def turned(point: Point3, start: Point, end: Point, degrees: float) -> Point3:
    """Turn a point about a line in the plane of the paper (Rodrigues' formula)."""
    length = math.dist(start, end)
    kx, ky = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    px, py, pz = point[0] - start[0], point[1] - start[1], point[2]
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    along = (kx * px + ky * py) * (1 - c)
    cross = (ky * pz, -kx * pz, kx * py - ky * px)
    return (
        px * c + cross[0] * s + kx * along + start[0],
        py * c + cross[1] * s + ky * along + start[1],
        pz * c + cross[2] * s,
    )


def fold(
    faces: Mapping[str, Iterable[Point]], hinges: Iterable[Hinge], degrees: float
) -> dict[str, list[Point3]]:
    """Fold at every hinge by an angle, away from the printed side; return the corners in space.

    On paper x is to the right and y down, so z is into the table: the axes are right-handed, the
    printed side looks along -z, and what is folded away from it has z above 0.
    The first face stays where it is. Raises ValueError where faces do not hang together as a
    tree: then the paper would tear, or fall apart.
    """
    hinges = list(hinges)
    if len(hinges) != len(faces) - 1:
        raise ValueError("a net is a tree")
    root = next(iter(faces))
    chain: dict[str, list[tuple[Point, Point]]] = {root: []}
    waiting = [root]
    while waiting:
        here = waiting.pop()
        for a, b, (start, end) in hinges:
            if here in (a, b):
                other, edge = (b, (start, end)) if here == a else (a, (end, start))
                if other not in chain:
                    chain[other] = [edge, *chain[here]]
                    waiting.append(other)
    if len(chain) != len(faces):
        raise ValueError("a face hangs on nothing")
    folded = {}
    for name, corners in faces.items():
        points: list[Point3] = [(x, y, 0.0) for x, y in corners]
        for start, end in chain[name]:
            points = [turned(point, start, end, -degrees) for point in points]
        folded[name] = points
    return folded


def middle(points: Iterable[Point3]) -> Point3:
    xs, ys, zs = zip(*points, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys), sum(zs) / len(zs)


def normal(points: list[Point3]) -> Point3:
    """The direction that the printed side looks in, up to its sign, of length 1."""
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = points[:3]
    ux, uy, uz, vx, vy, vz = bx - ax, by - ay, bz - az, cx - ax, cy - ay, cz - az
    n = (uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx)
    length = math.hypot(*n)
    return n[0] / length, n[1] / length, n[2] / length


def distinct(points: Iterable[Point3], near: float = 1e-6) -> list[Point3]:
    """Points that are not the same."""
    found: list[Point3] = []
    for point in points:
        if all(math.dist(point, other) > near for other in found):
            found.append(point)
    return found


def dot(a: Point3, b: Point3) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def write(text: str, size: float) -> Frame:
    """Set a word in a Frame that names it: a millimetre wide for each letter."""
    return Frame(Size(len(text), 2), [Region.for_id(f"word {text}", Rect(0, 0, len(text), 2))])


def words(frame: Frame) -> list[tuple[str, Rect, bool]]:
    """Return what is written on a net, where, and whether it is turned by a quarter."""
    found = []
    for item, matrix in frame.walk():
        if isinstance(item, Region) and item.id.startswith("word "):
            box = matrix.apply_rect(item.rect)
            turned = abs(matrix.a) < 1e-9
            wide, high = (box.height, box.width) if turned else (box.width, box.height)
            assert (wide, high) == pytest.approx((len(item.id) - 5, 2)), "askew"
            found.append((item.id.removeprefix("word "), box, turned))
    return found
