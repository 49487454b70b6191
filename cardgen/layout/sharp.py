"""Sharp shadows: the outlines of what a box paints, all in one colour."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from cardgen.assets.library import Library
from cardgen.core.color import Color, Paint
from cardgen.core.geometry import Matrix, Path, Rect, Size
from cardgen.frame import Frame, Group, Item, Region, RegionKind, Shape, Text
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
