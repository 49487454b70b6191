"""Shadows, masks and fades of boxes.

`cast` serves every box; a run of text or a glyph can have the same softness by it. A sharp shadow
is the outline of what the box paints, all in one colour.
"""

from collections.abc import Callable, Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from cardgen.assets.library import Library
from cardgen.core.diagnostics import LayoutError, Location
from cardgen.core.geometry import Matrix, Path, Rect, Size
from cardgen.core.registry import choices, did_you_mean
from cardgen.core.style import Color, LinearGradient, Paint, Theme
from cardgen.core.units import parse_mm
from cardgen.frame import Frame, Group, Item, Region, RegionKind, Shadow, Shape, Text
from cardgen.layout import problems
from cardgen.layout.attributes import (
    BREADTH,
    COLOR,
    EXTENT,
    LENGTH,
    PATH_DATA,
    VIEW_BOX,
    Kind,
    Length,
    resolve,
)
from cardgen.layout.text.outline import run_outline


def sharp_shadow(
    items: Sequence[Item], dx: float, dy: float, color: Color, library: Library, stamp: str
) -> Group | None:
    """Return the shadow of items as outlines, moved by mm.

    None for pictures, soft shadows and transparent items, which outlines cannot reproduce.
    """
    shapes: list[Item] = []
    for item in items:
        shape = _shape(item, color.with_alpha(1.0), library)
        if shape is None:
            return None
        shapes += shape
    if not shapes:
        return None
    region = Region(RegionKind.OUTLINE, Rect(0.0, 0.0, 0.0, 0.0), "", stamp)
    # A Group of all items behind the letters, around a Group with one common opacity.
    dark = Group(Frame(Size(0.0, 0.0), shapes), Matrix.translation(dx, dy), opacity=color.alpha)
    return Group(Frame(Size(0.0, 0.0), [region, dark]), stamp=stamp, alt="")


def _shape(item: Item, color: Color, library: Library) -> list[Item] | None:
    """Return an item in one colour; None if that is impossible."""
    match item:
        case Region():
            return []
        case Shape(fill=fill, stroke=stroke):
            line = None if stroke is None else stroke.paint
            if not (_is_opaque(fill) and _is_opaque(line)):
                return None
            dark = None if stroke is None else replace(stroke, paint=color)
            return [Shape(item.path, color if fill is not None else None, dark)]
        case Text():
            if not _is_opaque(item.color):
                return None
            path = Path(tuple(run_outline(item, library.font_by_key(item.font))))
            return [Shape(path, color)] if path.segments else []
        case Group(fade=None, opacity=1.0):
            inner: list[Item] = []
            for inner_item in item.frame.items:
                shape = _shape(inner_item, color, library)
                if shape is None:
                    return None
                inner += shape
            frame = Frame(item.frame.size, inner)
            return [Group(frame, item.matrix, item.clip)] if inner else []
    return None


def _is_opaque(paint: Paint | None) -> bool:
    if paint is None:
        return True
    colors = [paint] if isinstance(paint, Color) else [color for _, color in paint.stops]
    return all(color.alpha == 1 for color in colors)


BLUR_LIMIT = 50.0  # mm
_COLOR = Color(0.0, 0.0, 0.0, 0.4)
_HINT = "a shadow is `dx dy blur colour`: `0.4 0.6 1.2 ink/40%`"


class ShadowSpec(Struct, frozen=True):
    """One shadow: how far it is moved and how far it is blurred, in mm, and its colour."""

    dx: float
    dy: float
    blur: float
    color: Color


def cast(
    items: Sequence[Item], shadows: Sequence[ShadowSpec], library: Library, stamp: str
) -> list[Item]:
    """Return the shadows of items in painting order: the first shadow is on top.

    They go before the items. Sharp shadows are drawn as outlines where possible, other shadows as
    pictures.
    """
    frame = Frame(Size(0.0, 0.0), [item for item in items if not isinstance(item, Region)])
    drawn_shadows: list[Item] = []
    for shadow in reversed(shadows):
        if not shadow.blur:
            sharp = sharp_shadow(items, shadow.dx, shadow.dy, shadow.color, library, stamp)
            if sharp is not None:
                drawn_shadows.append(sharp)
                continue
        from cardgen.backend.softness import soft_mask

        blurred = soft_mask(frame, shadow.blur, library)
        if blurred is not None:
            mask, area = blurred
            drawn_shadows.append(
                Shadow(area.shift(shadow.dx, shadow.dy), shadow.color, mask, stamp)
            )
    return drawn_shadows


def parse_shadows(text: str, theme: Theme) -> tuple[ShadowSpec, ...]:
    """Read `dx dy [blur] [colour]`, or several with commas between; raises ValueError.

    By default, the colour is black at 40 %, without blur.
    """
    if text.strip() == "none":
        return ()
    return tuple(_shadow(part, theme) for part in text.split(","))


def _shadow(text: str, theme: Theme) -> ShadowSpec:
    words = text.split()
    lengths: list[float] = []
    for word in words[:3]:
        try:
            lengths.append(parse_mm(word))
        except ValueError:
            break
    remaining_words = words[len(lengths) :]
    if len(lengths) < 2 or len(remaining_words) > 1:
        raise ValueError(_HINT)
    dx, dy, blur = (*lengths, 0.0)[:3]
    if not 0 <= blur <= BLUR_LIMIT or max(abs(dx), abs(dy)) > BLUR_LIMIT:
        raise ValueError(f"a shadow reaches at most {BLUR_LIMIT:g} mm, and no blur is less than 0")
    return ShadowSpec(
        dx, dy, blur, COLOR.parse(remaining_words[0], theme) if remaining_words else _COLOR
    )


