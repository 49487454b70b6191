"""Embedding pictures: the bytes that `cardgen.assets` prepared, unchanged.

JPEG files go in whole (ISO 32000-2, 7.4.8), other pictures as deflated rows with PNG predictors
(7.4.4.4). Opacity becomes a soft-mask image (11.6.5).
"""

from __future__ import annotations

from typing import Any

from reportlab.pdfbase import pdfdoc

from cardgen.assets.images import Picture


def embed_image(pdf: Any, name: str, picture: Picture) -> Any:
    """Add a picture to a document under an object name; return a reference to it."""
    space = "DeviceRGB" if picture.mode == "RGB" else "DeviceGray"
    entries = _entries(picture, space)
    if picture.encoding == "jpeg":
        entries["Filter"] = pdfdoc.PDFName("DCTDecode")
    else:
        entries |= _flate(picture.width_px, 3 if picture.mode == "RGB" else 1)
    if picture.alpha is not None:
        mask = _entries(picture, "DeviceGray") | _flate(picture.width_px, 1)
        stream = pdfdoc.PDFStream(pdfdoc.PDFDictionary(mask), picture.alpha)
        entries["SMask"] = pdf.Reference(stream, f"{name}.alpha")
    return pdf.Reference(pdfdoc.PDFStream(pdfdoc.PDFDictionary(entries), picture.data), name)


def _entries(picture: Picture, space: str) -> dict[str, Any]:
    return {
        "Type": pdfdoc.PDFName("XObject"),
        "Subtype": pdfdoc.PDFName("Image"),
        "Width": picture.width_px,
        "Height": picture.height_px,
        "BitsPerComponent": 8,
        "ColorSpace": pdfdoc.PDFName(space),
        "Interpolate": "true",
    }


def _flate(columns: int, colors: int) -> dict[str, Any]:
    return {
        "Filter": pdfdoc.PDFName("FlateDecode"),
        "DecodeParms": pdfdoc.PDFDictionary(
            {"Predictor": 15, "Colors": colors, "BitsPerComponent": 8, "Columns": columns}
        ),
    }
