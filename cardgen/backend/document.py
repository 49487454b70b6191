"""The metadata of a PDF as plain values, which need no PDF library.

This includes its links and bookmarks (ISO 32000-2, 12.3 and 12.5.6.5), and its metadata in XMP
(ISO 16684-1), which PDF/UA and PDF/X require.
"""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Literal

from msgspec import Struct

from cardgen.backend.objects import PdfFile, Value, number, text
from cardgen.core.units import MM_PER_POINT
from cardgen.frame import Link

DATE = "2000-01-01T00:00:00Z"
"""The date of every document: equal input must give equal bytes. `PDF_DATE` is the same date."""
PDF_DATE = "(D:20000101000000Z)"

_PACKET = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about=""
 xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"
 xmlns:{prefix}="{space}">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{subject}</rdf:li></rdf:Alt></dc:description>
<pdf:Producer>{program}</pdf:Producer>
{claim}
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>"""
_PDF_X_LINES = """<pdf:Trapped>False</pdf:Trapped>
<xmp:CreatorTool>{program}</xmp:CreatorTool>
<xmp:CreateDate>{date}</xmp:CreateDate>
<xmp:ModifyDate>{date}</xmp:ModifyDate>
<xmp:MetadataDate>{date}</xmp:MetadataDate>
<xmpMM:DocumentID>uuid:{id}</xmpMM:DocumentID>
<xmpMM:RenditionClass>default</xmpMM:RenditionClass>
<xmpMM:VersionID>1</xmpMM:VersionID>
<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>"""


class Bookmark(Struct, frozen=True):
    """An entry of the outline: its words, and its target page and height (in mm).

    Pages count from 0, levels from 1.
    """

    title: str
    page: int
    y: float = 0.0
    level: int = 1


class PageLabel(Struct, frozen=True):
    """The label of a page, which counts from 0, and of later pages: a number, words, or both."""

    page: int
    number: int | None = None
    words: str = ""


class DocumentInfo(Struct, frozen=True):
    """The title, the author and the print settings that a PDF carries.

    ``duplex`` presets the reader's print dialog (ISO 32000-2, 12.2, entry `Duplex`). With
    ``is_pdf_ua``, the document claims to conform to PDF/UA-1 (ISO 14289-1).
    """

    title: str
    author: str = ""
    subject: str = ""
    keywords: str = ""
    duplex: Literal["long-edge", "short-edge", "simplex"] | None = None
    language: str = "en"
    outline: tuple[Bookmark, ...] = ()
    labels: tuple[PageLabel, ...] = ()
    is_pdf_ua: bool = False


_POINTS_PER_MM = 1 / MM_PER_POINT

Target = tuple[str, float]
"""A page: the reference to it, and its height in mm."""


def link_annotation(link: Link, height: float, targets: Sequence[Target]) -> dict[str, Value]:
    """Return the annotation of a link on a page that is ``height`` mm high."""
    rect = link.rect
    edges = (rect.x, height - rect.bottom, rect.right, height - rect.y)
    return {
        "Type": "/Annot",
        "Subtype": "/Link",
        "Rect": [_points(edge) for edge in edges],
        "Border": [0, 0, 0],
        "F": 4,  # flag Print, which PDF/UA-1 requires (ISO 14289-1, 7.18.1)
        "Contents": text(link.words),
        **_target(link, targets),
    }


def _target(link: Link, targets: Sequence[Target]) -> dict[str, Value]:
    if not link.uri:
        return {"Dest": _destination(targets[link.page], link.y)}
    return {"A": {"S": "/URI", "URI": text(link.uri)}}


def embed_outline(
    pdf: PdfFile, bookmarks: Sequence[Bookmark], targets: Sequence[Target]
) -> dict[str, Value]:
    """Write the outline (ISO 32000-2, 12.3.3); return its entries in the catalog.

    Bookmarks of a deeper level go below the bookmark before them.
    """
    if not bookmarks:
        return {}
    root, *names = [pdf.reserve() for _ in range(len(bookmarks) + 1)]
    parents, path = [], [-1]
    levels: list[int] = []
    for i, bookmark in enumerate(bookmarks):
        while levels and levels[-1] >= bookmark.level:
            levels.pop()
            path.pop()
        parents.append(path[-1])
        levels.append(bookmark.level)
        path.append(i)
    for i, bookmark in enumerate(bookmarks):
        siblings = [j for j, parent in enumerate(parents) if parent == parents[i]]
        position = siblings.index(i)
        entry: dict[str, Value] = {
            "Title": text(bookmark.title),
            "Parent": root if parents[i] < 0 else names[parents[i]],
            "Dest": _destination(targets[bookmark.page], bookmark.y),
        }
        if position:
            entry["Prev"] = names[siblings[position - 1]]
        if position + 1 < len(siblings):
            entry["Next"] = names[siblings[position + 1]]
        entry |= _children(i, parents, names)
        pdf.put(entry, names[i])
    pdf.put({"Type": "/Outlines", **_children(-1, parents, names)}, root)
    return {"Outlines": root, "PageMode": "/UseOutlines"}


def page_labels(labels: Sequence[PageLabel]) -> dict[str, Value]:
    """Return the page labels for the catalog (ISO 32000-2, 12.4.2)."""
    if not labels:
        return {}
    numbers: list[Value] = []
    for label in labels:
        entry: dict[str, Value] = {}
        if label.words:
            entry["P"] = text(label.words)
        if label.number is not None:
            entry |= {"S": "/D", "St": label.number}
        numbers += [label.page, entry]
    return {"PageLabels": {"Nums": numbers}}


def _children(parent: int, parents: list[int], names: list[str]) -> dict[str, Value]:
    inner = [name for name, above in zip(names, parents, strict=True) if above == parent]
    if not inner:
        return {}
    return {"First": inner[0], "Last": inner[-1], "Count": len(inner)}


def _destination(target: Target, y: float) -> list[Value]:
    page, height = target
    return [page, "/XYZ", "null", _points(height - y), "null"]


def _points(mm: float) -> str:
    return number(mm * _POINTS_PER_MM, 3)


class XmpClaim(Struct, frozen=True):
    """A claim of conformance to a standard in XMP: its namespace and its lines."""

    prefix: str
    namespace: str
    lines: str


PDF_UA_CLAIM = XmpClaim(
    "pdfuaid", "http://www.aiim.org/pdfua/ns/id/", "<pdfuaid:part>1</pdfuaid:part>"
)
"""PDF/UA-1 (ISO 14289-1, 5)."""


def pdf_x_claim(id: str) -> XmpClaim:
    """Return the claim of a PDF/X-4 (ISO 15930-7, 6.4); ``id`` is 32 hexadecimal digits."""
    parts = (id[:8], id[8:12], id[12:16], id[16:20], id[20:32])
    lines = _PDF_X_LINES.format(program="{program}", date=DATE, id="-".join(parts))
    return XmpClaim("pdfxid", "http://www.npes.org/pdfx/ns/id/", lines)


def embed_metadata(pdf: PdfFile, properties: Mapping[str, str], claim: XmpClaim) -> str:
    """Write the document properties and the claim as an XMP stream; return its reference."""
    program = escape(properties["Producer"], quote=False)
    packet = _PACKET.format(
        prefix=claim.prefix,
        space=claim.namespace,
        title=escape(properties["Title"], quote=False),
        author=escape(properties["Author"], quote=False),
        subject=escape(properties["Subject"], quote=False),
        program=program,
        claim=claim.lines.format(program=program),
    )
    return pdf.stream({"Type": "/Metadata", "Subtype": "/XML"}, packet.encode())
