"""The values of SVG attributes: numbers, lists, transforms and colours.

Every function raises ValueError with a message for people.
"""

from __future__ import annotations

import math
import re

from cardgen.core.color import Color
from cardgen.core.geometry import Matrix

# A text can be split into numbers in one way only, so that matching takes linear time.
NUMBER = r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?"
_LENGTH = re.compile(rf"({NUMBER})(?:px)?")
_SHARE = re.compile(rf"({NUMBER})(%?)")
_NEXT = re.compile(rf"({NUMBER})[\s,]*")
_TRANSFORM = re.compile(r"(\w+)\s*\(([^()]*)\)[\s,]*")
_RGB = re.compile(r"rgba?\(([^()]*)\)")
MAX_VALUE = 1e7
_MAX_NUMBERS = 50_000

CURRENT = Color(-1.0, -1.0, -1.0)
"""Stands for ``currentColor`` (at any alpha) until the icon is given its colour."""


def number(text: str) -> float:
    """Read a number, optionally in ``px``."""
    match = _LENGTH.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"`{text.strip()[:40]}` is not a plain number")
    return _sane(float(match[1]))


def share(text: str) -> float:
    """Read a number or a percentage as a share from 0 to 1."""
    match = _SHARE.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"`{text.strip()[:40]}` is not a number from 0 to 1")
    return min(1.0, max(0.0, float(match[1]) / (100 if match[2] else 1)))


def numbers(text: str) -> list[float]:
    """Read numbers separated by spaces or commas."""
    text = text.strip()
    found: list[float] = []
    position = 0
    while position < len(text):
        match = _NEXT.match(text, position)
        if match is None:
            raise ValueError(f"`{text[position : position + 40]}` is not a number")
        found.append(_sane(float(match[1])))
        position = match.end()
        if len(found) > _MAX_NUMBERS:
            raise ValueError("there are too many numbers")
    return found


def _sane(value: float) -> float:
    if not abs(value) <= MAX_VALUE:
        raise ValueError("a number is too large")
    return value


def transform(text: str) -> Matrix:
    """Read a list of transforms (SVG 1.1, 7.6); the last one is applied to the shape first."""
    text = text.strip()
    result = Matrix()
    position = 0
    while position < len(text):
        match = _TRANSFORM.match(text, position)
        if match is None:
            raise ValueError(f"`{text[position : position + 40]}` is not a transform")
        result = _one_transform(match[1], numbers(match[2])).then(result)
        position = match.end()
    return result


def _one_transform(name: str, values: list[float]) -> Matrix:
    match name, values:
        case "matrix", [a, b, c, d, e, f]:
            return Matrix(a, b, c, d, e, f)
        case "translate", [x]:
            return Matrix.translation(x, 0.0)
        case "translate", [x, y]:
            return Matrix.translation(x, y)
        case "scale", [s]:
            return Matrix.scaling(s)
        case "scale", [x, y]:
            return Matrix.scaling(x, y)
        case "rotate", [degrees]:
            return Matrix.rotation(degrees)
        case "rotate", [degrees, x, y]:
            return Matrix.rotation(degrees, x, y)
        case "skewX", [degrees]:
            return Matrix(c=math.tan(math.radians(degrees)))
        case "skewY", [degrees]:
            return Matrix(b=math.tan(math.radians(degrees)))
    raise ValueError(f"`{name}` with {len(values)} numbers is not a transform")


def color(text: str, current: Color = CURRENT) -> Color | None:
    """Read a colour (CSS Color 4, 5 and 6); ``none`` and ``transparent`` give None."""
    word = text.strip().lower()
    if word in ("none", "transparent"):
        return None
    if word == "currentcolor":
        return current
    if word.startswith("rgb"):
        return _rgb(word)
    if word.isalpha() and word not in ("black", "white"):
        from PIL.ImageColor import getrgb  # imported late: icons seldom name colours

        try:  # not its table of names, which it changes when it has looked one up
            red, green, blue = getrgb(word)[:3]
        except ValueError:
            raise ValueError(f"`{text.strip()[:40]}` is not a colour") from None
        return Color(red / 255, green / 255, blue / 255)
    return Color.parse(word[:40])


def _rgb(text: str) -> Color:
    match = _RGB.fullmatch(text)
    parts = re.split(r"[\s,/]+", match[1].strip()) if match else []
    if len(parts) not in (3, 4):
        raise ValueError(f"`{text[:40]}` is not a colour")
    if "," in text and len({part.endswith("%") for part in parts[:3]}) > 1:
        raise ValueError(f"`{text[:40]}` mixes numbers and percentages")
    red, green, blue = (
        share(part) if part.endswith("%") else min(1.0, max(0.0, number(part) / 255))
        for part in parts[:3]
    )
    return Color(red, green, blue, share(parts[3]) if len(parts) == 4 else 1.0)
