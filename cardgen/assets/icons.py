"""Icons: SVG drawings as plain outlines that take the colour they are shown in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from cardgen.assets import problems, svgvalues
from cardgen.assets.svg import MAX_DEPTH, MAX_NODES, SHAPES, SvgNode, read_svg
from cardgen.assets.svggradient import gradient, is_even, tight_bounds
from cardgen.assets.svgoutline import number, outline
from cardgen.assets.svgstyle import GradientRef, SvgStyle, value
from cardgen.core.color import Color, LinearGradient, Paint, RadialGradient
from cardgen.core.errors import AssetError
from cardgen.core.geometry import Matrix, Path, Rect, Segment, Size
from cardgen.frame import Frame, Shape, Stroke

# Frames round to 0.001, so drawings smaller than 16 units are enlarged to 24.
_SMALL, _USUAL = 16.0, 24.0

_MAX_SEGMENTS = 100_000
_MAX_REACH = 1e6


@dataclass(frozen=True, slots=True)
class IconShape:
    """One outline of an icon; `svgvalues.CURRENT` stands where the icon's colour goes."""

    path: Path
    fill: Paint | None
    stroke: Stroke | None


@dataclass(frozen=True, slots=True)
class Icon:
    """A drawing in its own units, its box at the origin."""

    name: str
    box: Rect
    shapes: tuple[IconShape, ...]
    _frames: dict[Color, Frame] = field(default_factory=dict, repr=False, compare=False)

    def frame(self, color: Color) -> Frame:
        """Return the icon in a colour, as a Frame of the size of its box."""
        frame = self._frames.get(color)
        if frame is None:
            items = [
                Shape(
                    shape.path,
                    _tinted(shape.fill, color) if shape.fill else None,
                    _tinted_stroke(shape.stroke, color) if shape.stroke else None,
                )
                for shape in self.shapes
            ]
            frame = self._frames[color] = Frame(Size(self.box.width, self.box.height), items)
        return frame


def read_icon(name: str, data: bytes, path: str) -> Icon:
    """Convert an SVG file; raises AssetError with line and column."""
    return _Converter(read_svg(data, path)).icon(name)


def _tint(own: Color, color: Color) -> Color:
    """Return the colour of a part, or the icon's colour where `svgvalues.CURRENT` stands for it."""
    return color.with_alpha(color.alpha * own.alpha) if own.red < 0 else own


def _tinted(paint: Paint, color: Color) -> Paint:
    match paint:
        case LinearGradient(x0, y0, x1, y1, stops):
            return LinearGradient(x0, y0, x1, y1, tuple((at, _tint(c, color)) for at, c in stops))
        case RadialGradient(cx, cy, radius, stops):
            return RadialGradient(cx, cy, radius, tuple((at, _tint(c, color)) for at, c in stops))
        case Color():
            return _tint(paint, color)


def _tinted_stroke(stroke: Stroke, color: Color) -> Stroke:
    return Stroke(_tint(stroke.paint, color), stroke.width, stroke.dash, stroke.cap, stroke.join)


