"""Converts path data (SVG 2, chapter 9) and shapes (chapter 10) to paths, and finds silhouettes.

Path data is the ``d`` of a ``<path>``, in icons and in templates.

A silhouette is one outline of all filled shapes. Overlapping shapes must count as one area, and
holes must stay holes. So every shape has the same winding direction, its holes have the opposite
direction, and the non-zero rule fills the result.
"""

import math
import re
from collections.abc import Iterable, Sequence
from operator import add
from typing import Any

from cardgen.assets import svgstyle
from cardgen.assets.svg import SvgNode
from cardgen.assets.svgstyle import MAX_VALUE, MIN_VALUE, NUMBER, value
from cardgen.core.geometry import (
    Matrix,
    Path,
    Rect,
    Segment,
    polylines,
    signed_area,
    winding_number,
)

_SPACE = r"[\s,]*+"
# Arguments of each command: `n` is a number, `f` a flag of an arc. Flags are one digit, and need
# no space behind them (9.3.9).
_ARGUMENTS = {
    "M": "nn",
    "L": "nn",
    "H": "n",
    "V": "n",
    "C": "nnnnnn",
    "S": "nnnn",
    "Q": "nnnn",
    "T": "nn",
    "A": "nnnffnn",
    "Z": "",
}
_PATTERNS = {"n": rf"((?>{NUMBER})){_SPACE}", "f": rf"([01]){_SPACE}"}
_SETS = {
    spelt: re.compile("".join((_SPACE, *(_PATTERNS[kind] for kind in kinds))))
    for name, kinds in _ARGUMENTS.items()
    for spelt in (name, name.lower())
}
"""Patterns for one set of arguments of each command, with the space around it."""
_MAX_SEGMENTS = 100_000


def parse_path(d: str, even_odd: bool = False) -> Path:
    """Read path data as absolute lines and cubic Bézier curves.

    This accepts the whole grammar of path data (9.3.9); arcs become curves. Empty data gives an
    empty path. Raises ValueError with the position of the fault, in characters from 1: SVG draws a
    path up to its fault (9.5.4), but half a path must not be printed.
    """
    pen = _Pen()
    position = _skip(d, 0)
    while position < len(d):
        command = d[position]
        if command not in _SETS:
            raise ValueError(
                f"`{command}` at character {position + 1} of the path is not a command"
            )
        if not pen.segments and command not in "Mm":
            raise ValueError(f"a path begins with `M`, not with `{command}`")
        position += 1
        while True:
            match = _SETS[command].match(d, position)
            numbers = tuple(map(float, match.groups())) if match else ()
            if match is None or (numbers and not max(map(abs, numbers)) <= MAX_VALUE):
                raise ValueError(_fault(d, _skip(d, position), command))
            position = match.end()
            pen.draw(command, numbers)
            if len(pen.segments) > _MAX_SEGMENTS:
                raise ValueError(f"the path has more than {_MAX_SEGMENTS} segments")
            if not numbers or position >= len(d) or d[position] not in "+-.0123456789":
                break
            # A command need not be repeated; points that follow a moveto are linetos (9.3.3).
            command = {"M": "L", "m": "l"}.get(command, command)
    return Path(tuple(pen.segments), even_odd)


def _skip(d: str, position: int) -> int:
    match = re.compile(_SPACE).match(d, position)
    return match.end() if match else position


def _fault(d: str, position: int, command: str) -> str:
    """Describe the fault in the arguments of a command that begin at a position."""
    kinds = _ARGUMENTS[command.upper()]
    for kind in kinds:
        match = re.compile(_PATTERNS[kind]).match(d, position)
        if match is None and kind == "f":
            return f"expected 0 or 1 at character {position + 1} of the path"
        if match is None:
            char = f"`{d[position]}`" if position < len(d) else "its end"
            return (
                f"`{command}` takes {len(kinds)} numbers, but character {position + 1} "
                f"of the path is {char}"
            )
        if not abs(float(match[1])) <= MAX_VALUE:
            break
        position = match.end()
    return f"the number at character {position + 1} of the path is too large"


