"""Boards: one large side, printed whole and tiled over pages."""

from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec.structs import replace

from cardgen.core.diagnostics import Location
from cardgen.core.geometry import Size
from cardgen.core.side_id import SideId
from cardgen.model.cards import TEMPLATE_ENDING
from cardgen.model.component import EDGES, USE, ComponentData, register
from cardgen.model.compound import RecordField
from cardgen.model.fields import Field, RichField, TextField, expect, read_mapping
from cardgen.model.game import Component, Game
from cardgen.model.pieces import LengthField, PiecePicture, Pieces
from cardgen.model.richtext import EMPTY, Rich
from cardgen.model.scope import Scope
from cardgen.model.sides import CardSides
from cardgen.source.node import YamlNode

LARGEST = 3000.0
"""In mm: the size of a table or plotter; a page of a PDF has at most 5.08 m (ISO 32000-1, C.2)."""
SMALLEST = 20.0

_BUTT = "butt"


_MEASURES: Mapping[str, Field] = {
    name: LengthField(min=SMALLEST, max=LARGEST, doc=f"trimmed {name}, 3 m at most")
    for name in ("width", "height")
}
_OVERLAP: Mapping[str, Field] = {
    "overlap": LengthField(min=2, max=LARGEST, doc="width of the strip to glue under the next page")
}


class TilingField(Field, frozen=True, kw_only=True):
    """How tiles are joined, ``butt`` or ``{overlap: 10mm}``; its value is the overlap in mm."""

    keys: ClassVar[Mapping[str, Field]] = _OVERLAP
    form: ClassVar[Mapping[str, Any]] = {"const": _BUTT}
    empty: ClassVar[Any] = 0.0

    def read(self, node: YamlNode, scope: Scope) -> float:
        """Return the overlap; 0 for tiles that are cut and butted."""
        if node.kind == "map":
            overlap: float = read_mapping(node, _OVERLAP, scope, "`tiling`")["overlap"]
            return overlap
        if node.kind != "scalar" or node.value != _BUTT:
            expect("`butt` or an overlap", node, scope, "write `butt` or `{overlap: 10mm}`")
        return 0.0


_FIELDS: Mapping[str, Field] = {
    **USE,
    "size": RecordField(
        fields=_MEASURES,
        noun="a board size",
        make=Size,
        example="{width: 594mm, height: 420mm}",
        doc="trimmed width and height",
    ),
    "template": TextField(optional=True, doc="the board's template; <id>.xml.j2 if left out"),
    "alt": RichField(
        optional=True, doc="description for players who cannot see it: its spaces, its paths"
    ),
    "tiling": TilingField(default=0.0, doc="how pages are joined: butt, or {overlap: 10mm}"),
    **EDGES,
}


class Board(Component, frozen=True, kw_only=True):
    """A board; lengths in millimetres. ``overlap`` is 0 for tiles that are cut and butted.

    ``alt`` is the alternative text for players who cannot see the board.
    """

    kind: ClassVar[str] = "board"

    size: Size
    template: str
    alt: Rich = EMPTY
    overlap: float
    tiling_at: Location
    bleed: float
    safe: float

    def sides(self, game: Game) -> list[CardSides]:
        """Return its only side, ``<id>/face``."""
        size = {"width": self.size.width, "height": self.size.height}
        facts = {"board": {"id": self.id, "title": self.title, **size}}
        edges = (self.bleed, self.safe)
        face = self.side(game, self.id, self.size, edges, self.template, facts)
        return [CardSides(None, replace(face, id=SideId.of(self.id, "", "face")), None, 1)]

    def pieces(self, game: Game) -> list[Pieces]:
        """Return the board."""
        return [
            Pieces.from_noun(
                1,
                game.say("board|boards"),
                self.title,
                game.language,
                (PiecePicture(SideId.of(self.id, "", "face")),),
            )
        ]


def _make(data: ComponentData) -> Board:
    values, keys = data.values, data.node.value
    return data.make(
        Board,
        **data.edges,
        template=values["template"] or data.id + TEMPLATE_ENDING,
        overlap=values["tiling"],
        tiling_at=data.node.key_at("tiling") if "tiling" in keys else data.node.location,
    )


register(Board.kind, _FIELDS, _make)
