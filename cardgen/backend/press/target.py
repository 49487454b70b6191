"""Where inks are written to: a file for the press, or plates to be rendered as pixels.

No renderer at hand shows four inks. So a page is drawn twice in colours that one can show: cyan,
magenta and yellow as red, green and blue, less ink being brighter; and black ink as grey. Since
each ink is blended for itself, both pages together show exactly how much of each is where.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct

from cardgen.backend.objects import Dictionary
from cardgen.backend.press.inks import Ink

if TYPE_CHECKING:
    from PIL.Image import Image

OVER, KNOCKOUT, APART, MULTIPLY = "PO", "PK", "PS", "PM"
"""Graphics states: print over what lies below; not so; in an ink of its own, over it; darken it."""


class InkTarget(Struct, frozen=True):
    """How inks are written: in a colour space, by operators, with the states for overprint.

    ``multiply`` is the state for black ink that darkens, of those few files that need it.
    ``picture`` turns a picture of CMYK, or of L for black ink alone, into what is embedded.
    """

    space: str
    fill: str
    line: str
    parts: Callable[[Ink], tuple[float, ...]]
    picture: Callable[[Image], Image]
    states: dict[str, Dictionary]
    multiply: Dictionary


def _colors(ink: Ink) -> tuple[float, ...]:
    return tuple(round(1 - part, 4) for part in ink[:3])


def _color_plates(image: Image) -> Image:
    from PIL import Image as Pillow
    from PIL import ImageChops

    if image.mode == "L":
        return Pillow.new("RGB", image.size, "white")
    return ImageChops.invert(Pillow.merge("RGB", image.split()[:3]))


def _black_plate(image: Image) -> Image:
    from PIL import ImageChops

    return image if image.mode == "L" else ImageChops.invert(image.getchannel("K"))


_OVER: Dictionary = {"OP": "true", "op": "true", "OPM": 1}
_OPAQUE: Dictionary = {"ca": 1, "CA": 1}
_UNSEEN: Dictionary = {"ca": 0, "CA": 0}

PRESS = InkTarget(
    "/DeviceCMYK",
    "k",
    "K",
    lambda ink: ink,
    lambda image: image,
    {OVER: _OVER, KNOCKOUT: {"OP": "false", "op": "false", "OPM": 0}, APART: _OVER},
    {"BM": "/Multiply"},
)
COLOR_PLATES = InkTarget(
    "/DeviceRGB",
    "rg",
    "RG",
    _colors,
    _color_plates,
    {OVER: _UNSEEN, KNOCKOUT: _OPAQUE, APART: _UNSEEN},
    _UNSEEN,
)
BLACK_PLATE = InkTarget(
    "/DeviceGray",
    "g",
    "G",
    lambda ink: (round(1 - ink[3], 4),),
    _black_plate,
    {OVER: _OPAQUE, KNOCKOUT: _OPAQUE, APART: _UNSEEN},
    _OPAQUE,
)
