"""Reads the parts of PNG that Pillow does not read, and converts colour spaces of pictures.

With these, a picture can be included in a PDF unchanged: PDF accepts the rows of a PNG with their
filters (ISO 32000-1, 7.4.4.4). Numbers in brackets below are sections of the PNG specification,
Second Edition (ISO/IEC 15948:2004).

A picture is converted only if its colours differ visibly from sRGB. This depends on the effect of
its profile and not on the profile's name: profiles of linear light are sold as "sRGB", too.
"""

import io
import struct
import zlib
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from PIL.Image import Image

# Maximum difference, in steps of 255, of the twenty-odd sRGB profiles in use; the nearest other
# space (the same primaries with a gamma of 2.2) differs by 9 steps.
_TOLERANCE = 3

Vector = tuple[float, float, float]
Primaries = tuple[float, float, float, float, float, float, float, float]
"""x and y of white, red, green and blue."""

_D50: Vector = (0.9642, 1.0, 0.8249)  # the white of profiles (ICC.1, 7.2.16)
_BRADFORD = ((0.8951, 0.2664, -0.1614), (-0.7502, 1.7135, 0.0367), (0.0389, -0.0685, 1.0296))
BT709: Primaries = (0.3127, 0.3290, 0.640, 0.330, 0.300, 0.600, 0.150, 0.060)
SRGB_CURVE = (2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)


class ColorSpace(Struct, frozen=True):
    """A colour space in numbers: primaries with their white, and the curve to linear light.

    ``curve`` is a single gamma, or gamma, a, b, c and d of a curve in two parts: ``(a x + b) **
    gamma`` from d upwards, and ``c x`` below.
    """

    primaries: Primaries = BT709
    curve: tuple[float, ...] = SRGB_CURVE

    def profile(self, grey: bool = False) -> bytes:
        """Return the space as an ICC profile."""
        kind = 0 if len(self.curve) == 1 else 3
        numbers = b"".join(_encode_fixed(number) for number in self.curve)
        curve = b"para\0\0\0\0" + struct.pack(">HH", kind, 0) + numbers
        if grey:
            return _icc(b"GRAY", {b"wtpt": _xyz(_D50), b"kTRC": curve})
        tags = {b"wtpt": _xyz(_D50)}
        for color, column in zip(b"rgb", _columns(self.primaries), strict=True):
            tags[bytes((color,)) + b"XYZ"] = _xyz(column)
            tags[bytes((color,)) + b"TRC"] = curve
        return _icc(b"RGB ", tags)


def to_srgb(image: "Image", profile: bytes) -> "Image":
    """Convert an RGB, L or CMYK picture to sRGB; return it unchanged if the profile has no effect.

    A damaged profile, or a profile for another kind of picture, is ignored.
    """
    from PIL import Image as Images
    from PIL import ImageCms

    try:
        source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        # Cameras and scanners store grey pictures with the profile of their colours.
        widened = image.mode == "L" and source.profile.xcolor_space.strip() == "RGB"
        mode = "RGB" if widened else image.mode
        transform = ImageCms.buildTransform(
            source,
            ImageCms.createProfile("sRGB"),
            mode,
            "RGB",
            # Not perceptual, which shifts colours on purpose even between two sRGB profiles.
            ImageCms.Intent.RELATIVE_COLORIMETRIC,
            ImageCms.Flags.BLACKPOINTCOMPENSATION,
        )
        if mode != "CMYK" and _changes_nothing(transform, mode):
            return image
        converted = ImageCms.applyTransform(image.convert(mode), transform)
    except (ImageCms.PyCMSError, OSError, ValueError):
        return image
    assert isinstance(converted, Images.Image)  # None would mean a change in place
    return converted.getchannel("G") if image.mode == "L" else converted


