"""Gradients as PDF shadings (ISO 32000-2, 8.7.4.5), also along lines.

Gradients that fade have a soft mask as well.

A PDF clips by areas and by letters, never by lines, and a gradient as the colour of a line would
be laid out in the space of the page and not of the Frame. So a line becomes areas that all wind the
same way: a box for each straight piece, and what fills the corners and ends. Together they cover
what the line covers.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from cardgen.backend.objects import PdfFile, Value, number
from cardgen.core.geometry import NOWHERE, Matrix, Path, Point, Segment, polylines, without_repeats
from cardgen.core.style import LinearGradient, RadialGradient
from cardgen.frame import Stroke

Gradient = LinearGradient | RadialGradient
Stops = list[tuple[float, tuple[float, ...]]]


def embed_gradient(
    pdf: PdfFile, gradient: Gradient, stops: Stops | None = None, space: str = "/DeviceRGB"
) -> str:
    """Add a shading with the colours of a gradient to a document; return a reference to it.

    ``stops`` may give them in another colour space.
    """
    if stops is None:
        stops = [(at, (c.red, c.green, c.blue)) for at, c in gradient.stops]
    return pdf.put(_shading(gradient, stops, space))


def fading_state(pdf: PdfFile, gradient: Gradient) -> str:
    """Add a graphics state whose soft mask is the opacity of a gradient.

    A shading has no alpha. So the opacity is painted as a grey shading of its own, whose luminosity
    masks the colours (ISO 32000-2, 11.6.5).
    """
    stops: Stops = [(at, (c.alpha,)) for at, c in gradient.stops]
    mask = pdf.stream(
        {
            "Type": "/XObject",
            "Subtype": "/Form",
            "BBox": [-20000, -20000, 20000, 20000],
            "Group": {"S": "/Transparency", "CS": "/DeviceGray"},
            "Resources": {"Shading": {"S": pdf.put(_shading(gradient, stops, "/DeviceGray"))}},
        },
        b"/S sh",
    )
    return pdf.put({"SMask": {"S": "/Luminosity", "G": mask}, "ca": 1, "CA": 1})


def masking_state(pdf: PdfFile, picture: str, opacity: float) -> str:
    """Add a graphics state whose soft mask is a grey picture that fills the unit square.

    Where it is not to be fully opaque, some black is laid over the picture.
    """
    names: dict[str, Value] = {"XObject": {"I": picture}}
    painted = b"/I Do"
    if opacity < 1:
        names["ExtGState"] = {"A": {"ca": number(1 - opacity, 4)}}
        painted += b" /A gs 0 g 0 0 1 1 re f"
    mask = pdf.stream(
        {
            "Type": "/XObject",
            "Subtype": "/Form",
            "BBox": [0, 0, 1, 1],
            "Group": {"S": "/Transparency", "CS": "/DeviceGray"},
            "Resources": names,
        },
        painted,
    )
    return pdf.put({"SMask": {"S": "/Luminosity", "G": mask}})


def _shading(gradient: Gradient, stops: Stops, space: str) -> Value:
    match gradient:
        case LinearGradient(x0, y0, x1, y1):
            kind, coordinates = 2, (x0, y0, x1, y1)  # axial
        case RadialGradient(cx, cy, radius):
            kind, coordinates = 3, (cx, cy, 0.0, cx, cy, radius)  # type: ignore[assignment]
    return {
        "ShadingType": kind,
        "ColorSpace": space,
        "Coords": _array(coordinates),
        "Function": _function(stops),
        "Extend": ["true", "true"],
    }


def _function(stops: Stops) -> Value:
    """Return linear ramps (ISO 32000-2, 7.10.3), stitched together at the stops (7.10.4)."""
    if stops[0][0] > 0:
        stops = [(0.0, stops[0][1]), *stops]
    if stops[-1][0] < 1:
        stops = [*stops, (1.0, stops[-1][1])]
    ramps: list[Value] = [
        {
            "FunctionType": 2,
            "Domain": [0, 1],
            "C0": _array(a[1]),
            "C1": _array(b[1]),
            "N": 1,
        }
        for a, b in itertools.pairwise(stops)
    ]
    if len(ramps) == 1:
        return ramps[0]
    return {
        "FunctionType": 3,
        "Domain": [0, 1],
        "Functions": ramps,
        "Bounds": _array(tuple(at for at, _ in stops[1:-1])),
        "Encode": [0, 1] * len(ramps),
    }


def _array(values: tuple[float, ...]) -> list[str]:
    return [number(value, 5) for value in values]


_NEAR = 0.004  # mm between a curve and the straight pieces that stand for it
_SMOOTH = math.cos(math.radians(15))
_FINEST = 0.02  # mm: a thousandth of an inch is the finest dot of a press; what is finer is solid


def stroked(path: Path, stroke: Stroke) -> Path:
    """Return the area that a line along a path covers; numbers are rounded as those of a Frame."""
    half = stroke.width / 2
    if not half:
        return Path(())
    pieces: list[Path] = []
    for points, closed in polylines(path, _NEAR):
        if sum(stroke.dash) < _FINEST:
            pieces += _covered(points, closed, stroke, half)
            continue
        for dash in _dashed([*points, points[0]] if closed else points, stroke.dash):
            pieces += _covered(dash, False, stroke, half)
    segments: list[Segment] = []
    for piece in pieces:
        for name, *numbers in piece.segments:
            segments.append((name, *(round(float(n), 3) + 0.0 for n in numbers)))
    return Path(tuple(segments))


def _dashed(points: Sequence[Point], dash: Sequence[float]) -> Iterator[list[Point]]:
    """Yield the dashes along a line; the pattern begins anew with each line."""
    drawn, index, left = True, 0, dash[0]
    line = [points[0]]
    for a, b in pairwise(points):
        length, at = math.dist(a, b), 0.0
        while length - at > left:
            at += left
            share = at / length
            point = (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
            if drawn:
                yield without_repeats([*line, point])
            line, drawn, index = [point], not drawn, (index + 1) % len(dash)
            left = dash[index]
        left -= length - at
        line.append(b)
    if drawn and len(line) > 1:
        yield without_repeats(line)


def _covered(points: list[Point], closed: bool, stroke: Stroke, half: float) -> Iterator[Path]:
    """Yield the pieces that a line covers; all wind the same way."""
    if closed and len(points) > 2 and math.dist(points[0], points[-1]) <= NOWHERE:
        points = points[:-1]
    if len(points) < 2:
        if stroke.cap != "butt" and points:
            yield _dot(points[0], half, stroke.cap)
        return
    ring = [*points, points[0]] if closed else points
    across = [_across(a, b, half) for a, b in pairwise(ring)]
    ribbons, corners = _ribbons(ring, across, half)
    yield from ribbons
    for at in [*corners, 0] if closed else corners:
        yield from _corner(ring[at], across[at - 1], across[at], stroke, half)
    if not closed and stroke.cap != "butt":
        yield _end(points[0], across[0], -1, half, stroke.cap)
        yield _end(points[-1], across[-1], 1, half, stroke.cap)


def _ribbons(ring: list[Point], across: list[Point], half: float) -> tuple[list[Path], list[int]]:
    """Cover the straight pieces of a line, those along a gentle curve in one.

    The second list has the numbers of the points where one ends and another begins.
    """
    ribbons: list[Path] = []
    corners: list[int] = []
    first = across[0]
    left, right = [_beside(ring[0], first, 1)], [_beside(ring[0], first, -1)]
    for at, (p, here) in enumerate(zip(ring[1:], across, strict=True)):
        after = across[at + 1] if at + 1 < len(across) else None
        if after is not None and here[0] * after[0] + here[1] * after[1] >= _SMOOTH * half * half:
            share = half * half / (half * half + here[0] * after[0] + here[1] * after[1])
            middle = (here[0] + after[0]) * share, (here[1] + after[1]) * share
            ends = _beside(p, middle, 1), _beside(p, middle, -1)
            if _forward(left[-1], ends[0], here) and _forward(right[-1], ends[1], here):
                left.append(ends[0])
                right.append(ends[1])
                continue
        left.append(_beside(p, here, 1))
        right.append(_beside(p, here, -1))
        ribbons.append(Path.polygon([*left, *reversed(right)]))
        if after is not None:
            corners.append(at + 1)
            left, right = [_beside(p, after, 1)], [_beside(p, after, -1)]
    return ribbons, corners


def _beside(p: Point, across: Point, way: int) -> Point:
    return p[0] + way * across[0], p[1] + way * across[1]


def _forward(a: Point, b: Point, across: Point) -> bool:
    """Whether the way from one point to another is that of the line, and not back."""
    return (b[0] - a[0]) * across[1] - (b[1] - a[1]) * across[0] > 0


def _across(a: Point, b: Point, half: float) -> Point:
    """Return the way from the middle of a line to its right edge, as one looks along it."""
    length = math.dist(a, b)
    return -(b[1] - a[1]) / length * half, (b[0] - a[0]) / length * half


def _corner(p: Point, one: Point, other: Point, stroke: Stroke, half: float) -> Iterator[Path]:
    """Fill the outer side of a corner between pieces with these ways across."""
    turn = one[0] * other[1] - one[1] * other[0]
    along = one[0] * other[0] + one[1] * other[1]
    area = half * half
    if abs(turn) <= NOWHERE * area and along > 0:
        return
    side = -1 if turn > 0 else 1
    a, b = _beside(p, one, side), _beside(p, other, side)
    smooth = along >= _SMOOTH * area
    if stroke.join == "round" and not smooth:
        yield _dot(p, half, "round")
        return
    outer = [a, b]
    # The mitre is as long as the width over the sine of half the angle (ISO 32000-2, 8.4.3.5).
    if stroke.join == "miter" and not smooth and stroke.miter**2 * (1 + along / area) >= 2:
        share = side / (1 + along / area)
        outer = [a, (p[0] + (one[0] + other[0]) * share, p[1] + (one[1] + other[1]) * share), b]
    # On the one side the way goes back, so that the piece winds as the others do.
    yield Path.polygon([p, *(reversed(outer) if side < 0 else outer)])


def _end(p: Point, across: Point, way: int, half: float, cap: str) -> Path:
    """Fill beyond the end of a line; ``way`` is 1 at its last point and -1 at its first."""
    if cap == "round":
        return _dot(p, half, cap)
    dx, dy = across[1] * way, -across[0] * way
    right, left = _beside(p, across, 1), _beside(p, across, -1)
    corners = [right, _beside(right, (dx, dy), 1), _beside(left, (dx, dy), 1), left]
    return Path.polygon(corners if way > 0 else corners[::-1])


def _dot(p: Point, half: float, cap: str) -> Path:
    if cap == "square":
        return Path.polygon([(p[0] + x * half, p[1] + y * half) for x, y in _SQUARE])
    return Path.ellipse(0.0, 0.0, half, half).transformed(Matrix(1.0, 0.0, 0.0, -1.0, *p))


_SQUARE = ((-1, 1), (1, 1), (1, -1), (-1, -1))
