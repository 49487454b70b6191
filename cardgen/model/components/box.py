"""Tuck boxes for decks, as large as the cards inside need."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from msgspec import Struct

from cardgen.core.diagnostics import Location
from cardgen.core.geometry import Size
from cardgen.core.side_id import SideId
from cardgen.model import problems
from cardgen.model.cards import TEMPLATE_ENDING
from cardgen.model.component import ComponentData, register
from cardgen.model.components.deck import Deck, decks_of
from cardgen.model.compound import ListField, RecordField
from cardgen.model.fields import Field, FlagField, NumberField, TextField
from cardgen.model.formats import CardFormat
from cardgen.model.game import Component, Game
from cardgen.model.pieces import LengthField, PiecePicture, Pieces, SizeField, titled
from cardgen.model.record import Record
from cardgen.model.scope import Scope
from cardgen.model.sides import CardSides
from cardgen.model.stowage import CARD, PLAY, SLEEVE, SLEEVED
from cardgen.model.theme import ColorField

FACES = ("front", "back", "left", "right", "top", "bottom")
BLEED = 2.0

SLEEVES: Mapping[str, Field] = {
    "sleeved": FlagField(doc="whether the cards are in sleeves"),
    "thickness": LengthField(optional=True, min=0.05, max=3, doc="of one card"),
}
LINED: Mapping[str, Field] = {
    "lining": ColorField(default="", doc="the colour of what is seen when it is open"),
}
_FIELDS: Mapping[str, Field] = {
    "decks": ListField(
        of=TextField(), optional=True, unique=True, min=1, doc="what is in it; all decks"
    ),
    "cards": NumberField(optional=True, whole=True, min=1, max=2000, doc="how many, if no decks"),
    "size": SizeField(optional=True, doc="the size of its cards, if no decks"),
    **SLEEVES,
    "slack": LengthField(default=PLAY, max=30, doc="depth to spare"),
    "template": TextField(optional=True, doc="the template of every face"),
    "faces": RecordField(
        fields={
            name: TextField(optional=True, doc=f"the template of the {name}") for name in FACES
        },
        what="`faces`",
        optional=True,
        doc="templates for single faces",
    ),
    **LINED,
    "safe": LengthField(default=3.0, max=20, doc="distance kept from the edges"),
}


class Inside(Struct, frozen=True):
    """The cards in a box and its inner size, in mm; cards stand upright."""

    count: int
    width: float
    height: float
    depth: float


class TuckBox(Component, frozen=True, kw_only=True):
    """A tuck box, for decks of the game or for a number of cards of one size."""

    kind: ClassVar[str] = "box"

    decks: tuple[str, ...]
    number: int | None
    stock: CardFormat
    sleeved: bool
    thickness: float
    slack: float
    templates: Mapping[str, str]
    lining: str
    safe: float
    decks_at: tuple[Location, ...] = ()

    def check(self, others: Mapping[str, Component], scope: Scope) -> None:
        """Report decks that the game does not have, and a box without cards."""
        known = {name: other for name, other in others.items() if isinstance(other, Deck)}
        for name, at in zip(self.decks, self.decks_at, strict=True):
            scope.knows(at, "deck", name, known)
        if self.number is not None:
            return
        if not known:
            doc = "the game has no decks"
            scope.fault(problems.missing_key(self.at, "cards", f"box `{self.id}`", doc))
            return
        decks = [known[name] for name in self.decks or known if name in known]
        refuse_series(
            decks, self.at, "name in `decks` what is in it, or say `cards` and `size`", scope
        )
        read = all(deck.cards for deck in decks)  # an unread deck is reported already
        if decks and read and not any(deck.count for deck in decks):
            at = self.decks_at[0] if self.decks_at else self.at
            hint = "give its decks cards with `copies:`, or leave the box out"
            scope.fault(problems.bad_value(at, f"no card goes into box `{self.id}`", hint))

    def inside(self, game: Game) -> Inside:
        """Return the measures that the cards inside call for."""
        decks = [d for d in decks_of(game) if d.id in self.decks]
        if not self.decks and self.number is None:
            decks = list(decks_of(game))
        count = sum(deck.count for deck in decks) if self.number is None else self.number
        cards = [deck.size for deck in decks] or [self.stock.size]
        more = PLAY + (SLEEVE if self.sleeved else 0.0)
        return Inside(
            count,
            round(max(card.width for card in cards) + more, 2),
            round(max(card.height for card in cards) + more, 2),
            round(max(count * self.thickness + self.slack, 5.0), 2),
        )

    def sides(self, game: Game) -> list[CardSides]:
        """Return the six faces."""
        inside = self.inside(game)
        width, height, depth = inside.width, inside.height, inside.depth
        decks = [d for d in decks_of(game) if d.id in self.decks or not self.decks]
        box = {
            "count": inside.count,
            "contents": counted(decks if self.number is None else (), game),
            "width": width,
            "height": height,
            "depth": depth,
        }
        sizes = {
            "front": Size(width, height),
            "back": Size(width, height),
            "left": Size(depth, height),
            "right": Size(depth, height),
            "top": Size(width, depth),
            "bottom": Size(width, depth),
        }
        edges = (BLEED, self.safe)
        return [
            face_of_box(self, game, name, size, edges, self.templates[name], box)
            for name, size in sizes.items()
        ]

    def pieces(self, game: Game) -> list[Pieces]:
        """Return the box, pictured from the front."""
        shown = PiecePicture(SideId.of(self.id, "front", "face"))
        return [Pieces.named(1, game.say("box|boxes"), self.title, (shown,))]


def face_of_box(
    component: Component,
    game: Game,
    name: str,
    size: Size,
    edges: tuple[float, float],
    template: str,
    box: Mapping[str, Any],
) -> CardSides:
    """Return a face of a box, whose template sees itself and the ``box``; lengths in mm."""
    face = {"name": name, "width": size.width, "height": size.height, "bleed": edges[0]}
    asked = game.places.get(f"components.{component.id}.faces.{name}")
    facts = {"face": face, "box": box}
    side = component.side(game, name, size, edges, template, facts, asked=asked)
    return CardSides(None, side, None, 1)


def counted(components: Iterable[Component], game: Game) -> tuple[Record, ...]:
    """Return what components consist of, for a list: a record for each kind of pieces."""
    found = []
    for one in components:
        book = (
            [Pieces.named(1, game.say("booklet|booklets"), one.title)]
            if one.kind == "booklet"
            else []
        )
        for part in titled([*one.pieces(game), *book]):
            facts = {"id": one.id, "count": part.count, "noun": part.noun, "title": part.title}
            found.append(Record(facts))
    return tuple(found)


def refuse_series(held: Iterable[Component], at: Location, hint: str, scope: Scope) -> None:
    """Report a series among the contents of a box."""
    for one in held:
        if isinstance(one, Deck) and one.series is not None:
            message = f"`{one.id}` is a series: nobody knows how many of its cards go into a box"
            scope.fault(problems.bad_value(at, message, hint))


def _make(given: ComponentData) -> TuckBox:
    values, has = given.values, given.node.value
    if {"decks", "size"} <= has.keys():
        message = "`size` beside `decks`: the size follows from the decks"
        at, hint = given.node.key_at("size"), "leave out `size`, or `decks`"
        given.scope.fault(problems.bad_value(at, message, hint))
    common = values["template"] or given.id + TEMPLATE_ENDING
    own = values["faces"]
    return given.make(
        TuckBox,
        number=values["cards"],
        cards=(),  # the key is a number
        stock=values["size"],
        thickness=given.own("thickness", SLEEVED if values["sleeved"] else CARD),
        templates={name: own[name] or common for name in FACES},
        decks_at=tuple(node.at for node in has["decks"].value) if values["decks"] else (),
    )


register(TuckBox.kind, _FIELDS, _make)
