"""Tuck boxes for decks, in the size that the cards need."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

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
from cardgen.model.pieces import LengthField, PiecePicture, Pieces, SizeField, drop_repeated_titles
from cardgen.model.record import Record
from cardgen.model.scope import Scope
from cardgen.model.sides import CardSides
from cardgen.model.stowage import CARD, PLAY, SLEEVE, SLEEVED
from cardgen.model.theme import ColorField

FACES = ("front", "back", "left", "right", "top", "bottom")
BLEED = 2.0

SLEEVES: Mapping[str, Field] = {
    "sleeved": FlagField(doc="whether the cards are in sleeves"),
    "thickness": LengthField(optional=True, min=0.05, max=3, doc="thickness of one card"),
}
LINED: Mapping[str, Field] = {"lining": ColorField(default="", doc="colour of the inside")}
_FIELDS: Mapping[str, Field] = {
    "decks": ListField(
        of=TextField(), optional=True, unique=True, min=1, doc="its decks; by default all"
    ),
    "cards": NumberField(
        optional=True, whole=True, min=1, max=2000, doc="number, instead of `decks`"
    ),
    "size": SizeField(optional=True, doc="size of the cards, instead of `decks`"),
    **SLEEVES,
    "slack": LengthField(default=PLAY, max=30, doc="extra depth"),
    "template": TextField(optional=True, doc="the template of every face"),
    "faces": RecordField(
        fields={
            name: TextField(optional=True, doc=f"the template of the {name}") for name in FACES
        },
        noun="`faces`",
        optional=True,
        doc="templates of single faces",
    ),
    **LINED,
    "safe": LengthField(default=3.0, max=20, doc="distance of text from the edges"),
}


class Inside(Struct, frozen=True):
    """The number of cards in a box and its inner size in mm; the cards are upright."""

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

    def check(self, components: Mapping[str, Component], scope: Scope) -> None:
        """Report unknown decks, and a box without cards."""
        decks_by_id = {id: c for id, c in components.items() if isinstance(c, Deck)}
        for name, location in zip(self.decks, self.decks_at, strict=True):
            scope.knows(location, "deck", name, decks_by_id)
        if self.number is not None:
            return
        if not decks_by_id:
            doc = "the game has no decks"
            scope.fault(problems.missing_key(self.location, "cards", f"box `{self.id}`", doc))
            return
        decks = [decks_by_id[name] for name in self.decks or decks_by_id if name in decks_by_id]
        refuse_series(
            decks,
            self.location,
            "list the decks in it under `decks`, or write `cards` and `size`",
            scope,
        )
        read = all(deck.cards for deck in decks)  # an unread deck is reported already
        if decks and read and not any(deck.count for deck in decks):
            location = self.decks_at[0] if self.decks_at else self.location
            hint = "give its decks cards with `copies:`, or leave the box out"
            scope.refuse(location, f"no card goes into box `{self.id}`", hint)

    def inside(self, game: Game) -> Inside:
        """Return the inner size that the cards need."""
        decks = [d for d in decks_of(game) if d.id in self.decks]
        if not self.decks and self.number is None:
            decks = list(decks_of(game))
        count = sum(deck.count for deck in decks) if self.number is None else self.number
        cards = [deck.size for deck in decks] or [self.stock.size]
        margin = PLAY + (SLEEVE if self.sleeved else 0.0)
        return Inside(
            count,
            round(max(card.width for card in cards) + margin, 2),
            round(max(card.height for card in cards) + margin, 2),
            round(max(count * self.thickness + self.slack, 5.0), 2),
        )

    def sides(self, game: Game) -> list[CardSides]:
        """Return the six faces."""
        inside = self.inside(game)
        width, height, depth = inside.width, inside.height, inside.depth
        decks = [d for d in decks_of(game) if d.id in self.decks or not self.decks]
        box = {
            "count": inside.count,
            "contents": count_pieces(decks if self.number is None else (), game),
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
        picture = PiecePicture(SideId.of(self.id, "front", "face"))
        return [Pieces.from_noun(1, game.say("box|boxes"), self.title, game.language, (picture,))]


def face_of_box(
    component: Component,
    game: Game,
    name: str,
    size: Size,
    edges: tuple[float, float],
    template: str,
    box: Mapping[str, Any],
) -> CardSides:
    """Return a face of a box; its template sees ``face`` and ``box``, in mm."""
    face = {"name": name, "width": size.width, "height": size.height, "bleed": edges[0]}
    named_at = game.key_locations.get(f"components.{component.id}.faces.{name}")
    facts = {"face": face, "box": box}
    side = component.side(game, name, size, edges, template, facts)
    return CardSides(None, replace(side, template_location=named_at), None, 1)


def count_pieces(components: Iterable[Component], game: Game) -> tuple[Record, ...]:
    """Return a record for each kind of pieces of these components, for lists of contents."""
    records = []
    for component in components:
        book = (
            [Pieces.from_noun(1, game.say("booklet|booklets"), component.title, game.language)]
            if component.kind == "booklet"
            else []
        )
        for part in drop_repeated_titles([*component.pieces(game), *book]):
            facts = {"count": part.count, "noun": part.noun, "title": part.title}
            records.append(Record({"id": component.id, **facts}))
    return tuple(records)


def refuse_series(
    contents: Iterable[Component], location: Location, hint: str, scope: Scope
) -> None:
    """Report a series among the contents of a box."""
    for component in contents:
        if isinstance(component, Deck) and component.series is not None:
            message = f"`{component.id}` is a series: the number of its cards in a box is unknown"
            scope.refuse(location, message, hint)


def _make(data: ComponentData) -> TuckBox:
    values, keys = data.values, data.node.value
    if {"decks", "size"} <= keys.keys():
        message = "a box with `decks` takes its size from them, so it has no `size`"
        location, hint = data.node.key_at("size"), "delete `size` or `decks`"
        data.scope.refuse(location, message, hint)
    common = values["template"] or data.id + TEMPLATE_ENDING
    own = values["faces"]
    return data.make(
        TuckBox,
        number=values["cards"],
        cards=(),  # the key is a number
        stock=values["size"],
        thickness=data.value("thickness", SLEEVED if values["sleeved"] else CARD),
        templates={name: own[name] or common for name in FACES},
        decks_at=tuple(node.location for node in keys["decks"].value) if values["decks"] else (),
    )


register(TuckBox.kind, _FIELDS, _make)
