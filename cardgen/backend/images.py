"""Embedding pictures: the bytes that `cardgen.assets` prepared, unchanged.

JPEG files go in whole (ISO 32000-2, 7.4.8), other pictures as deflated rows with PNG predictors
(7.4.4.4). Opacity becomes a soft-mask image (11.6.5).
"""

from __future__ import annotations

from cardgen.assets.images import Picture
from cardgen.backend.objects import PdfFile, Value
from cardgen.frame import SoftMask


def embed_image(pdf: PdfFile, picture: Picture) -> str:
    """Add a picture to a document; return a reference to it."""
    space = "/DeviceRGB" if picture.mode == "RGB" else "/DeviceGray"
    size = picture.width_px, picture.height_px
    entries = image_entries(size, space)
    if picture.encoding == "jpeg":
        entries["Filter"] = "/DCTDecode"
    else:
        entries |= flate_entries(picture.width_px, 3 if picture.mode == "RGB" else 1)
    if picture.alpha is not None:
        mask = image_entries(size, "/DeviceGray") | flate_entries(picture.width_px, 1)
        entries["SMask"] = pdf.stream(mask, picture.alpha)
    return pdf.stream(entries, picture.data)


def embed_mask(pdf: PdfFile, mask: SoftMask) -> str:
    """Add the mask of a shadow to a document, as a grey picture; return a reference to it."""
    entries = image_entries((mask.width_px, mask.height_px), "/DeviceGray")
    return pdf.stream(entries | flate_entries(mask.width_px, 1), mask.rows)


def image_entries(size: tuple[int, int], space: str) -> dict[str, Value]:
    """Return what the dictionary of every picture says."""
    return {
        "Type": "/XObject",
        "Subtype": "/Image",
        "Width": size[0],
        "Height": size[1],
        "BitsPerComponent": 8,
        "ColorSpace": space,
        "Interpolate": "true",
    }


def flate_entries(columns: int, colors: int) -> dict[str, Value]:
    """Return what the dictionary of a picture says whose data is rows of a PNG."""
    return {
        "Filter": "/FlateDecode",
        "DecodeParms": {
            "Predictor": 15,
            "Colors": colors,
            "BitsPerComponent": 8,
            "Columns": columns,
        },
    }
