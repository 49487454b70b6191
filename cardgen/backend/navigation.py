"""Links and bookmarks, the ways to move about in a PDF (ISO 32000-2, 12.3 and 12.5.6.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from reportlab.pdfbase import pdfdoc

from cardgen.backend.document import Bookmark
from cardgen.core.units import MM_PER_POINT
from cardgen.frame import Link, Page

_POINTS_PER_MM = 1 / MM_PER_POINT


class _Outline:
    """Stands in for the outline of ReportLab, which works with its canvas only."""

    ready = 1

    def prepare(self, *_: object) -> None:
        """Do nothing: the outline is complete."""


def link_annotations(page: Page, heights: Sequence[float]) -> Any:
    """Return the link annotations of a page; None if it has no links."""
    if not page.links:
        return None
    media = page.frame.size.height
    annotations = []
    for link in page.links:
        rect = link.rect
        edges = (rect.x, media - rect.bottom, rect.right, media - rect.y)
        annotations.append(
            pdfdoc.PDFDictionary(
                {
                    "Type": pdfdoc.PDFName("Annot"),
                    "Subtype": pdfdoc.PDFName("Link"),
                    "Rect": pdfdoc.PDFArrayCompact([_number(edge) for edge in edges]),
                    "Border": pdfdoc.PDFArrayCompact([0, 0, 0]),
                    **_target(link, heights),
                }
            )
        )
    return pdfdoc.PDFArray(annotations)


def _target(link: Link, heights: Sequence[float]) -> dict[str, Any]:
    if not link.uri:
        return {"Dest": _destination(link.page, link.y, heights)}
    action = {"S": pdfdoc.PDFName("URI"), "URI": pdfdoc.PDFString(link.uri)}
    return {"A": pdfdoc.PDFDictionary(action)}


def embed_outline(pdf: Any, bookmarks: Sequence[Bookmark], heights: Sequence[float]) -> None:
    """Write the outline (ISO 32000-2, 12.3.3); deeper levels go below the entry before them."""
    if not bookmarks:
        return
    names = [f"Bookmark{i}" for i in range(len(bookmarks))]
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
        place = siblings.index(i)
        parent = "Outline" if parents[i] < 0 else names[parents[i]]
        entry = {
            "Title": pdfdoc.PDFString(bookmark.title),
            "Parent": pdfdoc.PDFObjectReference(parent),
            "Dest": _destination(bookmark.page, bookmark.y, heights),
        }
        if place:
            entry["Prev"] = pdfdoc.PDFObjectReference(names[siblings[place - 1]])
        if place + 1 < len(siblings):
            entry["Next"] = pdfdoc.PDFObjectReference(names[siblings[place + 1]])
        entry |= _children(i, parents, names)
        pdf.Reference(pdfdoc.PDFDictionary(entry), names[i])
    root = {"Type": pdfdoc.PDFName("Outlines"), **_children(-1, parents, names)}
    pdf.Outlines = pdf.outline = _Outline()
    pdf.Catalog.Outlines = pdf.Reference(pdfdoc.PDFDictionary(root), "Outline")
    pdf.Catalog.PageMode = pdfdoc.PDFName("UseOutlines")


def _children(parent: int, parents: list[int], names: list[str]) -> dict[str, Any]:
    inner = [name for name, above in zip(names, parents, strict=True) if above == parent]
    if not inner:
        return {}
    return {
        "First": pdfdoc.PDFObjectReference(inner[0]),
        "Last": pdfdoc.PDFObjectReference(inner[-1]),
        "Count": len(inner),
    }


def _destination(page: int, y: float, heights: Sequence[float]) -> Any:
    top = _number(heights[page] - y)
    return pdfdoc.PDFArrayCompact(
        [pdfdoc.PDFObjectReference(f"Page{page + 1}"), pdfdoc.PDFName("XYZ"), "null", top, "null"]
    )


def _number(mm: float) -> str:
    return f"{mm * _POINTS_PER_MM:.3f}".rstrip("0").rstrip(".") or "0"
