"""Linear and radial gradients of SVG (SVG 2, 14.2), converted to plain coordinates."""

import math
from collections.abc import Mapping
from functools import partial

from cardgen.assets import svgstyle
from cardgen.assets.svg import SvgNode
from cardgen.assets.svgstyle import color_at, own_property, value
from cardgen.core.geometry import Matrix, Path, Rect
from cardgen.core.style import Color, LinearGradient, Paint, RadialGradient

_MAX_LINKS = 8
_APART = 0.001
Stops = tuple[tuple[float, Color], ...]


def is_even(matrix: Matrix) -> bool:
    """Whether a transform scales all directions equally, within one per cent."""
    across, down = math.hypot(matrix.a, matrix.b), math.hypot(matrix.c, matrix.d)
    skew = abs(matrix.a * matrix.c + matrix.b * matrix.d)
    return abs(across - down) <= 0.01 * max(across, down) and skew <= 0.01 * across * down


def gradient(
    node: SvgNode, ids: Mapping[str, SvgNode], box: Rect, matrix: Matrix, view: Rect, opacity: float
) -> Paint | None:
    """Resolve a gradient element for a shape with the bounds ``box`` under ``matrix``.

    Its coordinates are shares of the box, unless ``gradientUnits`` is ``userSpaceOnUse`` (8.11).
    """
    chain = _chain(node, ids)
    stops = _stops(chain, opacity)
    if not stops:
        return None
    owner = _owner(chain, "spreadMethod")
    if owner.get("spreadMethod") not in ("", "pad"):
        raise owner.unsupported_error("repeated gradients")
    if _owner(chain, "gradientUnits").get("gradientUnits") != "userSpaceOnUse":
        if not box.width or not box.height:  # shares of an empty box are undefined
            return stops[-1][1]
        matrix = Matrix(box.width, 0.0, 0.0, box.height, box.x, box.y).then(matrix)
        view = Rect(0.0, 0.0, 1.0, 1.0)
    owner = _owner(chain, "gradientTransform")
    own = value(owner, "gradientTransform", svgstyle.transform)
    if own is not None:
        if abs(own.a * own.d - own.b * own.c) < 1e-12:
            raise owner.bad("gradientTransform", "it leaves nothing of the gradient")
        matrix = own.then(matrix)
    if len(stops) == 1:
        return stops[0][1]
    if node.tag == "linearGradient":
        x1, y1 = _length(chain, "x1", 0, view.width), _length(chain, "y1", 0, view.height)
        x2, y2 = _length(chain, "x2", 1, view.width), _length(chain, "y2", 0, view.height)
        return _linear((x1, y1), (x2, y2), matrix, stops)
    return _radial(chain, matrix, view, stops)


def _length(chain: list[SvgNode], name: str, default: float, extent: float) -> float:
    """Read a coordinate or radius; percentages and the default are shares of an extent."""

    def read(text: str) -> float:
        if text.endswith("%"):
            return svgstyle.number(text[:-1]) / 100 * extent
        return svgstyle.number(text)

    length = value(_owner(chain, name), name, read)
    return default * extent if length is None else length


def _radial(chain: list[SvgNode], matrix: Matrix, view: Rect, stops: Stops) -> Paint:
    """Return the gradient between two circles with one centre; others are not supported."""
    node = chain[0]
    centre = (_length(chain, "cx", 0.5, view.width), _length(chain, "cy", 0.5, view.height))
    # Shares of a radius refer to the diagonal, divided by the square root of 2 (8.10).
    diagonal = math.hypot(view.width, view.height) / math.sqrt(2)
    radius, inner = _length(chain, "r", 0.5, diagonal), _length(chain, "fr", 0.0, diagonal)
    if min(radius, inner) < 0:
        raise node.bad("r", "it cannot be negative")
    if not radius:  # a circle of no size paints the last colour (14.2.3)
        return stops[-1][1]
    if inner >= radius:
        raise node.unsupported_error("a gradient that begins where it ends")
    if inner:
        stops = tuple(((inner + t * (radius - inner)) / radius, color) for t, color in stops)
    for name, middle in zip(("fx", "fy"), centre, strict=True):
        apart = abs(_length(chain, name, 0.0, 1.0) - middle) > 1e-6 * view.width
        if _owner(chain, name).get(name) and apart:
            raise node.unsupported_error("a gradient with its own focus")
    if not is_even(matrix):
        hint = 'give the gradient gradientUnits="userSpaceOnUse"'
        raise node.unsupported_error("an elliptical gradient", hint)
    return RadialGradient(*matrix.apply(*centre), radius * matrix.scale, stops)


