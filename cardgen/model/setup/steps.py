"""Reads ``setup:`` for one number of players into a list of steps.

A step is a mapping with its verb as a key. Before a step is read, names in braces are replaced by
their values, as in deck files: ``{players}``, ``{player}`` and the names of the blocks with
``each`` around it. Names under ``seats`` are replaced later, when the seat is known.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any, ClassVar

from msgspec.structs import replace

from cardgen.core.diagnostics import Diagnostics, Location
from cardgen.model import problems
from cardgen.model.compound import ListField, NodeField, RecordField, TableField
from cardgen.model.fields import (
    IDENTIFIER,
    ChoiceField,
    Field,
    NumberField,
    RichField,
    TextField,
    expect,
    mapping_schema,
    read_mapping,
)
from cardgen.model.filling import Filling, check_slots
from cardgen.model.pieces import MAX_LENGTH_MM, LengthField
from cardgen.model.scope import Scope, WholeNumber
from cardgen.model.setup.values import ALL, BOX, NOBODY, SetupStep, Spot
from cardgen.source.node import YamlNode

_PLAYER, _PLAYERS = "player", "players"
_RANGE = re.compile(r"(\w+)\.\.(\w+)")
_MANY = re.compile(r"\{(\w+\.\.\w+)\}")
_WITH = re.compile(r"(\d{1,2})(?:\s*[-–]\s*(\d{1,2})|(\+))?")
_LIMIT = 1000

Names = Mapping[str, YamlNode]


class WholeField(Field, frozen=True, kw_only=True):
    """A whole number, or the name of a rule that has one."""

    form: ClassVar[Mapping[str, Any]] = {"type": ["integer", "string"]}

    def read(self, node: YamlNode, scope: Scope) -> int:
        """Return the number."""
        if node.kind != "scalar":
            expect("a number, or the name of a rule", node, scope)
            return 0
        return _whole(node, node.raw, scope)


class CountField(WholeField, frozen=True, kw_only=True):
    """A whole number, or ``all``."""

    def read(self, node: YamlNode, scope: Scope) -> int:
        """Return the number."""
        return ALL if node.raw == "all" else super().read(node, scope)


class NamesField(Field, frozen=True, kw_only=True):
    """One name or a list of names; ``{1..4}`` or ``{a..d}`` in a name stands for several names."""

    empty: ClassVar[Any] = ()
    form: ClassVar[Mapping[str, Any]] = {
        "anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]
    }

    def read(self, node: YamlNode, scope: Scope) -> tuple[tuple[str, Location], ...]:
        """Return each name with its location."""
        names: list[tuple[str, Location]] = []
        for item in node.value if node.kind == "list" else (node,):
            if item.kind != "scalar":
                expect("a name", item, scope)
                continue
            fixed = _MANY.split(item.raw)[::2]
            ranges = [_range(item, text, scope) for text in _MANY.findall(item.raw)]
            for values in product(*ranges) if _is_few(item, prod(map(len, ranges)), scope) else ():
                parts = zip(fixed, (*values, ""), strict=True)
                names.append(("".join(a + b for a, b in parts), item.location))
        return tuple(names)


class FilledLengthField(LengthField, frozen=True, kw_only=True):
    """A length, or a name in braces that is replaced by one."""

    form: ClassVar[Mapping[str, Any]] = {
        "anyOf": [LengthField.form, {"type": "string", "pattern": r"\{\w+\}"}]
    }


def _offset(doc: str) -> Field:
    return ListField(of=FilledLengthField(min=-MAX_LENGTH_MM), min=2, max=2, optional=True, doc=doc)


_ENDS = ("first", "last")
_CARDS: Mapping[str, Field] = {
    "number": CountField(default=1, doc="number of cards: a number, the name of a rule, or `all`"),
    "where": TableField(
        of=NodeField(),
        noun="a field",
        pattern=IDENTIFIER,
        optional=True,
        doc="only cards with this value in a field, or with any of a list of values",
    ),
}
_SPOTS: Mapping[str, Field] = {
    "on": NamesField(optional=True, doc="a place of the board; each piece takes the next free one"),
    "before": _offset("for each player: distance to the right, and from the edge"),
    "off": _offset("how far off the place: to the right, and away"),
    "player": ChoiceField(choices=_ENDS, optional=True, doc="only for this player"),
    "face": ChoiceField(choices=("up", "down"), optional=True, doc="the side that is visible"),
}
VERBS: Mapping[str, Mapping[str, Field]] = {
    "shuffle": {"shuffle": NamesField(doc="decks to shuffle separately")},
    "deal": {"deal": NamesField(doc="decks to deal from, to each hand"), **_CARDS},
    "draw": {
        "draw": NamesField(doc="the decks to draw from; the cards go to a place"),
        **_CARDS,
        **_SPOTS,
        "rows": NumberField(whole=True, min=1, optional=True, doc="number of rows of cards"),
    },
    "put": {"put": NamesField(doc="the pieces and whole decks to put on the table"), **_SPOTS},
    "remove": {
        "remove": NamesField(doc="decks to draw from, into the box or face down to a place"),
        **_CARDS,
        "on": _SPOTS["on"],
    },
    "add": {
        "add": NamesField(doc="decks to add"),
        "to": TextField(doc="the deck that receives them"),
    },
    "start": {"start": ChoiceField(choices=_ENDS, doc="the first player")},
    "say": {"say": RichField(doc="an instruction for the players that no other step expresses")},
}
_COUNTS: Mapping[str, Field] = {
    "with": TextField(optional=True, doc="only with this number of players: 3, 2-3 or 4+")
}
BLOCK: Mapping[str, Field] = {
    "each": NodeField(doc="`player`; or names with lists, ranges or rules: a round for each value"),
    "values": NodeField(
        optional=True,
        doc="names with a value for each player in turn, or with such lists by number of players",
    ),
    "seats": NodeField(optional=True, doc="names with a value for each seat of the table"),
    "do": NodeField(doc="the steps to repeat"),
    **_COUNTS,
}


_STEPS: Mapping[str, Mapping[str, Field]] = {
    **{verb: {**fields, **_COUNTS} for verb, fields in VERBS.items()},
    "each": BLOCK,
}


class SetupField(NodeField, frozen=True, kw_only=True):
    """The steps as a node; `set_ups` reads it once all components are read."""

    keys: ClassVar[Mapping[str, Field]] = {
        verb: RecordField(fields=fields, optional=True, doc=fields[verb].doc)
        for verb, fields in _STEPS.items()
    }

    def schema(self, scope: Scope) -> dict[str, Any]:
        """Describe the value as JSON Schema."""
        return {"type": "array", "items": {"$ref": "#/$defs/step"}}


def step_schema() -> dict[str, Any]:
    """Describe a step as JSON Schema: one of the verbs, or a block of steps."""
    scope: Any = None
    forms = {verb: mapping_schema(fields, scope) for verb, fields in _STEPS.items()}
    forms["each"]["properties"]["do"].update(SetupField().schema(scope))
    return {"anyOf": list(forms.values())}


class StepReader:
    """Reads the steps for one number of players; ``counts`` are all numbers that the game allows.

    It reports errors to the scope and skips the faulty steps. ``seats`` collects the names under
    ``seats`` of blocks, with a value for each seat.
    """

    def __init__(self, players: int, counts: Sequence[int], scope: Scope) -> None:
        self._players = players
        self._counts = counts
        self._scope = scope
        self._rounds = 0
        self.seats: dict[str, tuple[str, ...]] = {}

    def steps(
        self, node: YamlNode, names: Names | None = None, player: int = NOBODY
    ) -> Iterator[SetupStep]:
        """Yield the steps of a list."""
        names = names or {_PLAYERS: _node(node, str(self._players))}
        if node.kind != "list":
            expect("a list of steps", node, self._scope, "write `- shuffle: deck`")
            return
        for item in node.value:
            if item.kind != "map":
                expect("a step", item, self._scope, "write `- shuffle: deck`")
            elif not self._is_excluded(item):
                block = "each" in item.value
                yield from (self._block if block else self._step)(item, names, player)

    def _is_excluded(self, item: YamlNode) -> bool:
        """Return whether ``with`` of a step excludes this number of players."""
        node = item.child("with")
        if node is None:
            return False
        match = _WITH.fullmatch(node.raw)
        least = int(match[1]) if match else 0
        most = max(self._counts) if match and match[3] else int((match and match[2]) or least)
        if not any(least <= count <= most for count in self._counts):
            numbers = ", ".join(map(str, self._counts))
            message = f"`{node.raw}` is no number of players of this game"
            self._fault(node.location, message, f"choose from {numbers}; write `3`, `2-3` or `4+`")
        return not least <= self._players <= most

    # ---- blocks -----------------------------------------------------------------------------

    def _block(self, item: YamlNode, names: Names, player: int) -> Iterator[SetupStep]:
        inner = replace(self._scope, diagnostics=Diagnostics())
        block = read_mapping(item, BLOCK, inner, "a block")
        if inner.diagnostics.items:
            self._scope.fault(*inner.diagnostics)
            return
        each_node, steps_node = Filling(names, self._scope).node(block["each"]), block["do"]
        if each_node.kind == "scalar" and each_node.raw == _PLAYER:
            values_by_name = self._table(item, block["values"], names)
            seats = self._table(item, block["seats"], names)
            for name, all in seats.items():
                seat_values = tuple(node.raw for node in all)
                if self.seats.setdefault(name, seat_values) != seat_values:
                    message = f"`{name}` has other values in another block"
                    self._fault(block["seats"].location, message, "choose another name")
            # A name under `seats` is replaced by itself in braces: `at_seat` replaces it later.
            seat_slots = {name: _node(each_node, f"{{{name}}}") for name in seats}
            for index in range(self._players):
                own_values = {
                    name: all[index] for name, all in values_by_name.items() if index < len(all)
                }
                number = {_PLAYER: _node(each_node, str(index + 1))}
                yield from self.steps(
                    steps_node, {**names, **seat_slots, **number, **own_values}, index
                )
        else:
            axes = self._table(item, block["each"], names)
            for key in ("values", "seats"):
                if block[key] is not None:
                    hint = "write `each: player`, or name the values under `each`"
                    self._fault(block[key].location, f"`{key}` needs `each: player`", hint)
            # All rounds of all blocks count, so that nested blocks cannot exceed the limit.
            self._rounds += prod(map(len, axes.values()))
            is_small = _is_few(block["each"], self._rounds, self._scope)
            for values in product(*axes.values()) if is_small else ():
                own_values = dict(zip(axes, values, strict=True))
                yield from self.steps(steps_node, {**names, **own_values}, player)

    def _table(self, item: YamlNode, node: YamlNode | None, names: Names) -> dict[str, Any]:
        """Return the nodes of each name's values; report too few under ``values`` or ``seats``."""
        if node is None:
            return {}
        scope = self._scope
        if node.kind != "map":
            expect(f"`{_PLAYER}`, or names with values", node, scope, "write `{row: 1..4}`")
            return {}
        table = {}
        for name, value_node in node.value.items():
            value = Filling(names, scope).node(value_node)
            if value.kind == "map":
                count = str(self._players)
                if count not in value.value:
                    hint = f"add `{count}:` with a value for each player"
                    self._fault(
                        value_node.location, f"`{name}` has no values for {count} players", hint
                    )
                    return {}
                value = value.value[count]
            table[name] = all = _values(value, scope)
            needed = self._players if node is item.value.get("values") else 0
            needed = max(self._counts) if node is item.value.get("seats") else needed
            if all and len(all) < needed:
                message = f"`{name}` has {len(all)} values, for {needed} players"
                self._fault(value_node.location, message, "give a value for each player")
                table[name] = [*all, *all[-1:] * needed]
        return table

    # ---- steps ------------------------------------------------------------------------------

    def _step(self, item: YamlNode, names: Names, player: int) -> Iterator[SetupStep]:
        scope = self._scope
        verb = next((verb for verb in VERBS if verb in item.value), "")
        if not verb:
            name = next(iter(item.value), "")
            location, verbs = item.key_at(name), (*VERBS, "each")
            scope.fault(problems.unknown_name(location, "step", name, verbs))
            return
        inner = replace(scope, diagnostics=Diagnostics())
        if verb != "say":
            check_slots(item, names, inner)
        filled_node = Filling(names, inner).node(item)
        values = read_mapping(filled_node, _STEPS[verb], inner, f"the step `{verb}`")
        scope.fault(*inner.diagnostics)
        if not inner.diagnostics.items:
            yield from self._make_steps(verb, item.location, values, filled_node, player)

    def _make_steps(
        self, verb: str, location: Location, values: Mapping[str, Any], node: YamlNode, player: int
    ) -> Iterator[SetupStep]:
        """Yield the steps of one entry: one for each deck or piece and each player."""
        everybody = range(self._players) if player == NOBODY else (player,)
        if verb == "say":
            yield SetupStep(verb, location, text=values[verb])
            return
        if verb == "start":
            yield SetupStep(verb, location, player=self._end_player(values[verb]))
            return
        where = {
            name: tuple(
                item.to_python() for item in (field.value if field.kind == "list" else (field,))
            )
            for name, field in (values.get("where") or {}).items()
        }
        number = values.get("number", 0)
        default_face = {"remove": "down", "draw": "up"}.get(verb, "")
        down = {"down": True, "up": False}.get(values.get("face") or default_face)
        if verb == "deal":
            for receiver in everybody:
                for piece, named_at in values[verb]:
                    yield SetupStep(verb, named_at, piece, number, where, player=receiver)
            return
        before = bool(values.get("before"))
        if verb == "draw" and bool(values["on"]) == before:
            hint = "write `on:` and a place, or `before:` for the felt in front of each player"
            self._fault(location, "the step needs exactly one of `on` and `before`", hint)
            return
        if values.get("player"):
            everybody = (self._end_player(values["player"]),)
        for receiver in everybody if before else (player,):
            spots = self._spots(verb, values, node, receiver)
            for piece, named_at in values[verb]:
                rows = values.get("rows") or 0
                yield SetupStep(verb, named_at, piece, number, where, spots, receiver, down, rows)

    def _spots(
        self, verb: str, values: Mapping[str, Any], node: YamlNode, player: int
    ) -> tuple[Spot, ...]:
        """Return the spots of a step; none if pieces stay on their own places."""
        if verb == "remove" and not values["on"]:
            return (Spot(BOX),)
        if verb == "add":
            return (Spot(values["to"], location=node.value["to"].location),)
        right, away = values.get("off") or (0.0, 0.0)
        if values.get("before"):
            right, away = values["before"]
            return (Spot("", player, right, away),)
        return tuple(
            Spot(name, NOBODY, right, away, location) for name, location in values.get("on") or ()
        )

    def _end_player(self, which: str) -> int:
        return 0 if which == _ENDS[0] else self._players - 1

    def _fault(self, location: Location, message: str, hint: str) -> None:
        self._scope.fault(problems.bad_setup(location, message, hint))


