"""What is laid out over as many pages as it takes."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import astuple

from cardgen.core.diagnostics import Location
from cardgen.core.fingerprint import digest
from cardgen.core.geometry import Insets, Size
from cardgen.core.style import Theme
from cardgen.model.document import CLOSE, OPEN, Block
from cardgen.model.formats import Limits
from cardgen.model.sides import CardSides, SideSpec, freeze

_MARK = re.compile(f"{OPEN}([^{CLOSE}]*){CLOSE}")

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
    "index": ("booklet-index", "booklet-table", "booklet-text", "body"),
    "reference": ("booklet-reference", "booklet-text", "body"),
}
"""What is set in a style of its own, with the styles of the theme to take, best first."""


class PageMargins(Struct, frozen=True):
    """Where text stands on a page; ``inner`` is at the fold."""

    top: float
    outer: float
    bottom: float
    inner: float


class PartSpec(Struct, frozen=True):
    """A part of a text that is kept by itself: a block, or what stands behind that of a page."""

    id: str
    form: str
    context: Mapping[str, Any]
    theme: Theme


class FlowSpec(Struct, frozen=True):
    """A text to be laid out: blocks, the look of them, the templates around them.

    ``scale`` is that of all distances between blocks, 1 for an A5 page; ``theme`` has the styles
    that ``styles`` names for each role. ``measure`` is the width of running text in mm, 0 for
    all of the room between the margins, which pictures and wide tables take anyway.
    ``facts`` holds the markup for every mark of the document but the pages of headings.
    ``cover`` and ``back`` are the templates of whole pages, ``page`` of what stands behind the
    text of all others.
    """

    component: str
    title: str
    size: Size
    scale: float
    bleed: Insets
    limits: Limits
    margins: PageMargins
    measure: float
    blocks: tuple[Block, ...]
    facts: Mapping[str, str]
    theme: Theme
    styles: Mapping[str, str]
    paints: Mapping[str, str]
    cover: str | None
    page: str
    back: str | None
    context: Mapping[str, Any]
    at: Location
    asked: Mapping[str, Location] = {}
    """Where the templates of pages are named."""

    @property
    def form(self) -> str:
        """A digest over the text and its measures: what is given, whatever its templates read."""
        facts = sorted(self.facts.items())
        return digest(("flow", self._setting, facts, freeze(self.blocks)))

    @property
    def _setting(self) -> tuple[Any, ...]:
        """All that is given but the text."""
        b, m = self.bleed, self.margins
        size = (self.size.width, self.size.height, self.scale, astuple(self.limits))
        edges = (b.top, b.right, b.bottom, b.left, m.top, m.outer, m.bottom, m.inner, self.measure)
        names = [sorted(each.items()) for each in (self.styles, self.paints)]
        templates = (self.cover, self.page, self.back)
        return (self.component, self.title, size, edges, names, templates)

    def parts(self) -> tuple[PartSpec, ...]:
        """Describe each block as a part of its own."""
        setting = digest(self._setting)
        return tuple(self._part(number, setting) for number in range(len(self.blocks)))

    def _part(self, number: int, setting: str) -> PartSpec:
        frozen = freeze(self.blocks[number])
        facts = [(name, self.facts.get(name, "")) for name in sorted(set(_marks(frozen)))]
        form = digest(("block", setting, frozen, facts))
        return PartSpec(f"{self.component}/block-{number:03d}", form, self.context, self.theme)

    def behind(self, number: int, template: str, context: Mapping[str, Any]) -> PartSpec:
        """Describe what a template draws behind the text of a page."""
        b = self.bleed
        size = (self.size.width, self.size.height, b.top, b.right, b.bottom, b.left)
        form = digest(("behind", template, size))
        return PartSpec(f"{self.component}/behind-{number:02d}", form, context, self.theme)

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
            limits=self.limits,
            radius=0.0,
            template=self.page,
            context=self.context,
            form="",
            at=self.at,
        )


def _marks(frozen: Any) -> Iterator[str]:
    """Yield the marks in a block for what is not known while a text is read."""
    if isinstance(frozen, tuple):
        for inner in frozen:
            yield from _marks(inner)
    elif isinstance(frozen, str) and OPEN in frozen:
        yield from (html.unescape(mark) for mark in _MARK.findall(frozen))
