"""Pictures: checked, turned upright and converted to 8-bit sRGB or grey, once.

Files that are right already pass through untouched: a plain JPEG as it is, a plain PNG as its own
compressed rows. Everything else is decoded by Pillow and compressed again, without loss unless
the original was a JPEG.
"""

from __future__ import annotations

import io
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from cardgen.assets import png, problems
from cardgen.core.diagnostics import Location
from cardgen.core.errors import AssetError
from cardgen.core.fingerprint import digest_bytes

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_PIXELS = 100_000_000
_FORMATS = ("PNG", "JPEG", "WEBP", "TIFF", "GIF", "BMP")
_ORIENTATION = 0x0112  # the tag of Exif that says how the camera was held
_JPEG_QUALITY = 95


@dataclass(frozen=True, slots=True)
class Picture:
    """A raster picture in a form that a PDF takes as it is.

    ``data`` is a JPEG file, or for ``flate`` the compressed rows of a PNG. Each row begins with
    its filter byte, which is ``/Predictor 15`` in a PDF (ISO 32000-1, 7.4.4.4), with 8 bits,
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


def picture_key(data: bytes) -> str:
    """Name a picture file by content."""
    return digest_bytes(data)


def read_picture(data: bytes, file: str, at: Location | None = None) -> Picture:
    """Check and normalise a picture file; raises AssetError."""
    key = picture_key(data)
    size = png.size(data)
    if size and size[0] * size[1] > MAX_PIXELS:
        raise AssetError(problems.too_many_pixels(at, file, f"{size[0]} x {size[1]}", MAX_PIXELS))
    from PIL import Image, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow's, about size; the limit is checked here
            with Image.open(io.BytesIO(data), formats=_FORMATS) as image:
                if image.width * image.height > MAX_PIXELS:
                    dimensions = f"{image.width} x {image.height}"
                    raise AssetError(problems.too_many_pixels(at, file, dimensions, MAX_PIXELS))
                return _plain(key, data, image) or _normalised(key, image)
    except AssetError:
        raise
    except Image.DecompressionBombError as error:
        more = f"more than {2 * (Image.MAX_IMAGE_PIXELS or 0)}"
        raise AssetError(problems.too_many_pixels(at, file, more, MAX_PIXELS)) from error
    except UnidentifiedImageError as error:
        raise AssetError(problems.not_a_picture(at, file)) from error
    except Exception as error:  # Pillow's readers raise anything at damaged files
        why = str(error).strip().rstrip(".") or type(error).__name__
        raise AssetError(problems.damaged_picture(at, file, why[:100])) from error


def _plain(key: str, data: bytes, image: Image) -> Picture | None:
    """Return the picture with the bytes of its file, or None if they need a change."""
    if image.getexif().get(_ORIENTATION, 1) != 1 or not _is_srgb(image):
        return None
    mode: Literal["RGB", "L"] = "L" if image.mode == "L" else "RGB"
    if image.format == "JPEG" and image.mode in ("RGB", "L"):
        image.load()
        return Picture(key, image.width, image.height, mode, data, "jpeg")
    if image.format == "PNG" and image.mode in ("RGB", "L"):
        rows = png.plain_rows(data)
        if rows is not None:
            return Picture(key, image.width, image.height, mode, rows, "flate")
    return None


def _normalised(key: str, image: Image) -> Picture:
    from PIL import ImageOps

    was_jpeg = image.format in ("JPEG", "MPO")
    image = ImageOps.exif_transpose(image)
    profile = image.info.get("icc_profile")
    image = _eight_bit(image)
    alpha = None
    if image.mode in ("LA", "RGBA"):
        alpha = image.getchannel("A")
        image = image.convert(image.mode.removesuffix("A"))
        if alpha.getextrema() == (255, 255):
            alpha = None
    if profile and not _is_srgb(image):
        image = _to_srgb(image, profile)
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
    """Return the picture as L, LA, RGB, RGBA or CMYK."""
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


def _is_srgb(image: Image) -> bool:
    """Whether the colours are sRGB: there is no profile, or it says so."""
    profile = image.info.get("icc_profile")
    if not profile:
        return True
    # The description in an ICC profile is ASCII in version 2 and UTF-16 in version 4.
    return image.mode in ("RGB", "RGBA") and (
        b"sRGB" in profile or "sRGB".encode("utf-16-be") in profile
    )


def _to_srgb(image: Image, profile: bytes) -> Image:
    """Convert from an embedded profile; a profile that does not fit is ignored."""
    from PIL import ImageCms

    try:
        source: Any = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        target = ImageCms.createProfile("sRGB")
        done = ImageCms.profileToProfile(image, source, target, outputMode="RGB")
    except (ImageCms.PyCMSError, OSError, ValueError):
        return image
    return image if done is None else done
