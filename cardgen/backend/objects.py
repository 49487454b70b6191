"""Objects of a PDF (ISO 32000-2, 7.3), and the file that contains them (7.5).

Values are plain: a dict is a dictionary and a list an array. Numbers, references and names with
their slash are strings or integers, which are written unchanged.

Pictures are embedded as the bytes that `cardgen.assets` prepared: JPEG files unchanged
(ISO 32000-2, 7.4.8), other pictures as deflated rows with PNG predictors (7.4.4.4). Opacity becomes
a soft-mask image (11.6.5).

Fonts are embedded as subsets with only the used glyphs, under their own indexes.

ReportLab writes each object separately. A tree of thousands of small objects needs object streams,
which are deflated (7.5.7), and a cross-reference stream with the position of each object (7.5.8).
"""

import os
import re
import struct
import zlib
from collections.abc import Mapping, MutableMapping, Sequence
from typing import Any

from cardgen.assets.fonts import Font
from cardgen.assets.images import Picture
from cardgen.core.fingerprint import digest
from cardgen.frame import SoftMask

# ReportLab reads settings from the home folder and a date, and fails if these variables are odd;
# files of cardgen depend on neither.
_HOME = os.environ.pop("HOME", None)
os.environ.pop("SOURCE_DATE_EPOCH", None)
try:
    from reportlab.pdfbase.pdfdoc import PDFDocument, PDFObjectReference
finally:
    if _HOME is not None:
        os.environ["HOME"] = _HOME

Value = str | int | Sequence["Value"] | Mapping[str, "Value"]
Dictionary = Mapping[str, Value]

_IRREGULAR = re.compile(rb"[^A-Za-z0-9_.+-]")
_ESCAPED = re.compile(r"[()\\]")
_IN_FILE, _IN_STREAM = 1, 2
_FREE = (0, 0, 65535)
_MANY = 200
"""The number of objects in one stream, which readers unpack to get any of them."""
_LEVEL = 9


def name(text: str) -> str:
    """Write any text as a name (7.3.5)."""
    return "/" + _IRREGULAR.sub(lambda m: b"#%02x" % m[0][0], text.encode()).decode("ascii")


def text(words: str) -> str:
    """Write a text string (7.9.2.2) in ASCII if possible, else in UTF-16."""
    if words.isascii() and words.isprintable():
        return f"({_ESCAPED.sub(lambda m: chr(92) + m[0], words)})"
    return f"<feff{words.encode('utf-16-be').hex()}>"


def number(value: float, digits: int) -> str:
    """Write a number with at most ``digits`` decimals."""
    return f"{value:.{digits}f}".rstrip("0").rstrip(".") or "0"


class PdfFile:
    """A PDF file in progress, whose objects are bytes in a ReportLab document.

    ReportLab numbers the objects and writes the file with its tables. Because the objects are bytes
    already, ReportLab does not walk through thousands of nested objects.
    """

    def __init__(self, minor: int = 6) -> None:
        self._document = PDFDocument(invariant=1, pdfVersion=(1, minor))
        self._minor = minor

    def reserve(self) -> str:
        """Return a reference to an object that will be written later."""
        return self.put("null")

    def put(self, value: Value, reference: str = "") -> str:
        """Write an object, under a reserved ``reference`` if given; return its reference."""
        return self._put(_serialize(value).encode("ascii"), reference)

    def stream(self, dictionary: Dictionary, data: bytes, reference: str = "") -> str:
        """Write a stream (7.3.8) and add its length to the dictionary; return its reference."""
        head = _serialize({**dictionary, "Length": len(data)}).encode("ascii")
        return self._put(b"".join((head, b"\nstream\n", data, b"\nendstream")), reference)

    def _put(self, content: bytes, reserved: str) -> str:
        document = self._document
        if reserved:
            document.idToObject[reserved] = content
            return reserved
        reference = f"{document.objectcounter + 1} 0 R"
        document.Reference(content, reference)
        return reference

    def finish(self, root: str, info: str, identifier: str, packed: bool = False) -> bytes:
        """Return the file; ``identifier`` is hexadecimal (14.4).

        A ``packed`` file has its small objects in deflated object streams (PDF 1.5).
        """
        document = self._document
        if packed:
            # Skip the objects of ReportLab itself, which are not bytes.
            table = document.idToObject.items()
            objects = {int(ref.split()[0]): data for ref, data in table if isinstance(data, bytes)}
            return packed_file(objects, root, info, identifier, self._minor)
        document.Catalog, document.info = PDFObjectReference(root), PDFObjectReference(info)
        document._ID = f"[<{identifier}> <{identifier}>]".encode("ascii")
        data: bytes = document.format()
        return data


