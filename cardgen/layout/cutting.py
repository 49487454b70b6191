"""How a pictured piece is cut out."""

from __future__ import annotations

from typing import get_args

from cardgen.core.geometry import Path, Rect, Size
from cardgen.impose.tokens import hexagon
from cardgen.model.pieces import Outline

OUTLINES: tuple[str, ...] = get_args(Outline)
CORNER = 3.0
"""Corner radius of a card, in mm."""


def outline(kind: str, size: Size, radius: float = CORNER) -> Path:
    """Return the outline of a piece at its true size; ``radius`` counts for a ``card``."""
    w, h = size.width, size.height
    match kind:
        case "round":
            return Path.ellipse(w / 2, h / 2, w / 2, h / 2)
        case "hex":
            return Path.polygon(hexagon(size))
        case "triangle":
            return Path.polygon([(w / 2, 0.0), (w, h), (0.0, h)])
    return Path.rect(Rect(0.0, 0.0, w, h), radius if kind == "card" else 0.0)
