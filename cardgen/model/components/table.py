"""The virtual table: where pieces are in Tabletop Simulator, and the script that sets it up."""

import re
from collections.abc import Mapping
from typing import ClassVar

from msgspec import Struct

from cardgen.core.diagnostics import Location
from cardgen.model.component import ComponentData, register
from cardgen.model.compound import ListField, RecordField, TableField
from cardgen.model.fields import ChoiceField, Field, RichField, TextField
from cardgen.model.game import Component, Game
from cardgen.model.richtext import EMPTY, Rich
from cardgen.model.scope import Scope
from cardgen.model.setup.steps import NamesField, WholeField
from cardgen.model.theme import ColorField

SEATS = tuple("White Brown Red Orange Yellow Green Teal Blue Purple Pink".split())
"""The seats of Tabletop Simulator, named by the colour of their player."""
AROUND = tuple("White Red Yellow Green Blue Purple Orange Teal Pink Brown".split())
"""The seats of a game without ``seats``, clockwise."""

CLOCKWISE, FREE = "clockwise", "free"
_PLAYER, _TABLE = "player", "table"


class TableCounter(Struct, frozen=True):
    """A counter: one for ``each`` player, or one for the table."""

    title: Rich
    start: int
    each: str

    @property
    def is_own(self) -> bool:
        """Whether each player has one."""
        return self.each == _PLAYER


_FIELDS: Mapping[str, Field] = {
    "board": TextField(optional=True, doc="the board in the middle; the first board if left out"),
    "script": TextField(optional=True, doc="the Lua template that sets the game up"),
    "seats": ListField(
        of=ChoiceField(choices=SEATS),
        unique=True,
        optional=True,
        doc="the players' colours, clockwise",
    ),
    "sit_at": NamesField(
        optional=True, doc="places of the board where the players sit, in the order of `seats`"
    ),
    "counters": TableField(
        of=RecordField(
            fields={
                "title": RichField(doc="name of the counter: Life points"),
                "start": WholeField(default=0, doc="value at the start"),
                "each": ChoiceField(
                    choices=(_PLAYER, _TABLE),
                    default=_PLAYER,
                    doc="one counter for each player, or one for the whole table",
                ),
            },
            noun="a counter",
            make=TableCounter,
        ),
        noun="a counter",
        optional=True,
        doc="counters for values that no piece shows",
    ),
    "turns": ChoiceField(
        choices=(CLOCKWISE, FREE),
        default=CLOCKWISE,
        doc="`clockwise` in the order of `seats`, or `free`: everyone plays at the same time",
    ),
    "places": TableField(
        of=TextField(),
        noun="a piece",
        pattern=re.compile(r"[a-z0-9]+(?:[-_/][a-z0-9]+)*"),
        optional=True,
        doc="for each piece, the id of its element on the board; the piece's id if left out",
    ),
    "leave_out": ListField(
        of=TextField(), optional=True, doc="components that are not put on the table"
    ),
    "felt": ColorField(default="", doc="colour of the cloth"),
    "summary": RichField(optional=True, doc="summary of the rules, for the notebook of the table"),
}


class VirtualTable(Component, frozen=True, kw_only=True):
    """A table. An empty ``board`` means the first board of the game; ``script`` may be empty."""

    kind: ClassVar[str] = "table"

    board: str = ""
    script: str = ""
    script_at: Location | None = None
    seats: tuple[str, ...] = ()
    sit_at: tuple[tuple[str, Location], ...] = ()
    counters: Mapping[str, TableCounter] = {}
    turns: str = CLOCKWISE
    places: Mapping[str, str]
    leave_out: tuple[str, ...] = ()
    felt: str = ""
    summary: Rich = EMPTY
    named_at: tuple[tuple[str, Location], ...] = ()

    def check(self, components: Mapping[str, Component], scope: Scope) -> None:
        """Report unknown components, and a second table."""
        for name, location in self.named_at:
            scope.knows(location, "component", name, components)
        first = next(component for component in components.values() if component.kind == self.kind)
        if first is not self:
            message = f"the game already has the table `{first.id}`"
            scope.refuse(self.location, message, "delete one of the two")


def summary_of(game: Game) -> Rich:
    """Return the summary of a game's virtual table; empty without a table."""
    virtual_tables = (
        component for component in game.components.values() if isinstance(component, VirtualTable)
    )
    return next((table.summary for table in virtual_tables), EMPTY)


def player_counts(players: str) -> tuple[int, ...]:
    """Return the numbers of players in a text such as ``3-6``, ``4`` or ``2+``; else only 1.

    A table has ten seats: larger numbers count as ten.
    """
    numbers = [int(number) for number in re.findall(r"[0-9]{1,9}", players)] or [1]
    highest = len(SEATS) if players.endswith("+") else max(numbers)
    fewest, most = (min(max(number, 1), len(SEATS)) for number in (numbers[0], highest))
    return tuple(range(fewest, most + 1))


def _make(data: ComponentData) -> VirtualTable:
    values, keys = data.values, data.node.value
    name_nodes = [keys["board"]] if values["board"] else []
    name_nodes += keys["leave_out"].value if values["leave_out"] else []
    return data.make(
        VirtualTable,
        title=values["title"] or "Table",
        script_at=keys["script"].location if values["script"] else None,
        named_at=tuple((node.raw, node.location) for node in name_nodes),
    )


register(VirtualTable.kind, _FIELDS, _make)