SHADOWS = Kind("dx dy blur colour", parse_shadows)


FORMS = ("circle", "ellipse", "rounded", "polygon", "path", "icon")
EDGES = ("top", "right", "bottom", "left")

_MASK_HINT = (
    "write `circle`, `ellipse`, `rounded 2`, `polygon 50% 0 100% 100% 0 100%`, "
    "`path M0 0L20 0L10 15Z`, `path 0 0 24 24 M12 0L24 24L0 24Z` or `icon:shield`"
)


ClipMask = Callable[[Rect, Library, Location | None], Path]
"""Returns the outline of a shape that is fitted to a box.

Raises AssetError or LayoutError for an unfit icon.
"""
Fade = Callable[[Rect], LinearGradient]
"""Returns how opaque a box is from place to place."""


def _icon_outline(name: str, box: Rect, library: Library, location: Location | None) -> Path:
    icon = library.icon(name, location)
    outline = icon.silhouette
    if outline is None:
        raise LayoutError(problems.no_silhouette(location, name))
    return outline.transform(Matrix.fitting(icon.box, box))


def _mask(text: str, theme: Theme) -> ClipMask | None:
    # Each form returns a function of the box, because the size of the box is known only later.
    word, _, arguments = text.strip().partition(" ")
    arguments = arguments.strip()
    if word == "none" and not arguments:
        return None
    if word.startswith("icon:") and not arguments and len(word) > len("icon:"):
        return partial(_icon_outline, word.removeprefix("icon:"))
    match word:
        case "circle" if not arguments:
            return lambda box, _library, _at: Path.ellipse(
                *box.center, r := min(box.width, box.height) / 2, r
            )
        case "ellipse" if not arguments:
            return lambda box, _library, _at: Path.ellipse(
                *box.center, box.width / 2, box.height / 2
            )
        case "rounded" if arguments:
            radius: float = BREADTH.parse(arguments, theme)
            return lambda box, _library, _at: Path.rect(box, radius)
        case "polygon" if arguments:
            numbers = [LENGTH.parse(word, theme) for word in arguments.replace(",", " ").split()]
            if len(numbers) < 6 or len(numbers) % 2:
                raise ValueError(
                    "a polygon has three corners or more: `polygon 50% 0 100% 100% 0 100%`"
                )
            across, down = numbers[::2], numbers[1::2]
            if len(set(across)) == 1 or len(set(down)) == 1:
                raise ValueError("the corners lie on one line, so that nothing is seen")
            return lambda box, _library, _at: Path.polygon(
                [
                    (box.x + resolve(x, box.width), box.y + resolve(y, box.height))
                    for x, y in zip(across, down, strict=True)
                ]
            )
        case "path" if arguments:
            # A view box may come before the path data, which begins with M or m.
            start = min((i for i in map(arguments.find, "Mm") if i >= 0), default=0)
            view = VIEW_BOX.parse(arguments[:start], theme) if arguments[:start].strip() else None
            path: Path = PATH_DATA.parse(arguments[start:], theme)
            bounds = path.bounds()
            if not (bounds.width and bounds.height):
                raise ValueError("the path encloses nothing, so that nothing is seen")
            return lambda box, _library, _at: path.transform(_stretch_matrix(view, box))
    near = did_you_mean(word, FORMS)
    if word in FORMS or not near:
        raise ValueError(_MASK_HINT)
    raise ValueError(f"`{word}` is none of {choices(FORMS)}; {near[0]}")


def _stretch_matrix(view: Rect | None, box: Rect) -> Matrix:
    """Stretch a view box over a box; without one, a path is in mm from the top left."""
    view = view or Rect(0.0, 0.0, box.width, box.height)
    sx, sy = box.width / view.width, box.height / view.height
    return Matrix(sx, 0.0, 0.0, sy, box.x - view.x * sx, box.y - view.y * sy)


def _fade(text: str, theme: Theme) -> Fade | None:
    words = text.split()
    if words == ["none"]:
        return None
    if len(words) != 2 or words[0] not in EDGES:
        raise ValueError("write an edge and how far from it: `bottom 30%` or `left 8`")
    width: Length = EXTENT.parse(words[1], theme)
    if resolve(width, 1.0) <= 0:
        raise ValueError(f"`{words[1]}` leaves no room to fade in")
    return partial(_fade_gradient, words[0], width)


def _fade_gradient(edge: str, width: Length, box: Rect) -> LinearGradient:
    """Return the gradient towards an edge, which begins at a distance from it."""
    x, y = box.center
    deep = resolve(width, box.width if edge in ("left", "right") else box.height)
    ends = {
        "top": (x, box.y, x, box.y + deep),
        "bottom": (x, box.bottom, x, box.bottom - deep),
        "left": (box.x, y, box.x + deep, y),
        "right": (box.right, y, box.right - deep, y),
    }
    black = Color(0.0, 0.0, 0.0)
    return LinearGradient(*ends[edge], ((0.0, black.with_alpha(0.0)), (1.0, black)))


MASK = Kind("shape", _mask)
FADE = Kind("edge and length or %", _fade)
