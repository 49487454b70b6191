"""Pictures in inks: unpacked, converted, and packed again without loss."""

from __future__ import annotations

import io
import struct
import zlib
from typing import TYPE_CHECKING

from cardgen.assets.images import Picture
from cardgen.assets.png import rows_of
from cardgen.backend.images import flate_entries, image_entries
from cardgen.backend.objects import PdfFile
from cardgen.backend.pngstrips import SIGNATURE, chunk

if TYPE_CHECKING:
    from PIL.Image import Image

_SPACES = {"L": "/DeviceGray", "RGB": "/DeviceRGB", "CMYK": "/DeviceCMYK"}


def opened(picture: Picture) -> Image:
    """Return the pixels of a picture."""
    from PIL import Image

    if picture.encoding == "jpeg":
        image = Image.open(io.BytesIO(picture.data))
        image.load()
        return image
    kind = 2 if picture.mode == "RGB" else 0
    header = struct.pack(">LLBBBBB", picture.width_px, picture.height_px, 8, kind, 0, 0, 0)
    parts = [*chunk(b"IHDR", header), *chunk(b"IDAT", picture.data), *chunk(b"IEND", b"")]
    image = Image.open(io.BytesIO(b"".join([SIGNATURE, *parts])))
    image.load()
    return image


def embed_pixels(pdf: PdfFile, image: Image, alpha: bytes | None = None) -> str:
    """Add pixels to a document, with opacity as a `Picture` has it; return a reference to them."""
    columns, colors = image.width, len(image.getbands())
    entries = image_entries(image.size, _SPACES[image.mode])
    if image.mode == "CMYK":  # which PNG does not know: rows as they are
        entries["Filter"] = "/FlateDecode"
        data = zlib.compress(image.tobytes(), 6)
    else:
        entries |= flate_entries(columns, colors)
        data = rows_of(image)
    if alpha is not None:
        mask = image_entries(image.size, "/DeviceGray") | flate_entries(columns, 1)
        entries["SMask"] = pdf.stream(mask, alpha)
    return pdf.stream(entries, data)
