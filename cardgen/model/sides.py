"""From cards to the sides that must be laid out, each with its template's context and key."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from cardgen.core.diagnostics import Location
from cardgen.core.fingerprint import digest
from cardgen.core.geometry import Insets, Size
from cardgen.model.cards import NO_BACK, Card
from cardgen.model.record import Record, values_of
from cardgen.model.richtext import Rich, TermValue

if TYPE_CHECKING:
    from cardgen.model.components.deck import Deck
    from cardgen.model.game import Game


@dataclass(frozen=True, slots=True)
class SideSpec:
    """One side to lay out.

    ``form`` is a digest over its measures and the name of its template: what is given, whatever
    the template reads. ``at`` is where the piece stands, ``asked`` where its template is named, if
    that is elsewhere than for the others of its component.
    """

    id: str
    component: str
    card: str
    side: Literal["face", "back"]
    size: Size
    bleed: Insets
    safe: float
    radius: float
    template: str
    context: Mapping[str, Any]
    form: str
    at: Location
    asked: Location | None = None

    @property
    def theme(self) -> None:
        """Sides are set in the game's own theme."""
        return


@dataclass(frozen=True, slots=True)
class CardSides:
    """One design with its sides; cards with the same back share one `SideSpec`.

    ``card`` is None for what is no card: a board, a token, a page.
    """

    card: Card | None
    face: SideSpec
    back: SideSpec | None
    copies: int

    @property
    def specs(self) -> tuple[SideSpec, ...]:
        """The sides that there are, the face first."""
        return (self.face,) if self.back is None else (self.face, self.back)


def deck_sides(deck: Deck, game: Game) -> list[CardSides]:
    """Return the sides of every design of a deck."""
    total = len(deck.cards)
    bleed = Insets(deck.bleed, deck.bleed, deck.bleed, deck.bleed)
    facts = {
        "id": deck.id,
        "title": deck.title,
        "count": deck.count,
        "width": deck.size.width,
        "height": deck.size.height,
    }
    shared = {**game.context, "deck": Record(facts), "total": total}
    size = (deck.size.width, deck.size.height, deck.bleed, deck.safe)

    def form(side: str, template: str) -> str:
        return digest((size, side, template))

    def make(
        side: Literal["face", "back"], template: str, at: Location, card: Card, index: int
    ) -> SideSpec:
        values = {
            **values_of(card.fields),
            "id": card.id,
            "type": card.type,
            "title": card.title,
            "copies": card.copies,
        }
        context = {**shared, "card": Record(values), "side": side, "index": index}
        return SideSpec(
            f"{deck.id}/{card.id}/{side}",
            deck.id,
            card.id,
            side,
            deck.size,
            bleed,
            deck.safe,
            deck.radius,
            template,
            context,
            form(side, template),
            at,
        )

    common: SideSpec | None = None
    if deck.back is not None:
        common = SideSpec(
            f"{deck.id}/back",
            deck.id,
            "",
            "back",
            deck.size,
            bleed,
            deck.safe,
            deck.radius,
            deck.back,
            {**shared, "side": "back", "index": 0},
            form("back", deck.back),
            deck.back_at,
        )
    result = []
    for index, card in enumerate(deck.cards, 1):
        card_type = game.card_types[card.type]
        back = common
        if card_type.back == NO_BACK:
            back = None
        elif card_type.back is not None:
            back = make("back", card_type.back, card.at, card, index)
        face = make("face", card_type.template, card.at, card, index)
        result.append(CardSides(card, face, back, card.copies))
    return result


def freeze(value: Any) -> Any:
    """Turn a value of a card into plain nested tuples, for digests."""
    match value:
        case Rich():
            return (value.markup, value.plain)
        case TermValue():
            parts = (value.id, value.text, value.plural, value.icon, value.color)
            return (*parts, value.explain.markup)
        case Record():
            return tuple((name, freeze(inner)) for name, inner in values_of(value).items())
        case tuple():
            return tuple(freeze(inner) for inner in value)
        case bool() | None:
            return value
        case int():
            return int(value)
        case float():
            return float(value)
        case str():
            return str(value)
    if dataclasses.is_dataclass(value):
        fields = dataclasses.fields(value)
        return tuple((f.name, freeze(getattr(value, f.name))) for f in fields if f.compare)
    if isinstance(value, Mapping):
        return tuple(sorted((name, freeze(inner)) for name, inner in value.items()))
    raise TypeError(f"cannot freeze {type(value).__name__}")
