"""Viewports of SVG: the size of a drawing or a symbol, and how its view box fits in (8.2, 8.6)."""

from __future__ import annotations

import re

from msgspec import Struct

from cardgen.assets import problems, svgvalues
from cardgen.assets.svg import SvgNode
from cardgen.assets.svgstyle import value
from cardgen.core.errors import AssetError
from cardgen.core.geometry import Matrix, Path, Rect

_PIXELS = {
    "": 1.0,
    "px": 1.0,
    "pt": 4 / 3,
    "pc": 16.0,
    "mm": 96 / 25.4,
    "cm": 96 / 2.54,
    "in": 96.0,
}
_LENGTH = re.compile(rf"({svgvalues.NUMBER})([a-z]*|%)")
_RATIO = re.compile(r"(?:(none)|x(Min|Mid|Max)Y(Min|Mid|Max))(?:\s+(meet|slice))?")
_SHARE = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}


class Viewport(Struct, frozen=True):
    """A box at the origin, the transform into it from ``view``, and whether content is cut."""

    width: float
    height: float
    view: Rect
    matrix: Matrix
    sliced: bool = False

    @property
    def outline(self) -> Path:
        """The box as a path."""
        return Path.rect(Rect(0.0, 0.0, self.width, self.height))


def drawing(root: SvgNode) -> Viewport:
    """Return the viewport of a drawing, in units of its view box; raises AssetError.

    Its size counts for its shape only: an icon is as large as its place.
    """
    sides = [_length(root, name, None) for name in ("width", "height")]
    if any(side is not None and side <= 0 for side in sides):
        raise AssetError(problems.bad_svg_value(root.at, "width", "the drawing has no size"))
    width, height = sides
    view = view_box(root)
    if view is None:
        if width is None or height is None:
            raise AssetError(problems.bad_svg_value(root.at, "viewBox", "the drawing has none"))
        view = Rect(0.0, 0.0, width, height)
    given = view.width, view.height
    if width is None or height is None or abs(width * given[1] / (height * given[0]) - 1) < 1e-3:
        return Viewport(*given, view, Matrix.translation(-view.x, -view.y))
    inner = _fitted(root, view, width, height)
    size = 1 / inner.matrix.a
    return Viewport(
        width * size, height * size, view, inner.matrix.then(Matrix.scaling(size)), inner.sliced
    )


def symbol(use: SvgNode, node: SvgNode, around: Rect) -> Viewport | None:
    """Return the viewport of a symbol where it is used, or None if it has no size.

    What neither of the two states is all that there is ``around``.
    """
    width, height = (
        _length(use, name, whole, _length(node, name, whole, whole))
        for name, whole in (("width", around.width), ("height", around.height))
    )
    assert width is not None
    assert height is not None
    for name, side in (("width", width), ("height", height)):
        if side < 0:
            raise AssetError(problems.bad_svg_value(use.at, name, "it cannot be negative"))
    if not width or not height:
        return None
    view = view_box(node)
    if view is None:
        return Viewport(width, height, Rect(0.0, 0.0, width, height), Matrix())
    return _fitted(node, view, width, height)


def view_box(node: SvgNode) -> Rect | None:
    """Return the view box of an element, or None without one; raises AssetError."""
    box = value(node, "viewBox", svgvalues.numbers)
    if box is None:
        return None
    if len(box) != 4 or box[2] <= 0 or box[3] <= 0:
        raise AssetError(
            problems.bad_svg_value(node.at, "viewBox", "it takes x, y, width and height")
        )
    return Rect(*box)


def _fitted(node: SvgNode, view: Rect, width: float, height: float) -> Viewport:
    """Fit a view box into a box by ``preserveAspectRatio`` (8.7)."""
    horizontal, vertical, how = value(node, "preserveAspectRatio", _ratio) or (0.5, 0.5, "meet")
    across, down = width / view.width, height / view.height
    if how != "none":
        across = down = (max if how == "slice" else min)(across, down)
    left = (width - view.width * across) * horizontal - view.x * across
    top = (height - view.height * down) * vertical - view.y * down
    return Viewport(
        width, height, view, Matrix(across, 0.0, 0.0, down, left, top), sliced=how == "slice"
    )


def _ratio(text: str) -> tuple[float, float, str]:
    match = _RATIO.fullmatch(text)
    if match is None:
        raise ValueError(f"`{text[:40]}` is none of `none`, `xMidYMid meet` and the like")
    if match[1]:
        return 0.0, 0.0, "none"
    return _SHARE[match[2]], _SHARE[match[3]], match[4] or "meet"


def _length(
    node: SvgNode, name: str, whole: float | None, default: float | None = None
) -> float | None:
    """Read a length in pixels; a share of an unknown ``whole``, and ``auto``, are the default."""

    def read(text: str) -> float | None:
        match = _LENGTH.fullmatch(text)
        if match is None or (match[2] not in _PIXELS and match[2] != "%"):
            return default
        if match[2] == "%":
            return default if whole is None else svgvalues.number(match[1]) / 100 * whole
        return svgvalues.number(match[1]) * _PIXELS[match[2]]

    found = value(node, name, read)
    return default if found is None else found
