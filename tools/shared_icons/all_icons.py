"""Every shared icon by its name, and the places for numbers."""

from __future__ import annotations

from pathlib import Path

from tools.shared_icons.deeds import DEEDS
from tools.shared_icons.goods import GOODS
from tools.shared_icons.pieces import PIECES
from tools.shared_icons.shapes import Shape
from tools.shared_icons.signs import SIGNS
from tools.shared_icons.svg import Box, svg
from tools.shared_icons.world import WORLD

FOLDER = Path(__file__).parents[2] / "templates/shared/icons"
ICONS: dict[str, Shape] = GOODS | PIECES | SIGNS | DEEDS | WORLD
NUMBERS: dict[str, Box] = {
    "coin": (4.7, 7, 11, 10),
    "token-round": (6, 7, 12, 10),
    "token-square": (6, 6.5, 12, 11),
    "token-hex": (6, 7, 12, 10),
    "die": (5, 5.5, 14, 13),
    "d20": (8.6, 10, 6.8, 5.8),
    "card": (6.5, 8, 11, 8),
    "heart": (5, 6.2, 14, 9.2),
    "shield": (5, 5.5, 14, 11),
    "star": (7, 8.5, 10, 8),
    "victory-point": (6.5, 7.5, 11, 9),
    "burst": (6.8, 8, 10.4, 8),
}
"""The box for a number in an icon: x, y, width and height."""


def files() -> dict[str, str]:
    """Return the text of each file by its name."""
    return {
        f"{name}.svg": svg(shape.without_crumbs().fitted(), NUMBERS.get(name))
        for name, shape in ICONS.items()
    }
