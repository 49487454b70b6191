"""What a PDF says of itself in XMP (ISO 16684-1), which standards for PDF ask for besides."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from msgspec import Struct

from cardgen.backend.objects import PdfFile

DATE = "2000-01-01T00:00:00Z"
"""Always this one: the same input gives the same bytes. `PDF_DATE` says the same."""
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
{own}
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>"""
_PRINTED = """<pdf:Trapped>False</pdf:Trapped>
<xmp:CreatorTool>{program}</xmp:CreatorTool>
<xmp:CreateDate>{date}</xmp:CreateDate>
<xmp:ModifyDate>{date}</xmp:ModifyDate>
<xmp:MetadataDate>{date}</xmp:MetadataDate>
<xmpMM:DocumentID>uuid:{id}</xmpMM:DocumentID>
<xmpMM:RenditionClass>default</xmpMM:RenditionClass>
<xmpMM:VersionID>1</xmpMM:VersionID>
<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>"""


class XmpClaim(Struct, frozen=True):
    """A standard that a document keeps to: the namespace of what says so, and its lines."""

    prefix: str
    space: str
    lines: str


UNIVERSAL = XmpClaim(
    "pdfuaid", "http://www.aiim.org/pdfua/ns/id/", "<pdfuaid:part>1</pdfuaid:part>"
)
"""PDF/UA-1 (ISO 14289-1, 5)."""


def printable(id: str) -> XmpClaim:
    """Return the claim of a PDF/X-4 (ISO 15930-7, 6.4); ``id`` is 32 hexadecimal digits."""
    parts = (id[:8], id[8:12], id[12:16], id[16:20], id[20:32])
    lines = _PRINTED.format(program="{program}", date=DATE, id="-".join(parts))
    return XmpClaim("pdfxid", "http://www.npes.org/pdfx/ns/id/", lines)


def embed_metadata(pdf: PdfFile, words: Mapping[str, str], claim: XmpClaim) -> str:
    """Add metadata to a document, given what it says of itself; return a reference to them."""
    program = escape(words["Producer"], quote=False)
    written = _PACKET.format(
        prefix=claim.prefix,
        space=claim.space,
        title=escape(words["Title"], quote=False),
        author=escape(words["Author"], quote=False),
        subject=escape(words["Subject"], quote=False),
        program=program,
        own=claim.lines.format(program=program),
    )
    return pdf.stream({"Type": "/Metadata", "Subtype": "/XML"}, written.encode())