class _Converter:
    """Turns the tree into shapes, without recursion, so that no drawing can exhaust the stack."""

    def __init__(self, root: SvgNode) -> None:
        self._root = root
        self._ids = {node.get("id"): node for node in root.walk() if node.get("id")}
        self._view = _view_box(root)

    def icon(self, name: str) -> Icon:
        view = self._view
        larger = max(view.width, view.height)
        factor = _USUAL / larger if larger < _SMALL else 1.0
        matrix = Matrix(factor, 0.0, 0.0, factor, -view.x * factor, -view.y * factor)
        box = Rect(0.0, 0.0, view.width * factor, view.height * factor)
        shapes = tuple(self._shapes(SvgStyle(matrix)))
        if not shapes:
            raise AssetError(problems.empty_svg(self._root.at))
        return Icon(name, box, shapes)

    def _shapes(self, style: SvgStyle) -> Iterator[IconShape]:
        todo: list[tuple[SvgNode, SvgStyle, tuple[str, ...]]] = [(self._root, style, ())]
        drawn = segments = 0
        while todo:
            node, outer, uses = todo.pop()
            drawn += 1
            if drawn > MAX_NODES:
                why = f"with all copies it has more than {MAX_NODES} elements"
                raise AssetError(problems.excessive_svg(node.at, why))
            if node.get("display") == "none":  # nothing inside can show again (3.2.3)
                continue
            style = outer.inside(node)
            if node.tag in SHAPES:
                shape = self._shape(node, style)
                if shape:
                    segments += len(shape.path.segments)
                    if segments > _MAX_SEGMENTS:
                        why = f"its outlines have more than {_MAX_SEGMENTS} segments"
                        raise AssetError(problems.excessive_svg(node.at, why))
                    yield shape
            elif node.tag == "use":
                todo.append(self._copy(node, style, uses))
            elif node.tag in ("svg", "g"):
                todo.extend((child, style, uses) for child in reversed(node.children))

    def _copy(
        self, node: SvgNode, style: SvgStyle, uses: tuple[str, ...]
    ) -> tuple[SvgNode, SvgStyle, tuple[str, ...]]:
        """Resolve ``<use>`` (5.5); a symbol is fitted into the size that the use gives it."""
        name = node.get("href").removeprefix("#")
        target = self._ids.get(name)
        if target is None or target.tag not in (*SHAPES, "g", "symbol", "use", "svg"):
            raise AssetError(
                problems.bad_svg_value(node.at, "href", f"nothing to draw is named `{name[:40]}`")
            )
        if name in uses or target.tag == "svg":
            raise AssetError(problems.excessive_svg(node.at, f"`{name[:40]}` contains itself"))
        if len(uses) >= MAX_DEPTH:
            why = f"copies are nested more than {MAX_DEPTH} deep"
            raise AssetError(problems.excessive_svg(node.at, why))
        style = style.moved(Matrix.translation(number(node, "x"), number(node, "y")))
        if target.tag == "symbol":
            style = style.moved(_fit(node, target))
            target = SvgNode("g", target.attributes, target.at, target.children)
        return (target, style, (*uses, name))

    def _shape(self, node: SvgNode, style: SvgStyle) -> IconShape | None:
        path = outline(node)
        if path is None or not path.segments or not style.visible:
            return None
        fill = None if node.tag == "line" else self._fill(node, style, path)
        stroke = self._stroke(node, style)
        if fill is None and stroke is None:
            return None
        placed = _placed(path, style)
        if not all(abs(float(n)) <= _MAX_REACH for s in placed.segments for n in s[1:]):
            why = "a shape reaches too far from its box"
            raise AssetError(problems.excessive_svg(node.at, why))
        return IconShape(placed, fill, stroke)

    def _fill(self, node: SvgNode, style: SvgStyle, path: Path) -> Paint | None:
        opacity = style.fill_opacity * style.opacity
        fill = style.fill
        if isinstance(fill, GradientRef):
            target = self._ids.get(fill.id)
            if target is not None and target.tag in ("linearGradient", "radialGradient"):
                return gradient(
                    target, self._ids, tight_bounds(path), style.matrix, self._view, opacity
                )
            if fill.fallback is None:
                why = f"there is no gradient `{fill.id[:40]}`"
                raise AssetError(problems.bad_svg_value(node.at, "fill", why))
            fill = fill.fallback
        return fill.with_alpha(fill.alpha * opacity) if fill and opacity else None

    def _stroke(self, node: SvgNode, style: SvgStyle) -> Stroke | None:
        paint, scale = style.stroke, style.matrix.scale
        opacity = style.stroke_opacity * style.opacity
        if paint is None or not style.stroke_width or not opacity:
            return None
        if isinstance(paint, GradientRef):
            raise AssetError(
                problems.unsupported_svg(node.at, "gradients on strokes", "convert it to a path")
            )
        if not is_even(style.matrix):
            hint = "convert the stroke to a path in the drawing program"
            raise AssetError(problems.unsupported_svg(node.at, "unevenly scaled strokes", hint))
        return Stroke(
            paint.with_alpha(paint.alpha * opacity),
            round(style.stroke_width * scale, 4),
            tuple(round(part * scale, 4) for part in style.dash),
            style.cap,
            style.join,
        )


def _view_box(root: SvgNode) -> Rect:
    box = value(root, "viewBox", svgvalues.numbers)
    if box is None:
        if not root.get("width") or not root.get("height"):
            raise AssetError(problems.bad_svg_value(root.at, "viewBox", "the drawing has none"))
        box = [0.0, 0.0, number(root, "width"), number(root, "height")]
    if len(box) != 4 or box[2] <= 0 or box[3] <= 0:
        raise AssetError(
            problems.bad_svg_value(root.at, "viewBox", "it takes x, y, width and height")
        )
    return Rect(*box)


def _fit(use: SvgNode, symbol: SvgNode) -> Matrix:
    """Return the transform that places a symbol's view box as large as fits, in the middle.

    That is the initial ``preserveAspectRatio``, ``xMidYMid meet`` (8.7); others are not read.
    """
    if not symbol.get("viewBox") or not use.get("width") or not use.get("height"):
        return Matrix()
    box = _view_box(symbol)
    width, height = number(use, "width"), number(use, "height")
    scale = min(width / box.width, height / box.height)
    return Matrix(
        scale,
        0.0,
        0.0,
        scale,
        (width - box.width * scale) / 2 - box.x * scale,
        (height - box.height * scale) / 2 - box.y * scale,
    )


def _placed(path: Path, style: SvgStyle) -> Path:
    """Apply the transform and drop digits that nobody can see."""
    segments: list[Segment] = []
    for name, *numbers in path.transformed(style.matrix).segments:
        segments.append((name, *(round(float(n), 4) + 0.0 for n in numbers)))
    return Path(tuple(segments), style.even_odd)
