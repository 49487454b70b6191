"""Rule texts as components: Markdown that knows its game, whatever it is laid out on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from cardgen.core.diagnostics import Location
from cardgen.core.geometry import Insets
from cardgen.model import problems
from cardgen.model.cards import NO_BACK
from cardgen.model.component import ComponentData
from cardgen.model.components.deck import Deck
from cardgen.model.compound import RecordField
from cardgen.model.document import (
    Document,
    Documents,
    Generated,
    check_conditions,
    count_cards,
    flat,
    in_one_column,
)
from cardgen.model.expansion import (
    assumption_facts,
    columns_of,
    expand,
    fields_of,
    index_facts,
)
from cardgen.model.fields import Field, TextField
from cardgen.model.flowing import ROLES, FlowSpec, PageMargins
from cardgen.model.formats import PageSize, at_scale, in_large_print
from cardgen.model.game import Component, Game
from cardgen.model.markdown import read_markdown
from cardgen.model.odds import in_percent, question_of
from cardgen.model.record import Record
from cardgen.model.richtext import Content, Fact
from cardgen.model.scope import Collecting, Scope
from cardgen.model.theme import ColorField
from cardgen.source.files import confine

_PAINTS: Mapping[str, Field] = {
    "line": ColorField(default="#00000066", doc="fine lines"),
    "tint": ColorField(default="#0000000f", doc="the ground of boxes"),
    "accent": ColorField(default="#000000", doc="rules, bullets, heads of tables"),
}

LOOK: Mapping[str, Field] = {
    "styles": RecordField(
        fields={
            role: TextField(optional=True, doc=f"the first there is of {', '.join(wishes)}")
            for role, wishes in ROLES.items()
        },
        noun="`styles`",
        make=lambda **given: {role: style for role, style in given.items() if style},
        optional=True,
        doc="text styles by role",
    ),
    "paints": RecordField(
        fields=_PAINTS,
        noun="`paints`",
        make=dict,
        optional=True,
        doc="colours by what they are for",
    ),
}
"""What all kinds of texts take for their look."""


class RuleText(Component, frozen=True, kw_only=True):
    """A text and its look; lengths in millimetres."""

    bleed: float
    safe: float
    margins: PageMargins
    source: str
    document: Document
    styles: Mapping[str, str]
    paints: Mapping[str, str]
    page: str
    template_locations: Mapping[str, Location]

    def check(self, others: Mapping[str, Component], scope: Scope) -> None:
        """Report cards, decks and fields that the text names and the game does not have."""
        cards = {f"{c.id}/{card.id}": card for c in others.values() for card in c.cards}
        decks = {c.id for c in others.values() if c.cards}
        # A deck that could not be read is reported already.
        unread = {c.id for c in others.values() if c.kind == "deck" and not c.cards}
        blocks = [b for b in flat(self.document.blocks, lists=True) if isinstance(b, Generated)]
        noted = scope.assumptions | {name for name, card in cards.items() if card.assumption}
        listed = any(block.what == "assumptions" for block in blocks)
        for reference in self.document.references:
            deck = others.get(reference.deck)
            if reference.kind == "index":
                continue
            if reference.kind == "assumption":
                known_note = scope.knows(reference.at, "assumption", reference.name, noted)
                if known_note and not listed:
                    message = "the note to this number is nowhere in the text"
                    hint = "add ```assumptions to the text, where the notes are to stand"
                    scope.fault(problems.bad_markup(reference.at, message, hint))
            elif isinstance(deck, Deck) and deck.series is not None:
                # The cards of a series are never read together.
                if reference.kind != "count" or reference.conditions:
                    message = f"`{deck.id}` is a series: a text can state the number of its cards, "
                    hint = f"write `{{count:{deck.id}}}`"
                    scope.fault(problems.bad_value(reference.at, f"{message}and no more", hint))
            elif reference.deck in unread:
                continue
            elif reference.kind == "picture":  # of a card, a deck's back, a board or a side of it
                if deck is None or deck is self or deck.cards:
                    known = {*cards, *(name for name in others if name != self.id)}
                    scope.knows(reference.at, "card", reference.name, known)
            elif reference.kind in ("card", "name"):
                scope.knows(reference.at, "card", reference.name, cards)
            elif reference.kind in ("count", "odds") and scope.knows(
                reference.at, "deck", reference.deck, decks
            ):
                counted = others[reference.deck].cards
                if reference.kind == "odds":
                    asked = question_of(reference.name, reference.conditions, reference.at)
                    asked.check(counted, scope.rules, scope)
                else:
                    check_conditions(reference.conditions, counted, fields_of(counted), scope)
        for block in blocks:
            if block.what != "cards" or block.subject in unread:
                continue
            if scope.knows(block.at, "deck", block.subject, decks):
                columns = columns_of(others[block.subject].cards)
                for (names, _), at in zip(block.columns, block.places, strict=False):
                    for name in names.split():
                        scope.knows(replace(at, length=len(names)), "field", name, columns)

    def spec(self, game: Game, page: PageSize, large: bool = False, **more: Any) -> FlowSpec:
        """Return the text with everything that is made of the game's data.

        ``more`` is what a kind tells of its own. In ``large`` print there is one column, and
        pages end where they are full.
        """
        styles = _styles(self.styles, game.theme.styles)
        blocks = expand(self.document.blocks, game, self.document.references)
        if large:
            theme, styles, page = in_large_print(game.theme, styles, page)
            blocks = tuple(in_one_column(blocks))
        else:
            theme, styles = at_scale(game.theme, styles, self.styles, page.type)
        about = {"id": self.id, "title": self.title}
        look = {"styles": Record(styles), "paints": Record(self.paints)}
        data = {**game.context, "decks": game.cards, "setup": game.tables}
        return FlowSpec(
            component=self.id,
            title=self.title,
            size=page.size,
            scale=page.type,
            bleed=Insets.of((self.bleed,)),
            limits=game.print.limits(self.safe),
            margins=self.margins,
            blocks=blocks,
            facts=self._facts(game, styles["reference"]),
            theme=theme,
            styles=styles,
            paints=self.paints,
            context={**data, "booklet": Record({**about, **look})},
            at=self.at,
            template_locations=self.template_locations,
            large=large,
            **more,
        )

    def _facts(self, game: Game, raised: str) -> dict[Fact, Content]:
        """Return the value of each fact that the text cites, except pages.

        ``raised`` is the style of the numbers of notes.
        """
        facts = assumption_facts(game, self.document.references, raised)
        facts.update(index_facts(game, self.document.references))
        if game.words:
            facts |= {Fact("word", word): (game.say(word),) for word in ("page", "pages")}
        for reference in self.document.references:
            fact = Fact(reference.kind, reference.name)
            id = reference.name.partition("/")[2]
            deck = game.components.get(reference.deck)
            cards = deck.cards if deck is not None else ()
            if reference.kind == "count":
                series = deck.series if isinstance(deck, Deck) else None
                number = series.total() if series else count_cards(cards, reference.conditions)
                facts[fact] = (str(number),)
            elif reference.kind == "odds":
                asked = question_of(reference.name, reference.conditions, reference.at)
                drawn = asked.cards_drawn(game.rules)
                if drawn is not None:
                    facts[fact] = (in_percent(asked.answer(cards, drawn), game.odds),)
            elif reference.kind in ("card", "name"):
                for card in (card for card in cards if card.id == id):
                    title = card.title if reference.kind == "name" else card.title.bold
                    facts[fact] = title.content
        return facts


def _styles(given: Mapping[str, str], known: Mapping[str, object]) -> dict[str, str]:
    """Choose a style of the theme for each role: the one asked for, or the best there is."""
    styles = {}
    for role, wishes in ROLES.items():
        named = (given[role],) if role in given else wishes
        styles[role] = next((name for name in named if name in known), named[-1])
    return styles


def text_of(given: ComponentData, usual: str, *templates: str) -> dict[str, Any]:
    """Return what a text is made with: that of its ``source``, or of the ``usual`` file.

    ``templates`` are the keys that name some. A text that cannot be read is reported and leaves
    the component empty.
    """
    values, scope, has = given.values, given.scope, given.node.value
    source = values["source"] or usual
    for role, style in values["styles"].items():
        scope.knows(has["styles"].value[role].at, "text style", style, scope.styles, "styles")
    return {
        "source": f"{scope.folder}/{source}",
        "document": _document(given, source),
        **{key: None if values[key] in ("", NO_BACK) else values[key] for key in templates},
        "template_locations": {values[key]: has[key].at for key in templates if values[key]},
    }


def _document(given: ComponentData, rel: str) -> Document:
    """Read the text; a broken one is reported and leaves the component empty."""
    scope = given.scope
    named = given.node.value.get("source")
    at: Location = named.at if named else given.node.at
    with Collecting(scope):
        root = scope.project.root
        confine(root, rel, root / scope.folder, at)
        what = f"the text of the {given.values['kind']}"
        file = scope.project.read(f"{scope.folder}/{rel}", what=what, at=at)
        documents: Documents | None = scope.documents
        known = documents.find(file, scope) if documents is not None else None
        if known is not None:
            return known
        before = len(scope.found)
        document = read_markdown(file, scope)
        if not document.blocks and len(scope.found) == before:
            scope.fault(problems.empty_booklet(Location(file.path, 1), given.id))
        elif documents is not None and len(scope.found) == before:
            documents.keep(file, scope, document)
        return document
    return Document(())
