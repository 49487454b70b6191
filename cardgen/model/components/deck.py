"""Decks of cards: faces, backs, copies."""

import re
from collections.abc import Collection, Mapping
from typing import Any, ClassVar, Literal

from msgspec.structs import replace

from cardgen.core.choices import DUPLEX, MACHINES, ORIENTATIONS
from cardgen.core.diagnostics import Diagnostic, Location, ModelError
from cardgen.core.fingerprint import digest
from cardgen.core.geometry import Insets, Size
from cardgen.core.side_id import SideId
from cardgen.model import problems
from cardgen.model.cards import NO_BACK, TEMPLATE_ENDING, Card, read_deck_file
from cardgen.model.component import EDGES, ComponentData, register
from cardgen.model.compound import NodeField, RecordField, TableField
from cardgen.model.deck_files import DeckFile, find_deck_file
from cardgen.model.fields import ChoiceField, Field, FlagField, TextField
from cardgen.model.formats import Limits
from cardgen.model.game import Component, Game
from cardgen.model.pieces import LengthField, PiecePicture, Pieces, SizeField
from cardgen.model.problems import refuse_unknown
from cardgen.model.record import Record
from cardgen.model.scope import ErrorCollector, Scope
from cardgen.model.series import Series, SeriesField
from cardgen.model.sides import CardSides, SideSpec, freeze
from cardgen.source.files import confine
from cardgen.source.tables.reading import split_sheet

ARRANGEMENTS = ("auto", "butt", "inner", "bleed")
HIDDEN = ("back", "slot")

_CORNER: Mapping[str, Field] = {
    "width": LengthField(min=1, max=200, doc="width, from the left edge"),
    "height": LengthField(min=1, max=200, doc="height, from the top edge"),
}
_FIELDS: Mapping[str, Field] = {
    "size": SizeField(default=SizeField.empty, doc="a card size by name, or width and height"),
    "back": TextField(optional=True, doc="the template of the back; by default blank"),
    "cards": TextField(
        optional=True,
        doc="the deck file; decks/<id>.yaml, .json, .csv, .tsv, .xlsx or .ods if left out; "
        "FILE.xlsx#SHEET for a sheet of a workbook",
    ),
    "columns": TableField(
        of=TextField(),
        noun="a column",
        pattern=re.compile(r"[^\n]+"),
        optional=True,
        doc='the field for each column with a different name; `"#"` ignores the column',
    ),
    "defaults": NodeField(
        optional=True, doc="values for cards that have none, as under `defaults` of a deck file"
    ),
    "ids": ChoiceField(
        choices=("title",), optional=True, doc="makes missing ids from the titles of cards"
    ),
    "series": SeriesField(
        optional=True, doc="instead of a deck file: rows of a table, or numbers; see Large decks"
    ),
    "arrangement": ChoiceField(
        choices=ARRANGEMENTS, default="auto", doc="on the sheet: edge to edge, or with bleed"
    ),
    "sheets": TextField(optional=True, doc="the deck whose sheets also hold these cards"),
    "duplex": ChoiceField(choices=DUPLEX, optional=True, doc="how backs are printed behind faces"),
    "orientation": ChoiceField(
        choices=ORIENTATIONS,
        optional=True,
        doc="orientation of sheets; `auto` takes the one that holds more cards",
    ),
    "cut": ChoiceField(
        choices=MACHINES, default="", doc="also write sheets and cutting paths for this machine"
    ),
    "hidden": ChoiceField(
        choices=HIDDEN, default="back", doc="what others see of a hand in Tabletop Simulator"
    ),
    **EDGES,
    "index": RecordField(
        fields=_CORNER,
        noun="the corner of a card",
        make=Size,
        example="{width: 12mm, height: 20mm}",
        expected="a width and a height",
        optional=True,
        doc="the corner that shows in a hand; cards of different titles must differ there",
    ),
    "turns": FlagField(doc="players may turn cards round: the back must look the same upside down"),
}


