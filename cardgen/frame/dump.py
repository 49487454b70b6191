"""Items as lines of text: the form of golden files."""

from __future__ import annotations

from cardgen.core.geometry import Rect
from cardgen.core.style import Color, LinearGradient, Paint, RadialGradient
from cardgen.frame.items import Group, Image, Item, Region, RegionKind, Shadow, Shape, Text


def number(value: float) -> str:
    """Write a number to a micrometre, without trailing zeros."""
    return f"{round(value, 3) + 0.0:g}"


def _box(rect: Rect) -> str:
    return f"{number(rect.x)},{number(rect.y)} {number(rect.width)} x {number(rect.height)}"


def _describe_paint(paint: Paint | None) -> str:
    match paint:
        case None:
            return "none"
        case Color():
            return paint.hex
        case LinearGradient():
            return f"linear({paint.stops[0][1].hex} to {paint.stops[-1][1].hex})"
        case RadialGradient():
            return f"radial({paint.stops[0][1].hex} to {paint.stops[-1][1].hex})"


def describe(item: Item) -> str:
    """Describe one item in one line."""
    match item:
        case Text():
            return (
                f"text {number(item.x)},{number(item.y)} {item.font.split('@')[0]} "
                f"{number(item.size)}pt {_describe_paint(item.color)} {item.string!r}"
            )
        case Shape():
            words = f"shape {_box(item.path.bounds())} fill {_describe_paint(item.fill)}"
            if item.stroke:
                words += f" stroke {_describe_paint(item.stroke.paint)} {number(item.stroke.width)}"
            return words
        case Group():
            m = item.matrix
            words = "group " + " ".join(number(v) for v in (m.a, m.b, m.c, m.d, m.e, m.f))
            words += " clipped" if item.clip else ""
            words += f" opacity {number(item.opacity)}" if item.opacity < 1 else ""
            words += " fading" if item.fade else ""
            return words + (f" {'reads' if item.reads else 'alt'} {item.alt!r}" if item.alt else "")
        case Image():
            return f"image {_box(item.rect)} {item.asset[:8]}"
        case Shadow():
            pixels = f"{item.mask.width_px} x {item.mask.height_px}"
            return f"shadow {_box(item.rect)} {item.color.hex} of {pixels} pixels"
        case Region():
            named = item.kind is RegionKind.NAMED
            words = f"region {item.id}" if named else f"mark {item.kind.value}"
            return f"{words} {_box(item.rect)}" + (f" {item.note}" if item.note else "")
