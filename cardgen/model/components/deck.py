"""Decks of cards: faces, backs, copies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from cardgen.core.errors import SourceError
from cardgen.core.geometry import Size
from cardgen.model.cards import NO_BACK, TEMPLATE_ENDING, Card, read_deck_file
from cardgen.model.component import Component, ComponentData, register
from cardgen.model.fields import ChoiceField, Field, TextField
from cardgen.model.formats import DUPLEX
from cardgen.model.measures import LengthField, SizeField
from cardgen.model.sides import CardSides, deck_sides
from cardgen.source.files import confine

if TYPE_CHECKING:
    from cardgen.core.diagnostics import Location
    from cardgen.model.game import Game

ARRANGEMENTS = ("auto", "butt", "bleed")
HIDDEN = ("back", "slot")

_FIELDS: Mapping[str, Field] = {
    "size": SizeField(default=SizeField.empty, doc="a card size by name, or width and height"),
    "back": TextField(optional=True, doc="the back's template, or none"),
    "cards": TextField(optional=True, doc="the deck file; decks/<id>.yaml if left out"),
    "arrangement": ChoiceField(
        choices=ARRANGEMENTS, default="auto", doc="on the sheet: cut once, or with bleed"
    ),
    "duplex": ChoiceField(choices=DUPLEX, optional=True, doc="how backs get behind faces"),
    "hidden": ChoiceField(
        choices=HIDDEN, default="back", doc="what others see of a hand in Tabletop Simulator"
    ),
    "bleed": LengthField(optional=True, max=20, doc="artwork beyond the cut"),
    "safe": LengthField(optional=True, max=20, doc="distance kept from the cut"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Deck(Component):
    """A deck; lengths in millimetres. ``back`` is None where the backs stay white."""

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
    designs: tuple[Card, ...]

    @property
    def cards(self) -> tuple[Card, ...]:
        """The designs in the order of the deck file."""
        return self.designs

    @property
    def count(self) -> int:
        """How many cards the printed deck has."""
        return sum(card.copies for card in self.designs)

    def sides(self, game: Game) -> list[CardSides]:
        """Return every design's face and back."""
        return deck_sides(self, game)


def _make(given: ComponentData) -> Deck:
    values, scope = given.values, given.scope
    stock = values["size"]
    back = values["back"] or given.id + ".back" + TEMPLATE_ENDING
    has = given.node.value
    return Deck(
        id=given.id,
        title=values["title"] or given.id.replace("-", " ").replace("_", " ").title(),
        at=given.node.at,
        size=stock.size,
        radius=stock.radius,
        bleed=values["bleed"] if "bleed" in has else scope.print.bleed,
        safe=values["safe"] if "safe" in has else scope.print.safe,
        arrangement=values["arrangement"] or "auto",
        duplex=values["duplex"] or scope.print.duplex,
        hidden=values["hidden"] or "back",
        back=None if back == NO_BACK else back,
        back_at=given.node.key_at("back"),
        designs=_cards(given),
    )


def _cards(given: ComponentData) -> tuple[Card, ...]:
    """Read the deck file; a broken one is reported and leaves the deck empty."""
    scope = given.scope
    named = given.node.value.get("cards")
    at = named.at if named else given.node.at
    rel = given.values["cards"] or f"decks/{given.id}.yaml"
    try:
        root = scope.project.root
        confine(root, rel, root / scope.folder, at)
        return read_deck_file(f"{scope.folder}/{rel}", scope, at)
    except SourceError as error:
        scope.fault(*error.diagnostics)
        return ()


register(Deck.kind, _FIELDS, _make)
