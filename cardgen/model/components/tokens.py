"""Sets of tokens: round, square and hexagonal ones, and standees to fold up."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from msgspec import Struct

from cardgen.core.choices import DUPLEX
from cardgen.core.diagnostics import Location
from cardgen.core.geometry import Size
from cardgen.core.side_id import SideId
from cardgen.model import problems
from cardgen.model.cards import BUILT_IN, NO_BACK, TEMPLATE_ENDING
from cardgen.model.component import USE, ComponentData, register
from cardgen.model.compound import DeclarationField, NodeField, TableField, check_name
from cardgen.model.fields import (
    IDENTIFIER,
    ChoiceField,
    Field,
    TextField,
    expect,
    mapping_schema,
    read_mapping,
)
from cardgen.model.game import Component, Game
from cardgen.model.pieces import LengthField, Outline, PiecePicture, Pieces
from cardgen.model.record import Record, values_of
from cardgen.model.richtext import EMPTY, Rich
from cardgen.model.scope import Scope
from cardgen.model.sides import CardSides, SideSpec
from cardgen.source.node import YamlNode

FOLD = "fold"
"""Backs stand above their faces, to be folded over."""
SHAPES = ("round", "square", "hex", "standee")
SMALLEST, LARGEST = 5.0, 250.0
OUTLINES: Mapping[str, Outline] = {"round": "round", "hex": "hex"}
_SHOWN = 6
"""Of a kind with more designs than this, only so many are pictured."""
UPRIGHT = 1.6
"""The height of a standee that states its width alone, in widths."""

_MEASURES: Mapping[str, Field] = {
    "width": LengthField(min=SMALLEST, max=LARGEST, doc="width"),
    "height": LengthField(min=SMALLEST, max=LARGEST, doc="height, from the base to the fold"),
}


class TokenSizeField(Field, frozen=True, kw_only=True):
    """Diameter, side or width of a token; a standee may give width and height."""

    keys: ClassVar[Mapping[str, Field]] = _MEASURES
    form: ClassVar[Mapping[str, Any]] = LengthField.form

    def read(self, node: YamlNode, scope: Scope) -> Size | None:
        """Return width and height; a height of 0 follows from the shape."""
        if node.kind == "map":
            given = read_mapping(node, _MEASURES, scope, "the size of a standee")
            return Size(given["width"], given["height"])
        return Size(LengthField(min=SMALLEST, max=LARGEST).read(node, scope), 0.0)


_LOOKS: Mapping[str, Field] = {
    "shape": ChoiceField(
        choices=SHAPES, what="shape", optional=True, doc="round, square, hex or standee"
    ),
    "size": TokenSizeField(optional=True, doc="diameter, side, or width from flat to flat"),
    "called": TextField(
        optional=True,
        translate=True,
        doc="what such a piece is called, one and many: `rider|riders`",
    ),
    "template": TextField(optional=True, doc="the template of the face"),
    "back": TextField(optional=True, doc="the template of the back, or none"),
}
_TOKEN: Mapping[str, Field] = {
    "id": BUILT_IN["id"],
    "title": BUILT_IN["title"],
    "copies": BUILT_IN["copies"],
    **USE,
    **_LOOKS,
}


class TokenListField(NodeField, frozen=True, kw_only=True):
    """The tokens, kept as a node until the fields declared beside them are known."""

    keys: ClassVar[Mapping[str, Field]] = _TOKEN

    def schema(self, scope: Scope) -> dict[str, Any]:
        """Describe the value as JSON Schema, open to the keys that the set declares."""
        one = {**mapping_schema(_TOKEN, scope), "additionalProperties": True}
        return {"type": "array", "items": one, "minItems": 1}


_FIELDS: Mapping[str, Field] = {
    **USE,
    **_LOOKS,
    "fields": TableField(
        of=DeclarationField(),
        what="a field",
        pattern=IDENTIFIER,
        reserved=(*_TOKEN, "width", "height"),
        optional=True,
        doc="what the tokens state, each with its kind",
    ),
    "tokens": TokenListField(doc="the tokens: a list of ids with their own keys"),
    "duplex": ChoiceField(
        choices=(*DUPLEX, FOLD),
        optional=True,
        doc="how backs get behind faces; folded over if left out and no dearer",
    ),
    "bleed": LengthField(optional=True, max=20, doc="artwork beyond the cut"),
    "safe": LengthField(default=1.5, max=20, doc="distance kept from the cut"),
    "tab": LengthField(default=10.0, min=4, max=40, doc="depth of the feet of standees"),
}


class Token(Struct, frozen=True):
    """One design; with no ``back`` (None) it stays white, or shows the face if it is a standee."""

    id: str
    title: Rich
    shape: str
    called: str
    size: Size
    copies: int
    template: str
    back: str | None
    fields: Record
    use: Rich
    at: Location


class TokenSet(Component, frozen=True, kw_only=True):
    """A set of tokens; lengths in millimetres. ``tab`` is the depth of a standee's feet.

    ``folded`` says whether backs are folded over, or None if that depends on the paper it takes.
    Where they are not, ``duplex`` says how they get behind their faces.
    """

    kind: ClassVar[str] = "tokens"

    tokens: tuple[Token, ...]
    duplex: str
    folded: bool | None
    bleed: float
    safe: float
    tab: float

    @property
    def count(self) -> int:
        """The number of tokens, copies included."""
        return sum(token.copies for token in self.tokens)

    def sides(self, game: Game) -> list[CardSides]:
        """Return every token's face, and its back if it has one."""
        return [self._sides(number, token, game) for number, token in enumerate(self.tokens)]

    def pieces(self, game: Game) -> list[Pieces]:
        """Return the tokens by what they are called."""
        kinds: dict[str, list[Token]] = {}
        for token in self.tokens:
            kinds.setdefault(token.called, []).append(token)
        found = []
        for called, tokens in kinds.items():
            there = [token for token in tokens if token.copies]
            shown = tuple(
                PiecePicture(
                    SideId.of(self.id, token.id, "face"), OUTLINES.get(token.shape, "rect")
                )
                for token in there[:_SHOWN]
            )
            count = sum(token.copies for token in tokens)
            found.append(Pieces.named(count, called, "", shown))
        return found

    def _sides(self, number: int, token: Token, game: Game) -> CardSides:
        facts = {
            "token": {
                **values_of(token.fields),
                "id": token.id,
                "title": token.title,
                "shape": token.shape,
                "width": token.size.width,
                "height": token.size.height,
                "copies": token.copies,
            }
        }

        def drawn(template: str, side: Literal["face", "back"], key: str) -> SideSpec:
            name, size, edges = token.id, token.size, (self.bleed, self.safe)
            of_set = game.places.get(f"components.{self.id}.{key}", self.at)
            asked = game.places.get(f"components.{self.id}.tokens.{number}.{key}", of_set)
            return self.side(
                game, name, size, edges, template, facts, at=token.at, side=side, asked=asked
            )

        back = drawn(token.back, "back", "back") if token.back is not None else None
        face = drawn(token.template, "face", "template")
        return CardSides(None, face, back, token.copies)