def _serialize(value: Value) -> str:
    if isinstance(value, str):
        return value
    # Concrete classes come first, because checking abstract classes is slow.
    if isinstance(value, (dict, Mapping)):
        entries = [f"/{key} {_serialize(entry)}" for key, entry in value.items()]
        return f"<<{' '.join(entries)}>>"
    if isinstance(value, (list, tuple, Sequence)):
        return f"[{' '.join([_serialize(entry) for entry in value])}]"
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
    """Return the entries in the dictionary of every picture."""
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
    """Return the additional entries for a picture whose data are the rows of a PNG."""
    return {
        "Filter": "/FlateDecode",
        "DecodeParms": {
            "Predictor": 15,
            "Colors": colors,
            "BitsPerComponent": 8,
            "Columns": columns,
        },
    }


_FIXED, _SYMBOLIC, _ITALIC = 1, 4, 64

EmbeddedFonts = MutableMapping[str, tuple[Any, ...]]
"""The embedded data of font subsets, by font key, level and glyphs."""


def embed_font(
    pdf: PdfFile,
    font: Font,
    glyphs: dict[int, str],
    level: int,
    reference: str,
    earlier: EmbeddedFonts,
    common: EmbeddedFonts,
) -> None:
    """Add a composite font to a document under a reserved reference.

    ``glyphs`` maps glyph indexes to their text; ``level`` is the compression level of zlib.
    ``earlier`` has subsets of an earlier build, and ``common`` subsets of other documents of this
    build; both receive the new one. Strings in content streams are the glyph indexes of the font,
    which the subset does not change: the encoding Identity-H (ISO 32000-2, 9.7.5.2) and an Identity
    CIDToGIDMap (9.7.4.2) translate no index.
    """
    used_glyphs = tuple(sorted(glyphs.items()))
    font_key = f"{font.key} {level} {digest(used_glyphs)}"
    embedded = earlier.get(font_key) or common.get(font_key) or _subset(font, glyphs, level)
    earlier[font_key] = common[font_key] = embedded
    length, data, widths, unicode_map = embedded
    # Six letters and a plus sign mark the name of a subset (ISO 32000-2, 9.9.2).
    tag = "".join(chr(ord("A") + int(d, 16)) for d in digest(sorted(glyphs))[:6])
    base = name(f"{tag}+{font.postscript_name}")
    fixed, italic = font.facts.fixed_pitch, font.italic_angle
    flags = _SYMBOLIC | (_FIXED if fixed else 0) | (_ITALIC if italic else 0)
    packed: dict[str, Value] = {"Filter": "/FlateDecode"}
    # Three nested dictionaries: the descriptor with the file, the CID font, the composite font.
    descriptor = pdf.put(
        {
            "Type": "/FontDescriptor",
            "FontName": base,
            "Flags": flags,
            "FontBBox": [round(edge) for edge in font.bbox],
            "ItalicAngle": number(italic, 2),
            "Ascent": round(font.ascent),
            "Descent": round(font.descent),
            "CapHeight": round(font.cap_height),
            "StemV": round(50 + (font.weight / 65) ** 2),  # estimated: not in TrueType fonts
            "FontFile2": pdf.stream({**packed, "Length1": length}, data),
        }
    )
    descendant: dict[str, Value] = {
        "Type": "/Font",
        "Subtype": "/CIDFontType2",
        "BaseFont": base,
        "CIDSystemInfo": {"Registry": "(Adobe)", "Ordering": "(Identity)", "Supplement": 0},
        "FontDescriptor": descriptor,
        "CIDToGIDMap": "/Identity",
        "DW": 0,
        "W": widths,
    }
    font_dict: dict[str, Value] = {
        "Type": "/Font",
        "Subtype": "/Type0",
        "BaseFont": base,
        "Encoding": "/Identity-H",
        "DescendantFonts": [pdf.put(descendant)],
        "ToUnicode": pdf.stream(packed, unicode_map),
    }
    pdf.put(font_dict, reference)


