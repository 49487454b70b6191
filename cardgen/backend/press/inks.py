"""From sRGB to the four inks of a press, and the targets for inks.

The profile converts colours and pictures, relative colorimetric with black-point compensation. Two
rules keep small items sharp, because four inks are never aligned exactly:

- Text and hairlines that are about black print in black ink alone, over the inks below
  (overprint). "About black" is no lighter than black ink itself, with little colour.
- Greys, and grey pictures, print in black ink alone, with the same lightness.

A large area in black ink alone looks grey, so black areas get the other inks below: `RICH`.

A target is a file for the press, or plates that are rendered as pixels. No available renderer shows
four inks. So a page is drawn twice in colours that a renderer can show: cyan, magenta and yellow as
red, green and blue, with less ink being brighter; and black ink as grey. Each ink is blended
separately, so both pages together show the exact amount of each ink at each pixel.
"""

import io
import math
from bisect import bisect_left
from collections.abc import Callable
from typing import Literal

from msgspec import Struct
from PIL.Image import Image

from cardgen.backend.objects import Dictionary
from cardgen.backend.press.profile import PressProfile
from cardgen.core.style import Color

Ink = tuple[float, float, float, float]
"""Cyan, magenta, yellow and black, each from 0 to 1."""
Use = Literal["text", "line", "area", "patch"]
"""The use of an ink: for text, for a line no wider than `HAIRLINE`, for an area at least `LARGE` in
both directions, or for anything else (``patch``)."""

BLACK: Ink = (0.0, 0.0, 0.0, 1.0)
RICH: Ink = (0.6, 0.4, 0.4, 1.0)
"""240 %, which every service accepts."""
HAIRLINE = 0.36
"""In mm: a point, and a tolerance for rounding."""
LARGE = 2.0
"""In mm; black areas that are smaller in either direction are in black ink alone."""
COLORED = 25.0
"""The chroma (CIELAB) above which dark text counts as coloured, not as black."""
NEUTRAL = 2.0
"""The chroma below which an area counts as black."""


class InkLayer(Struct, frozen=True):
    """Inks; with ``over`` they print over the inks below (overprint) instead of replacing them."""

    ink: Ink
    over: bool = False


class Separator:
    """Turns colours and pictures into the inks of one press."""

    def __init__(self, profile: PressProfile) -> None:
        from PIL import Image, ImageCms

        press = ImageCms.ImageCmsProfile(io.BytesIO(profile.data))
        srgb, lab = ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB")
        intent = ImageCms.Intent.RELATIVE_COLORIMETRIC
        black_point = ImageCms.Flags.BLACKPOINTCOMPENSATION
        self._way = ImageCms.buildTransform(srgb, press, "RGB", "CMYK", intent, black_point)
        self._seen = ImageCms.buildTransform(srgb, lab, "RGB", "LAB", intent)
        press_to_lab = ImageCms.buildTransform(press, lab, "CMYK", "LAB", intent)
        ramp = Image.frombytes("CMYK", (256, 1), b"".join(bytes((0, 0, 0, k)) for k in range(256)))
        measured = _apply_transform(ramp, press_to_lab).tobytes()[::3]
        self._lightness = [value / 2.55 for value in measured]
        """L* of each tint of black ink, from none to 255."""
        self._rising = [-value for value in self._lightness]
        self._known: dict[Color, tuple[Ink, tuple[float, float]]] = {}
        """The inks and the look of each measured colour."""

    @property
    def darkest(self) -> float:
        """The lightness (L*) of solid black ink."""
        return self._lightness[255]

    def ink_layer(self, color: Color, use: Use) -> InkLayer:
        """Return the inks of a colour, regardless of its opacity."""
        if color.red == color.green == color.blue == 1:
            return InkLayer((0.0, 0.0, 0.0, 0.0))
        lightness, chroma = self.look(color)
        if lightness <= self.darkest:
            if use in ("text", "line") and chroma <= COLORED:
                return InkLayer(BLACK, True)
            if chroma <= NEUTRAL:
                return InkLayer(RICH) if use == "area" else InkLayer(BLACK, True)
        if color.red == color.green == color.blue:
            return InkLayer((0.0, 0.0, 0.0, self.tint(lightness)))
        return InkLayer(self.ink(color))

    def ink(self, color: Color) -> Ink:
        """Return the inks of a colour by the profile."""
        return self._measure(color)[0]

    def tint(self, lightness: float) -> float:
        """Return the share of black ink alone that has this lightness (L*)."""
        return round(min(bisect_left(self._rising, -lightness - 1e-9), 255) / 255, 3)

    def look(self, color: Color) -> tuple[float, float]:
        """Return the lightness (L*) and chroma (C*) of a colour in CIELAB."""
        if color.red == color.green == color.blue:
            light = color.luminance
            return (116 * light ** (1 / 3) - 16 if light > 216 / 24389 else light * 903.3), 0.0
        return self._measure(color)[1]

    def _measure(self, color: Color) -> tuple[Ink, tuple[float, float]]:
        opaque = color.with_alpha(1.0)
        measured = self._known.get(opaque)
        if measured is None:
            dot = _dot(color)
            c, m, y, k = (round(v / 255, 3) for v in _apply_transform(dot, self._way).tobytes())
            lightness, a, b = _apply_transform(dot, self._seen).tobytes()
            # Pillow returns a and b as two's complement.
            chroma = math.hypot(*(value - 256 if value > 127 else value for value in (a, b)))
            measured = self._known[opaque] = (c, m, y, k), (lightness / 2.55, chroma)
        return measured

    def picture(self, image: Image) -> Image:
        """Return an RGB picture as CMYK; a grey one as L, the negative of its black ink."""
        if image.mode == "L":
            tones = [self.look(Color(v / 255, v / 255, v / 255))[0] for v in range(256)]
            return image.point([255 - round(self.tint(tone) * 255) for tone in tones])
        return _apply_transform(image, self._way)


def _dot(color: Color) -> Image:
    from PIL import Image

    parts = (round(part * 255) for part in (color.red, color.green, color.blue))
    return Image.frombytes("RGB", (1, 1), bytes(parts))


def _apply_transform(image: Image, transform: object) -> Image:
    from PIL import ImageCms

    converted = ImageCms.applyTransform(image, transform)  # type: ignore[arg-type]
    assert converted is not None  # Pillow returns None only for a change in place
    return converted


OVER, KNOCKOUT, APART, MULTIPLY = "PO", "PK", "PS", "PM"
"""Graphics states: overprint; no overprint; overprint in a separate ink; multiply."""


class InkTarget(Struct, frozen=True):
    """The form of inks in a file: colour space, operators, and graphics states for overprint.

    ``multiply`` is the state for black ink that darkens, which few files need. ``picture`` turns a
    picture in CMYK, or in L for black ink alone, into the embedded picture.
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
