"""What is laid out over as many pages as it takes."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain, repeat
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.diagnostics import Location
from cardgen.core.fingerprint import digest
from cardgen.core.geometry import Insets, Size
from cardgen.core.side_id import SideId
from cardgen.core.style import Theme
from cardgen.model.document import Block
from cardgen.model.formats import Limits
from cardgen.model.richtext import Content, Fact, nodes_in
from cardgen.model.sides import CardSides, SideSpec, freeze

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


_SETTING = (
    *("component", "title", "size", "scale", "bleed", "limits", "margins", "measure"),
    *("styles", "paints", "templates", "papers"),
)


class PageMargins(Struct, frozen=True):
    """Where text stands on a page; ``inner`` is at the fold."""

    top: float
    outer: float
    bottom: float
    inner: float


class PageTemplates(Struct, frozen=True):
    """The templates around a text: whole pages are made of ``cover`` and ``back``.

    ``page`` is drawn behind the text of all other pages. ``hero`` is a picture above a text of one
    page, which takes all the room that text leaves.
    """

    page: str
    cover: str | None = None
    back: str | None = None
    hero: str | None = None


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
    ``facts`` has the value of each fact of the document, except the pages of headings.

    With ``papers`` the text has one page on each of them, and ``size`` is that of the first.
    In ``large`` print, pages are printed larger than they are laid out.
    """

    component: str
    title: str
    size: Size
    scale: float
    bleed: Insets
    limits: Limits
    margins: PageMargins
    blocks: tuple[Block, ...]
    facts: Mapping[Fact, Content]
    theme: Theme
    styles: Mapping[str, str]
    paints: Mapping[str, str]
    templates: PageTemplates
    context: Mapping[str, Any]
    at: Location
    template_locations: Mapping[str, Location] = {}
    """Where the templates of pages are named."""
    measure: float = 0.0
    papers: Mapping[str, Size] = {}
    large: bool = False

    @property
    def cover(self) -> str | None:
        """The template of its first page, if that is a cover."""
        return self.templates.cover

    @property
    def form(self) -> str:
        """A digest over the text and its measures: what is given, whatever its templates read."""
        facts = freeze(tuple(sorted(self.facts.items())))
        return digest(("flow", self._setting, facts, freeze(self.blocks)))

    @property
    def _setting(self) -> tuple[Any, ...]:
        return tuple(freeze(getattr(self, name)) for name in _SETTING)

    def parts(self) -> tuple[PartSpec, ...]:
        """Describe each block as a part of its own."""
        setting = digest(self._setting)
        parts = []
        for number, block in enumerate(self.blocks):
            facts = tuple(
                (fact, self.facts.get(fact, ())) for fact in sorted({*nodes_in(block, Fact)})
            )
            form = digest(("block", setting, freeze(block), freeze(facts)))
            id = f"{self.component}/block-{number:03d}"
            parts.append(PartSpec(id, form, self.context, self.theme))
        return tuple(parts)

    def behind(self, number: int, template: str, context: Mapping[str, Any]) -> PartSpec:
        """Describe what a template draws behind the text of a page."""
        form = digest(("behind", template, freeze(self.size), freeze(self.bleed)))
        return PartSpec(f"{self.component}/behind-{number:02d}", form, context, self.theme)

    def sides(self, count: int) -> list[CardSides]:
        """Return the pages as sides, once their number is known."""
        page = SideSpec(
            id=SideId(),
            component=self.component,
            side="face",
            size=self.size,
            bleed=self.bleed,
            limits=self.limits,
            template=self.templates.page,
            context=self.context,
            form="",
            at=self.at,
        )
        ids = [
            SideId.of(self.component, "", f"page-{number:02d}") for number in range(1, count + 1)
        ]
        sizes = chain(self.papers.values(), repeat(self.size))
        pages = (replace(page, id=id, size=size) for id, size in zip(ids, sizes, strict=False))
        return [CardSides(None, one, None, 1) for one in pages]