def _make(given: ComponentData) -> TokenSet:
    values, scope = given.values, given.scope
    asked, usual = values["duplex"], scope.print.duplex
    open_to_both = not asked and usual in ("long-edge", "short-edge")
    return given.make(
        TokenSet,
        tokens=tuple(_tokens(given)),
        duplex=usual if asked in (None, FOLD) else asked,
        folded=None if open_to_both else asked == FOLD,
        bleed=given.own("bleed", scope.print.bleed),
    )


def _tokens(given: ComponentData) -> list[Token]:
    node, scope = given.values["tokens"], given.scope
    if node is None:
        return []
    if node.kind != "list":
        expect("a list of tokens", node, scope, "start each token with `- {id: …}`")
        return []
    if not node.value:
        at, what = given.node.key_at("tokens"), f"component `{given.id}`"
        scope.fault(problems.missing_key(at, "tokens", what, "a token, `- {id: …}`,", empty=True))
    declared: Mapping[str, Field] = given.values["fields"]
    ids: dict[str, Location] = {}
    tokens = []
    for one in node.value:
        if one.kind != "map":
            expect("a token", one, scope, "start each token with `- {id: …}`")
            continue
        name = one.value.get("id")
        what = f"token `{name.raw}`" if name is not None and name.raw else "a token"
        values = read_mapping(one, {**_TOKEN, **declared}, scope, what)
        if name is None or not check_name(values["id"], "the id of a token", name, scope):
            continue
        first = ids.setdefault(values["id"], name.at)
        if first != name.at:
            scope.fault(problems.duplicate_id(name.at, values["id"], "token", first))
        token = _token(one, values, declared, given)
        if token is not None:
            tokens.append(token)
    return tokens


def _token(
    node: YamlNode, values: Mapping[str, Any], declared: Mapping[str, Field], given: ComponentData
) -> Token | None:
    """Make a token of its own values and, for those it does not give, the values of the set."""
    of_set, scope = given.values, given.scope
    shape = values["shape"] or of_set["shape"] or "round"
    size: Size | None = values["size"] or of_set["size"]
    if size is None:
        what = f"token `{values['id']}`"
        scope.fault(problems.missing_key(node.at, "size", what, "for example `20mm`"))
        return None
    if size.height and shape != "standee":
        at = next(n.value["size"].at for n in (node, given.node) if n.value.get("size"))
        hint = "write one length, for example `20mm`"
        scope.fault(problems.bad_value(at, f"a {shape} token has one measure, not two", hint))
        return None
    if not size.width:  # reported already
        return None
    back = values["back"] or of_set["back"] or NO_BACK
    usual = scope.translate("standee|standees" if shape == "standee" else "token|tokens").text
    copies = values["copies"]
    return Token(
        id=values["id"],
        title=values["title"],
        shape=shape,
        called=values["called"] or of_set["called"] or usual,
        size=_measured(shape, size),
        copies=1 if copies is None else copies,
        template=values["template"] or of_set["template"] or given.id + TEMPLATE_ENDING,
        back=None if back == NO_BACK else back,
        fields=Record({name: values[name] for name in declared}),
        use=values["use"] or of_set["use"] or EMPTY,
        at=node.at,
    )


def _measured(shape: str, size: Size) -> Size:
    """Return the box around a shape; a hexagon stands on a corner, so it is higher than wide."""
    if size.height:
        return size
    high = {"hex": 2 / math.sqrt(3), "standee": UPRIGHT}.get(shape, 1.0)
    return Size(size.width, round(size.width * high, 3))


register(TokenSet.kind, _FIELDS, _make)