class _Pen:
    """Draws commands; stores the current point and the last control point for smooth curves."""

    def __init__(self) -> None:
        self.segments: list[Segment] = []
        self._at = self._start = self._control = (0.0, 0.0)
        self._last = ""

    def draw(self, command: str, numbers: Sequence[float]) -> None:
        name, (x, y) = command.upper(), self._at
        if name == "Z":
            self.segments.append(("Z",))
            self._at, self._last = self._start, name
            return
        if self._last == "Z" and name != "M":
            # The next subpath starts at the start of the closed one (9.3.4).
            self.segments.append(("M", x, y))
        if name == "H" or name == "V":
            target = numbers[0] if command == name else numbers[0] + (x if name == "H" else y)
            numbers = (target, y) if name == "H" else (x, target)
        elif command != name:
            fixed = 5 if name == "A" else 0  # radii, angle and flags are never relative
            numbers = (*numbers[:fixed], *map(add, numbers[fixed:], (x, y) * 3))
        end = numbers[-2], numbers[-1]
        match name:
            case "M":
                self.segments.append(("M", *end))
                self._start = end
            case "C" | "S":
                if name == "S":
                    numbers = (*self._mirror_control("CS"), *numbers)
                self.segments.append(("C", *numbers))
                self._control = numbers[2], numbers[3]
            case "Q" | "T":
                cx, cy = self._mirror_control("QT") if name == "T" else (numbers[0], numbers[1])
                # The same curve with two control points, both two thirds of the way to this one.
                first = x + (cx - x) * 2 / 3, y + (cy - y) * 2 / 3
                second = end[0] + (cx - end[0]) * 2 / 3, end[1] + (cy - end[1]) * 2 / 3
                self.segments.append(("C", *first, *second, *end))
                self._control = cx, cy
            case "A" if min(*map(abs, numbers[:2]), math.dist(end, self._at)) >= MIN_VALUE:
                self.segments += _arc(self._at, end, *numbers[:5])
            case "A" if end == self._at:  # 9.5.1 defines how to correct parameters out of range
                pass
            case _:
                self.segments.append(("L", *end))
        self._at, self._last = end, name

    def _mirror_control(self, after: str) -> tuple[float, float]:
        """Mirror the last control point, if the last command drew a curve of that kind (9.5.2)."""
        x, y = self._at
        if self._last and self._last in after:
            return 2 * x - self._control[0], 2 * y - self._control[1]
        return x, y


def _arc(
    start: tuple[float, float],
    end: tuple[float, float],
    rx: float,
    ry: float,
    turn: float,
    large: float,
    sweep: float,
) -> list[Segment]:
    """Approximate an elliptical arc by curves of at most a quarter turn.

    The centre and the angles follow from the end points as in SVG 2, appendix B.2.4.
    """
    rx, ry = abs(rx), abs(ry)
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    half_x, half_y = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    px, py = cos * half_x + sin * half_y, cos * half_y - sin * half_x
    stretch = (px / rx) ** 2 + (py / ry) ** 2
    if stretch > 1:  # the ellipse is too small to reach: enlarge it until it just does (B.2.5)
        rx, ry = rx * math.sqrt(stretch), ry * math.sqrt(stretch)
    below = (rx * py) ** 2 + (ry * px) ** 2
    root = math.sqrt(max(0.0, ((rx * ry) ** 2 - below) / below))
    if large == sweep:
        root = -root
    qx, qy = root * rx * py / ry, -root * ry * px / rx
    cx = cos * qx - sin * qy + (start[0] + end[0]) / 2
    cy = sin * qx + cos * qy + (start[1] + end[1]) / 2
    angle = math.atan2((py - qy) / ry, (px - qx) / rx)
    extent = math.atan2((-py - qy) / ry, (-px - qx) / rx) - angle
    if sweep and extent < 0:
        extent += 2 * math.pi
    elif not sweep and extent > 0:
        extent -= 2 * math.pi
    pieces = max(1, math.ceil(abs(extent) / (math.pi / 2) - 1e-9))
    step = extent / pieces
    reach = 4 / 3 * math.tan(step / 4)

    def place(u: float, v: float) -> tuple[float, float]:
        return (cx + rx * u * cos - ry * v * sin, cy + rx * u * sin + ry * v * cos)

    curves: list[Segment] = []
    for piece in range(pieces):
        a, b = angle + piece * step, angle + (piece + 1) * step
        first_control = place(math.cos(a) - reach * math.sin(a), math.sin(a) + reach * math.cos(a))
        second_control = place(math.cos(b) + reach * math.sin(b), math.sin(b) - reach * math.cos(b))
        target = end if piece == pieces - 1 else place(math.cos(b), math.sin(b))
        curves.append(("C", *first_control, *second_control, *target))
    return curves


def outline(node: SvgNode) -> Path | None:
    """Return the path of a shape element, or None if it is empty."""
    match node.tag:
        case "path":
            return value(node, "d", parse_path)
        case "rect":
            return _rect(node)
        case "circle":
            radius = _size(node, "r")
            return _ellipse(node, radius, radius)
        case "ellipse":
            return _ellipse(node, *_radii(node))
        case "line":
            start = (number(node, "x1"), number(node, "y1"))
            end = (number(node, "x2"), number(node, "y2"))
            return Path((("M", *start), ("L", *end)))
        case _:
            return _points(node)


