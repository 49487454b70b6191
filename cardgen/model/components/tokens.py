"""Sets of tokens: round, square and hexagonal ones, and standees to fold up."""

import math
from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

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
"""The value of ``duplex`` for backs above their faces, to be folded over."""
SHAPES = ("round", "square", "hex", "standee")
SMALLEST, LARGEST = 5.0, 250.0
OUTLINES: Mapping[str, Outline] = {"round": "round", "hex": "hex"}
_SHOWN = 6
"""The maximum number of pictured designs of one kind."""
UPRIGHT = 1.6
"""The height of a standee without a height, as a multiple of its width."""

_MEASURES: Mapping[str, Field] = {
    "width": LengthField(min=SMALLEST, max=LARGEST, doc="width"),
    "height": LengthField(min=SMALLEST, max=LARGEST, doc="height from the base to the fold"),
}


class TokenSizeField(Field, frozen=True, kw_only=True):
    """The diameter, side or width of a token; a standee may have width and height."""

    keys: ClassVar[Mapping[str, Field]] = _MEASURES
    form: ClassVar[Mapping[str, Any]] = LengthField.form

    def read(self, node: YamlNode, scope: Scope) -> Size | None:
        """Return width and height; the height is 0 if it depends on the shape."""
        if node.kind == "map":
            measures = read_mapping(node, _MEASURES, scope, "the size of a standee")
            return Size(measures["width"], measures["height"])
        return Size(LengthField(min=SMALLEST, max=LARGEST).read(node, scope), 0.0)


_LOOKS: Mapping[str, Field] = {
    "shape": ChoiceField(choices=SHAPES, noun="shape", optional=True, doc="outline of the piece"),
    "size": TokenSizeField(
        optional=True, doc="diameter; of a square, its side; of a hexagon, between two sides"
    ),
    "called": TextField(
        optional=True,
        translate=True,
        doc="the word for such a piece, singular and plural: `rider|riders`",
    ),
    "template": TextField(optional=True, doc="the template of the face"),
    "back": TextField(optional=True, doc="the template of the back; by default blank"),
}
_TOKEN: Mapping[str, Field] = {
    "id": BUILT_IN["id"],
    "title": BUILT_IN["title"],
    "copies": BUILT_IN["copies"],
    **USE,
    **_LOOKS,
}


class TokenListField(NodeField, frozen=True, kw_only=True):
    """The tokens as a node; they are read after the fields that the set declares."""

    keys: ClassVar[Mapping[str, Field]] = _TOKEN

    def schema(self, scope: Scope) -> dict[str, Any]:
        """Describe the value as JSON Schema; declared fields are additional keys."""
        token_schema = {**mapping_schema(_TOKEN, scope), "additionalProperties": True}
        return {"type": "array", "items": token_schema, "minItems": 1}


_FIELDS: Mapping[str, Field] = {
    **USE,
    **_LOOKS,
    "fields": TableField(
        of=DeclarationField(),
        noun="a field",
        pattern=IDENTIFIER,
        reserved=(*_TOKEN, "width", "height"),
        optional=True,
        doc="the fields of the tokens, each with its kind",
    ),
    "tokens": TokenListField(doc="the tokens, each with an `id` and its own keys"),
    "duplex": ChoiceField(
        choices=(*DUPLEX, FOLD),
        optional=True,
        doc="how backs are printed behind faces; folded if that needs no more sheets",
    ),
    "bleed": LengthField(optional=True, max=20, doc="width of artwork beyond the cut"),
    "safe": LengthField(default=1.5, max=20, doc="distance of text from the cut"),
    "tab": LengthField(default=10.0, min=4, max=40, doc="depth of a standee's foot"),
}


class Token(Struct, frozen=True):
    """One design. If ``back`` is None, the back is white; a standee shows its face there."""

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
    location: Location


