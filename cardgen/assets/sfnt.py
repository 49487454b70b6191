"""Checks whether a TrueType file can be embedded, and finds the scripts of texts.

HarfBuzz reads damaged fonts without an error and then shows no glyphs; the checks here explain the
fault instead. Offsets follow the OpenType specification 1.9, and are named after its tables; all
numbers of more than one byte are big-endian.

The module also knows which scripts are not supported yet, which free families have the letters of a
script, and where the script changes within a word. Lines run from left to right. This module does
not reorder words (UAX #9) or turn lines upright: text that needs either would have correct letters
in a wrong order.
"""

import struct
import unicodedata
from typing import Any

from msgspec import Struct

# Tables that PDF needs in a TrueType font (ISO 32000-1, 9.9), and `cmap` to find glyphs.
_NEEDED = ("cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp")
_HEAD_MAGIC = 0x5F0F3CF5  # head: magicNumber
_NONE = memoryview(b"")
_RESTRICTED = 0x0002  # OS/2: fsType, "Restricted License embedding"
_HEADER = 12  # bytes of an outline without contours: their number, its box, and perhaps two more
# Flags of a component: arguments of two bytes, another one follows, and sizes of its scales.
_WORDS, _MORE = 0x0001, 0x0020
_SCALES = ((0x0008, 2), (0x0040, 4), (0x0080, 8))
_FAMILY_NAMES = {"Hani": "JP, Noto Sans SC or Noto Sans TC", "Hang": "KR", "Nkoo": "NKo"}
"""The last words of Noto families whose names are not names of scripts, by script (ISO 15924)."""
_EMOJI = range(0x1F000, 0x1FB00)
EMOJI_HINT = (
    "use Noto Emoji, in one colour, or a colour font with COLR outlines such as Noto-COLRv1.ttf: "
    "https://fonts.google.com/noto"
)


class UnusableFontError(ValueError):
    """A font file cannot be embedded; the message has the reason, ``hint`` a remedy."""

    def __init__(self, why: str, hint: str = "") -> None:
        super().__init__(why)
        self.hint = hint


class SfntFacts(Struct, frozen=True):
    """Values of the header tables; ``bbox`` in font units."""

    upem: int
    glyph_count: int
    bbox: tuple[int, int, int, int]
    fixed_pitch: bool
    restricted: bool
    tables: frozenset[str]


def read_facts(data: bytes) -> SfntFacts:
    """Check the structure of a font file and read its header tables.

    Raises UnusableFontError.
    """
    try:
        return _facts(_tables(data))
    except (struct.error, IndexError) as error:
        raise UnusableFontError("the file is damaged or cut short") from error


def _tables(data: bytes) -> dict[str, memoryview]:
    """Return the tables by tag, from the table directory at the start of the file."""
    kind, view = data[:4], memoryview(data)
    if kind == b"OTTO":
        raise UnusableFontError(
            "it has PostScript (CFF) outlines", "use the family's TrueType (.ttf) files"
        )
    if kind == b"ttcf":
        raise UnusableFontError(
            "it is a collection of several fonts", "use the single .ttf file of the face"
        )
    if kind in (b"wOFF", b"wOF2"):
        raise UnusableFontError("it is a web font (WOFF)", "use the family's TrueType (.ttf) files")
    if kind not in (b"\x00\x01\x00\x00", b"true"):
        raise UnusableFontError("it is not a TrueType font")
    (count,) = struct.unpack_from(">H", data, 4)
    tables = {}
    for index in range(count):
        # Records of 16 bytes behind a head of 12: tag, checksum, offset, length.
        tag, _, offset, length = struct.unpack_from(">4sLLL", data, 12 + 16 * index)
        if offset + length > len(data) or not tag.isascii():
            raise UnusableFontError("the file is damaged or cut short")
        tables[tag.decode("ascii")] = view[offset : offset + length]
    missing = [tag for tag in _NEEDED if tag not in tables]
    if missing == ["glyf", "loca"] and tables.keys() & {"CBDT", "sbix", "SVG "}:
        raise UnusableFontError("it has coloured pictures instead of outlines", EMOJI_HINT)
    if missing:
        raise UnusableFontError(f"it has no `{missing[0]}` table")
    if "fvar" in tables:
        raise UnusableFontError(
            "it is a variable font", "use the static .ttf file of each face instead"
        )
    return tables


