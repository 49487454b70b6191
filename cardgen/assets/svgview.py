"""Viewports of SVG, and the visible part of pictures.

A viewport fits the view box of a drawing or a symbol into its size (SVG 2, 8.2 and 8.6).

The visible part of a picture follows its file name: ``art/hill.jpg#focus=40% 20%&zoom=1.5``. It
belongs to the picture and not to the place on the card. A card gives it with the file name, and
every template that shows the picture uses it.
"""

import re
from typing import Any

from msgspec import Struct

from cardgen.assets import svgstyle
from cardgen.assets.svg import SvgNode
from cardgen.assets.svgstyle import value
from cardgen.core.geometry import Matrix, Path, Rect

_PIXELS = {"": 1, "px": 1, "pt": 4 / 3, "pc": 16, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96}
_LENGTH = re.compile(rf"({svgstyle.NUMBER})([a-z]*|%)")
_RATIO = re.compile(r"(?:(none)|x(Min|Mid|Max)Y(Min|Mid|Max))(?:\s+(meet|slice))?")
_SHARE = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}


class Viewport(Struct, frozen=True):
    """A box at the origin, the transform from ``view`` into it, and whether the box clips."""

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

    Only the proportions of its size count: an icon fills its place.
    """
    sides = [_length(root, name, None) for name in ("width", "height")]
    if any(side is not None and side <= 0 for side in sides):
        raise root.bad("width", "the drawing has no size")
    width, height = sides
    view = view_box(root)
    if view is None:
        if width is None or height is None:
            raise root.bad("viewBox", "the drawing has none")
        view = Rect(0.0, 0.0, width, height)
    box = view.width, view.height
    if width is None or height is None or abs(width * box[1] / (height * box[0]) - 1) < 1e-3:
        return Viewport(*box, view, Matrix.translation(-view.x, -view.y))
    inner = _fit_view_box(root, view, width, height)
    size = 1 / inner.matrix.a
    return Viewport(
        width * size, height * size, view, inner.matrix.then(Matrix.scaling(size)), inner.sliced
    )


def symbol(use: SvgNode, node: SvgNode, around: Rect) -> Viewport | None:
    """Return the viewport of a used symbol, or None if it has no size.

    A missing width or height is taken from the viewport ``around``.
    """
    width, height = (
        _length(use, name, full_length, _length(node, name, full_length, full_length))
        for name, full_length in (("width", around.width), ("height", around.height))
    )
    assert width is not None
    assert height is not None
    for name, side in (("width", width), ("height", height)):
        if side < 0:
            raise use.bad(name, "it cannot be negative")
    if not width or not height:
        return None
    view = view_box(node)
    if view is None:
        return Viewport(width, height, Rect(0.0, 0.0, width, height), Matrix())
    return _fit_view_box(node, view, width, height)


def view_box(node: SvgNode) -> Rect | None:
    """Return the view box of an element, or None if it has none; raises AssetError."""
    box = value(node, "viewBox", svgstyle.numbers)
    if box is None:
        return None
    if len(box) != 4 or box[2] <= 0 or box[3] <= 0:
        raise node.bad("viewBox", "it takes x, y, width and height")
    return Rect(*box)


def _fit_view_box(node: SvgNode, view: Rect, width: float, height: float) -> Viewport:
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
    node: SvgNode, name: str, full_length: float | None, default: float | None = None
) -> float | None:
    """Read a length in pixels; the result is ``default`` for ``auto`` and for unknown shares."""

    def read(text: str) -> float | None:
        match = _LENGTH.fullmatch(text)
        if match is None or (match[2] not in _PIXELS and match[2] != "%"):
            return default
        if match[2] == "%":
            return default if full_length is None else svgstyle.number(match[1]) / 100 * full_length
        return svgstyle.number(match[1]) * _PIXELS[match[2]]

    length = value(node, name, read)
    return default if length is None else length


MOST_ZOOM = 100.0
_VIEW = re.compile(r"(?P<path>.*?)#(?P<rest>(?:focus|zoom|crop)=.*)", re.DOTALL)
_VIEWS_SHARE = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)%")

Point = tuple[float, float]
Part = tuple[float, float, float, float]


class PictureView(Struct, frozen=True):
    """A picture file and its visible part; values that are None are left to the template.

    All are shares of the whole picture: ``focus`` is the point to keep visible, ``crop`` left, top,
    width and height of the part to use as the picture. ``zoom`` enlarges it.
    """

    path: str
    focus: Point | None = None
    zoom: float | None = None
    crop: Part | None = None

    def __str__(self) -> str:
        zoom = None if self.zoom is None else f"{self.zoom:g}"
        values = {"focus": _percent(self.focus), "zoom": zoom, "crop": _percent(self.crop)}
        suffix = "&".join(f"{name}={value}" for name, value in values.items() if value)
        return f"{self.path}#{suffix}" if suffix else self.path


def parse_view(text: str) -> PictureView:
    """Read the name of a picture and its visible part; ValueError describes faults."""
    match = _VIEW.fullmatch(text)
    if match is None:
        return PictureView(text)
    texts: dict[str, str] = {}
    for part in match["rest"].split("&"):
        name, equals, value = part.partition("=")
        if not equals or name not in ("focus", "zoom", "crop") or name in texts:
            raise ValueError(f"`{part}` is none of `focus=`, `zoom=` and `crop=`, each once")
        texts[name] = value
    readers = {"focus": parse_focus, "zoom": parse_zoom, "crop": parse_crop}
    values: dict[str, Any] = {name: readers[name](texts[name]) for name in readers if name in texts}
    return PictureView(match["path"], **values)


def parse_focus(text: str) -> Point:
    """Read a point of a picture: ``40% 20%``, from the left and from the top."""
    shares = _shares(text)
    if len(shares) != 2 or not all(0 <= share <= 1 for share in shares):
        raise ValueError("a focus is two shares of the picture from 0 to 100 %: `40% 20%`")
    return shares[0], shares[1]


def parse_zoom(text: str) -> float:
    """Read a factor by which a picture is larger than necessary."""
    try:
        zoom = float(text)
    except ValueError:
        zoom = 0.0
    if not 1 <= zoom <= MOST_ZOOM:
        raise ValueError(f"a zoom is a number from 1 to {MOST_ZOOM:g}: `1.5`")
    return zoom


def parse_crop(text: str) -> Part:
    """Read a part of a picture, ``x y width height`` in per cent: ``10% 0% 60% 80%``."""
    shares = _shares(text)
    if len(shares) == 4:
        x, y, width, height = shares
        inside = x >= 0 and y >= 0 and x + width <= 1 + 1e-9 and y + height <= 1 + 1e-9
        if inside and width >= 0.001 and height >= 0.001:
            return x, y, width, height
    raise ValueError("a crop is x, y, width and height inside the picture: `10% 0% 60% 80%`")


def _shares(text: str) -> list[float]:
    words = text.split()
    if not all(map(_VIEWS_SHARE.fullmatch, words)):
        return []
    return [float(word[:-1]) / 100 for word in words]


def _percent(shares: tuple[float, ...] | None) -> str:
    return " ".join(f"{share * 100:g}%" for share in shares or ())
