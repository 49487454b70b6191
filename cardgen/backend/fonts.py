"""Embedding fonts: subsets with just the glyphs that are used, under their own indexes."""

from __future__ import annotations

import zlib
from collections.abc import MutableMapping
from typing import Any

from cardgen.assets.fonts import Font
from cardgen.backend.objects import PdfFile, Value, name, number
from cardgen.core.fingerprint import digest

_FIXED, _SYMBOLIC, _ITALIC = 1, 4, 64

Made = MutableMapping[str, tuple[Any, ...]]
"""Fonts as they are embedded, by their key and glyphs."""


def embed_font(
    pdf: PdfFile,
    font: Font,
    glyphs: dict[int, str],
    level: int,
    at: str,
    kept: Made,
    common: Made,
) -> None:
    """Add a composite font to a document under a reserved reference.

    ``glyphs`` maps glyph indexes to the text that they stand for; ``level`` is that of zlib.
    ``kept`` may have what an earlier build made of the same glyphs, and ``common`` what another
    document of this build did; both receive it. Strings in content streams are glyph indexes, as
    the subset keeps them: the encoding Identity-H (ISO 32000-2, 9.7.5.2) and an Identity
    CIDToGIDMap (9.7.4.2) translate nothing.
    """
    shown = tuple(sorted(glyphs.items()))
    known = f"{font.key} {level} {digest(shown)}"
    made = kept.get(known) or common.get(known) or _made(font, glyphs, level)
    kept[known] = common[known] = made
    length, data, widths, unicode_map = made
    # Six letters and a plus sign mark the name of a subset (ISO 32000-2, 9.9.2).
    tag = "".join(chr(ord("A") + int(d, 16)) for d in digest(sorted(glyphs))[:6])
    base = name(f"{tag}+{font.postscript_name}")
    flags = _SYMBOLIC | (_FIXED if font.is_fixed else 0) | (_ITALIC if font.italic_angle else 0)
    packed: dict[str, Value] = {"Filter": "/FlateDecode"}
    descriptor = pdf.put(
        {
            "Type": "/FontDescriptor",
            "FontName": base,
            "Flags": flags,
            "FontBBox": [round(edge) for edge in font.bbox],
            "ItalicAngle": number(font.italic_angle, 2),
            "Ascent": round(font.ascent),
            "Descent": round(font.descent),
            "CapHeight": round(font.cap_height),
            "StemV": round(50 + (font.weight / 65) ** 2),  # an estimate; TrueType fonts do not tell
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
    whole: dict[str, Value] = {
        "Type": "/Font",
        "Subtype": "/Type0",
        "BaseFont": base,
        "Encoding": "/Identity-H",
        "DescendantFonts": [pdf.put(descendant)],
        "ToUnicode": pdf.stream(packed, unicode_map),
    }
    pdf.put(whole, at)


def _made(font: Font, glyphs: dict[int, str], level: int) -> tuple[Any, ...]:
    """Make what takes time: the subset, with its length, the widths, and the ToUnicode CMap."""
    data = font.subset(glyphs)
    unicode_map = zlib.compress(_to_unicode(glyphs).encode("ascii"), level)
    return len(data), zlib.compress(data, level), _widths(font, glyphs), unicode_map


def _widths(font: Font, glyphs: dict[int, str]) -> list[Value]:
    """List advance widths by runs of consecutive glyph indexes (ISO 32000-2, 9.7.4.3)."""
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
    """Write the ToUnicode CMap, which lets readers copy and search text (ISO 32000-2, 9.10.3)."""
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
