"""The lines to cut and to crease for cutting machines, as DXF and as SVG.

Both are in millimetres and at true size. Corners that are quarter circles stay arcs in DXF; other
curves become short lines with an error of at most `MAX_DEVIATION_MM`.

DXF files have release 12, which every cutting program reads, and the layers CUT, CREASE and PAGE.
PAGE is the outline of the paper, not a line to cut. It makes the drawing as large as the page, so
that centring the drawing puts it in the right position. The y axis points up.
"""

import math
from collections.abc import Iterator
from html import escape

from cardgen.core.geometry import KAPPA, Path, Rect
from cardgen.frame.items import Dies

MAX_DEVIATION_MM = 0.005
"""The largest distance between a line and the curve that it replaces, in mm."""
CUT, CREASE, PAGE = "CUT", "CREASE", "PAGE"
_LAYERS = {CUT: 1, CREASE: 5, PAGE: 8}
"""Layers and their colours by AutoCAD's numbers: red, blue, grey."""
_ARC = math.tan(math.pi / 8)
"""The bulge of a quarter circle: the tangent of a quarter of its angle."""
_TOLERANCE = 1e-3

Vertex = tuple[float, float, float]
"""A point of a polyline, and the bulge of the line from it to the next."""


def dxf(dies: Dies) -> bytes:
    """Write paths as DXF."""
    width, height = dies.page.width, dies.page.height
    tags: list[tuple[int, object]] = [
        (999, f"paths {dies.code}"),
        *((0, "SECTION"), (2, "HEADER"), (9, "$ACADVER"), (1, "AC1009")),
        *((9, "$INSUNITS"), (70, 4), (9, "$MEASUREMENT"), (70, 1)),
        *((9, "$EXTMIN"), (10, 0.0), (20, 0.0), (9, "$EXTMAX"), (10, width), (20, height)),
        *((0, "ENDSEC"), (0, "SECTION"), (2, "TABLES")),
        *((0, "TABLE"), (2, "LTYPE"), (70, 1), (0, "LTYPE"), (2, "CONTINUOUS"), (70, 0)),
        *((3, "Solid line"), (72, 65), (73, 0), (40, 0.0), (0, "ENDTAB")),
        *((0, "TABLE"), (2, "LAYER"), (70, len(_LAYERS))),
    ]
    for name, color in _LAYERS.items():
        tags += [(0, "LAYER"), (2, name), (70, 0), (62, color), (6, "CONTINUOUS")]
    tags += [(0, "ENDTAB"), (0, "ENDSEC"), (0, "SECTION"), (2, "ENTITIES")]
    paper = Path.rect(Rect(0.0, 0.0, width, height))
    for layer, paths in ((CUT, dies.cut), (CREASE, dies.crease), (PAGE, (paper,))):
        for path in paths:
            tags += _polyline(path, layer, height)
    tags += [(0, "ENDSEC"), (0, "EOF")]
    return "".join(f"{code:3d}\n{_value(value)}\n" for code, value in tags).encode("ascii")


def _value(value: object) -> str:
    return f"{round(value, 6) + 0.0:.6f}" if isinstance(value, float) else str(value)


def _polyline(path: Path, layer: str, height: float) -> Iterator[tuple[int, object]]:
    points, closed = _vertices(path)
    yield from ((0, "POLYLINE"), (8, layer), (66, 1), (70, int(closed)))
    yield from ((10, 0.0), (20, 0.0), (30, 0.0))
    for x, y, bulge in points:
        yield from ((0, "VERTEX"), (8, layer), (10, x), (20, height - y), (30, 0.0))
        if bulge:
            yield (42, -bulge)  # y points up, which reverses the direction of arcs
    yield from ((0, "SEQEND"), (8, layer))


def _vertices(path: Path) -> tuple[list[Vertex], bool]:
    points: list[Vertex] = []
    closed = False
    for name, *numbers in path.segments:
        coords = [float(number) for number in numbers]
        if name == "Z":
            closed = True
        elif name != "C":
            points.append((coords[0], coords[1], 0.0))
        else:
            x, y, _ = points.pop()
            bulge = _quarter_circle_bulge(x, y, *coords)
            if bulge:
                points += [(x, y, bulge), (coords[4], coords[5], 0.0)]
            else:
                points += [(x, y, 0.0), *((a, b, 0.0) for a, b in _flatten_curve(x, y, *coords))]
    if len(points) > 1 and math.dist(points[0][:2], points[-1][:2]) < _TOLERANCE:
        points.pop()
        closed = True
    return points, closed


def _quarter_circle_bulge(
    x0: float, y0: float, x1: float, y1: float, x2: float, y2: float, x3: float, y3: float
) -> float:
    """Return the bulge of a curve if it is a quarter circle, else 0."""
    start_x, start_y, end_x, end_y = x1 - x0, y1 - y0, x3 - x2, y3 - y2
    start, end = math.hypot(start_x, start_y), math.hypot(end_x, end_y)
    chord = math.hypot(x3 - x0, y3 - y0)
    radius = chord / math.sqrt(2)
    square = abs(start_x * end_x + start_y * end_y) <= _TOLERANCE * start * end
    if not square or abs(start - end) > _TOLERANCE or abs(start - radius * KAPPA) > _TOLERANCE:
        return 0.0
    return math.copysign(_ARC, start_x * end_y - start_y * end_x)


def _flatten_curve(
    x0: float, y0: float, x1: float, y1: float, x2: float, y2: float, x3: float, y3: float
) -> Iterator[tuple[float, float]]:
    """Yield the end point of each line that replaces a cubic curve."""
    bend = max(math.hypot(x0 - 2 * x1 + x2, y0 - 2 * y1 + y2), 0.0)
    bend = max(bend, math.hypot(x1 - 2 * x2 + x3, y1 - 2 * y2 + y3))
    # The second derivative of a cubic is at most six times this.
    steps = max(math.ceil(math.sqrt(6 * bend / 8 / MAX_DEVIATION_MM)), 1)
    for step in range(1, steps + 1):
        t = step / steps
        a, b, c, d = (1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3
        yield a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3


_STYLES = {CUT: 'stroke="#ff0000"', CREASE: 'stroke="#0000ff" stroke-dasharray="2 1.5"'}


def svg(dies: Dies, title: str) -> bytes:
    """Write paths as SVG, with one group of lines to cut and one of lines to crease."""
    width, height = _number(dies.page.width), _number(dies.page.height)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
        f'viewBox="0 0 {width} {height}">',
        f"<title>{escape(title, quote=False)}</title>",
        f"<desc>paths {dies.code}</desc>",
    ]
    for layer, paths in ((CUT, dies.cut), (CREASE, dies.crease)):
        if paths:
            lines.append(
                f'<g id="{layer.lower()}" fill="none" stroke-width="0.1" {_STYLES[layer]}>'
            )
            lines += [f'<path d="{data}"/>' for data in map(_path_data, paths)]
            lines.append("</g>")
    return ("\n".join([*lines, "</svg>"]) + "\n").encode()


def _path_data(path: Path) -> str:
    return " ".join(
        f"{name}{' '.join(_number(float(number)) for number in numbers)}"
        for name, *numbers in path.segments
    )


def _number(value: float) -> str:
    return f"{round(value, 4) + 0.0:.4f}".rstrip("0").rstrip(".")
