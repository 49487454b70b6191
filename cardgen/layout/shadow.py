"""Soft shadows of what a box paints.

`cast` serves every box; a run of text or a glyph can have the same softness by it.

Sharp shadows: the outlines of what a box paints, all in one colour.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from cardgen.assets.library import Library
from cardgen.core.color import Color, Paint
from cardgen.core.geometry import Matrix, Path, Rect, Size
from cardgen.core.style import Theme
from cardgen.core.units import parse_mm
from cardgen.frame import Frame, Group, Item, Region, RegionKind, Shadow, Shape, SoftMask, Text
from cardgen.layout.attributes import COLOR, Kind
from cardgen.layout.text.outline import run_outline


def sharp_shadow(
    items: Sequence[Item], dx: float, dy: float, color: Color, library: Library, stamp: str
) -> Group | None:
    """Return the shadow of items as outlines, moved by mm.

    None where outlines do not say it all: of pictures, soft shadows, and what is see-through.
    """
    shapes: list[Item] = []
    for item in items:
        shape = _shape(item, color.with_alpha(1.0), library)
        if shape is None:
            return None
        shapes += shape
    if not shapes:
        return None
    told = Region(RegionKind.OUTLINE, Rect(0.0, 0.0, 0.0, 0.0), "", stamp)
    # One Group for all that is behind letters, and one in it that is see-through as a whole.
    dark = Group(Frame(Size(0.0, 0.0), shapes), Matrix.translation(dx, dy), opacity=color.alpha)
    return Group(Frame(Size(0.0, 0.0), [told, dark]), stamp=stamp, alt="")


def _shape(item: Item, color: Color, library: Library) -> list[Item] | None:
    """Return an item in one colour; None where that cannot be said."""
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
            for one in item.frame.items:
                shape = _shape(one, color, library)
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


Softened = dict[tuple[str, float], tuple[SoftMask, Rect] | None]
"""The silhouettes of what casts shadows, by fingerprint and blur."""

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
    items: Sequence[Item],
    shadows: Sequence[ShadowSpec],
    library: Library,
    known: Softened,
    stamp: str,
) -> list[Item]:
    """Return the shadows of what items paint, in painting order: the first one lies on top.

    They go before the items. Those that are not blurred are drawn as outlines if they can be, the
    others as pictures; silhouettes that are ``known`` are not rendered again.
    """
    frame = Frame(Size(0.0, 0.0), [item for item in items if not isinstance(item, Region)])
    found: list[Item] = []
    for shadow in reversed(shadows):
        if not shadow.blur:
            sharp = sharp_shadow(items, shadow.dx, shadow.dy, shadow.color, library, stamp)
            if sharp is not None:
                found.append(sharp)
                continue
        key = (frame.fingerprint, shadow.blur)
        if key not in known:
            from cardgen.backend.softness import soft_mask

            known[key] = soft_mask(frame, shadow.blur, library)
        made = known[key]
        if made is not None:
            mask, area = made
            found.append(Shadow(area.moved(shadow.dx, shadow.dy), shadow.color, mask, stamp))
    return found


def parse_shadows(text: str, theme: Theme) -> tuple[ShadowSpec, ...]:
    """Read `dx dy [blur] [colour]`, or several with commas between; ValueError says what is wrong.

    The rest is a black of 40 %, and no blur.
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
    rest = words[len(lengths) :]
    if len(lengths) < 2 or len(rest) > 1:
        raise ValueError(_HINT)
    dx, dy, blur = (*lengths, 0.0)[:3]
    if not 0 <= blur <= BLUR_LIMIT or max(abs(dx), abs(dy)) > BLUR_LIMIT:
        raise ValueError(f"a shadow reaches at most {BLUR_LIMIT:g} mm, and no blur is less than 0")
    return ShadowSpec(dx, dy, blur, COLOR.parse(rest[0], theme) if rest else _COLOR)


SHADOWS = Kind("dx dy blur colour", parse_shadows)
