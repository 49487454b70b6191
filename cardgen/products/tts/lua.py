"""Writes Lua: values, and the set-up of a game as a function for each number of players.

The set-up calls functions of ``runtime.lua``. Only the table knows which seats are taken, so the
script looks up there what differs from seat to seat.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from cardgen.core.units import MM_PER_INCH
from cardgen.model.setup.values import BOX, NOBODY, SetUp, SetupStep, Spot
from cardgen.products.tts.names import clean

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_KEYWORDS = frozenset(
    "and break do else elseif end false for function goto if in local nil not or repeat return "
    "then true until while".split()
)
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t", "\0": "\\000"}


def setup_script(set_ups: tuple[SetUp, ...]) -> str:
    """Return ``set_up(players)`` and ``check_counts(players)``, and make the buttons run them."""
    lines = ["local SET_UPS, CHECKS = {}, {}"]
    for plan in set_ups:
        lines += [f"SET_UPS[{plan.players}] = function(players)", *_steps(plan), "end"]
        lines += [f"CHECKS[{plan.players}] = function(players)", *_checks(plan), "end"]
    lines += ["function set_up(players) return SET_UPS[#players](players) end"]
    lines += ["function check_counts(players) CHECKS[#players](players) end"]
    return "\n".join([*lines, "setup, verify = set_up, check_counts"])


def _steps(plan: SetUp) -> Iterator[str]:
    for step in plan.steps:
        call = _call(step, plan.seats)
        if call:
            yield f"  {call}"
    yield f"  return {_player(plan.first)}"


def _checks(plan: SetUp) -> Iterator[str]:
    yield from (f"  expect_deck({text(id)}, {number})" for id, number in plan.left.items())
    for player, hand in enumerate(plan.hands):
        yield f"  expect_hand({_player(player)}, {sum(hand.values())})"


def _call(step: SetupStep, seats: Mapping[str, Any]) -> str:
    """Return the Lua call for one step; "" for ``start``, which the last line returns."""
    piece = _lua_value(step.piece, step.player, seats)
    filters = {
        name: [_lua_value(value, step.player, seats) for value in values]
        for name, values in step.where.items()
    }
    fields = (f"{key(name)} = {{{', '.join(texts)}}}" for name, texts in filters.items())
    where = "{" + ", ".join(fields) + "}"
    match step.verb:
        case "say":
            return f"say({text(clean(step.text.plain))})"
        case "shuffle":
            return f"shuffle({piece})"
        case "add":
            return f"join({piece}, {text(step.spots[0].place)})"
        case "deal" if filters:
            return f"deal_where({piece}, {where}, {step.number}, {_player(step.player)})"
        case "deal":
            return f"deal({piece}, {step.number}, {_player(step.player)})"
        case "start":
            return ""
    if step.verb != "put" and not step.number:
        return ""
    spots = ", ".join(_spot(spot, step.player, seats) for spot in step.spots) or piece
    how = [*(["down = true"] if step.face_down else ()), *([f"where = {where}"] if filters else ())]
    return f"lay({piece}, {step.number}, {{{spots}}}, {{{', '.join(how)}}})"


def _lua_value(value: Any, player: int, seats: Mapping[str, Any]) -> str:
    """Write a value; the table's script fills names that differ from seat to seat into texts."""
    differs = isinstance(value, str) and any(f"{{{name}}}" in value for name in seats)
    return f"named({text(value)}, {_player(player)})" if differs else literal(value)


def _player(player: int) -> str:
    return f"players[{player + 1}]"


def _spot(spot: Spot, player: int, seats: Mapping[str, Any]) -> str:
    right, away = (f"{value / MM_PER_INCH:.4g}" for value in (spot.right, spot.away))
    if spot.player != NOBODY:
        return f"before({_player(spot.player)}, {right}, {away})"
    if spot.place == BOX:
        return "BOX"
    place = _lua_value(spot.place, player, seats)
    return f"beside({place}, {right}, {away})" if spot.right or spot.away else place


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
        case Mapping() if indent and not any(isinstance(item, Mapping) for item in value.values()):
            return _flat(value)
        case Mapping():
            lines = [
                f"{inner}{key(str(name))} = {literal(item, indent + 1)},"
                for name, item in value.items()
            ]
            return "\n".join(["{", *lines, "  " * indent + "}"]) if lines else "{}"
        case list() | tuple():
            return "{" + ", ".join(_flat(item) for item in value) + "}"
    return text(str(value))


def _flat(value: Any) -> str:
    if isinstance(value, Mapping):
        pairs = ", ".join(f"{key(str(name))} = {literal(entry)}" for name, entry in value.items())
        return "{" + pairs + "}"
    return literal(value)


def key(name: str) -> str:
    """Write the name of an entry of a table."""
    return name if _NAME.fullmatch(name) and name not in _KEYWORDS else f"[{text(name)}]"


def text(value: str) -> str:
    """Write a text as a string of Lua."""
    return '"' + "".join(_ESCAPES.get(letter, letter) for letter in value) + '"'
