"""Gradients as PDF shadings (ISO 32000-2, 8.7.4.5), also along lines.

Gradients that fade have a soft mask as well.

A PDF cannot clip by lines, and a gradient as the colour of a line would use the coordinates of the
page, not of the Frame. So a line becomes areas with the same winding direction: a box for each
straight piece, and shapes at corners and ends. Together they cover the same area as the line.
"""

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

    ``stops`` may give the colours in another colour space.
    """
    if stops is None:
        stops = [(offset, (c.red, c.green, c.blue)) for offset, c in gradient.stops]
    return pdf.put(_shading(gradient, stops, space))


def fading_state(pdf: PdfFile, gradient: Gradient) -> str:
    """Add a graphics state whose soft mask is the opacity of a gradient.

    A shading has no alpha. So a second, grey shading has the opacity, and its luminosity masks the
    colours (ISO 32000-2, 11.6.5).
    """
    stops: Stops = [(offset, (c.alpha,)) for offset, c in gradient.stops]
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

    An opacity below 1 becomes a layer of black over the picture.
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
        {"FunctionType": 2, "Domain": [0, 1], "C0": _array(a[1]), "C1": _array(b[1]), "N": 1}
        for a, b in itertools.pairwise(stops)
    ]
    if len(ramps) == 1:
        return ramps[0]
    return {
        "FunctionType": 3,
        "Domain": [0, 1],
        "Functions": ramps,
        "Bounds": _array(tuple(offset for offset, _ in stops[1:-1])),
        "Encode": [0, 1] * len(ramps),
    }


def _array(values: tuple[float, ...]) -> list[str]:
    return [number(value, 5) for value in values]


_NEAR = 0.004  # mm between a curve and the straight pieces that replace it
_SMOOTH = math.cos(math.radians(15))
_FINEST = 0.02  # mm, just below the finest dot of a press (0.001 in); finer dashes become solid


def outline_stroke(path: Path, stroke: Stroke) -> Path:
    """Return the area that a line along a path covers, with numbers rounded as in Frames."""
    half = stroke.width / 2
    if not half:
        return Path(())
    pieces: list[Path] = []
    for points, closed in polylines(path, _NEAR):
        if sum(stroke.dash) < _FINEST:
            pieces += _stroke_areas(points, closed, stroke, half)
            continue
        for dash in _split_dashes([*points, points[0]] if closed else points, stroke.dash):
            pieces += _stroke_areas(dash, False, stroke, half)
    segments: list[Segment] = []
    for piece in pieces:
        for name, *numbers in piece.segments:
            segments.append((name, *(round(float(n), 3) + 0.0 for n in numbers)))
    return Path(tuple(segments))


def _split_dashes(points: Sequence[Point], dash: Sequence[float]) -> Iterator[list[Point]]:
    drawn, index, left = True, 0, dash[0]
    line = [points[0]]
    for a, b in pairwise(points):
        length, position = math.dist(a, b), 0.0
        while length - position > left:
            position += left
            share = position / length
            point = (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
            if drawn:
                yield without_repeats([*line, point])
            line, drawn, index = [point], not drawn, (index + 1) % len(dash)
            left = dash[index]
        left -= length - position
        line.append(b)
    if drawn and len(line) > 1:
        yield without_repeats(line)


def _stroke_areas(points: list[Point], closed: bool, stroke: Stroke, half: float) -> Iterator[Path]:
    """Yield the areas that a line covers, all with the same winding direction."""
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
    for index in [*corners, 0] if closed else corners:
        yield from _corner(ring[index], across[index - 1], across[index], stroke, half)
    if not closed and stroke.cap != "butt":
        yield _end(points[0], across[0], -1, half, stroke.cap)
        yield _end(points[-1], across[-1], 1, half, stroke.cap)


def _ribbons(ring: list[Point], across: list[Point], half: float) -> tuple[list[Path], list[int]]:
    """Cover the straight pieces of a line with ribbons, one for each gentle curve.

    The second list has the indices of the points between two ribbons.
    """
    ribbons: list[Path] = []
    corners: list[int] = []
    first = across[0]
    left, right = [_beside(ring[0], first, 1)], [_beside(ring[0], first, -1)]
    for index, (p, side) in enumerate(zip(ring[1:], across, strict=True)):
        after = across[index + 1] if index + 1 < len(across) else None
        if after is not None and side[0] * after[0] + side[1] * after[1] >= _SMOOTH * half * half:
            share = half * half / (half * half + side[0] * after[0] + side[1] * after[1])
            middle = (side[0] + after[0]) * share, (side[1] + after[1]) * share
            ends = _beside(p, middle, 1), _beside(p, middle, -1)
            if _forward(left[-1], ends[0], side) and _forward(right[-1], ends[1], side):
                left.append(ends[0])
                right.append(ends[1])
                continue
        left.append(_beside(p, side, 1))
        right.append(_beside(p, side, -1))
        ribbons.append(Path.polygon([*left, *reversed(right)]))
        if after is not None:
            corners.append(index + 1)
            left, right = [_beside(p, after, 1)], [_beside(p, after, -1)]
    return ribbons, corners


def _beside(p: Point, across: Point, sign: int) -> Point:
    return p[0] + sign * across[0], p[1] + sign * across[1]


def _forward(a: Point, b: Point, across: Point) -> bool:
    """True if the direction from ``a`` to ``b`` is the direction of the line, not backwards."""
    return (b[0] - a[0]) * across[1] - (b[1] - a[1]) * across[0] > 0


def _across(a: Point, b: Point, half: float) -> Point:
    """Return the vector from the middle of a line to its right edge, looking along the line."""
    length = math.dist(a, b)
    return -(b[1] - a[1]) / length * half, (b[0] - a[0]) / length * half


def _corner(p: Point, v: Point, w: Point, stroke: Stroke, half: float) -> Iterator[Path]:
    """Fill the outer side of a corner between pieces with these vectors to their right edges."""
    turn = v[0] * w[1] - v[1] * w[0]
    along = v[0] * w[0] + v[1] * w[1]
    area = half * half
    if abs(turn) <= NOWHERE * area and along > 0:
        return
    side = -1 if turn > 0 else 1
    a, b = _beside(p, v, side), _beside(p, w, side)
    smooth = along >= _SMOOTH * area
    if stroke.join == "round" and not smooth:
        yield _dot(p, half, "round")
        return
    outer = [a, b]
    # The mitre is as long as the width over the sine of half the angle (ISO 32000-2, 8.4.3.5).
    if stroke.join == "miter" and not smooth and stroke.miter**2 * (1 + along / area) >= 2:
        share = side / (1 + along / area)
        outer = [a, (p[0] + (v[0] + w[0]) * share, p[1] + (v[1] + w[1]) * share), b]
    # On one side the points are reversed, to keep the winding direction.
    yield Path.polygon([p, *(reversed(outer) if side < 0 else outer)])


def _end(p: Point, across: Point, sign: int, half: float, cap: str) -> Path:
    """Draw the cap of a line; ``sign`` is 1 at its last point and -1 at its first."""
    if cap == "round":
        return _dot(p, half, cap)
    dx, dy = across[1] * sign, -across[0] * sign
    right, left = _beside(p, across, 1), _beside(p, across, -1)
    corners = [right, _beside(right, (dx, dy), 1), _beside(left, (dx, dy), 1), left]
    return Path.polygon(corners if sign > 0 else corners[::-1])


def _dot(p: Point, half: float, cap: str) -> Path:
    if cap == "square":
        return Path.polygon([(p[0] + x * half, p[1] + y * half) for x, y in _SQUARE])
    return Path.ellipse(0.0, 0.0, half, half).transform(Matrix(1.0, 0.0, 0.0, -1.0, *p))


_SQUARE = ((-1, 1), (1, 1), (1, -1), (-1, -1))