def _subset(font: Font, glyphs: dict[int, str], level: int) -> tuple[Any, ...]:
    """Return the length and data of a subset, the widths, and the ToUnicode CMap."""
    data = font.subset(glyphs)
    unicode_map = zlib.compress(_to_unicode(glyphs).encode("ascii"), level)
    return len(data), zlib.compress(data, level), _widths(font, glyphs), unicode_map


def _widths(font: Font, glyphs: dict[int, str]) -> list[Value]:
    """Return advance widths in runs of consecutive glyph indexes (ISO 32000-2, 9.7.4.3)."""
    runs: list[Value] = []
    run: list[str] = []
    previous = -2
    for index in sorted(glyphs):
        if index != previous + 1:
            run = []
            runs += [index, run]
        run.append(number(font.glyph_width(index), 2))
        previous = index
    return runs


def _to_unicode(glyphs: dict[int, str]) -> str:
    """Return the ToUnicode CMap, which lets readers copy and search text (9.10.3)."""
    pairs = [
        f"<{index:04x}> <{text.encode('utf-16-be').hex()}>"
        for index, text in sorted(glyphs.items())
        if text
    ]
    blocks = [
        f"{len(block)} beginbfchar\n" + "\n".join(block) + "\nendbfchar"
        # A block has at most 100 entries (Adobe Technical Note #5014, CMap files).
        for block in (pairs[i : i + 100] for i in range(0, len(pairs), 100))
    ]
    return (
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n"
        "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
        "1 begincodespacerange\n<0000> <ffff>\nendcodespacerange\n"
        + "\n".join(blocks)
        + "\nendcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n"
    )


def packed_file(
    objects: Mapping[int, bytes], root: str, info: str, identifier: str, minor: int
) -> bytes:
    """Return a file of PDF 1.5 or later, given its objects by number from 1 on."""
    out = bytearray(b"%%PDF-1.%d\n%%\xe2\xe3\xcf\xd3\n" % minor)
    places: dict[int, tuple[int, int, int]] = {}

    def put(number: int, content: bytes) -> None:
        places[number] = _IN_FILE, len(out), 0
        out.extend(b"%d 0 obj\n%b\nendobj\n" % (number, content))

    def stream(entries: str, data: bytes) -> bytes:
        packed = zlib.compress(data, _LEVEL)
        head = f"<<{entries} /Filter /FlateDecode /Length {len(packed)}>>"
        return b"%b\nstream\n%b\nendstream" % (head.encode(), packed)

    # Streams stay separate objects; all other objects are collected for object streams (7.5.7).
    small: list[int] = []
    for number, content in objects.items():
        if content.endswith(b"endstream"):
            put(number, content)
        else:
            small.append(number)
    count = max(objects) + 1
    for start in range(0, len(small), _MANY):
        numbers = small[start : start + _MANY]
        index, data = [], bytearray()
        for place, number in enumerate(numbers):
            places[number] = _IN_STREAM, count, place
            index.append(f"{number} {len(data)}")
            data += objects[number] + b"\n"
        before = (" ".join(index) + "\n").encode()
        entries = f"/Type /ObjStm /N {len(numbers)} /First {len(before)}"
        put(count, stream(entries, before + data))
        count += 1
    # The cross-reference stream has the position of each object, and of itself (7.5.8).
    begin = len(out)
    places[count] = _IN_FILE, begin, 0
    rows = b"".join(struct.pack(">BIH", *places.get(n, _FREE)) for n in range(count + 1))
    ends = f"/Root {root} /Info {info} /ID [<{identifier}> <{identifier}>]"
    entries = f"/Type /XRef /Size {count + 1} /W [1 4 2] {ends}"
    out += b"%d 0 obj\n%b\nendobj\n" % (count, stream(entries, rows))
    return bytes(out) + b"startxref\n%d\n%%%%EOF\n" % begin