class Deck(Component, frozen=True, kw_only=True):
    """A deck; lengths in millimetres. ``back`` is None if the backs stay white.

    ``index`` is the corner that players see in a fan, if its size is set; with ``turns`` players
    may turn cards round.

    A deck with a ``series`` has no ``cards``: they are read a volume at a time. ``size`` is the
    size of a cut card; a design is larger by ``inset`` on each side.
    """

    kind: ClassVar[str] = "deck"

    size: Size
    radius: float
    bleed: float
    safe: float
    arrangement: str
    duplex: str
    hidden: str = "back"
    back: str | None
    back_at: Location
    series: Series | None = None
    index: Size | None = None
    turns: bool = False
    orientation: str = "auto"
    cut: str = ""
    sheets: str = ""
    sheets_at: Location | None = None
    inset: float = 0.0

    @property
    def design(self) -> Size:
        """The size that templates fill."""
        if not self.inset:
            return self.size
        return Size(self.size.width + 2 * self.inset, self.size.height + 2 * self.inset)

    @property
    def count(self) -> int:
        """How many cards the printed deck has."""
        return sum(card.copies for card in self.cards)

    def check(self, components: Mapping[str, Component], scope: Scope) -> None:
        """Report ids that collide with further cards, and a deck that cannot share ``sheets``."""
        ids = {card.id for card in self.cards}
        for card in self.cards:
            further_id = card.id + FURTHER
            if further_id in ids and scope.card_types[card.type].further_template is not None:
                message = f"`{further_id}` is the id of the card that continues `{card.id}`"
                scope.refuse(card.location, message, "give one of them another id")
        if not self.sheets or self.sheets_at is None:
            return
        decks = {id: c for id, c in components.items() if isinstance(c, Deck)}
        if not scope.knows(self.sheets_at, "deck", self.sheets, decks):
            return
        host = decks[self.sheets]
        reason = ""
        if host.id == self.id:
            reason = "it is the same deck"
        elif host.sheets:
            reason = "that deck is printed on other sheets itself"
        elif self.series or host.series:
            reason = "a series has its own files"
        elif differing := [n for n in _ALIKE if getattr(self, n) != getattr(host, n)]:
            reason = f"their `{differing[0]}` differs"
        if reason:
            message = f"deck `{self.id}` cannot be printed on the sheets of `{host.id}`: {reason}"
            hint = "name a deck of the same bleed, `arrangement` and `duplex`"
            scope.refuse(self.sheets_at, message, hint)

    def sides(self, game: Game) -> list[CardSides]:
        """Return every design's face and back."""
        return deck_sides(self, game)

    def pieces(self, game: Game) -> list[Pieces]:
        """Return its cards; the picture has back and face of the first card, or two faces.

        Cards of the showcase come first. Further cards are never pictured.
        """
        if self.series is not None:
            count = self.series.total()
            return [Pieces.from_noun(count, game.say("card|cards"), self.title, game.language)]
        cards = [card for card in self.cards if card.copies]
        cards.sort(key=lambda card: f"{self.id}/{card.id}" not in game.showcase)
        sides = deck_sides(replace(self, cards=tuple(cards[:2])), game)
        sides = [design for design in sides if not design.further]
        pictured = [spec.id for design in sides[:1] for spec in reversed(design.specs)]
        pictured += [design.face.id for design in sides[1:] if len(pictured) == 1]
        pictures = tuple(PiecePicture(side, "card") for side in pictured)
        nouns, language = game.say("card|cards"), game.language
        return [Pieces.from_noun(self.count, nouns, self.title, language, pictures)]


FURTHER = "-more"
"""The id of a further card is the id of the card that it continues, and this ending."""

_ALIKE = ("bleed", "arrangement", "duplex", "orientation", "cut")
"""The attributes that must be equal in decks that share sheets."""


def decks_of(game: Game) -> tuple[Deck, ...]:
    """Return the decks of a game, in the order of ``game.yaml``."""
    return tuple(component for component in game.components.values() if isinstance(component, Deck))


def decks_named(game: Game, names: Collection[str]) -> list[Deck]:
    """Return the decks of these ids, or all decks for no ids; raises ModelError if unknown."""
    decks = {deck.id: deck for deck in decks_of(game)}
    refuse_unknown("deck", names, decks)
    return [deck for deck in decks.values() if not names or deck.id in names]


def cut_smaller(game: Game, distance: float) -> Game:
    """Return the game with cards that are smaller than their designs by ``distance`` on each side.

    Raises ModelError if less than half of a card's width or height remains.
    """
    decks = {deck.id: deck for deck in decks_of(game) if deck.inset != distance}
    faults: list[Diagnostic] = []
    for id, deck in decks.items():
        width, height = (side - 2 * distance for side in (deck.design.width, deck.design.height))
        if 2 * min(width, height) < min(deck.design.width, deck.design.height):
            message = f"the cards of `{id}` are too small to cut off {distance:g} mm on each side"
            faults.append(problems.bad_value(deck.location, message, "choose a smaller distance"))
        size = Size(width, height) if distance else deck.design
        decks[id] = replace(deck, size=size, inset=distance)
    if faults:
        raise ModelError(*faults)
    return replace(game, components={**game.components, **decks}) if decks else game


