"""Rule texts in Markdown: booklets of any number of pages, and leaflets of one page."""

from collections.abc import Mapping
from typing import ClassVar

from msgspec.structs import replace

from cardgen.core.units import HOME_PAPERS, PAPERS
from cardgen.model import problems
from cardgen.model.component import EDGES, ComponentData, register
from cardgen.model.document import PageBreak
from cardgen.model.fields import ChoiceField, Field, TextField
from cardgen.model.flowing import FlowSpec, PageMargins, PageTemplates
from cardgen.model.formats import PAGE_SIZES, PageSize
from cardgen.model.game import Component, Game
from cardgen.model.pieces import LengthField
from cardgen.model.rule_text import LOOK, RuleText, text_of
from cardgen.model.scope import Scope

FOLDS = ("auto", "saddle", "mini", "both")
_MARGINS = {"top": 18.0, "outer": 13.0, "bottom": 17.0, "inner": 16.0}
"""The margins of an A5 page in mm; those of smaller pages are proportionally smaller."""

_BOOKLET: Mapping[str, Field] = {
    "source": TextField(optional=True, doc="file of the text; rules.md if left out"),
    "size": ChoiceField(choices=tuple(PAGE_SIZES), noun="page size", default="a5", doc="page size"),
    "cover": TextField(optional=True, doc="the template of the first page"),
    "page": TextField(optional=True, doc="the template painted behind the text of the other pages"),
    "back": TextField(optional=True, doc="the template of the last page"),
    "fold": ChoiceField(
        choices=FOLDS, noun="way to fold", default="auto", doc="stapled, one folded sheet, or both"
    ),
    "top": LengthField(optional=True, max=100, doc="margin above the text"),
    "outer": LengthField(optional=True, max=100, doc="margin away from the fold"),
    "bottom": LengthField(optional=True, max=100, doc="margin below the text"),
    "inner": LengthField(optional=True, max=100, doc="margin at the fold"),
    "measure": LengthField(
        optional=True, min=20, max=500, doc="width of running text, if not between the margins"
    ),
    **EDGES,
    **LOOK,
}
BOOKLET_PAGE = "booklet.xml.j2"
LARGE = ".large"
"""The ending of the id of a booklet in large print; other ids have no dots."""

_MARGIN, _HERO = 15.0, 90.0
"""In mm: the margin around the text, and the least height of the picture above it."""

_LEAFLET: Mapping[str, Field] = {
    "source": TextField(optional=True, doc="file of the text; <id>.md if left out"),
    "hero": TextField(
        optional=True, doc="the template of a picture that fills the space above the text"
    ),
    "page": TextField(optional=True, doc="the template painted behind the text"),
    "top": LengthField(
        optional=True, max=250, doc="margin above the text, or smallest height of the hero"
    ),
    "bottom": LengthField(optional=True, max=100, doc="margin below the text"),
    "sides": LengthField(optional=True, max=80, doc="margin to the left and right of the text"),
    **LOOK,
}
LEAFLET_PAGE = "leaflet.xml.j2"


class Booklet(RuleText, frozen=True, kw_only=True):
    """A text on pages to fold, or in ``large`` print; lengths in mm."""

    kind: ClassVar[str] = "booklet"

    page_size: PageSize
    fold: str
    measure: float
    cover: str | None
    back: str | None
    large: bool = False

    def flow(self, game: Game) -> FlowSpec:
        """Return the spec of the text, filled in with the game's data."""
        measure = 0.0 if self.large else self.measure
        templates = PageTemplates(self.page, self.cover, self.back)
        return self.spec(game, self.page_size, self.large, measure=measure, templates=templates)


def with_large_print(game: Game) -> Game:
    """Return the game with a second booklet in large print, ``<id>.large``, for each booklet."""
    large = {
        booklet.id + LARGE: replace(booklet, id=booklet.id + LARGE, large=True)
        for booklet in game.components.values()
        if isinstance(booklet, Booklet) and not booklet.large
    }
    return replace(game, components={**game.components, **large})


def _make_booklet(data: ComponentData) -> Booklet:
    values = data.values
    page_size = PAGE_SIZES[values["size"] or "a5"]
    margins = [data.value(side, usual * page_size.margins) for side, usual in _MARGINS.items()]
    text = text_of(data, "rules.md", "cover", "page", "back")
    return data.make(
        Booklet,
        **data.edges,
        **{**text, "page": text["page"] or BOOKLET_PAGE},
        title=values["title"] or "Rules",
        page_size=page_size,
        margins=PageMargins(*margins),
    )


register(Booklet.kind, _BOOKLET, _make_booklet)


class Leaflet(RuleText, frozen=True, kw_only=True):
    """A text on one page, laid out for each paper of home printers."""

    kind: ClassVar[str] = "leaflet"

    hero: str | None

    def check(self, components: Mapping[str, Component], scope: Scope) -> None:
        """Report unknown names in the text, and page breaks."""
        super().check(components, scope)
        for block in self.document.blocks:
            if isinstance(block, PageBreak):
                message = "a leaflet has a single page"
                scope.fault(problems.bad_directive(block.location, message, "leave out the break"))

    def flow(self, game: Game) -> FlowSpec:
        """Return the spec of the text, filled in with the game's data."""
        papers = {name: PAPERS[name] for name in HOME_PAPERS}
        templates = PageTemplates(self.page, hero=self.hero)
        return self.spec(game, PageSize(papers[HOME_PAPERS[0]]), papers=papers, templates=templates)


def _make_leaflet(data: ComponentData) -> Leaflet:
    text = text_of(data, f"{data.id}.md", "hero", "page")
    margin = data.value("sides", _MARGIN)
    top = data.value("top", _HERO if text["hero"] else _MARGIN)
    return data.make(
        Leaflet,
        **{**text, "page": text["page"] or LEAFLET_PAGE},
        title=data.title,
        bleed=0.0,
        safe=data.scope.print.safe,
        margins=PageMargins(top, margin, data.value("bottom", _MARGIN), margin),
    )


register(Leaflet.kind, _LEAFLET, _make_leaflet)
