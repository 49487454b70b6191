"""Objects of a PDF (ISO 32000-2, 7.3), and the file that they are put into (7.5).

Values are plain: a dict is a dictionary, a list an array, and what is written as it is, such as a
number, a reference or a name with its slash, is a string or an integer.

Embedding pictures: the bytes that `cardgen.assets` prepared, unchanged.

JPEG files go in whole (ISO 32000-2, 7.4.8), other pictures as deflated rows with PNG predictors
(7.4.4.4). Opacity becomes a soft-mask image (11.6.5).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from reportlab.pdfbase.pdfdoc import PDFDocument, PDFObjectReference

from cardgen.assets.images import Picture
from cardgen.frame import SoftMask

Value = str | int | Sequence["Value"] | Mapping[str, "Value"]
Dictionary = Mapping[str, Value]

_IRREGULAR = re.compile(rb"[^A-Za-z0-9_.+-]")
_ESCAPED = re.compile(r"[()\\]")


def name(text: str) -> str:
    """Write any text as a name (7.3.5)."""
    return "/" + _IRREGULAR.sub(lambda m: b"#%02x" % m[0][0], text.encode()).decode("ascii")


def text(words: str) -> str:
    """Write words for readers (7.9.2.2): as they are, if they are ASCII, else in UTF-16."""
    if words.isascii() and words.isprintable():
        return f"({_ESCAPED.sub(lambda m: chr(92) + m[0], words)})"
    return f"<feff{words.encode('utf-16-be').hex()}>"


def number(value: float, digits: int) -> str:
    """Write a number with so many digits at most."""
    return f"{value:.{digits}f}".rstrip("0").rstrip(".") or "0"


class PdfFile:
    """A file in the making: objects are written as they come, and ReportLab puts them in place.

    A document of ReportLab's takes objects that are bytes already as they are. So it numbers them,
    and writes the file with its tables, but does not go through thousands of nested objects.
    """

    def __init__(self, minor: int = 6) -> None:
        """Begin a file of PDF 1.6, or of another ``minor`` version."""
        self._document = PDFDocument(invariant=1, pdfVersion=(1, minor))

    def reserve(self) -> str:
        """Return a reference to an object that is still to be written."""
        return self.put("null")

    def put(self, value: Value, at: str = "") -> str:
        """Write an object, ``at`` a reserved reference if there is one; return the reference."""
        return self._put(_written(value).encode("ascii"), at)

    def stream(self, dictionary: Dictionary, data: bytes, at: str = "") -> str:
        """Write a stream (7.3.8); its dictionary needs no length."""
        head = _written({**dictionary, "Length": len(data)}).encode("ascii")
        return self._put(b"".join((head, b"\nstream\n", data, b"\nendstream")), at)

    def _put(self, content: bytes, at: str) -> str:
        document = self._document
        if at:
            document.idToObject[at] = content
            return at
        reference = f"{document.objectcounter + 1} 0 R"
        document.Reference(content, reference)
        return reference

    def finish(self, root: str, info: str, identifier: str) -> bytes:
        """Return the file; ``identifier`` is hexadecimal (14.4)."""
        document = self._document
        document.Catalog, document.info = PDFObjectReference(root), PDFObjectReference(info)
        document._ID = f"[<{identifier}> <{identifier}>]".encode("ascii")
        written: bytes = document.format()
        return written


def _written(value: Value) -> str:
    if isinstance(value, str):
        return value
    # What is usual comes first: what is abstract takes longer to ask for.
    if isinstance(value, (dict, Mapping)):
        entries = [f"/{key} {_written(entry)}" for key, entry in value.items()]
        return f"<<{' '.join(entries)}>>"
    if isinstance(value, (list, tuple, Sequence)):
        return f"[{' '.join([_written(entry) for entry in value])}]"
    return str(value)


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
