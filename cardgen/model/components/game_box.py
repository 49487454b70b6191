"""Boxes with a lid for a whole game: cards, pieces and booklets."""

from collections.abc import Mapping
from typing import ClassVar

from cardgen.core.diagnostics import Location
from cardgen.core.geometry import Size
from cardgen.model.cards import TEMPLATE_ENDING
from cardgen.model.component import ComponentData, register
from cardgen.model.components.booklet import Booklet
from cardgen.model.components.box import LINED, SLEEVES, count_pieces, face_of_box, refuse_series
from cardgen.model.components.deck import Deck
from cardgen.model.compound import ListField, RecordField
from cardgen.model.fields import Field, NumberField, TextField
from cardgen.model.game import Component, Game
from cardgen.model.pieces import LengthField
from cardgen.model.record import Record
from cardgen.model.scope import Scope
from cardgen.model.sides import CardSides
from cardgen.model.stowage import CARD, HOLDABLE, PLAY, SLEEVED, Stowage, parts_of, stow

WALLS = ("long", "short")
FACES = ("front", "back", *WALLS)
ALLOWANCE = 4 * CARD
"""The space in mm that flaps and the ends of walls need inside."""
LID = 2.0
"""How much wider and higher the lid is than the base, in mm; a box of board adds two thicknesses of
the board."""
TURN_IN = 12.0
"""How far paper around board is turned in at the rim, in mm, if no lining covers the wall."""
BLEED = 2.0
SHALLOWEST = 5.0
"""The least depth in mm: in a lower box, flaps would have no room for glue."""
_INNER: Mapping[str, Field] = {
    name: LengthField(min=20, max=400, doc=f"{name} of the inside")
    for name in ("width", "height", "depth")
}

_FIELDS: Mapping[str, Field] = {
    "holds": ListField(
        of=TextField(),
        optional=True,
        unique=True,
        min=1,
        doc="decks, tokens, dice and booklets in the box; all of them if left out",
    ),
    "inside": RecordField(
        fields=_INNER,
        noun="`inside`",
        optional=True,
        doc="inner size; calculated from the contents if left out",
    ),
    **SLEEVES,
    "template": TextField(optional=True, doc="the template of the lid's front and the base's back"),
    "sides": TextField(
        optional=True, doc="the template of the lid's walls; `template` if left out"
    ),
    **LINED,
    "wrap": LengthField(
        optional=True,
        min=0.3,
        max=4,
        doc="thickness of the greyboard, for a box of greyboard that is covered with printed paper",
    ),
    "turn_in": LengthField(
        optional=True,
        min=8,
        max=100,
        doc="width of the paper glued inside the walls: 12 mm, or full depth with a `lining`",
    ),
    "scale": NumberField(default=1, min=1, max=10, doc="scale of the front and back"),
    "safe": LengthField(default=3.0, max=20, doc="distance of text from the edges"),
}


