"""Icons: SVG drawings converted to outlines that can take any colour."""

from collections.abc import Iterable, Iterator
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from cardgen.assets import problems
from cardgen.assets.svg import DEFINITIONS, HINTS, MAX_DEPTH, MAX_NODES, SHAPES, SvgNode
from cardgen.assets.svggradient import gradient, is_even, tight_bounds
from cardgen.assets.svgoutline import holds, number, outline, unite_paths
from cardgen.assets.svgsheet import read_drawing
from cardgen.assets.svgstyle import GradientRef, SvgStyle, opacity
from cardgen.assets.svgview import drawing, symbol
from cardgen.core.diagnostics import AssetError
from cardgen.core.geometry import Matrix, Path, Rect, Segment, Size
from cardgen.core.style import Color, LinearGradient, Paint, RadialGradient
from cardgen.frame import Frame, Group, Item, Shape, Stroke
from cardgen.frame.items import MITER

# Frames round to 0.001, so drawings smaller than 16 units are enlarged to 24.
_SMALL, _USUAL = 16.0, 24.0
_CLEAR = 0.6
"""Share of an icon, in its middle, for a number, unless the drawing marks a position."""

_MAX_SEGMENTS = 100_000
_MAX_REACH = 1e6
_DEEPEST = 200
_ORIGINS = ("", "0", "0 0", "0px 0px", "0% 0%", "left top", "top left")


class IconShape(Struct, frozen=True):
    """One outline of an icon; `svgstyle.CURRENT` is replaced by the icon's colour."""

    path: Path
    fill: Paint | None
    stroke: Stroke | None


class IconGroup(Struct, frozen=True):
    """Parts that fade or are clipped as one picture."""

    parts: "tuple[IconPart, ...]"
    opacity: float
    clip: Path | None


IconPart = IconShape | IconGroup


class Icon(Struct, frozen=True):
    """A drawing in its own units, with its box at the origin."""

    name: str
    box: Rect
    parts: tuple[IconPart, ...]
    number: Rect = Rect(0.0, 0.0, 0.0, 0.0)
    """The box for a number, in the units of the box."""

    def frame(self, color: Color) -> Frame:
        """Return the icon in a colour, as a Frame of the size of its box."""
        return self._paint_parts(self.parts, color)

    def color_at(self, x: float, y: float, color: Color) -> Color | None:
        """Return the colour of the topmost filled part at a point, or None."""
        topmost = None
        for part in _flat(self.parts, (x, y)):
            if part.fill is not None and holds(part.path, x, y):
                paint = _apply_color(part.fill, color)
                topmost = paint if isinstance(paint, Color) else paint.stops[0][1]
        return topmost

    @property
    def silhouette(self) -> Path | None:
        """The outline of all filled parts, or None if there are only lines or clipped parts."""
        if _are_clipped(self.parts):
            return None
        return unite_paths(part.path for part in _flat(self.parts) if part.fill is not None)

    def _paint_parts(self, parts: tuple[IconPart, ...], color: Color) -> Frame:
        items: list[Item] = []
        for part in parts:
            if isinstance(part, IconGroup):
                inner = self._paint_parts(part.parts, color)
                items.append(Group(inner, clip=part.clip, opacity=part.opacity))
            else:
                fill = _apply_color(part.fill, color) if part.fill else None
                stroke = part.stroke
                if stroke:
                    stroke = replace(stroke, paint=_apply_color(stroke.paint, color))
                items.append(Shape(part.path, fill, stroke))
        return Frame(Size(self.box.width, self.box.height), items)


def _flat(
    parts: Iterable[IconPart], point: tuple[float, float] | None = None
) -> Iterator[IconShape]:
    """Yield all shapes except those that a clip hides at a point."""
    for part in parts:
        if isinstance(part, IconShape):
            yield part
        elif part.clip is None or point is None or holds(part.clip, *point):
            yield from _flat(part.parts, point)


def _are_clipped(parts: Iterable[IconPart]) -> bool:
    groups = [part for part in parts if isinstance(part, IconGroup)]
    return any(group.clip is not None or _are_clipped(group.parts) for group in groups)


