"""Colour spaces of pictures: whether they are sRGB in effect, and the way there if not.

A profile counts for what it does to colours, never for its name: linear light, too, is sold as
"sRGB" of some kind.
"""

from __future__ import annotations

import io
import struct
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from PIL.Image import Image

# Steps of 255 that the twenty-odd sRGB profiles in use stay within; the nearest space that is
# another one (the same primaries with a gamma of 2.2) is 9 steps away.
_TOLERANCE = 3

Vector = tuple[float, float, float]
Primaries = tuple[float, float, float, float, float, float, float, float]
"""x and y of white, red, green and blue."""

_D50: Vector = (0.9642, 1.0, 0.8249)  # the white of profiles (ICC.1, 7.2.16)
_BRADFORD = ((0.8951, 0.2664, -0.1614), (-0.7502, 1.7135, 0.0367), (0.0389, -0.0685, 1.0296))
BT709: Primaries = (0.3127, 0.3290, 0.640, 0.330, 0.300, 0.600, 0.150, 0.060)
SRGB_CURVE = (2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)


class ColorSpace(Struct, frozen=True):
    """A space stated by numbers: primaries with their white, and the curve to linear light.

    ``curve`` is a single gamma, or gamma, a, b, c and d of the curve ``(a x + b) ** gamma`` from d
    on and ``c x`` below it.
    """

    primaries: Primaries = BT709
    curve: tuple[float, ...] = SRGB_CURVE

    def profile(self, grey: bool = False) -> bytes:
        """Return the space as an ICC profile."""
        kind = 0 if len(self.curve) == 1 else 3
        numbers = b"".join(_fixed(number) for number in self.curve)
        curve = b"para\0\0\0\0" + struct.pack(">HH", kind, 0) + numbers
        if grey:
            return _icc(b"GRAY", {b"wtpt": _xyz(_D50), b"kTRC": curve})
        tags = {b"wtpt": _xyz(_D50)}
        for color, column in zip(b"rgb", _columns(self.primaries), strict=True):
            tags[bytes((color,)) + b"XYZ"] = _xyz(column)
            tags[bytes((color,)) + b"TRC"] = curve
        return _icc(b"RGB ", tags)


def to_srgb(image: Image, profile: bytes) -> Image:
    """Return an RGB, L or CMYK picture in sRGB: itself if its profile changes nothing visible.

    A damaged profile, or one for another kind of picture, says nothing and is ignored.
    """
    from PIL import Image as Images
    from PIL import ImageCms

    try:
        source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        # Cameras and scanners store grey pictures with the profile of their colours.
        widened = image.mode == "L" and source.profile.xcolor_space.strip() == "RGB"
        mode = "RGB" if widened else image.mode
        way = ImageCms.buildTransform(
            source,
            ImageCms.createProfile("sRGB"),
            mode,
            "RGB",
            # Not perceptual, which shifts colours on purpose even between two sRGB profiles.
            ImageCms.Intent.RELATIVE_COLORIMETRIC,
            ImageCms.Flags.BLACKPOINTCOMPENSATION,
        )
        if mode != "CMYK" and _changes_nothing(way, mode):
            return image
        done = ImageCms.applyTransform(image.convert(mode), way)
    except (ImageCms.PyCMSError, OSError, ValueError):
        return image
    assert isinstance(done, Images.Image)  # not None, which stands for a change in place
    return done.getchannel("G") if image.mode == "L" else done


def _changes_nothing(way: object, mode: str) -> bool:
    """Whether a transform leaves a ramp of greys and a cube of colours where they are in sRGB."""
    from PIL import Image, ImageCms

    steps = range(0, 256, 51)
    ramp = bytes(byte for grey in range(0, 256, 5) for byte in (grey,) * len(mode))
    cube = bytes(byte for r in steps for g in steps for b in steps for byte in (r, g, b))
    data = ramp + cube if mode == "RGB" else ramp
    image = Image.frombytes(mode, (len(data) // len(mode), 1), data)
    done = ImageCms.applyTransform(image, way)  # type: ignore[arg-type]
    assert done is not None
    pairs = zip(image.convert("RGB").tobytes(), done.tobytes(), strict=True)
    return all(abs(before - after) <= _TOLERANCE for before, after in pairs)


def _icc(space: bytes, tags: dict[bytes, bytes]) -> bytes:
    """Return a display profile of version 4 with the XYZ connection space (ICC.1, 7.2)."""
    entries, body, start = b"", b"", 128 + 4 + 12 * len(tags)
    for name, content in tags.items():
        entries += struct.pack(">4sLL", name, start + len(body), len(content))
        body += content + bytes(-len(content) % 4)
    size = start + len(body)
    header = struct.pack(">L4xL4s4s4s12x4s28x", size, 0x04200000, b"mntr", space, b"XYZ ", b"acsp")
    header += b"".join(_fixed(number) for number in _D50) + bytes(48)
    return header + struct.pack(">L", len(tags)) + entries + body


def _fixed(number: float) -> bytes:
    """Return a number as an s15Fixed16Number (ICC.1, 4.6)."""
    return struct.pack(">l", round(number * 65536))


def _xyz(vector: Vector) -> bytes:
    return b"XYZ \0\0\0\0" + b"".join(_fixed(number) for number in vector)


def _columns(primaries: Primaries) -> tuple[Vector, Vector, Vector]:
    """Return red, green and blue as XYZ under D50, so that together they are its white.

    Raises ValueError for primaries that span no space.
    """
    white, *colors = (_from_xy(x, y) for x, y in zip(primaries[::2], primaries[1::2], strict=True))
    # Adaptation by Bradford: scale the responses of the eye from the one white to the other.
    seen, wanted = _times(_BRADFORD, white), _times(_BRADFORD, _D50)
    cones = [_times(_BRADFORD, color) for color in colors]
    adapted = [
        _solved(_BRADFORD, tuple(c * w / s for c, w, s in zip(cone, wanted, seen, strict=True)))
        for cone in cones
    ]
    shares = _solved(tuple(zip(*adapted, strict=True)), _D50)
    return tuple(  # type: ignore[return-value]
        tuple(share * part for part in color) for share, color in zip(shares, adapted, strict=True)
    )


def _from_xy(x: float, y: float) -> Vector:
    if y <= 0:
        raise ValueError("a colour of its gamut has no brightness")
    return (x / y, 1.0, (1 - x - y) / y)


def _times(rows: tuple[Vector, ...], vector: Vector) -> Vector:
    first, second, third = (sum(a * b for a, b in zip(r, vector, strict=True)) for r in rows)
    return (first, second, third)


def _solved(rows: tuple[Vector, ...], vector: tuple[float, ...]) -> Vector:
    """Return the x of ``rows x = vector`` by Cramer's rule."""
    whole = _determinant(rows)
    if abs(whole) < 1e-9:
        raise ValueError("its gamut is empty")
    first, second, third = (
        _determinant(
            tuple(
                (*row[:column], value, *row[column + 1 :])
                for row, value in zip(rows, vector, strict=True)
            )
        )
        / whole
        for column in range(3)
    )
    return (first, second, third)


def _determinant(rows: tuple[tuple[float, ...], ...]) -> float:
    (a, b, c), (d, e, f), (g, h, i) = rows
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
