"""How colours look, to eyes with all cones and to eyes without some."""

import re

from pieces import ROOT

from cardgen.core.style import Color


def _vision(name: str) -> list[float]:
    """Return the matrix by which the preview shows what eyes without some cones see."""
    page = (ROOT / "cardgen/preview/static/index.html").read_text(encoding="utf-8")
    found = re.search(rf'id="{name}"[^>]*><feColorMatrix values="([^"]+)"', page)
    assert found is not None
    return [float(value) for value in found[1].split()]


def lightness_and_hue(color: Color, name: str) -> tuple[float, float, float]:
    """Return a colour in CIE L*a*b* as it is seen."""
    channels = (color.red, color.green, color.blue)
    light = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    if name:
        m = _vision(name)
        light = [sum(m[5 * row + n] * light[n] for n in range(3)) for row in range(3)]
    r, g, b = (min(1.0, max(0.0, c)) for c in light)
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)