class TokenSet(Component, frozen=True, kw_only=True):
    """A set of tokens; lengths in millimetres. ``tab`` is the depth of a standee's feet.

    ``folded`` is True if backs are folded over, and None to choose the layout with less paper.
    Otherwise ``duplex`` is how the backs get behind their faces.
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
        """Return the tokens, grouped by their nouns (``called``)."""
        kinds: dict[str, list[Token]] = {}
        for token in self.tokens:
            kinds.setdefault(token.called, []).append(token)
        pieces = []
        for called, tokens in kinds.items():
            counted = [token for token in tokens if token.copies]
            pictures = tuple(
                PiecePicture(
                    SideId.of(self.id, token.id, "face"), OUTLINES.get(token.shape, "rect")
                )
                for token in counted[:_SHOWN]
            )
            count = sum(token.copies for token in tokens)
            pieces.append(Pieces.from_noun(count, called, "", game.language, pictures))
        return pieces

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

        def spec_of(template: str, side: Literal["face", "back"], key: str) -> SideSpec:
            name, size, edges = token.id, token.size, (self.bleed, self.safe)
            set_location = game.key_locations.get(f"components.{self.id}.{key}", self.location)
            path = f"components.{self.id}.tokens.{number}.{key}"
            named_at = game.key_locations.get(path, set_location)
            spec = self.side(
                game, name, size, edges, template, facts, location=token.location, side=side
            )
            return replace(spec, template_location=named_at)

        back = spec_of(token.back, "back", "back") if token.back is not None else None
        face = spec_of(token.template, "face", "template")
        return CardSides(None, face, back, token.copies)


def _make(data: ComponentData) -> TokenSet:
    values, scope = data.values, data.scope
    chosen, usual = values["duplex"], scope.print.duplex
    open_to_both = not chosen and usual in ("long-edge", "short-edge")
    return data.make(
        TokenSet,
        tokens=tuple(_tokens(data)),
        duplex=usual if chosen in (None, FOLD) else chosen,
        folded=None if open_to_both else chosen == FOLD,
        bleed=data.value("bleed", scope.print.bleed),
    )


def _tokens(data: ComponentData) -> list[Token]:
    node, scope = data.values["tokens"], data.scope
    if node is None:
        return []
    if node.kind != "list":
        expect("a list of tokens", node, scope, "start each token with `- {id: …}`")
        return []
    if not node.value:
        location, owner = data.node.key_at("tokens"), f"component `{data.id}`"
        scope.fault(
            problems.missing_key(location, "tokens", owner, "a token, `- {id: …}`,", empty=True)
        )
    declared: Mapping[str, Field] = data.values["fields"]
    ids: dict[str, Location] = {}
    tokens = []
    for item in node.value:
        if item.kind != "map":
            expect("a token", item, scope, "start each token with `- {id: …}`")
            continue
        name = item.value.get("id")
        owner = f"token `{name.raw}`" if name is not None and name.raw else "a token"
        values = read_mapping(item, {**_TOKEN, **declared}, scope, owner)
        if name is None or not check_name(values["id"], "the id of a token", name, scope):
            continue
        first = ids.setdefault(values["id"], name.location)
        if first != name.location:
            scope.fault(problems.duplicate_id(name.location, values["id"], "token", first))
        token = _token(item, values, declared, data)
        if token is not None:
            tokens.append(token)
    return tokens


def _token(
    node: YamlNode, values: Mapping[str, Any], declared: Mapping[str, Field], data: ComponentData
) -> Token | None:
    """Make a token; a key that it does not have takes its value from the set."""
    shared, scope = data.values, data.scope
    shape = values["shape"] or shared["shape"] or "round"
    size: Size | None = values["size"] or shared["size"]
    if size is None:
        owner = f"token `{values['id']}`"
        scope.fault(problems.missing_key(node.location, "size", owner, "for example `20mm`"))
        return None
    if size.height and shape != "standee":
        location = next(n.value["size"].location for n in (node, data.node) if n.value.get("size"))
        hint = "write one length, for example `20mm`"
        scope.refuse(location, f"a {shape} token has one measure, not two", hint)
        return None
    if not size.width:  # reported already
        return None
    back = values["back"] or shared["back"] or NO_BACK
    usual = scope.translate("standee|standees" if shape == "standee" else "token|tokens").text
    copies = values["copies"]
    return Token(
        id=values["id"],
        title=values["title"],
        shape=shape,
        called=values["called"] or shared["called"] or usual,
        size=_shape_box(shape, size),
        copies=1 if copies is None else copies,
        template=values["template"] or shared["template"] or data.id + TEMPLATE_ENDING,
        back=None if back == NO_BACK else back,
        fields=Record({name: values[name] for name in declared}),
        use=values["use"] or shared["use"] or EMPTY,
        location=node.location,
    )


def _shape_box(shape: str, size: Size) -> Size:
    """Return the box around a shape; a hexagon with a corner at the top is higher than wide."""
    if size.height:
        return size
    high = {"hex": 2 / math.sqrt(3), "standee": UPRIGHT}.get(shape, 1.0)
    return Size(size.width, round(size.width * high, 3))


register(TokenSet.kind, _FIELDS, _make)
