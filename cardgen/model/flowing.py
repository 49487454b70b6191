"""The specs of texts that layout divides into pages."""

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
"""The roles of text, each with names of styles in the theme, the best first."""


_SETTING = (
    *("component", "title", "size", "scale", "bleed", "limits", "margins", "measure"),
    *("styles", "paints", "templates", "papers"),
)


class PageMargins(Struct, frozen=True):
    """The margins of a page in mm; ``inner`` is at the fold."""

    top: float
    outer: float
    bottom: float
    inner: float


class PageTemplates(Struct, frozen=True):
    """The templates of a text: ``cover`` and ``back`` draw the whole first and last page.

    ``page`` draws the ground of all other pages. ``hero`` draws a picture above a text of one page,
    in all the space that the text leaves.
    """

    page: str
    cover: str | None = None
    back: str | None = None
    hero: str | None = None


class PartSpec(Struct, frozen=True):
    """A part of a text that is cached separately: a block, or the ground of a page."""

    id: str
    form: str
    context: Mapping[str, Any]
    theme: Theme


class FlowSpec(Struct, frozen=True):
    """A text to lay out: its blocks, their look, and its templates.

    ``scale`` is the factor of distances between blocks, 1 for an A5 page. ``styles`` has a name of
    a style in ``theme`` for each role. ``measure`` is the width of running text in mm; 0 is the
    full width between the margins, which pictures and wide tables always have.
    ``facts`` has the value of each fact of the document, except the pages of headings.

    With ``papers`` the text has one page for each paper, and ``size`` is the size of the first.
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
    location: Location
    template_locations: Mapping[str, Location] = {}
    """The locations of the names of page templates."""
    measure: float = 0.0
    papers: Mapping[str, Size] = {}
    large: bool = False

    @property
    def cover(self) -> str | None:
        """The template of the cover, if any."""
        return self.templates.cover

    @property
    def form(self) -> str:
        """The input digest: over the text and its measures."""
        facts = freeze(tuple(sorted(self.facts.items())))
        return digest(("flow", self._setting, facts, freeze(self.blocks)))

    @property
    def _setting(self) -> tuple[Any, ...]:
        return tuple(freeze(getattr(self, name)) for name in _SETTING)

    def parts(self) -> tuple[PartSpec, ...]:
        """Return the spec of each block."""
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
        """Return the spec of the ground of a page, which a template draws."""
        measures = freeze((self.size, self.bleed, self.limits))
        form = digest(("behind", template, measures))
        return PartSpec(f"{self.component}/behind-{number:02d}", form, context, self.theme)

    def sides(self, count: int) -> list[CardSides]:
        """Return the pages as sides; ``count`` is their number."""
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
            location=self.location,
        )
        ids = [SideId.of(self.component, "", f"page-{n:02d}") for n in range(1, count + 1)]
        sizes = chain(self.papers.values(), repeat(self.size))
        pages = (replace(page, id=id, size=size) for id, size in zip(ids, sizes, strict=False))
        return [CardSides(None, page, None, 1) for page in pages]
