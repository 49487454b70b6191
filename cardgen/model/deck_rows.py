"""The cards of a deck as rows of plain values, as their author wrote them."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from cardgen.core.diagnostics import OutputError
from cardgen.model import problems
from cardgen.model.cards import BUILT_IN
from cardgen.model.components.deck import Deck
from cardgen.model.compound import ListField, RecordField
from cardgen.model.deck_files import deck_key
from cardgen.model.each import written_cards
from cardgen.model.fields import MISSING, Field, FlagField, NumberField, RichField
from cardgen.model.game import Game
from cardgen.model.markup import fold_literal
from cardgen.model.scope import ReadDecks, Scope
from cardgen.source.files import Project
from cardgen.source.node import YamlNode
from cardgen.source.tables.table import ERROR_VALUE, as_cell

Value = Any
"""A text, number or flag, a list of values, or a dict of them."""


class Cell(Struct, frozen=True):
    """The value of one field of a card."""

    value: Value
    field: Field

    @property
    def content(self) -> str | int | float | None:
        """The content of the cell in a table."""
        return as_cell(self.value)

    def refusal(self, longest: int) -> str:
        """Return the reason why reading the cell would change it; empty if there is none.

        ``longest`` is the largest number of characters in a cell of the file; 0 is no limit.
        """
        content = self.content
        if not isinstance(content, str):
            return ""
        if longest and len(content) > longest:
            return f"it has {len(content):,} characters, more than the {longest:,} of a cell"
        if longest and ERROR_VALUE.fullmatch(content):
            return "it looks like the error of a formula"
        if content != content.strip():
            return "it begins or ends with a space"
        left_out = not self.field.required and self.field.default in (MISSING, "", None)
        return "" if content or left_out else "it is an empty text"


class DeckRows(Struct, frozen=True):
    """A deck as a table: a row for each card, with its cells by column; rows omit empty fields.

    ``columns`` are the fields that any card has, in the order of their declaration.
    """

    id: str
    columns: tuple[str, ...]
    rows: tuple[Mapping[str, Cell], ...]


def deck_rows(deck: Deck, game: Game, read: ReadDecks, project: Project) -> DeckRows:
    """Return the cards of a deck as rows, with the default values filled in.

    ``read`` has the deck file as it was last read.
    """
    rows = tuple(_rows(deck, game, read, project))
    field_names = dict.fromkeys(BUILT_IN)
    for card_type in game.card_types.values():
        field_names |= dict.fromkeys(card_type.fields)
    names = [name for name in field_names if name != "assumption"] + ["assumption"]
    used = {name for row in rows for name in row}
    return DeckRows(deck.id, tuple(name for name in names if name in used), rows)


def _rows(
    deck: Deck, game: Game, read: ReadDecks, project: Project
) -> Iterator[Mapping[str, Cell]]:
    key = deck_key(deck.cards[0].location.path, deck.id)
    shared = read.defaults(key)
    scope = Scope(project, game.id, terms=game.terms)
    nodes = written_cards(read.nodes(key), scope)
    for card, (node, _) in zip(deck.cards, nodes, strict=True):
        row = {"id": Cell(card.id, BUILT_IN["id"])}
        for name, field in game.card_types[card.type].keys.items():
            value_node = node.child(name) or shared.get(name)
            if name != "id" and value_node is not None and value_node.value is not None:
                row[name] = Cell(value_of(value_node, field), field)
        yield row


def value_of(node: YamlNode, field: Field) -> Value:
    """Return the value of a node as its author wrote it; None for an empty one.

    Only fields for numbers and flags become numbers and flags; other values are texts, since `007`
    is not 7. Raises OutputError for a text that needs a literal block of YAML.
    """
    if node.kind == "list":
        item_field = field.of if isinstance(field, ListField) else field
        return [value_of(item, item_field) for item in node.value]
    if node.kind == "map":
        fields = field.fields if isinstance(field, RecordField) else {}
        nodes = node.value.items()
        inner = ((name, value_of(child, fields.get(name, field))) for name, child in nodes)
        return {name: value for name, value in inner if value is not None}
    if node.value is None or isinstance(field, NumberField | FlagField):
        return node.value
    if isinstance(field, RichField):
        text = fold_literal(node.raw) if node.style == "literal" else node.raw.strip()
        if text is None:
            raise OutputError(problems.lone_item(node.location))
        return text
    return node.raw