def _node(template: YamlNode, text: str) -> YamlNode:
    """Make a scalar with the location of another node; digits become a number."""
    value = int(text) if text.isdecimal() and len(text) < 6 else text
    return template.scalar_here(value, text)


def _values(node: YamlNode, scope: Scope) -> list[YamlNode]:
    """Return the values of a list or a range, or the words of a rule."""
    if node.kind == "list":
        return list(node.value)
    if node.kind == "map":
        expect("a list, a range or the name of a rule", node, scope)
        return []
    if _RANGE.fullmatch(node.raw):
        return [_node(node, text) for text in _range(node, node.raw, scope)]
    if scope.knows(node.location, "rule", node.raw, scope.rules):
        return [_node(node, word) for word in scope.rules[node.raw].value.text.split()]
    return []


def _range(node: YamlNode, text: str, scope: Scope) -> list[str]:
    """Return the members of a range of letters or numbers; rules may name its ends."""
    first, _, last = text.partition("..")
    if len(first) == len(last) == 1 and first.isalpha() and last.isalpha():
        return [chr(code) for code in range(ord(first), ord(last) + 1)]
    ends = [_whole(node, end, scope) for end in (first, last)]
    numbers = range(ends[0], ends[1] + 1)
    return list(map(str, numbers)) if _is_few(node, len(numbers), scope) else []


def _is_few(node: YamlNode, number: int, scope: Scope) -> bool:
    if number > _LIMIT:
        scope.fault(problems.bad_setup(node.location, f"{number:,} values", f"at most {_LIMIT:,}"))
    return number <= _LIMIT


def _whole(node: YamlNode, text: str, scope: Scope) -> int:
    """Return a whole number from digits or from the rule of this name."""
    if text.isdecimal() and len(text) < 6:
        return int(text)
    if not scope.knows(node.location, "rule", text, scope.rules):
        return 0
    value = scope.rules[text].value
    if isinstance(value, WholeNumber) and value >= 0:
        return int(value)
    message = f"the rule `{text}` is `{value.text}`, not a whole number"
    scope.fault(problems.bad_setup(node.location, message, "name a rule that is a whole number"))
    return 0
