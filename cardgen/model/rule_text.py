"""The base of components with a rule text in Markdown: booklets and leaflets."""

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
from cardgen.model.expansion import assumption_facts, columns_of, expand, fields_of, index_facts
from cardgen.model.fields import Field, TextField
from cardgen.model.flowing import ROLES, FlowSpec, PageMargins
from cardgen.model.formats import PageSize, at_scale, in_large_print
from cardgen.model.game import Component, Game
from cardgen.model.markdown import read_markdown
from cardgen.model.odds import in_percent, question_of
from cardgen.model.record import Record
from cardgen.model.richtext import Content, Fact
from cardgen.model.scope import ErrorCollector, Scope, with_decimal_mark
from cardgen.model.theme import ColorField
from cardgen.source.files import confine

_PAINTS: Mapping[str, Field] = {
    "line": ColorField(default="#00000066", doc="fine lines"),
    "tint": ColorField(default="#0000000f", doc="background of boxes"),
    "accent": ColorField(default="#000000", doc="lines, bullets, heads of tables"),
}

LOOK: Mapping[str, Field] = {
    "styles": RecordField(
        fields={
            role: TextField(optional=True, doc=f"the first of {', '.join(wishes)} if left out")
            for role, wishes in ROLES.items()
        },
        noun="`styles`",
        make=lambda **styles: {role: style for role, style in styles.items() if style},
        optional=True,
        doc="text styles by role",
    ),
    "paints": RecordField(
        fields=_PAINTS, noun="`paints`", make=dict, optional=True, doc="colours by purpose"
    ),
}
"""The keys of all rule texts for their look."""


class RuleText(Component, frozen=True, kw_only=True):
    """A component with a rule text; lengths in millimetres."""

    bleed: float
    safe: float
    margins: PageMargins
    source: str
    document: Document
    styles: Mapping[str, str]
    paints: Mapping[str, str]
    page: str
    template_locations: Mapping[str, Location]

    def check(self, components: Mapping[str, Component], scope: Scope) -> None:
        """Report unknown cards, decks and fields in the text, and assumptions without notes."""
        cards = {f"{c.id}/{card.id}": card for c in components.values() for card in c.cards}
        decks = {c.id for c in components.values() if c.cards}
        # A deck that could not be read is reported already.
        unread = {c.id for c in components.values() if c.kind == "deck" and not c.cards}
        blocks = [b for b in flat(self.document.blocks, lists=True) if isinstance(b, Generated)]
        assumption_names = scope.assumptions | {
            name for name, card in cards.items() if card.assumption
        }
        has_notes = any(block.kind == "assumptions" for block in blocks)
        for reference in self.document.references:
            deck = components.get(reference.deck)
            if reference.kind == "index":
                continue
            if reference.kind == "assumption":
                is_known = scope.knows(
                    reference.location, "assumption", reference.name, assumption_names
                )
                if is_known and not has_notes:
                    message = "the text has no notes, so this number leads nowhere"
                    hint = "add ```assumptions to the text, where you want the notes"
                    scope.fault(problems.bad_markup(reference.location, message, hint))
            elif isinstance(deck, Deck) and deck.series is not None:
                # The cards of a series are never read together.
                if reference.kind != "count" or reference.conditions:
                    message = f"`{deck.id}` is a series: a text can state the number of its cards, "
                    hint = f"write `{{count:{deck.id}}}`"
                    scope.refuse(reference.location, f"{message}and no more", hint)
            elif reference.deck in unread:
                continue
            elif reference.kind == "picture":  # a card, a deck's back, a board or its side
                if deck is None or deck is self or deck.cards:
                    card_names = {*cards, *(name for name in components if name != self.id)}
                    scope.knows(reference.location, "card", reference.name, card_names)
            elif reference.kind in ("card", "name"):
                scope.knows(reference.location, "card", reference.name, cards)
            elif reference.kind in ("count", "odds") and scope.knows(
                reference.location, "deck", reference.deck, decks
            ):
                counted = components[reference.deck].cards
                if reference.kind == "odds":
                    question = question_of(reference.name, reference.conditions, reference.location)
                    question.check(counted, scope.rules, scope)
                else:
                    check_conditions(reference.conditions, counted, fields_of(counted), scope)
        for block in blocks:
            if block.kind != "cards" or block.subject in unread:
                continue
            if scope.knows(block.location, "deck", block.subject, decks):
                columns = columns_of(components[block.subject].cards)
                for (names, _), location in zip(block.columns, block.locations, strict=False):
                    for name in names.split():
                        scope.knows(replace(location, length=len(names)), "field", name, columns)

    def spec(self, game: Game, page: PageSize, large: bool = False, **attributes: Any) -> FlowSpec:
        """Return the spec of the text, filled in with the game's data.

        ``attributes`` are those that only one kind of component has. ``large`` print has one
        column and no page breaks of the author.
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
            location=self.location,
            template_locations=self.template_locations,
            large=large,
            **attributes,
        )

    def _facts(self, game: Game, number_style: str) -> dict[Fact, Content]:
        """Return the value of each fact in the text, except pages.

        ``number_style`` is the style of the numbers of notes.
        """
        facts = assumption_facts(game, self.document.references, number_style)
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
                question = question_of(reference.name, reference.conditions, reference.location)
                drawn = question.cards_drawn(game.rules)
                if drawn is not None:
                    odds = in_percent(question.answer(cards, drawn), game.odds)
                    facts[fact] = (with_decimal_mark(odds, game.language),)
            elif reference.kind in ("card", "name"):
                for card in (card for card in cards if card.id == id):
                    title = card.title if reference.kind == "name" else card.title.bold
                    facts[fact] = title.content
        return facts


def _styles(chosen: Mapping[str, str], theme_styles: Mapping[str, object]) -> dict[str, str]:
    """Choose a style of the theme for each role: the chosen one, or the first available."""
    styles = {}
    for role, wishes in ROLES.items():
        candidates = (chosen[role],) if role in chosen else wishes
        styles[role] = next((name for name in candidates if name in theme_styles), candidates[-1])
    return styles


def text_of(data: ComponentData, default: str, *templates: str) -> dict[str, Any]:
    """Return the attributes of a component with the text of its ``source``, or a default file.

    ``templates`` are the keys with names of templates. A faulty text is reported and is empty.
    """
    values, scope, keys = data.values, data.scope, data.node.value
    source = values["source"] or default
    for role, style in values["styles"].items():
        scope.knows(keys["styles"].value[role].location, "text style", style, scope.styles)
    return {
        "source": f"{scope.folder}/{source}",
        "document": _document(data, source),
        **{key: None if values[key] in ("", NO_BACK) else values[key] for key in templates},
        "template_locations": {values[key]: keys[key].location for key in templates if values[key]},
    }


def _document(data: ComponentData, rel: str) -> Document:
    scope = data.scope
    source_node = data.node.value.get("source")
    location: Location = source_node.location if source_node else data.node.location
    with ErrorCollector(scope):
        root = scope.project.root
        confine(root, rel, root / scope.folder, location)
        noun = f"the text of the {data.values['kind']}"
        file = scope.project.read(f"{scope.folder}/{rel}", description=noun, location=location)
        documents: Documents | None = scope.documents
        cached = documents.find(file, scope) if documents is not None else None
        if cached is not None:
            return cached
        before = len(scope.diagnostics)
        document = read_markdown(file, scope)
        if not document.blocks and len(scope.diagnostics) == before:
            scope.fault(problems.empty_booklet(Location(file.path, 1), data.id))
        elif documents is not None and len(scope.diagnostics) == before:
            documents.keep(file, scope, document)
        return document
    return Document(())