class GameBox(Component, frozen=True, kw_only=True):
    """A base and a lid for the components named in ``holds``, or for all components."""

    kind: ClassVar[str] = "game-box"

    holds: tuple[str, ...]
    holds_at: tuple[Location, ...]
    inside: tuple[float, float, float] | None
    sleeved: bool
    thickness: float
    template: str
    walls_template: str
    scale: float
    lining: str
    wrap: float
    turn_in: float
    safe: float

    def check(self, components: Mapping[str, Component], scope: Scope) -> None:
        """Report unknown components, components that no box holds, and an empty box."""
        holdable = {id: c for id, c in components.items() if isinstance(c, HOLDABLE)}
        for name, location in zip(self.holds, self.holds_at, strict=True):
            scope.knows(location, "deck, token set, die or booklet", name, holdable)
        contents = [holdable[name] for name in self.holds or holdable if name in holdable]
        # A deck that could not be read is reported already.
        unread = any(isinstance(component, Deck) and not component.cards for component in contents)
        all_known = len(contents) == len(self.holds or holdable)
        booklets = any(isinstance(component, Booklet) for component in contents)
        is_checked = all_known and not unread
        if is_checked and not booklets and not parts_of(contents, CARD, sleeved=False):
            location = self.holds_at[0] if self.holds_at else self.location
            hint = "give the game cards or pieces, or leave the box out"
            scope.refuse(location, f"box `{self.id}` is empty", hint)
        refuse_series(contents, self.location, "list the other components under `holds`", scope)

    def content(self, game: Game) -> tuple[Component, ...]:
        """Return the components in the box."""
        return tuple(
            component
            for component in game.components.values()
            if isinstance(component, HOLDABLE) and (not self.holds or component.id in self.holds)
        )

    def stowage(self, game: Game, leaves: dict[str, int] | None = None) -> Stowage:
        """Return how the pieces are stacked in the box."""
        floor = None
        if self.inside is not None:
            floor = Size(self.inside[0] - PLAY, self.inside[1] - PLAY)
        return stow(self.content(game), self.thickness, self.sleeved, floor, leaves)

    def size(self, game: Game) -> tuple[float, float, float]:
        """Return the inner width, height and depth of the base, in mm."""
        if self.inside is not None:
            return self.inside
        need = self.stowage(game)
        width, height = need.floor.width + PLAY, need.floor.height + PLAY
        depth = max(need.depth + PLAY, SHALLOWEST)
        return round(width, 2), round(height, 2), round(depth, 2)

    def base(self, game: Game) -> Size:
        """Return the size of the panel of the base."""
        width, height, _ = self.size(game)
        margin = ALLOWANCE + 2 * self.wrap
        return Size(round(width + margin, 2), round(height + margin, 2))

    def lid(self, game: Game) -> Size:
        """Return the size of the panel of the lid."""
        base, margin = self.base(game), LID + 2 * self.wrap
        return Size(round(base.width + margin, 2), round(base.height + margin, 2))

    def walls(self, game: Game) -> tuple[float, float]:
        """Return the heights of the walls of base and lid, in mm, with the board's thickness."""
        depth = self.size(game)[2]
        return depth + self.wrap, depth + 2 * self.wrap

    def turn(self, wall: float) -> float:
        """Return how far the paper of a wall is turned in: to 1 mm above the floor at most."""
        most = wall - self.wrap - 1.0
        return min(most, self.turn_in or (most if self.lining else TURN_IN))

    def run_on(self, wall: float) -> float:
        """Return how far the picture of a panel extends beyond its edges, in mm."""
        if not self.wrap:
            return BLEED
        return wall + self.wrap + BLEED + (0.0 if self.lining else self.turn(wall))

    def contents(self, game: Game) -> tuple[Record, ...]:
        """Return a record for each kind of pieces, with its number.

        Boards are on top of the content, so they count, too, unless `holds` names the content.
        """
        held_ids = {component.id for component in self.content(game)}
        listed = (
            component
            for id, component in game.components.items()
            if id in held_ids or not (self.holds or component.kind in ("box", self.kind))
        )
        return count_pieces(listed, game)

    def sides(self, game: Game) -> list[CardSides]:
        """Return the lid's front, the base's back, and a long and a short wall of the lid."""
        lid, base, (width, height, depth) = self.lid(game), self.base(game), self.size(game)
        base_wall, lid_wall = self.walls(game)
        long, short = max(lid.width, lid.height), min(lid.width, lid.height)
        # On a box of board the picture of the lid continues on its walls: walls need no bleed.
        own_bleed = 0.0 if self.wrap else BLEED
        sizes = {
            "front": (lid, self.scale, self.run_on(lid_wall)),
            "back": (base, self.scale, self.run_on(base_wall)),
            "long": (Size(long, lid_wall), 1.0, own_bleed),
            "short": (Size(short, lid_wall), 1.0, own_bleed),
        }
        box = {
            "count": self.stowage(game).cards,
            "contents": self.contents(game),
            "width": width,
            "height": height,
            "depth": depth,
        }
        faces = []
        for name, (full, scale, bleed) in sizes.items():
            size = Size(full.width / scale, full.height / scale)
            template = self.walls_template if name in WALLS else self.template
            edges = (bleed / scale, self.safe / scale)
            faces.append(face_of_box(self, game, name, size, edges, template, box))
        return faces


def _make(data: ComponentData) -> GameBox:
    values, keys = data.values, data.node.value
    template = values["template"] or data.id + TEMPLATE_ENDING
    inside = values["inside"]
    sizes = tuple(inside[name] for name in _INNER) if inside is not None else ()
    return data.make(
        GameBox,
        holds_at=tuple(node.location for node in keys["holds"].value) if values["holds"] else (),
        inside=sizes if sizes and all(sizes) else None,
        thickness=data.value("thickness", SLEEVED if values["sleeved"] else CARD),
        template=template,
        wrap=values["wrap"] or 0.0,
        turn_in=values["turn_in"] or 0.0,
        walls_template=values["sides"] or template,
    )


register(GameBox.kind, _FIELDS, _make)