def components(data: bytes, index: int) -> list[int] | None:
    """Return the parts of a composite glyph, an empty list for an empty glyph, None for an outline.

    Raises UnusableFontError.
    """
    tables = _tables(data)
    long = struct.unpack_from(">h", tables["head"], 50)[0]
    start, end = struct.unpack_from(
        ">LL" if long else ">HH", tables["loca"], index * (2 + 2 * long)
    )
    if not long:  # short offsets count words of two bytes
        start, end = 2 * start, 2 * end
    if not start <= end <= len(tables["glyf"]):
        raise UnusableFontError("its glyph index is damaged")
    glyph = tables["glyf"][start:end]
    try:
        contours = struct.unpack_from(">h", glyph)[0] if start < end else 0
        if not contours and end - start > _HEADER:
            raise UnusableFontError("an outline is damaged")
        if contours >= 0:
            return None if contours else []
        glyph_parts, position, flags = [], 10, _MORE
        while flags & _MORE:
            flags, component = struct.unpack_from(">HH", glyph, position)
            glyph_parts.append(component)
            position += 4 + (4 if flags & _WORDS else 2)
            position += next((size for flag, size in _SCALES if flags & flag), 0)
    except struct.error as error:
        raise UnusableFontError("an outline is damaged") from error
    return glyph_parts


def _facts(tables: dict[str, memoryview]) -> SfntFacts:
    head = tables["head"]  # magicNumber, flags and unitsPerEm; xMin to yMax; indexToLocFormat
    magic, _, upem = struct.unpack_from(">LHH", head, 12)
    bbox = struct.unpack_from(">4h", head, 36)
    (loca_format,) = struct.unpack_from(">h", head, 50)
    (glyph_count,) = struct.unpack_from(">H", tables["maxp"], 4)  # numGlyphs
    (metrics,) = struct.unpack_from(">H", tables["hhea"], 34)  # numberOfHMetrics
    if magic != _HEAD_MAGIC or not 16 <= upem <= 16384 or loca_format not in (0, 1):
        raise UnusableFontError("its `head` table is damaged")
    # loca has one offset more than there are glyphs, of two bytes or four.
    if not glyph_count or len(tables["loca"]) < (glyph_count + 1) * (2 + 2 * loca_format):
        raise UnusableFontError("its glyph index is damaged")
    if not 0 < metrics <= glyph_count or len(tables["hmtx"]) < metrics * 4:
        raise UnusableFontError("its glyph widths are damaged")
    # isFixedPitch of post and fsType of OS/2, tables that a font may lack.
    post, os2 = tables.get("post", _NONE), tables.get("OS/2", _NONE)
    fixed = len(post) >= 16 and struct.unpack_from(">L", post, 12)[0] != 0
    restricted = len(os2) >= 10 and bool(struct.unpack_from(">H", os2, 8)[0] & _RESTRICTED)
    return SfntFacts(upem, glyph_count, bbox, fixed, restricted, frozenset(tables))


_DOWNWARD = ("MONGOLIAN ", "PHAGS-PA ")
_ONE_SCRIPT = {"Hira": "Hani", "Kana": "Hani", "Bopo": "Hani"}  # written among each other


def unset(char: str) -> str:
    """Return why text with a character cannot be set yet; empty if it can."""
    if char.isascii():
        return ""
    if unicodedata.name(char, "").startswith(_DOWNWARD):
        return "its lines run from top to bottom"
    return ""


def script_runs(text: str) -> list[str]:
    """Split a word where its script changes, because each script has its own shaping rules.

    Characters that scripts share, such as digits and accents, stay with the character before them.
    """
    if text.isascii():
        return [text]
    begins, current = [0], ""
    for position, char in enumerate(text):
        script = script_of(char)
        if script and current and script != current:
            begins.append(position)
        current = script or current
    return [text[a:b] for a, b in zip(begins, [*begins[1:], len(text)], strict=True)]


def script_of(char: str) -> str:
    """Return the script of a character (ISO 15924); empty if several scripts share it."""
    import uharfbuzz

    buffer: Any = uharfbuzz.Buffer()
    buffer.add_str(char)
    buffer.guess_segment_properties()
    script: str = buffer.script or ""
    return _ONE_SCRIPT.get(script, script)


def free_family(char: str) -> str:
    """Return the name of a free family that has a character; empty if none is known.

    All are under the Open Font License, and have static TrueType files.
    """
    if ord(char) in _EMOJI:
        return "Noto Emoji"
    script = script_of(char)
    if script in ("Latn", "Grek", "Cyrl"):
        return "Noto Sans"
    if script:
        kind = "Serif" if script == "Tibt" else "Sans"
        name = unicodedata.name(char, "").partition(" ")[0].title()
        return f"Noto {kind} {_FAMILY_NAMES.get(script, name)}"
    return "Noto Sans Symbols 2"
