"""What is laid out over as many pages as it takes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cardgen.core.diagnostics import Location
from cardgen.core.geometry import Insets, Size
from cardgen.model.document import Block
from cardgen.model.sides import CardSides, SideSpec

ROLES: Mapping[str, tuple[str, ...]] = {
    "chapter": ("booklet-chapter", "title", "body"),
    "section": ("booklet-section", "title", "body"),
    "subsection": ("booklet-subsection", "title", "body"),
    "text": ("booklet-text", "body"),
    "quote": ("booklet-quote", "booklet-text", "body"),
    "note": ("booklet-note", "booklet-text", "body"),
    "note-title": ("booklet-note-title", "booklet-subsection", "title", "body"),
    "table": ("booklet-table", "booklet-text", "body"),
    "table-head": ("booklet-table-head", "booklet-table", "body"),
    "caption": ("booklet-caption", "body"),
    "contents": ("booklet-contents", "booklet-text", "body"),
}
"""What is set in a style of its own, with the styles of the theme to take, best first."""


@dataclass(frozen=True, slots=True)
class Margins:
    """Where text stands on a page; ``inner`` is at the fold."""

    top: float
    outer: float
    bottom: float
    inner: float


@dataclass(frozen=True, slots=True)
class FlowSpec:
    """A text to be laid out: blocks, the look of them, the templates around them.

    ``facts`` holds the markup for every mark of the document but the pages of headings.
    ``cover`` and ``back`` are the templates of whole pages, ``page`` of what stands behind the
    text of all others.
    """

    component: str
    title: str
    size: Size
    bleed: Insets
    safe: float
    margins: Margins
    blocks: tuple[Block, ...]
    facts: Mapping[str, str]
    styles: Mapping[str, str]
    paints: Mapping[str, str]
    cover: str | None
    page: str
    back: str | None
    context: Mapping[str, Any]
    at: Location

    def sides(self, count: int) -> list[CardSides]:
        """Return the pages as sides, once their number is known."""
        return [CardSides(None, self._side(number), None, 1) for number in range(1, count + 1)]

    def _side(self, number: int) -> SideSpec:
        name = f"page-{number:02d}"
        return SideSpec(
            id=f"{self.component}/{name}",
            component=self.component,
            card="",
            side="face",
            size=self.size,
            bleed=self.bleed,
            safe=self.safe,
            radius=0.0,
            template=self.page,
            context=self.context,
            key="",
            at=self.at,
        )
