"""Frames as text, one item a line: what tests compare."""

from cardgen.core.style import Color, LinearGradient, RadialGradient
from cardgen.frame import NO_BLEED, Group, Image, Region, RegionKind, Shadow, Shape, Text


def text_of(frame, indent=""):
    """Describe a Frame as text, one item a line."""
    lines = [f"{indent}frame {_number(frame.size.width)} x {_number(frame.size.height)}"]
    if frame.bleed != NO_BLEED:
        b = frame.bleed
        lines[0] += " bleed " + " ".join(_number(v) for v in (b.top, b.right, b.bottom, b.left))
    inner = indent + "  "
    for item in frame.items:
        lines.append(inner + _describe(item))
        if isinstance(item, Group):
            lines.append(text_of(item.frame, inner + "  "))
    return "\n".join(lines)


def _number(value):
    """Write a number to a micrometre, without trailing zeros."""
    return f"{round(value, 3) + 0.0:g}"


def _box(rect):
    return f"{_number(rect.x)},{_number(rect.y)} {_number(rect.width)} x {_number(rect.height)}"


def _paint(paint):
    match paint:
        case None:
            return "none"
        case Color():
            return paint.hex
        case LinearGradient():
            return f"linear({paint.stops[0][1].hex} to {paint.stops[-1][1].hex})"
        case RadialGradient():
            return f"radial({paint.stops[0][1].hex} to {paint.stops[-1][1].hex})"


def _describe(item):
    """Describe one item in one line."""
    match item:
        case Text():
            return (
                f"text {_number(item.x)},{_number(item.y)} {item.font.split('@')[0]} "
                f"{_number(item.size)}pt {_paint(item.color)} {item.string!r}"
            )
        case Shape():
            words = f"shape {_box(item.path.bounds())} fill {_paint(item.fill)}"
            if item.stroke:
                words += f" stroke {_paint(item.stroke.paint)} {_number(item.stroke.width)}"
            return words
        case Group():
            m = item.matrix
            words = "group " + " ".join(_number(v) for v in (m.a, m.b, m.c, m.d, m.e, m.f))
            words += " clipped" if item.clip else ""
            words += f" opacity {_number(item.opacity)}" if item.opacity < 1 else ""
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
