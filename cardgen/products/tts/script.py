"""The Lua script of a table: the numbers of the rules, the pieces, and the steps of the set-up.

The script joins three texts: Lua tables, written here from the data of the game; the functions that
all tables share (``runtime.lua``); and a template of the game, which says how it is set up. It is
Lua 5.2 as MoonSharp, the interpreter in Tabletop Simulator, understands it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cardgen.core.diagnostics import Location
from cardgen.core.units import MM_PER_INCH
from cardgen.model.components.table import VirtualTable
from cardgen.model.richtext import escape
from cardgen.products.request import ProductRequest
from cardgen.products.tts.setup import FELT, TableSetup
from cardgen.products.tts.words import nickname

RUNTIME = Path(__file__).with_name("runtime.lua")
SHARED = "shared/table.lua.j2"
"""The set-up of games that have no script of their own: it shuffles every deck."""
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_KEYWORDS = frozenset(
    "and break do else elseif end false for function goto if in local nil not or repeat return "
    "then true until while".split()
)


def lua(
    request: ProductRequest,
    plan: TableSetup,
    guids: Mapping[str, str],
    board: str,
    surface: float,
) -> str:
    """Return the script of the whole table; ``guids`` maps pieces by id to their GUIDs.

    Raises TemplateError if the template of the game fails.
    """
    tables = {
        "GAME": {
            "id": plan.game.id,
            "title": plan.game.title,
            "said": {str(count): players_said(count) for count in plan.counts},
        },
        "RULES": {rule.id: rule.value for rule in plan.game.rules.values()},
        "FELT": {"width": FELT[0], "depth": FELT[1]},
        "SURFACE": surface,
        "TURNS": plan.has_turns,
        "SEATS": [
            {"color": seat.color, "x": seat.x, "z": seat.z, "turn": 180 if seat.near else 0}
            for seat in plan.seats
        ],
        "SPREAD": {
            str(count): [seat.color for seat in plan.spread(count)] for count in plan.counts
        },
        "PLACES": {name: place.json() for name, place in sorted(plan.places.items())},
        "PIECES": {
            piece.id: {
                "guid": guids[piece.id],
                "kind": piece.kind,
                "title": piece.title,
                "cards": piece.cards,
                "x": round(place.x, 3),
                "z": round(place.z, 3),
                "width": round(piece.size.width / MM_PER_INCH, 3),
                "depth": round(piece.size.height / MM_PER_INCH, 3),
            }
            for piece, place, _ in plan.pieces
        },
    }
    if plan.board is not None:
        size = plan.board.size
        tables["BOARD"] = {
            "guid": board,
            "kind": "board",
            "width": round(size.width / MM_PER_INCH, 3),
            "depth": round(size.height / MM_PER_INCH, 3),
        }
    data = "\n".join(f"{name} = {literal(value)}" for name, value in tables.items())
    parts = (f"-- {nickname(plan.game.title)}: the table", data, _runtime(), _own(request, plan))
    return "\n\n".join(part.strip() for part in parts)


def _runtime() -> str:
    return RUNTIME.read_text(encoding="utf-8")


def _own(request: ProductRequest, plan: TableSetup) -> str:
    """Run the template of the game, which sees the game and what is on the table."""
    name, at = template(plan.table)
    context: dict[str, Any] = {
        **plan.game.context,
        "counts": plan.counts,
        "places": tuple(plan.places),
        "pieces": tuple(piece.id for piece, _, _ in plan.pieces),
    }
    return request.render(name, context, at)


def literal(value: Any, indent: int = 0) -> str:
    """Write a value as Lua: a string, a number, a truth value, a list or a table."""
    inner = "  " * (indent + 1)
    match value:
        case bool():
            return "true" if value else "false"
        case None:
            return "nil"
        case int() | float():
            return f"{value:.10g}"
        case Mapping() if indent and not any(isinstance(one, Mapping) for one in value.values()):
            return _flat(value)
        case Mapping():
            lines = [
                f"{inner}{_key(str(key))} = {literal(one, indent + 1)},"
                for key, one in value.items()
            ]
            return "\n".join(["{", *lines, "  " * indent + "}"]) if lines else "{}"
        case list() | tuple():
            return "{" + ", ".join(_flat(one) for one in value) + "}"
    return text(str(value))


def _flat(value: Any) -> str:
    if isinstance(value, Mapping):
        pairs = ", ".join(f"{_key(str(key))} = {literal(one)}" for key, one in value.items())
        return "{" + pairs + "}"
    return literal(value)


def _key(name: str) -> str:
    return name if _NAME.fullmatch(name) and name not in _KEYWORDS else f"[{text(name)}]"


_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t", "\0": "\\000"}


def text(value: str) -> str:
    """Write a text as a string of Lua."""
    return '"' + "".join(_ESCAPES.get(letter, letter) for letter in value) + '"'


def players_said(count: int) -> str:
    """Name a number of players: ``one player``, ``3 players``."""
    return "one player" if count == 1 else f"{count} players"


def button(count: int) -> str:
    """Return what stands on the button that sets up for so many players."""
    return f"Set up for {players_said(count)}"


def template(table: VirtualTable | None) -> tuple[str, Location | None]:
    """Return the template of the set-up, and where a game names it: what the buttons run."""
    return (table.script, table.script_at) if table and table.script else (SHARED, None)


def panel(plan: TableSetup) -> str:
    """Return the buttons of the set-up as XML for the game, whose parser knows no comments."""
    buttons = "".join(
        f'<Button id="{count}" onClick="pressed">{button(count)}</Button>' for count in plan.counts
    )
    height = 62 + 46 * (len(plan.counts) + 1)
    return (
        '<Defaults><Button fontSize="18" minHeight="40" textColor="#1f2328" color="#f4efe4"/>'
        "</Defaults>"
        f'<VerticalLayout id="setup" rectAlignment="MiddleRight" offsetXY="-30 0" width="280" '
        f'height="{height}" padding="14 14 14 14" spacing="6" color="#1f2328e6">'
        f'<Text fontSize="24" fontStyle="Bold" color="#ffffff" minHeight="34" '
        f'text="{escape(plan.game.title)}"/>{buttons}'
        '<Button id="close" onClick="close_panel">Set up by hand</Button>'
        "</VerticalLayout>"
        '<Button id="again" active="false" onClick="open_panel" rectAlignment="LowerRight" '
        'offsetXY="-30 30" width="160" height="40">Start over</Button>'
    )
