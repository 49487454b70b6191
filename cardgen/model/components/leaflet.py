"""Leaflets: Markdown texts on a single page of the paper that one prints on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from cardgen.core.units import HOME, PAPERS
from cardgen.model import problems
from cardgen.model.component import ComponentData, register
from cardgen.model.document import PageBreak
from cardgen.model.fields import Field, TextField
from cardgen.model.flowing import FlowSpec, PageMargins, PageTemplates
from cardgen.model.formats import PageSize
from cardgen.model.game import Component, Game
from cardgen.model.pieces import LengthField
from cardgen.model.rule_text import LOOK, RuleText, text_of
from cardgen.model.scope import Scope

_MARGIN, _HERO = 15.0, 90.0
"""Millimetres: around the text, and the least height of the picture above it."""

_FIELDS: Mapping[str, Field] = {
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
PAGE = "leaflet.xml.j2"


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


def _make(given: ComponentData) -> Leaflet:
    text = text_of(given, f"{given.id}.md", "hero", "page")
    margin = given.own("sides", _MARGIN)
    top = given.own("top", _HERO if text["hero"] else _MARGIN)
    return given.make(
        Leaflet,
        **{**text, "page": text["page"] or PAGE},
        title=given.title,
        bleed=0.0,
        safe=given.edges["safe"],
        margins=PageMargins(top, margin, given.own("bottom", _MARGIN), margin),
    )


register(Leaflet.kind, _FIELDS, _make)
