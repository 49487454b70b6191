"""Booklets: a Markdown text over as many pages as it takes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from cardgen.core.diagnostics import Location
from cardgen.core.errors import SourceError
from cardgen.core.geometry import Insets, Size
from cardgen.model import problems
from cardgen.model.cards import NO_BACK
from cardgen.model.component import Component, Given, register
from cardgen.model.compound import TableField
from cardgen.model.document import Block, Columns, Document, Generated, Listing, Note, Quote
from cardgen.model.expansion import columns_of, expand
from cardgen.model.fields import Field, TextField
from cardgen.model.flowing import ROLES, FlowSpec, Margins
from cardgen.model.markdown import read_markdown
from cardgen.model.record import Record, values_of
from cardgen.model.stock import LengthField
from cardgen.source.files import confine

if TYPE_CHECKING:
    from cardgen.model.game import Game
    from cardgen.model.scope import Scope

PAGE_SIZES: Mapping[str, Size] = {
    "a5": Size(148, 210),
    "a6": Size(105, 148),
    "half-letter": Size(139.7, 215.9),
    "square": Size(148, 148),
}

_FIELDS: Mapping[str, Field] = {
    "source": TextField(optional=True, doc="the text; rules.md if left out"),
    "size": TextField(optional=True, doc="a5 (if left out), a6, half-letter or square"),
    "cover": TextField(optional=True, doc="the template of the first page"),
    "page": TextField(optional=True, doc="the template behind the text of all other pages"),
    "back": TextField(optional=True, doc="the template of the last page"),
    "top": LengthField(default=18.0, max=100, doc="margin above the text"),
    "outer": LengthField(default=13.0, max=100, doc="margin away from the fold"),
    "bottom": LengthField(default=17.0, max=100, doc="margin below the text"),
    "inner": LengthField(default=16.0, max=100, doc="margin at the fold"),
    "bleed": LengthField(optional=True, max=20, doc="artwork beyond the cut"),
    "safe": LengthField(optional=True, max=20, doc="distance kept from the cut"),
    "styles": TableField(
        of=TextField(), what="a part of the text", optional=True, doc="text styles by role"
    ),
    "paints": TableField(
        of=TextField(), what="a paint", optional=True, doc="colours: line, tint, accent"
    ),
}

_PAINTS = {"line": "#00000066", "tint": "#0000000f", "accent": "#000000"}
PAGE = "booklet.xml.j2"


@dataclass(frozen=True, slots=True, kw_only=True)
class Booklet(Component):
    """A text with its look; lengths in millimetres."""

    kind: ClassVar[str] = "booklet"

    size: Size
    bleed: float
    safe: float
    margins: Margins
    source: str
    document: Document
    styles: Mapping[str, str]
    paints: Mapping[str, str]
    cover: str | None
    page: str
    back: str | None

    def check(self, others: Mapping[str, Component], scope: Scope) -> None:
        """Report cards and decks that the text names and the game does not have."""
        cards = {f"{c.id}/{card.id}" for c in others.values() for card in c.cards}
        decks = {c.id for c in others.values() if c.cards}
        for reference in self.document.references:
            if reference.kind in ("card", "picture"):
                known = cards
                if reference.kind == "picture":  # of a card, a deck's back, a whole board
                    known = cards | {name for name in others if name != self.id}
                pieces = others.get(reference.name.partition("/")[0])
                unlisted = pieces is not None and not pieces.cards
                if reference.name not in known and not unlisted:
                    found = problems.unknown_name(
                        reference.at, "card", reference.name, known, "cards"
                    )
                    scope.fault(found)
            elif reference.kind == "count" and reference.name not in decks:
                found = problems.unknown_name(reference.at, "deck", reference.name, decks, "decks")
                scope.fault(found)
        for block in _generated(self.document.blocks):
            if block.what == "cards":
                self._check_columns(block, others, decks, scope)

    def _check_columns(
        self, block: Generated, others: Mapping[str, Component], decks: set[str], scope: Scope
    ) -> None:
        if block.subject not in decks:
            found = problems.unknown_name(block.at, "deck", block.subject, decks, "decks")
            scope.fault(found)
            return
        known = columns_of(others[block.subject].cards)
        for name in (name for names, _ in block.columns for name in names.split()):
            if name not in known:
                scope.fault(problems.unknown_name(block.at, "field", name, known, "fields"))

    def flow(self, game: Game) -> FlowSpec:
        """Return the text, complete with what is made of the game's data."""
        decks = {
            c.id: tuple(
                Record(
                    {
                        **values_of(k.fields),
                        "id": k.id,
                        "title": k.title,
                        "copies": k.copies,
                        "type": k.type,
                    }
                )
                for k in c.cards
            )
            for c in game.components.values()
            if c.cards
        }
        facts = {}
        for c in game.components.values():
            if c.cards:
                facts[f"count:{c.id}"] = str(sum(card.copies for card in c.cards))
            for card in c.cards:
                facts[f"card:{c.id}/{card.id}"] = f"<b>{card.title.markup}</b>"
        bleed = Insets(self.bleed, self.bleed, self.bleed, self.bleed)
        context = {
            **game.context,
            "decks": Record(decks),
            "booklet": Record({"id": self.id, "title": self.title}),
        }
        return FlowSpec(
            component=self.id,
            title=self.title,
            size=self.size,
            bleed=bleed,
            safe=self.safe,
            margins=self.margins,
            blocks=expand(self.document.blocks, game),
            facts=facts,
            styles=_styles(self.styles, game.theme.styles),
            paints={**_PAINTS, **self.paints},
            cover=self.cover,
            page=self.page,
            back=self.back,
            context=context,
            at=self.at,
        )