def _contains(clip: Path, parts: Iterable[IconPart]) -> bool:
    """Whether a clip is an upright rectangle around parts."""
    box = clip.bounds()
    return clip.segments == Path.rect(box).segments and all(
        box.contains(
            part.path.bounds().grow(part.stroke.width * MITER / 2 if part.stroke else 0), 0.001
        )
        for part in _flat(parts)
    )


def read_icon(name: str, data: bytes, path: str) -> Icon:
    """Convert an SVG file to an icon; raises AssetError with line and column."""
    return _Converter(read_drawing(data, path)).icon(name)


def _tint(own: Color, color: Color) -> Color:
    """Return the colour of a part, or the icon's colour in place of `svgstyle.CURRENT`."""
    return color.with_alpha(color.alpha * own.alpha) if own.red < 0 else own


def _apply_color(paint: Paint, color: Color) -> Paint:
    match paint:
        case LinearGradient(x0, y0, x1, y1, stops):
            return LinearGradient(x0, y0, x1, y1, tuple((t, _tint(c, color)) for t, c in stops))
        case RadialGradient(cx, cy, radius, stops):
            return RadialGradient(cx, cy, radius, tuple((t, _tint(c, color)) for t, c in stops))
        case Color():
            return _tint(paint, color)


class _Converter:
    """Converts the SVG tree into shapes."""

    def __init__(self, root: SvgNode) -> None:
        self._root = root
        self._ids: dict[str, SvgNode] = {}
        for node in root.walk():
            self._ids.setdefault(node.get("id"), node)
        self._drawn = self._segments = 0
        self._number: Rect | None = None

    def icon(self, name: str) -> Icon:
        view = drawing(self._root)
        larger = max(view.width, view.height)
        factor = _USUAL / larger if larger < _SMALL else 1.0
        matrix = view.matrix.then(Matrix.scaling(factor))
        box = Rect(0.0, 0.0, view.width * factor, view.height * factor)
        parts = self._parts(self._root, SvgStyle(matrix, view.view))
        if view.sliced:
            parts = _group_parts(parts, clip=Path.rect(box))
        if not parts:
            raise AssetError(problems.empty_svg(self._root.location))
        margin = (1 - _CLEAR) / 2
        middle = Rect(
            margin * box.width, margin * box.height, _CLEAR * box.width, _CLEAR * box.height
        )
        return Icon(name, box, tuple(parts), self._number or middle)

    def _parts(
        self, node: SvgNode, style: SvgStyle, uses: tuple[str, ...] = (), depth: int = 0
    ) -> list[IconPart]:
        """Return the parts of an element; ``uses`` names the ``<use>`` copies around it."""
        self._count(node)
        if depth > _DEEPEST:
            raise node.excessive(f"elements and copies are nested more than {_DEEPEST} deep")
        # `none` also hides all inner elements (3.2.3); no extension is supported (5.8.4).
        hidden = node.get("display") == "none" or "requiredExtensions" in node.attributes
        if hidden or node.tag in DEFINITIONS:
            return []
        outer, style, share = style, style.inside(node), opacity(node)
        if not share:
            return []
        node.check_drawable()
        if style.matrix is not outer.matrix and node.get("transform-origin") not in _ORIGINS:
            raise node.unsupported_error("`transform-origin`")
        if node.tag in SHAPES:
            parts = self._shapes(node, style)
        elif node.tag == "use":
            parts = self._copy(node, style, uses, depth + 1)
        else:
            children = node.children
            if node.tag == "switch":  # draws its first child whose conditions hold (5.8.3)
                children = [c for c in children if "requiredExtensions" not in c.attributes][:1]
            inner = [self._parts(child, style, uses, depth + 1) for child in children]
            parts = list(chain.from_iterable(inner))
        return self._clip(node, style, _group_parts(parts, share))

    def _count(self, node: SvgNode, path: Path | None = None) -> None:
        """Count an element, or the segments of its outline; raises AssetError for too many."""
        self._drawn += path is None
        self._segments += len(path.segments) if path else 0
        if self._drawn > MAX_NODES:
            raise node.excessive(f"with all copies it has more than {MAX_NODES} elements")
        if self._segments > _MAX_SEGMENTS:
            raise node.excessive(f"its outlines have more than {_MAX_SEGMENTS} segments")

    def _clip(self, node: SvgNode, style: SvgStyle, parts: list[IconPart]) -> list[IconPart]:
        """Clip the parts of an element by its ``clip-path`` (CSS Masking 1, 5)."""
        text = node.get("clip-path", "none")
        if text == "none" or not parts:
            return parts
        target = self._ids.get(text.removeprefix("url(").strip(" '\"#)"))
        if target is None or target.tag != "clipPath":
            raise node.bad("clip-path", f"there is no clip path `{text[:40]}`")
        if target.get("clipPathUnits") == "objectBoundingBox":
            raise target.unsupported_error("`clip-path`")
        style = SvgStyle(style.matrix, style.view).inside(target)
        outlines = [path for child in target.children for path in self._clip_area(child, style)]
        clip = outlines[0] if len(outlines) == 1 else unite_paths(outlines)
        return [] if clip is None else _group_parts(parts, clip=clip)

    def _clip_area(self, node: SvgNode, style: SvgStyle) -> Iterator[Path]:
        """Yield the area of a shape in a ``<clipPath>``, whose colours have no effect."""
        self._count(node)
        owners = list(node.around())
        if node.tag == "use":
            style = style.inside(node)
            style = style.with_transform(Matrix.translation(number(node, "x"), number(node, "y")))
            node = self._ids.get(node.get("href").removeprefix("#"), node)
            owners.insert(0, node)
        if node.tag not in SHAPES or any(owner.get("clip-path") for owner in owners[:3]):
            raise node.unsupported_error("`clip-path`")
        style, path = style.inside(node), outline(node)
        if path is not None and style.visible and node.get("display") != "none":
            rule = next(filter(None, (owner.get("clip-rule") for owner in owners)), "")
            self._count(node, path)
            yield _transform_path(path, replace(style, even_odd=rule == "evenodd"))

    def _copy(
        self, node: SvgNode, style: SvgStyle, uses: tuple[str, ...], depth: int
    ) -> list[IconPart]:
        """Return the parts of a ``<use>`` (5.5), clipped at the edge of a symbol."""
        name = node.get("href").removeprefix("#")
        target = self._ids.get(name) if name else None
        if target is None or target.tag in DEFINITIONS - {"symbol"}:
            raise node.bad("href", f"nothing to draw is named `{name[:40]}`")
        if name in uses or target is self._root:
            raise node.excessive(f"`{name[:40]}` contains itself")
        if len(uses) >= MAX_DEPTH:
            raise node.excessive(f"copies are nested more than {MAX_DEPTH} deep")
        style = style.with_transform(Matrix.translation(number(node, "x"), number(node, "y")))
        uses = (*uses, name)
        if target.tag != "symbol":
            return self._parts(target, style, uses, depth)
        if target.get("transform"):  # which SVG 1.1 ignores, and SVG 2 does not
            raise target.unsupported_error("`transform` on <symbol>")
        port = symbol(node, target, style.view)
        if port is None:
            return []
        inside = SvgNode("g", target.attributes, target.location, target.children, target.parent)
        parts = self._parts(inside, style.with_transform(port.matrix, port.view), uses, depth)
        if target.get("overflow") in ("visible", "auto"):
            return parts
        return _group_parts(parts, clip=port.outline.transform(style.matrix))

    def _shapes(self, node: SvgNode, style: SvgStyle) -> list[IconPart]:
        path = outline(node)
        matrix = style.matrix
        if path is not None and node.tag == "rect" and node.get("id") == "number":
            self._number = matrix.apply_rect(path.bounds())
        flat = abs(matrix.a * matrix.d - matrix.b * matrix.c) < 1e-12
        if path is None or not style.visible or flat:  # flat elements are not painted (8.5)
            return []
        path = _without_dots(path, style.stroke is not None and style.cap != "butt")
        if not path.segments:
            return []
        fill = None if node.tag == "line" else self._paint(node, style, path, "fill")
        stroke = self._stroke(node, style, path)
        if fill is None and stroke is None:
            return []
        shape_path = _transform_path(path, style)
        if not all(abs(float(n)) <= _MAX_REACH for s in shape_path.segments for n in s[1:]):
            raise node.excessive("a shape reaches too far from its box")
        self._count(node, shape_path)
        first, second = IconShape(shape_path, fill, None), IconShape(shape_path, None, stroke)
        if fill and stroke and style.stroke_first:
            return [second, first]
        if stroke and isinstance(fill, Color) and fill.alpha < 1:
            # As one shape, the stroke would hide the part of the fill below it.
            return [first, second]
        return [IconShape(shape_path, fill, stroke)]

    def _paint(self, node: SvgNode, style: SvgStyle, path: Path, name: str) -> Paint | None:
        own, alpha = style.fill, style.fill_opacity
        if name == "stroke":
            own, alpha = style.stroke, style.stroke_opacity
        paint = style.resolve_paint(own)
        if isinstance(paint, GradientRef):
            target = self._ids.get(paint.id)
            if target is not None and target.tag in ("linearGradient", "radialGradient"):
                resolved = gradient(
                    target, self._ids, tight_bounds(path), style.matrix, style.view, alpha
                )
                if resolved is not None or not paint.has_fallback:
                    return resolved
            if target is not None and target.tag == "pattern":
                raise node.unsupported_error("<pattern>")
            if not paint.has_fallback:
                raise node.bad(name, f"there is no gradient `{paint.id[:40]}`")
            paint = style.resolve_paint(paint.fallback)
            assert not isinstance(paint, GradientRef)
        return paint.with_alpha(paint.alpha * alpha) if paint and alpha else None

    def _stroke(self, node: SvgNode, style: SvgStyle, path: Path) -> Stroke | None:
        if style.stroke is None or not style.stroke_width or not style.stroke_opacity:
            return None
        paint, scale = self._paint(node, style, path, "stroke"), style.matrix.scale
        if paint is None:
            return None
        if not is_even(style.matrix):
            raise node.unsupported_error("unevenly scaled strokes", HINTS["stroke"])
        if node.get("vector-effect", "none") != "none":
            raise node.unsupported_error("`vector-effect`")
        if style.dash and (style.dash_offset or node.get("pathLength")):
            raise node.unsupported_error("`stroke-dashoffset`")
        return Stroke(
            paint,
            round(style.stroke_width * scale, 4),
            tuple(round(part * scale, 4) for part in style.dash),
            style.cap,
            style.join,
            style.miter if style.join == "miter" else MITER,
        )