def deck_sides(deck: Deck, game: Game, first: int = 1, total: int | None = None) -> list[CardSides]:
    """Return the sides of every design of a deck.

    For a part of a deck, ``first`` is the index of its first card and ``total`` the whole number.
    """
    count = deck.count if total is None else total
    total = len(deck.cards) if total is None else total
    facts = {
        "id": deck.id,
        "title": deck.title,
        "count": count,
        "width": deck.design.width,
        "height": deck.design.height,
    }
    # Everything that all cards share is made once; a deck may have thousands of cards.
    shared = {**game.context, "deck": Record(facts), "total": total}
    plain_face = _plain_side(deck, "face", game.print.limits(deck.safe), shared)
    plain_back = _plain_side(deck, "back", game.print.limits(deck.safe, deck.turns), shared)
    common = None
    if deck.back is not None:
        common = _with_template(plain_back, deck.back)
        context = {**common.context, "index": 0}
        common = replace(common, id=SideId.of(deck.id, "", "back"), context=context)
    # Sides of one card type differ only in their card.
    faces, backs, further_faces = {}, {}, {}
    for kind in game.card_types.values():
        # A text may continue on the back, so each side depends on the other side's template, too.
        other_templates = f"{kind.back} {kind.further_template}"
        faces[kind.id] = _with_template(plain_face, kind.template, other_templates)
        if kind.back not in (None, NO_BACK):
            backs[kind.id] = _with_template(plain_back, kind.back, kind.template)
        if kind.further_template is not None:
            location = game.key_locations.get(f"card_types.{kind.id}.more")
            face = _with_template(plain_face, kind.further_template, kind.template)
            further_faces[kind.id] = replace(face, template_location=location)
    # A card has the back of its type, the deck's back, or none.
    result = []
    for index, card in enumerate(deck.cards, first):
        back = common if game.card_types[card.type].back is None else None
        if card.type in backs:
            back = _of_card(backs[card.type], card, index)
        result.append(CardSides(card, _of_card(faces[card.type], card, index), back, card.copies))
        if card.type in further_faces:
            further = replace(card, id=card.id + FURTHER)
            face = _of_card(further_faces[card.type], further, index)
            result.append(CardSides(further, face, back, card.copies, further=True))
    return result


def _plain_side(
    deck: Deck, side: Literal["face", "back"], limits: Limits, shared: Mapping[str, Any]
) -> SideSpec:
    """Return a spec with the values that all faces or all backs share, without a template."""
    edges = (deck.design, deck.bleed, *([deck.inset] if deck.inset else []), limits)
    return SideSpec(
        id=SideId(),
        component=deck.id,
        side=side,
        size=deck.design,
        bleed=Insets.of((deck.bleed,)),
        inset=deck.inset,
        limits=limits,
        radius=deck.radius,
        template="",
        context={**shared, "side": side},
        form=digest((freeze(edges), side)),
        location=deck.back_at,
    )


def _with_template(plain: SideSpec, *templates: str) -> SideSpec:
    return replace(plain, template=templates[0], form=digest((plain.form, templates)))


def _of_card(plain: SideSpec, card: Card, index: int) -> SideSpec:
    return replace(
        plain,
        id=SideId.of(plain.component, card.id, plain.side),
        card=card.id,
        context={**plain.context, "card": card.record, "index": index},
        location=card.location,
    )


def _make(data: ComponentData) -> Deck:
    values, scope = data.values, data.scope
    stock = values["size"]
    back = values["back"] or data.id + ".back" + TEMPLATE_ENDING
    keys = data.node.value
    return data.make(
        Deck,
        **data.edges,
        size=stock.size,
        radius=stock.radius,
        duplex=values["duplex"] or scope.print.duplex,
        orientation=values["orientation"] or scope.print.orientation,
        back=None if back == NO_BACK else back,
        back_at=data.node.key_at("back"),
        cards=() if "series" in keys else _cards(data),
        sheets_at=keys["sheets"].location if "sheets" in keys else None,
    )


def _cards(data: ComponentData) -> tuple[Card, ...]:
    scope, values = data.scope, data.values
    cards_node = data.node.value.get("cards")
    location = cards_node.location if cards_node else data.node.location
    columns = data.node.value.get("columns")
    with ErrorCollector(scope):
        root = scope.project.root
        rel, sheet = split_sheet(values["cards"] or find_deck_file(scope, data.id, location))
        scope.read_files.add(f"{scope.folder}/{rel}")  # a faulty file is no unused file
        confine(root, rel, root / scope.folder, location)
        file = DeckFile(
            f"{scope.folder}/{rel}",
            data.id,
            location,
            sheet,
            values["columns"] or {},
            {name: node.location for name, node in columns.value.items()}
            if values["columns"]
            else {},
            values["defaults"],
            values["ids"] == "title",
        )
        return read_deck_file(file, scope)
    return ()


register(Deck.kind, _FIELDS, _make)