def _changes_nothing(transform: object, mode: str) -> bool:
    """Whether a transform leaves a ramp of greys and a cube of colours unchanged in sRGB."""
    from PIL import Image, ImageCms

    steps = range(0, 256, 51)
    ramp = bytes(byte for grey in range(0, 256, 5) for byte in (grey,) * len(mode))
    cube = bytes(byte for r in steps for g in steps for b in steps for byte in (r, g, b))
    data = ramp + cube if mode == "RGB" else ramp
    image = Image.frombytes(mode, (len(data) // len(mode), 1), data)
    converted = ImageCms.applyTransform(image, transform)  # type: ignore[arg-type]
    assert converted is not None
    pairs = zip(image.convert("RGB").tobytes(), converted.tobytes(), strict=True)
    return all(abs(before - after) <= _TOLERANCE for before, after in pairs)


def _icc(space: bytes, tags: dict[bytes, bytes]) -> bytes:
    """Return a display profile of version 4 with the XYZ connection space (ICC.1, 7.2)."""
    entries, body, start = b"", b"", 128 + 4 + 12 * len(tags)
    for name, content in tags.items():
        entries += struct.pack(">4sLL", name, start + len(body), len(content))
        body += content + bytes(-len(content) % 4)
    size = start + len(body)
    header = struct.pack(">L4xL4s4s4s12x4s28x", size, 0x04200000, b"mntr", space, b"XYZ ", b"acsp")
    header += b"".join(_encode_fixed(number) for number in _D50) + bytes(48)
    return header + struct.pack(">L", len(tags)) + entries + body


def _encode_fixed(number: float) -> bytes:
    return struct.pack(">l", round(number * 65536))


def _xyz(vector: Vector) -> bytes:
    return b"XYZ \0\0\0\0" + b"".join(_encode_fixed(number) for number in vector)


def _columns(primaries: Primaries) -> tuple[Vector, Vector, Vector]:
    """Return red, green and blue as XYZ under D50; their sum is its white.

    Raises ValueError for primaries that do not span a space.
    """
    places = list(zip(primaries[::2], primaries[1::2], strict=True))
    if any(y <= 0 for _, y in places):
        raise ValueError("a colour of its gamut has no brightness")
    white, *colors = ((x / y, 1.0, (1 - x - y) / y) for x, y in places)
    # Bradford adaptation: scale the responses of the eye from one white to the other.
    source, target = _times(_BRADFORD, white), _times(_BRADFORD, _D50)
    cones = [_times(_BRADFORD, color) for color in colors]
    adapted = [
        _solve(_BRADFORD, tuple(c * w / s for c, w, s in zip(cone, target, source, strict=True)))
        for cone in cones
    ]
    shares = _solve(tuple(zip(*adapted, strict=True)), _D50)
    return tuple(  # type: ignore[return-value]
        tuple(share * part for part in color) for share, color in zip(shares, adapted, strict=True)
    )


def _times(rows: tuple[Vector, ...], vector: Vector) -> Vector:
    first, second, third = (sum(a * b for a, b in zip(r, vector, strict=True)) for r in rows)
    return (first, second, third)


def _solve(rows: tuple[Vector, ...], vector: tuple[float, ...]) -> Vector:
    columns = tuple(zip(*rows, strict=True))
    determinant = _triple(columns)
    if abs(determinant) < 1e-9:
        raise ValueError("its gamut is empty")
    first, second, third = (
        _triple([*columns[:n], vector, *columns[n + 1 :]]) / determinant for n in range(3)
    )
    return (first, second, third)


def _triple(columns: Sequence[Sequence[float]]) -> float:
    a, b, c = columns
    across = (b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0])
    return sum(x * y for x, y in zip(a, across, strict=True))


SIGNATURE = b"\x89PNG\r\n\x1a\n"  # 5.2
_GREY, _RGB = 0, 2  # colour types (11.2.2)
_SRGB_GAMMA = 0.45455  # the gAMA of sRGB files
_LEVEL = 4  # a third of the time of the default 6, for at most a tenth more bytes

# Code points of cICP (ITU-T H.273) for pictures as screens and cameras make them.
_PRIMARIES: dict[int, Primaries] = {
    1: BT709,
    9: (0.3127, 0.3290, 0.708, 0.292, 0.170, 0.797, 0.131, 0.046),  # BT.2020
    12: (0.3127, 0.3290, 0.680, 0.320, 0.265, 0.690, 0.150, 0.060),  # Display P3
}
_CURVES: dict[int, tuple[float, ...]] = {4: (2.2,), 5: (2.8,), 8: (1.0,), 13: SRGB_CURVE}


class UnknownColorsError(ValueError):
    """A file declares a colour coding that is not known here."""


def size(data: bytes) -> tuple[int, int] | None:
    """Return width and height from the header, or None if the file is not a PNG."""
    if not data.startswith(SIGNATURE) or len(data) < 24 or data[12:16] != b"IHDR":
        return None
    return struct.unpack_from(">LL", data, 16)


def plain_rows(data: bytes) -> bytes | None:
    """Return the compressed rows of an 8-bit RGB or grey PNG, exactly as in the file.

    Return None for other kinds, whose rows a PDF would show wrongly: palette, alpha or a
    transparent colour (tRNS, 11.3.2.1), other depths, interlaced (8.2). Raises ValueError if rows
    are damaged or missing.
    """
    header, rows = b"", []
    for kind, body in _chunks(data):
        if kind == b"IHDR":
            header = body
        elif kind == b"IDAT":  # one zlib stream, cut anywhere (11.2.4)
            rows.append(body)
        elif kind == b"tRNS":
            return None
    if len(header) != 13:
        raise ValueError("its header is missing")
    width, height, depth, color, _, _, interlace = struct.unpack(">LLBBBBB", header)
    if depth != 8 or color not in (_GREY, _RGB) or interlace:
        return None
    packed = b"".join(rows)
    _check_rows(packed, 1 + width * (3 if color == _RGB else 1), height)
    return packed


def color_space(data: bytes, profiled: bool) -> ColorSpace | None:
    """Return the colour space that a PNG declares in numbers; None for sRGB and other formats.

    ``profiled`` is True if there is an ICC profile. A profile has priority over sRGB, sRGB over
    gAMA and cHRM, and the cICP of later editions over all of them. Raises UnknownColorsError.
    """
    stated = {}
    for kind, body in _chunks(data) if size(data) else ():
        if kind == b"IDAT":
            break
        stated[kind] = body
    if b"cICP" in stated:
        primaries, curve, matrix, full = struct.unpack(">4B", stated[b"cICP"])
        if primaries not in _PRIMARIES or curve not in _CURVES or matrix or not full:
            raise UnknownColorsError(f"cICP {primaries}, {curve}, {matrix}, {full}")
        return ColorSpace(_PRIMARIES[primaries], _CURVES[curve])
    if profiled or b"sRGB" in stated or not stated.keys() & {b"gAMA", b"cHRM"}:
        return None
    gamma = _SRGB_GAMMA
    if b"gAMA" in stated:
        gamma = struct.unpack(">L", stated[b"gAMA"])[0] / 100_000 or _SRGB_GAMMA
    curve = SRGB_CURVE if abs(gamma / _SRGB_GAMMA - 1) < 0.05 else (1 / gamma,)
    if b"cHRM" not in stated:
        return ColorSpace(BT709, curve)
    wx, wy, rx, ry, gx, gy, bx, by = (n / 100_000 for n in struct.unpack(">8L", stated[b"cHRM"]))
    return ColorSpace((wx, wy, rx, ry, gx, gy, bx, by), curve)


def clear_color(data: bytes) -> tuple[int, ...] | None:
    """Return the transparent colour (tRNS, 11.3.2.1) of a grey or RGB file, if it has one.

    It has 8 bits, like the pixels that it is compared with: Pillow truncates 16-bit colours, and
    rounds greys.
    """
    key = next((body for kind, body in _chunks(data) if kind == b"tRNS"), None)
    depth, color = data[24:26]
    if key is None or color not in (_GREY, _RGB):
        return None
    samples = struct.unpack(f">{len(key) // 2}H", key)
    if depth == 16:
        return tuple(n >> 8 if color == _RGB else (n + 128) // 257 for n in samples)
    largest = (1 << depth) - 1
    return tuple((sample & largest) * 255 // largest for sample in samples)


def rows_of(image: "Image") -> bytes:
    """Compress an RGB or L picture into PNG rows."""
    file = io.BytesIO()
    image.info = {}
    image.save(file, "PNG", compress_level=_LEVEL)
    return b"".join(body for kind, body in _chunks(file.getvalue()) if kind == b"IDAT")


def file_of(width: int, height: int, mode: str, rows: bytes) -> bytes:
    """Return a PNG file from compressed 8-bit rows in mode RGB or L (5.3, 11.2.2)."""
    head = struct.pack(">LLBBBBB", width, height, 8, _RGB if mode == "RGB" else 0, 0, 0, 0)
    parts = (*chunk(b"IHDR", head), *chunk(b"IDAT", rows), *chunk(b"IEND", b""))
    return b"".join((SIGNATURE, *parts))


def chunk(kind: bytes, body: bytes) -> tuple[bytes, bytes, bytes]:
    """Return the parts of a chunk: length and type, body, checksum (5.3)."""
    check = zlib.crc32(body, zlib.crc32(kind))
    return struct.pack(">L", len(body)) + kind, body, struct.pack(">L", check)


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the type and data of each chunk: length, type, data and checksum (5.3)."""
    position = len(SIGNATURE)
    while position + 8 <= len(data):
        length, kind = struct.unpack_from(">L4s", data, position)
        if position + 12 + length > len(data):
            raise ValueError("the file is cut short")
        yield kind, data[position + 8 : position + 8 + length]
        if kind == b"IEND":  # later bytes do not belong to the picture (5.6)
            break
        position += 12 + length


def _check_rows(packed: bytes, stride: int, height: int) -> None:
    """Raise ValueError unless all rows are present; unpack no more than the header declares."""
    unpacker = zlib.decompressobj()
    try:
        rows = unpacker.decompress(packed, stride * height + 1)
        # The checksum behind the rows is read only when more output is asked for.
        rows += unpacker.decompress(unpacker.unconsumed_tail, 1)
    except zlib.error as error:
        raise ValueError("its rows are damaged") from error
    if len(rows) != stride * height or not unpacker.eof:
        raise ValueError("rows are missing or damaged")
    if height and max(rows[::stride]) > 4:  # each row begins with its filter type, 0 to 4 (9.2)
        raise ValueError("its rows are damaged")