def _group_parts(
    parts: list[IconPart], opacity: float = 1.0, clip: Path | None = None
) -> list[IconPart]:
    """Fade or clip parts as one picture (3.6.1); a single fill or stroke needs no group."""
    if clip is not None and _contains(clip, parts):
        clip = None
    if not parts or (opacity == 1 and clip is None):
        return parts
    first = parts[0]
    if len(parts) == 1 and clip is None and isinstance(first, IconShape):
        if first.stroke is None and isinstance(first.fill, Color):
            faded = first.fill.with_alpha(first.fill.alpha * opacity)
            return [replace(first, fill=faded)]
        paint = None if first.fill or first.stroke is None else first.stroke.paint
        if first.stroke is not None and isinstance(paint, Color):
            paint = paint.with_alpha(paint.alpha * opacity)
            return [replace(first, stroke=replace(first.stroke, paint=paint))]
    return [IconGroup(tuple(parts), opacity, clip)]


def _without_dots(path: Path, with_caps: bool) -> Path:
    """Drop lines without length, which show only round and square caps (13.5.4).

    For these caps one step remains, because a PDF shows caps of a single step only.
    """
    segments: list[Segment] = []
    lines: list[list[Segment]] = []
    for segment in path.segments:
        if segment[0] == "M":
            lines.append([])
        lines[-1].append(segment)
    for line in lines:
        points = {point for _, *xy in line for point in zip(xy[::2], xy[1::2], strict=True)}
        if len(points) > 1:
            segments += line
        elif with_caps and len(line) > 1:
            segments += [line[0], ("L", *line[0][1:])]
    return Path(tuple(segments), path.even_odd)


def _transform_path(path: Path, style: SvgStyle) -> Path:
    segments: list[Segment] = []
    for name, *numbers in path.transform(style.matrix).segments:
        segments.append((name, *(round(float(n), 4) + 0.0 for n in numbers)))
    return Path(tuple(segments), style.even_odd)