def number(node: SvgNode, name: str, default: float = 0.0) -> float:
    """Read a coordinate."""
    coordinate = value(node, name, svgstyle.number)
    return default if coordinate is None else coordinate


def _size(node: SvgNode, name: str) -> float:
    size = number(node, name)
    if size < 0:
        raise node.bad(name, "it cannot be negative")
    return size


def _ellipse(node: SvgNode, rx: float, ry: float) -> Path | None:
    if not rx or not ry:
        return None
    return Path.ellipse(number(node, "cx"), number(node, "cy"), rx, ry)


def _rect(node: SvgNode) -> Path | None:
    width, height = _size(node, "width"), _size(node, "height")
    if not width or not height:
        return None
    x, y = number(node, "x"), number(node, "y")
    rx, ry = _radii(node)
    rx, ry = min(rx, width / 2), min(ry, height / 2)  # none exceeds half a side (10.2)
    if not rx or not ry:
        return Path.rect(Rect(x, y, width, height))
    # Draw circular corners of rx in a space that is then stretched: they become rx by ry.
    tall = ry / rx
    round_cornered = Path.rect(Rect(x, y / tall, width, height / tall), rx)
    return round_cornered.transform(Matrix.scaling(1.0, tall))


def _radii(node: SvgNode) -> tuple[float, float]:
    """Read two radii; a missing radius equals the other one (7.4)."""
    rx, ry = (
        None if node.get(name) in ("", "auto") else _size(node, name) for name in ("rx", "ry")
    )
    return (ry if rx is None else rx) or 0.0, (rx if ry is None else ry) or 0.0


def _points(node: SvgNode) -> Path | None:
    flat = value(node, "points", svgstyle.numbers) or []
    if len(flat) % 2:
        raise node.bad("points", "there is an x without its y at the end")
    points = list(zip(flat[::2], flat[1::2], strict=True))
    if len(points) < 2:
        return None
    return Path.polygon(points, closed=node.tag == "polygon")


Point = tuple[float, float]
Contour = tuple[Segment, ...]

_NEAR = 0.1  # tolerance of straight pieces for a curve: enough to find its direction


def unite_paths(paths: Iterable[Path]) -> Path | None:
    """Return one outline of the area that paths fill together, or None if it is empty."""
    contours: list[Segment] = []
    for path in paths:
        for contour in _wound(path):
            contours += contour
    return Path(tuple(contours)) if contours else None


def holds(path: Path, x: float, y: float) -> bool:
    """Whether a point is filled, by the path's fill rule."""
    winding = sum(winding_number(_ring(contour), x, y) for contour in _contours(path))
    return winding % 2 == 1 if path.even_odd else winding != 0


def _wound(path: Path) -> list[Contour]:
    """Return the contours of a path, the outermost clockwise."""
    contours = _contours(path)
    rings = [_ring(contour) for contour in contours]
    if path.even_odd:
        inside = [
            sum(winding_number(outer, *ring[0]) % 2 for outer in rings if outer is not ring)
            for ring in rings
        ]
        want = [depth % 2 == 0 for depth in inside]
        turned = [(signed_area(ring) > 0) != good for ring, good in zip(rings, want, strict=True)]
    else:  # the directions of the contours relative to each other define the holes
        largest = max(rings, key=lambda ring: abs(signed_area(ring)), default=[])
        turned = [signed_area(largest) < 0] * len(rings)
    return [
        _reverse(contour) if turn else contour
        for contour, turn in zip(contours, turned, strict=True)
    ]


def _contours(path: Path) -> list[Contour]:
    """Split a path into closed contours; each begins with a move."""
    contours: list[list[Segment]] = []
    for segment in path.segments:
        if segment[0] == "M":
            contours.append([segment])
        elif segment[0] != "Z":
            contours[-1].append(segment)
    return [(*contour, ("Z",)) for contour in contours if len(contour) > 1]


def _ring(contour: Contour) -> list[Point]:
    points, _ = next(polylines(Path(contour), _NEAR))
    return points


def _reverse(contour: Contour) -> Contour:
    drawn: list[tuple[Any, ...]] = [segment for segment in contour if len(segment) > 1]
    ends = [segment[-2:] for segment in drawn]
    back: list[Segment] = [("M", *ends[-1])]
    for segment, end in zip(drawn[:0:-1], ends[-2::-1], strict=True):
        if len(segment) == 7:
            back.append(("C", *segment[3:5], *segment[1:3], *end))
        else:
            back.append(("L", *end))
    return (*back, ("Z",))
