"""Checks pictures, turns them upright, and converts them to 8-bit sRGB or grey: each file once.

Files that need no change stay unchanged: a plain JPEG file, or the compressed rows of a plain PNG.
Pillow decodes all other files; they are compressed again, without loss unless the original was a
JPEG.
"""

from __future__ import annotations

import io
import warnings
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from cardgen.assets import png, problems
from cardgen.assets.png import to_srgb
from cardgen.core.diagnostics import AssetError, Location
from cardgen.core.fingerprint import digest_bytes

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_PIXELS = 100_000_000
_FORMATS = ("PNG", "JPEG", "WEBP", "TIFF", "GIF", "BMP")
_ORIENTATION = 0x0112  # Exif tag for the orientation of the camera
_JPEG_QUALITY = 95


class Picture(Struct, frozen=True):
    """A raster picture in a form that a PDF can include unchanged.

    ``data`` is a JPEG file, or for ``flate`` the compressed rows of a PNG. Each row begins with its
    filter byte, which is ``/Predictor 15`` in a PDF (ISO 32000-1, 7.4.4.4), with 8 bits,
    ``width_px`` columns and 3 (RGB) or 1 (L) colours. ``alpha`` is the opacity in the same form,
    with one colour.
    """

    key: str
    width_px: int
    height_px: int
    mode: Literal["RGB", "L"]
    data: bytes
    encoding: Literal["jpeg", "flate"]
    alpha: bytes | None = None

    def to_web_file(self) -> tuple[bytes, str]:
        """Return the picture as a file for the web, and its kind: ``jpeg`` or ``png``."""
        if self.encoding == "jpeg" and self.alpha is None:
            return self.data, "jpeg"
        from PIL import Image

        size = self.width_px, self.height_px
        data = self.data
        if self.encoding == "flate":
            data = png.file_of(*size, self.mode, data)
        if self.alpha is None:
            return data, "png"
        out = io.BytesIO()
        opacity = png.file_of(*size, "L", self.alpha)
        with Image.open(io.BytesIO(data)) as image, Image.open(io.BytesIO(opacity)) as mask:
            combined = image.convert("RGB")
            combined.putalpha(mask)
            combined.save(out, "PNG")
        return out.getvalue(), "png"


def picture_key(data: bytes) -> str:
    """Return the key of a picture file, a digest of its content."""
    return digest_bytes(data)


def read_picture(data: bytes, name: str, location: Location | None = None) -> Picture:
    """Check and normalise a picture file; raises AssetError."""
    key = picture_key(data)
    size = png.size(data)
    if size and size[0] * size[1] > MAX_PIXELS:
        raise AssetError(
            problems.too_many_pixels(location, name, f"{size[0]} x {size[1]}", MAX_PIXELS)
        )
    from PIL import Image, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow's, about size; this function checks it
            with Image.open(io.BytesIO(data), formats=_FORMATS) as image:
                if image.width * image.height > MAX_PIXELS:
                    dimensions = f"{image.width} x {image.height}"
                    raise AssetError(
                        problems.too_many_pixels(location, name, dimensions, MAX_PIXELS)
                    )
                return _unconverted_picture(key, data, image) or _normalise(key, data, image)
    except AssetError:
        raise
    except png.UnknownColorsError as error:
        raise AssetError(problems.unknown_colors(location, name, str(error))) from error
    except Image.DecompressionBombError as error:
        excess = f"more than {2 * (Image.MAX_IMAGE_PIXELS or 0)}"
        raise AssetError(problems.too_many_pixels(location, name, excess, MAX_PIXELS)) from error
    except UnidentifiedImageError as error:
        raise AssetError(problems.not_a_picture(location, name)) from error
    except Exception as error:  # Pillow raises any exception for damaged files
        reason = str(error).strip().rstrip(".") or type(error).__name__
        raise AssetError(problems.damaged_picture(location, name, reason[:100])) from error


def _unconverted_picture(key: str, data: bytes, image: Image) -> Picture | None:
    """Return the picture with the bytes of its file, or None if it must be converted."""
    if image.mode not in ("RGB", "L") or image.getexif().get(_ORIENTATION, 1) != 1:
        return None
    profile = _profile(data, image)
    if profile and to_srgb(image, profile) is not image:
        return None
    mode: Literal["RGB", "L"] = "L" if image.mode == "L" else "RGB"
    if image.format == "JPEG":
        image.load()
        return Picture(key, image.width, image.height, mode, data, "jpeg")
    if image.format == "PNG":
        rows = png.plain_rows(data)
        if rows is not None:
            return Picture(key, image.width, image.height, mode, rows, "flate")
    return None


def _normalise(key: str, data: bytes, image: Image) -> Picture:
    from PIL import ImageOps

    was_jpeg = image.format in ("JPEG", "MPO")
    profile = _profile(data, image)
    clear_color = png.clear_color(data) if image.format == "PNG" else None
    if clear_color is not None:
        del image.info["transparency"]
    image = _eight_bit(ImageOps.exif_transpose(image))
    if clear_color is not None:
        image.info["transparency"] = clear_color if len(clear_color) > 1 else clear_color[0]
        image = image.convert(image.mode + "A")
    alpha = None
    if image.mode in ("LA", "RGBA"):
        alpha = image.getchannel("A")
        image = image.convert(image.mode.removesuffix("A"))
    if alpha is not None and alpha.getextrema() == (255, 255):
        alpha = None
    if profile:
        image = to_srgb(image, profile)
    if image.mode not in ("RGB", "L"):
        image = image.convert("RGB")
    mode: Literal["RGB", "L"] = "L" if image.mode == "L" else "RGB"
    if was_jpeg:
        file = io.BytesIO()
        image.info = {}
        image.save(file, "JPEG", quality=_JPEG_QUALITY, subsampling=0)
        return Picture(key, *image.size, mode, file.getvalue(), "jpeg")
    packed_alpha = None if alpha is None else png.rows_of(alpha)
    return Picture(key, *image.size, mode, png.rows_of(image), "flate", packed_alpha)


def _eight_bit(image: Image) -> Image:
    mode = image.mode
    if mode.startswith("I"):
        # From 16 bits to 8 by dividing and rounding (ISO/IEC 15948, 13.12).
        wide = image.convert("I").point(lambda v: v * (1 / 257) + 0.5)
        return wide.convert("L")
    if mode == "F":
        raise ValueError("pixels are stored as floating point numbers")
    if mode == "1":
        image, mode = image.convert("L"), "L"
    if mode in ("P", "PA"):
        see_through = mode == "PA" or "transparency" in image.info
        return image.convert("RGBA" if see_through else "RGB")
    if mode in ("L", "RGB") and "transparency" in image.info:
        return image.convert(mode + "A")
    if mode in ("L", "LA", "RGB", "RGBA", "CMYK"):
        return image
    return image.convert("RGBA" if mode in ("RGBa", "La") else "RGB")


def _profile(data: bytes, image: Image) -> bytes | None:
    """Return the ICC profile of a picture's colours, or None if they are sRGB."""
    embedded: bytes | None = image.info.get("icc_profile")
    declared_space = png.color_space(data, bool(embedded))
    if declared_space is None:
        return embedded
    return declared_space.profile(grey=image.mode in ("1", "L", "LA", "I", "I;16"))