def tight_bounds(path: Path) -> Rect:
    """Return the bounding box of a path's curves, without outlying control points (8.10)."""
    xs: list[float] = []
    ys: list[float] = []
    x = y = 0.0
    for name, *coordinates in path.segments:
        numbers = [float(n) for n in coordinates]
        if name == "C":
            xs += _extremes(x, *numbers[0::2])
            ys += _extremes(y, *numbers[1::2])
        if numbers:
            x, y = numbers[-2:]
            xs.append(x)
            ys.append(y)
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _extremes(p0: float, p1: float, p2: float, p3: float) -> list[float]:
    """Return the values at which one coordinate of a Bézier curve turns back."""
    a, b, c = p3 - 3 * p2 + 3 * p1 - p0, 2 * (p2 - 2 * p1 + p0), p1 - p0
    if abs(a) < 1e-9:
        turns = [-c / b] if abs(b) > 1e-9 else []
    else:
        root = b * b - 4 * a * c
        turns = [(-b + s * math.sqrt(root)) / (2 * a) for s in (1, -1)] if root >= 0 else []
    return [
        (1 - t) ** 3 * p0 + 3 * (1 - t) ** 2 * t * p1 + 3 * (1 - t) * t * t * p2 + t**3 * p3
        for t in turns
        if 0 < t < 1
    ]


def _linear(
    start: tuple[float, float], end: tuple[float, float], matrix: Matrix, stops: Stops
) -> Paint:
    """Map the line so that the bands of colour, and not only the ends, are where SVG wants them.

    Bands are at right angles to the line before the transform (14.2.2). After a skew or an uneven
    scale they no longer are, so the result is the line at right angles to the mapped bands.
    """
    dx, dy = end[0] - start[0], end[1] - start[1]
    along = (matrix.a * dx + matrix.c * dy, matrix.b * dx + matrix.d * dy)
    stripe = (matrix.c * dx - matrix.a * dy, matrix.d * dx - matrix.b * dy)
    length = stripe[0] ** 2 + stripe[1] ** 2
    if length < 1e-12:  # a line of no length paints the last colour (14.2.2)
        return stops[-1][1]
    slip = (along[0] * stripe[0] + along[1] * stripe[1]) / length
    x, y = matrix.apply(*start)
    return LinearGradient(
        x, y, x + along[0] - slip * stripe[0], y + along[1] - slip * stripe[1], stops
    )


def _chain(node: SvgNode, ids: Mapping[str, SvgNode]) -> list[SvgNode]:
    """Follow ``href``: a gradient inherits missing attributes from another gradient (14.1.1)."""
    chain = [node]
    while href := chain[-1].get("href"):
        linked = ids.get(href.removeprefix("#"))
        if linked is None or "Gradient" not in linked.tag:
            raise chain[-1].bad("href", f"there is no gradient `{href[:40]}`")
        if len(chain) >= _MAX_LINKS or linked in chain:
            raise node.excessive("gradients refer to each other")
        chain.append(linked)
    return chain


def _owner(chain: list[SvgNode], name: str) -> SvgNode:
    """Return the first gradient with an attribute, or the first gradient of the chain."""
    return next((node for node in chain if node.get(name)), chain[0])


def _stops(chain: list[SvgNode], opacity: float) -> Stops:
    stops: list[tuple[float, Color]] = []
    for node in chain:
        for child in node.children:
            if child.tag != "stop":
                continue
            # An offset below the one before it counts as equal to it (14.2.4).
            offset = max(
                value(child, "offset", svgstyle.share) or 0.0, stops[-1][0] if stops else 0
            )
            text = own_property(child, "stop-color")
            reader = partial(svgstyle.color, current=color_at(child))
            color = value(child, "stop-color", reader, text)
            alpha = value(
                child, "stop-opacity", svgstyle.share, own_property(child, "stop-opacity")
            )
            if color is None:
                is_missing = text == ""
                color, alpha = Color(0, 0, 0), alpha if is_missing else 0.0
            share = 1.0 if alpha is None else alpha
            stops.append((offset, color.with_alpha(color.alpha * share * opacity)))
        if stops:
            break
    return separate_stops(stops)


def separate_stops(stops: list[tuple[float, Color]]) -> Stops:
    """Move stops at the same end apart, because a PDF has one colour for the end and beyond."""
    if len(stops) > 1 and stops[1][0] == 0:
        last = max(i for i, (offset, _) in enumerate(stops) if offset == 0)
        stops = [stops[0], (_APART, stops[last][1]), *stops[last + 1 :]]
    if len(stops) > 1 and stops[-2][0] == 1:
        first = min(i for i, (offset, _) in enumerate(stops) if offset == 1)
        stops = [*stops[:first], (1 - _APART, stops[first][1]), stops[-1]]
    return tuple(stops)
