"""Dice to fold from paper: every face drawn by a template."""

import math
from collections.abc import Mapping
from typing import ClassVar

from cardgen.core.geometry import Size
from cardgen.core.side_id import SideId
from cardgen.model.cards import BUILT_IN, TEMPLATE_ENDING
from cardgen.model.component import USE, ComponentData, register
from cardgen.model.fields import ChoiceField, Field, TextField
from cardgen.model.game import Component, Game
from cardgen.model.pieces import LengthField, Outline, PiecePicture, Pieces
from cardgen.model.sides import CardSides
from cardgen.model.theme import ColorField

SIDES = ("6", "20")
BLEED = 1.0
"""Artwork beyond the edge of a face, on the tabs, in mm: it hides inexact folds."""


_FIELDS: Mapping[str, Field] = {
    **USE,
    "sides": ChoiceField(choices=SIDES, noun="side count", default="6", doc="6 or 20"),
    "size": LengthField(default=20.0, min=10, max=60, doc="length of one edge"),
    "copies": BUILT_IN["copies"],
    "template": TextField(optional=True, doc="the template of every face"),
    "safe": LengthField(default=1.5, max=20, doc="distance of text from the edges"),
    "color": ColorField(default="", doc="colour in Tabletop Simulator; white if left out"),
}


class Die(Component, frozen=True, kw_only=True):
    """A die; ``edge`` is in millimetres. The face of a D20 is a triangle with its tip up."""

    kind: ClassVar[str] = "dice"

    faces: int
    edge: float
    copies: int
    template: str
    safe: float
    color: str = ""

    @property
    def face(self) -> Size:
        """The box around one face."""
        high = 1.0 if self.faces == 6 else math.sqrt(3) / 2
        return Size(self.edge, round(self.edge * high, 3))

    def sides(self, game: Game) -> list[CardSides]:
        """Return the faces, from 1 upwards."""
        size, edges = self.face, (BLEED, self.safe)
        shared = {"sides": self.faces, "width": size.width, "height": size.height}
        sides = []
        for value in range(1, self.faces + 1):
            facts = {"die": {"value": value, **shared}}
            side = self.side(game, str(value), size, edges, self.template, facts)
            sides.append(CardSides(None, side, None, self.copies))
        return sides

    def pieces(self, game: Game) -> list[Pieces]:
        """Return the dice, pictured by the highest face."""
        outline: Outline = "rect" if self.faces == 6 else "triangle"
        picture = PiecePicture(SideId.of(self.id, str(self.faces), "face"), outline)
        return [
            Pieces.from_noun(
                self.copies, game.say("die|dice"), self.title, game.language, (picture,)
            )
        ]


def _make(data: ComponentData) -> Die:
    values = data.values
    return data.make(
        Die,
        faces=int(values["sides"] or 6),
        edge=values["size"],
        template=values["template"] or data.id + TEMPLATE_ENDING,
    )


register(Die.kind, _FIELDS, _make)
