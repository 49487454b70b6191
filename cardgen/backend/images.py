"""Embedding pictures: the bytes that `cardgen.assets` prepared, unchanged.

JPEG files go in whole (ISO 32000-2, 7.4.8), other pictures as deflated rows with PNG predictors
(7.4.4.4). Opacity becomes a soft-mask image (11.6.5).
"""

from __future__ import annotations

from cardgen.assets.images import Picture
from cardgen.backend.objects import PdfFile, Value


def embed_image(pdf: PdfFile, picture: Picture) -> str:
    """Add a picture to a document; return a reference to it."""
    space = "/DeviceRGB" if picture.mode == "RGB" else "/DeviceGray"
    entries = _entries(picture, space)
    if picture.encoding == "jpeg":
        entries["Filter"] = "/DCTDecode"
    else:
        entries |= _flate(picture.width_px, 3 if picture.mode == "RGB" else 1)
    if picture.alpha is not None:
        mask = _entries(picture, "/DeviceGray") | _flate(picture.width_px, 1)
        entries["SMask"] = pdf.stream(mask, picture.alpha)
    return pdf.stream(entries, picture.data)


def _entries(picture: Picture, space: str) -> dict[str, Value]:
    return {
        "Type": "/XObject",
        "Subtype": "/Image",
        "Width": picture.width_px,
        "Height": picture.height_px,
        "BitsPerComponent": 8,
        "ColorSpace": space,
        "Interpolate": "true",
    }


def _flate(columns: int, colors: int) -> dict[str, Value]:
    return {
        "Filter": "/FlateDecode",
        "DecodeParms": {
            "Predictor": 15,
            "Colors": colors,
            "BitsPerComponent": 8,
            "Columns": columns,
        },
    }
