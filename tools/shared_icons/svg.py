"""Writes a shape as a small SVG file."""

from __future__ import annotations

from collections.abc import Iterator

from tools.shared_icons.shapes import GRID, Shape

_STEP = 20
"""Coordinates are rounded to so many parts of a unit: 6 µm on an icon of 3 mm."""
Box = tuple[float, float, float, float]


def svg(shape: Shape, number: Box | None = None) -> str:
    """Return the file; ``number`` is the place for a number: x, y, width and height."""
    place = ""
    if number is not None:
        x, y, width, height = (f"{value:g}" for value in number)
        place = (
            f'<rect id="number" x="{x}" y="{y}" width="{width}" height="{height}" fill="none"/>\n'
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {GRID:g} {GRID:g}">\n'
        f'<path d="{path_data(shape)}"/>\n{place}</svg>\n'
    )


def path_data(shape: Shape) -> str:
    """Return the outline in relative commands, as short as they get."""
    out: list[str] = []
    at = start = (0, 0)
    for name, numbers in _commands(shape):
        places = list(zip(numbers[::2], numbers[1::2], strict=True))
        if name == "Z":
            out.append("z")
            at = start
            continue
        if name == "M":
            start = places[0]
            out.append(f"M{_numbers([value for place in places for value in place])}")
        else:
            moves = [(x - at[0], y - at[1]) for x, y in places]
            dx, dy = moves[-1]
            if name == "L" and (dx == 0 or dy == 0):
                if dx or dy:
                    out.append(f"h{_numbers([dx])}" if dx else f"v{_numbers([dy])}")
            elif any(map(any, moves)):
                out.append(f"{name.lower()}{_numbers([value for move in moves for value in move])}")
        at = places[-1]
    return _merged(out)


def _commands(shape: Shape) -> Iterator[tuple[str, list[int]]]:
    """Yield commands with absolute numbers, in steps."""
    letters = {"moveTo": "M", "lineTo": "L", "curveTo": "C", "qCurveTo": "Q", "closePath": "Z"}
    path = shape.path
    path.convertConicsToQuads()
    for name, places in path.segments:
        numbers = [round(value * _STEP) for place in places for value in place]
        if name == "qCurveTo" and len(places) > 2:
            yield from _quadratics(places)
        else:
            yield letters[name], numbers


def _quadratics(places: tuple[tuple[float, float], ...]) -> Iterator[tuple[str, list[int]]]:
    """Yield a run of quadratic curves that leaves out the points between its controls."""
    *controls, last = places
    for i, (x, y) in enumerate(controls):
        following = controls[i + 1] if i + 1 < len(controls) else None
        end = ((x + following[0]) / 2, (y + following[1]) / 2) if following else last
        yield "Q", [round(value * _STEP) for value in (x, y, *end)]


def _numbers(steps: list[int]) -> str:
    out = ""
    for step in steps:
        text = f"{step / _STEP:.2f}".rstrip("0").rstrip(".")
        text = text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text
        out += text if not out or text.startswith("-") else f" {text}"
    return out


def _merged(commands: list[str]) -> str:
    """Leave out the letter of a command that repeats."""
    out, last = "", ""
    for command in commands:
        if command[0] == last and last not in "zM":
            rest = command[1:]
            out += rest if rest.startswith("-") else f" {rest}"
        else:
            out += command
        last = command[0]
    return out
