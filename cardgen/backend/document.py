"""What a PDF says about itself: plain values that need no PDF library to make.

This includes its links and bookmarks (ISO 32000-2, 12.3 and 12.5.6.5).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from cardgen.backend.objects import PdfFile, Value, number, text
from cardgen.core.units import MM_PER_POINT
from cardgen.frame import Link


class Bookmark(Struct, frozen=True):
    """An entry of the outline: its words, and the page and height (in mm) that it leads to.

    Pages count from 0, levels from 1.
    """

    title: str
    page: int
    y: float = 0.0
    level: int = 1


class PageLabel(Struct, frozen=True):
    """How pages are called from a page on, counted from 0: by a number, by words, or by both."""

    page: int
    number: int | None = None
    words: str = ""


class DocumentInfo(Struct, frozen=True):
    """The title, the author and the print settings that a PDF carries.

    ``duplex`` presets the reader's print dialog (ISO 32000-2, 12.2, entry `Duplex`). A document
    that is ``universal`` claims to keep to PDF/UA-1 (ISO 14289-1).
    """

    title: str
    author: str = ""
    subject: str = ""
    keywords: str = ""
    duplex: Literal["long-edge", "short-edge", "simplex"] | None = None
    language: str = "en"
    outline: tuple[Bookmark, ...] = ()
    labels: tuple[PageLabel, ...] = ()
    universal: bool = False


_POINTS_PER_MM = 1 / MM_PER_POINT

Target = tuple[str, float]
"""A page: the reference to it, and its height in mm."""


def link_annotation(link: Link, height: float, targets: Sequence[Target]) -> dict[str, Value]:
    """Return the annotation of a link on a page of a height in mm."""
    rect = link.rect
    edges = (rect.x, height - rect.bottom, rect.right, height - rect.y)
    return {
        "Type": "/Annot",
        "Subtype": "/Link",
        "Rect": [_points(edge) for edge in edges],
        "Border": [0, 0, 0],
        "F": 4,  # printed: all that is on paper (ISO 14289-1, 7.18.1)
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
    """Write the outline (ISO 32000-2, 12.3.3); deeper levels go below the entry before them.

    Returns what the catalog says of it.
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
        place = siblings.index(i)
        entry: dict[str, Value] = {
            "Title": text(bookmark.title),
            "Parent": root if parents[i] < 0 else names[parents[i]],
            "Dest": _destination(targets[bookmark.page], bookmark.y),
        }
        if place:
            entry["Prev"] = names[siblings[place - 1]]
        if place + 1 < len(siblings):
            entry["Next"] = names[siblings[place + 1]]
        entry |= _children(i, parents, names)
        pdf.put(entry, names[i])
    pdf.put({"Type": "/Outlines", **_children(-1, parents, names)}, root)
    return {"Outlines": root, "PageMode": "/UseOutlines"}


def page_labels(labels: Sequence[PageLabel]) -> dict[str, Value]:
    """Return what the catalog says of the names of pages (ISO 32000-2, 12.4.2)."""
    if not labels:
        return {}
    numbers: list[Value] = []
    for label in labels:
        made: dict[str, Value] = {}
        if label.words:
            made["P"] = text(label.words)
        if label.number is not None:
            made |= {"S": "/D", "St": label.number}
        numbers += [label.page, made]
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
