"""Rule texts in Markdown: booklets of as many pages as they take, and leaflets of one page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from msgspec.structs import replace

from cardgen.core.units import HOME, PAPERS
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
"""The margins of an A5 page in mm; smaller pages have a share of them."""

_BOOKLET: Mapping[str, Field] = {
    "source": TextField(optional=True, doc="the text; rules.md if left out"),
    "size": ChoiceField(choices=tuple(PAGE_SIZES), what="page size", default="a5", doc="of a page"),
    "cover": TextField(optional=True, doc="the template of the first page"),
    "page": TextField(optional=True, doc="the template behind the text of all other pages"),
    "back": TextField(optional=True, doc="the template of the last page"),
    "fold": ChoiceField(
        choices=FOLDS, what="way to fold", default="auto", doc="auto, saddle, mini or both"
    ),
    "top": LengthField(optional=True, max=100, doc="margin above the text"),
    "outer": LengthField(optional=True, max=100, doc="margin away from the fold"),
    "bottom": LengthField(optional=True, max=100, doc="margin below the text"),
    "inner": LengthField(optional=True, max=100, doc="margin at the fold"),
    "measure": LengthField(
        optional=True, min=20, max=500, doc="width of running text, if less than between margins"
    ),
    **EDGES,
    **LOOK,
}
BOOKLET_PAGE = "booklet.xml.j2"
LARGE = ".large"
"""The ending of the id of a booklet in large print; other ids have no dots."""

_MARGIN, _HERO = 15.0, 90.0
"""Millimetres: around the text, and the least height of the picture above it."""

_LEAFLET: Mapping[str, Field] = {
    "source": TextField(optional=True, doc="the text; <id>.md if left out"),
    "hero": TextField(
        optional=True, doc="the template of a picture in all the room above the text"
    ),
    "page": TextField(optional=True, doc="the template behind the text"),
    "top": LengthField(
        optional=True, max=250, doc="margin above the text, or least height of hero"
    ),
    "bottom": LengthField(optional=True, max=100, doc="margin below the text"),
    "sides": LengthField(optional=True, max=80, doc="margin to the left and right of the text"),
    **LOOK,
}
LEAFLET_PAGE = "leaflet.xml.j2"


class Booklet(RuleText, frozen=True, kw_only=True):
    """A text over pages, to be folded, or to be read in ``large`` print; lengths in millimetres."""

    kind: ClassVar[str] = "booklet"

    page_size: PageSize
    fold: str
    measure: float
    cover: str | None
    back: str | None
    large: bool = False

    def flow(self, game: Game) -> FlowSpec:
        """Return the text with everything that is made of the game's data."""
        measure = 0.0 if self.large else self.measure
        templates = PageTemplates(self.page, self.cover, self.back)
        return self.spec(game, self.page_size, self.large, measure=measure, templates=templates)


def with_large_print(game: Game) -> Game:
    """Return a game that has each booklet in large print, too, by its id and `LARGE`."""
    large = {
        one.id + LARGE: replace(one, id=one.id + LARGE, large=True)
        for one in game.components.values()
        if isinstance(one, Booklet) and not one.large
    }
    return replace(game, components={**game.components, **large})


def _make_booklet(given: ComponentData) -> Booklet:
    values = given.values
    page_size = PAGE_SIZES[values["size"] or "a5"]
    margins = [given.own(side, usual * page_size.margins) for side, usual in _MARGINS.items()]
    text = text_of(given, "rules.md", "cover", "page", "back")
    return given.make(
        Booklet,
        **given.edges,
        **{**text, "page": text["page"] or BOOKLET_PAGE},
        title=values["title"] or "Rules",
        page_size=page_size,
        margins=PageMargins(*margins),
    )


register(Booklet.kind, _BOOKLET, _make_booklet)


class Leaflet(RuleText, frozen=True, kw_only=True):
    """A text on one page, laid out for each paper that people have at home."""

    kind: ClassVar[str] = "leaflet"

    hero: str | None

    def check(self, others: Mapping[str, Component], scope: Scope) -> None:
        """Report what the text names and the game does not have, and ends of pages."""
        super().check(others, scope)
        for block in self.document.blocks:
            if isinstance(block, PageBreak):
                message = "a leaflet has a single page"
                scope.fault(problems.bad_directive(block.at, message, "leave out the break"))

    def flow(self, game: Game) -> FlowSpec:
        """Return the text with everything that is made of the game's data."""
        papers = {name: PAPERS[name] for name in HOME}
        templates = PageTemplates(self.page, hero=self.hero)
        return self.spec(game, PageSize(papers[HOME[0]]), papers=papers, templates=templates)


def _make_leaflet(given: ComponentData) -> Leaflet:
    text = text_of(given, f"{given.id}.md", "hero", "page")
    margin = given.own("sides", _MARGIN)
    top = given.own("top", _HERO if text["hero"] else _MARGIN)
    return given.make(
        Leaflet,
        **{**text, "page": text["page"] or LEAFLET_PAGE},
        title=given.title,
        bleed=0.0,
        safe=given.edges["safe"],
        margins=PageMargins(top, margin, given.own("bottom", _MARGIN), margin),
    )


register(Leaflet.kind, _LEAFLET, _make_leaflet)
