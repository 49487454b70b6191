"""SVG path data: the ``d`` of a ``<path>``, in icons and in templates.

Numbers in brackets below are sections of SVG 2, chapter 9.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from operator import add

from cardgen.assets.svgstyle import MAX_VALUE, NUMBER
from cardgen.core.geometry import Path, Segment

_SPACE = r"[\s,]*+"
# What a command takes: `n` is a number, `f` a flag of an arc. Flags are one digit, and need no
# space behind them (9.3.9).
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
"""What matches one set of arguments of each command, with the space around it."""
_MAX_SEGMENTS = 100_000


def parse_path(d: str, even_odd: bool = False) -> Path:
    """Read path data as absolute lines and cubic Bézier curves.

    The whole grammar of path data is understood (9.3.9); arcs become curves. Empty data gives an
    empty path. Raises ValueError with the position of what is wrong, in characters from 1: SVG
    draws a path up to its fault (9.5.4), but half a path is nothing to print.
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
    """Say what is wrong with the arguments of a command that begin at a position."""
    kinds = _ARGUMENTS[command.upper()]
    for kind in kinds:
        match = re.compile(_PATTERNS[kind]).match(d, position)
        if match is None and kind == "f":
            return f"expected 0 or 1 at character {position + 1} of the path"
        if match is None:
            found = f"`{d[position]}`" if position < len(d) else "its end"
            return (
                f"`{command}` takes {len(kinds)} numbers, but character {position + 1} "
                f"of the path is {found}"
            )
        if not abs(float(match[1])) <= MAX_VALUE:
            break
        position = match.end()
    return f"the number at character {position + 1} of the path is too large"


class _Pen:
    """Draws commands; knows the current point and the last control point for smooth curves."""

    def __init__(self) -> None:
        self.segments: list[Segment] = []
        self._at = self._start = self._control = (0.0, 0.0)
        self._last = ""

    def draw(self, command: str, numbers: Sequence[float]) -> None:
        """Add one command with its numbers."""
        name, (x, y) = command.upper(), self._at
        if name == "Z":
            self.segments.append(("Z",))
            self._at, self._last = self._start, name
            return
        if self._last == "Z" and name != "M":
            # The next subpath starts where the closed one did (9.3.4).
            self.segments.append(("M", x, y))
        if name == "H" or name == "V":
            to = numbers[0] if command == name else numbers[0] + (x if name == "H" else y)
            numbers = (to, y) if name == "H" else (x, to)
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
                    numbers = (*self._mirrored("CS"), *numbers)
                self.segments.append(("C", *numbers))
                self._control = numbers[2], numbers[3]
            case "Q" | "T":
                cx, cy = self._mirrored("QT") if name == "T" else (numbers[0], numbers[1])
                # The same curve with two control points, each two thirds of the way to the one.
                first = x + (cx - x) * 2 / 3, y + (cy - y) * 2 / 3
                second = end[0] + (cx - end[0]) * 2 / 3, end[1] + (cy - end[1]) * 2 / 3
                self.segments.append(("C", *first, *second, *end))
                self._control = cx, cy
            case "A" if min(abs(numbers[0]), abs(numbers[1])) >= 1e-9 or end == self._at:
                self.segments += _arc(self._at, end, *numbers[:5])
            case _:
                self.segments.append(("L", *end))
        self._at, self._last = end, name

    def _mirrored(self, after: str) -> tuple[float, float]:
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
    if start == end:  # out-of-range parameters are mended as 9.5.1 says
        return []
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
        one = place(math.cos(a) - reach * math.sin(a), math.sin(a) + reach * math.cos(a))
        two = place(math.cos(b) + reach * math.sin(b), math.sin(b) - reach * math.cos(b))
        to = end if piece == pieces - 1 else place(math.cos(b), math.sin(b))
        curves.append(("C", *one, *two, *to))
    return curves