def _styles(given: Mapping[str, str], known: Mapping[str, object]) -> dict[str, str]:
    """Choose a style of the theme for each role."""
    styles = {}
    for role, wishes in ROLES.items():
        named = (given[role],) if role in given else wishes
        styles[role] = next((name for name in named if name in known), named[-1])
    return styles


def _generated(blocks: Sequence[Block]) -> Iterator[Generated]:
    for block in blocks:
        if isinstance(block, Generated):
            yield block
        elif isinstance(block, Note | Columns | Quote):
            yield from _generated(block.blocks)
        elif isinstance(block, Listing):
            for item in block.items:
                yield from _generated(item)


def _make(given: Given) -> Booklet:
    values, scope = given.values, given.scope
    has = given.node.value
    size = values["size"] or "a5"
    if size not in PAGE_SIZES:
        at = has["size"].at
        scope.fault(problems.unknown_name(at, "page size", size, PAGE_SIZES, "sizes"))
    for name, known in (("styles", tuple(ROLES)), ("paints", tuple(_PAINTS))):
        for key in values[name] or ():
            if key not in known:
                at = has[name].key_at(key)
                scope.fault(problems.unknown_key(at, key, f"`{name}`", known))
    return Booklet(
        id=given.id,
        title=values["title"] or "Rules",
        at=given.node.at,
        size=PAGE_SIZES.get(size, PAGE_SIZES["a5"]),
        bleed=values["bleed"] if "bleed" in has else scope.print.bleed,
        safe=values["safe"] if "safe" in has else scope.print.safe,
        margins=Margins(values["top"], values["outer"], values["bottom"], values["inner"]),
        source=f"{scope.folder}/{values['source'] or 'rules.md'}",
        document=_document(given),
        styles=values["styles"] or {},
        paints=values["paints"] or {},
        cover=_template(values["cover"]),
        page=values["page"] or PAGE,
        back=_template(values["back"]),
    )


def _template(name: str | None) -> str | None:
    return None if not name or name == NO_BACK else name


def _document(given: Given) -> Document:
    """Read the text; a broken one is reported and leaves the booklet empty."""
    scope = given.scope
    named = given.node.value.get("source")
    at: Location = named.at if named else given.node.at
    rel = given.values["source"] or "rules.md"
    try:
        root = scope.project.root
        confine(root, rel, root / scope.folder, at)
        file = scope.project.read(f"{scope.folder}/{rel}", what="the text of the booklet", at=at)
    except SourceError as error:
        scope.fault(*error.diagnostics)
        return Document(())
    before = len(scope.found)
    document = read_markdown(file, scope)
    if not document.blocks and len(scope.found) == before:
        scope.fault(problems.empty_booklet(Location(file.path, 1), rel))
    return document


register(Booklet.kind, _FIELDS, _make)
