"""Embedding fonts: subsets with just the glyphs that are used, under their own indexes."""

from __future__ import annotations

import zlib
from typing import Any

from reportlab.pdfbase import pdfdoc

from cardgen.assets.fonts import Font
from cardgen.core.fingerprint import digest

_FIXED, _SYMBOLIC, _ITALIC = 1, 4, 64


def embed_font(pdf: Any, name: str, font: Font, glyphs: dict[int, str]) -> None:
    """Add a composite font to a document under an object name.

    ``glyphs`` maps glyph indexes to the text that they stand for. Strings in content streams are
    glyph indexes, as the subset keeps them: the encoding Identity-H (ISO 32000-2, 9.7.5.2) and an
    Identity CIDToGIDMap (9.7.4.2) translate nothing.
    """
    data = font.subset(glyphs)
    # Six letters and a plus sign mark the name of a subset (ISO 32000-2, 9.9.2).
    tag = "".join(chr(ord("A") + int(d, 16)) for d in digest(sorted(glyphs))[:6])
    base = pdfdoc.PDFName(f"{tag}+{font.postscript_name}")
    file = pdfdoc.PDFStream(
        pdfdoc.PDFDictionary({"Length1": len(data), "Filter": pdfdoc.PDFName("FlateDecode")}),
        zlib.compress(data, 9),
    )
    flags = _SYMBOLIC | (_FIXED if font.is_fixed else 0) | (_ITALIC if font.italic_angle else 0)
    descriptor = pdfdoc.PDFDictionary(
        {
            "Type": pdfdoc.PDFName("FontDescriptor"),
            "FontName": base,
            "Flags": flags,
            "FontBBox": pdfdoc.PDFArrayCompact([round(edge) for edge in font.bbox]),
            "ItalicAngle": _n(font.italic_angle),
            "Ascent": round(font.ascent),
            "Descent": round(font.descent),
            "CapHeight": round(font.cap_height),
            "StemV": round(50 + (font.weight / 65) ** 2),  # an estimate; TrueType fonts do not tell
            "FontFile2": pdf.Reference(file, f"{name}.file"),
        }
    )
    descendant = pdfdoc.PDFDictionary(
        {
            "Type": pdfdoc.PDFName("Font"),
            "Subtype": pdfdoc.PDFName("CIDFontType2"),
            "BaseFont": base,
            "CIDSystemInfo": pdfdoc.PDFDictionary(
                {
                    "Registry": pdfdoc.PDFString("Adobe"),
                    "Ordering": pdfdoc.PDFString("Identity"),
                    "Supplement": 0,
                }
            ),
            "FontDescriptor": pdf.Reference(descriptor, f"{name}.descriptor"),
            "CIDToGIDMap": pdfdoc.PDFName("Identity"),
            "DW": 0,
            "W": pdfdoc.PDFArrayCompact(_widths(font, glyphs)),
        }
    )
    unicode_map = pdfdoc.PDFStream(
        pdfdoc.PDFDictionary({"Filter": pdfdoc.PDFName("FlateDecode")}),
        zlib.compress(_to_unicode(glyphs).encode("ascii"), 9),
    )
    whole = pdfdoc.PDFDictionary(
        {
            "Type": pdfdoc.PDFName("Font"),
            "Subtype": pdfdoc.PDFName("Type0"),
            "BaseFont": base,
            "Encoding": pdfdoc.PDFName("Identity-H"),
            "DescendantFonts": pdfdoc.PDFArrayCompact(
                [pdf.Reference(descendant, f"{name}.glyphs")]
            ),
            "ToUnicode": pdf.Reference(unicode_map, f"{name}.unicode"),
        }
    )
    pdf.Reference(whole, name)


def _widths(font: Font, glyphs: dict[int, str]) -> list[Any]:
    """List advance widths by runs of consecutive glyph indexes (ISO 32000-2, 9.7.4.3)."""
    runs: list[Any] = []
    previous = -2
    for index in sorted(glyphs):
        if index != previous + 1:
            runs += [index, pdfdoc.PDFArrayCompact([])]
        runs[-1].sequence.append(_n(font.glyph_width(index)))
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


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") or "0"
