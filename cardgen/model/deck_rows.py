"""The cards of a deck as rows of plain values, as their author wrote them."""

from __future__ import annotations

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
from cardgen.model.markup import joined
from cardgen.model.scope import ReadDecks, Scope
from cardgen.source.files import Project
from cardgen.source.node import YamlNode
from cardgen.source.tables.table import ERROR_VALUE, as_cell

Value = Any
"""A text, number or flag, a list of values, or a dict of them."""


class Cell(Struct, frozen=True):
    """What a card says of a field."""

    value: Value
    field: Field

    @property
    def content(self) -> str | int | float | None:
        """What the cell of a table holds."""
        return as_cell(self.value)

    def refusal(self, longest: int) -> str:
        """Return why a cell would not be read back unchanged; empty if it would.

        ``longest`` limits the characters of a text, as a workbook does; 0 is no limit.
        """
        content = self.content
        if not isinstance(content, str):
            return ""
        if longest and len(content) > longest:
            return f"it has {len(content):,} characters, and {longest:,} have room"
        if longest and ERROR_VALUE.fullmatch(content):
            return "it reads like a formula that failed"
        if content != content.strip():
            return "it has blanks at its ends"
        left_out = not self.field.required and self.field.default in (MISSING, "", None)
        return "" if content or left_out else "it is an empty text"


class DeckRows(Struct, frozen=True):
    """A deck to be written: a row a card, of cells by column; what is left out is in no row.

    ``columns`` are all that some card fills, in the order in which they were declared.
    """

    id: str
    columns: tuple[str, ...]
    rows: tuple[Mapping[str, Cell], ...]


def deck_rows(deck: Deck, game: Game, read: ReadDecks, project: Project) -> DeckRows:
    """Return what is written about the cards of a deck, each with the values that all share.

    ``read`` has the deck file as it was read just now.
    """
    rows = tuple(_rows(deck, game, read, project))
    known = dict.fromkeys(BUILT_IN)
    for card_type in game.card_types.values():
        known |= dict.fromkeys(card_type.fields)
    names = [name for name in known if name != "assumption"] + ["assumption"]
    used = {name for row in rows for name in row}
    return DeckRows(deck.id, tuple(name for name in names if name in used), rows)


def _rows(
    deck: Deck, game: Game, read: ReadDecks, project: Project
) -> Iterator[Mapping[str, Cell]]:
    key = deck_key(deck.cards[0].at.path, deck.id)
    shared = read.defaults(key)
    scope = Scope(project, game.id, terms=game.terms)
    written = written_cards(read.nodes(key), scope)
    for card, (node, _) in zip(deck.cards, written, strict=True):
        row = {"id": Cell(card.id, BUILT_IN["id"])}
        for name, field in game.card_types[card.type].keys.items():
            given = node.value.get(name)
            if given is None or given.value is None:
                given = shared.get(name)
            if name != "id" and given is not None and given.value is not None:
                row[name] = Cell(value_of(given, field), field)
        yield row


def value_of(node: YamlNode, field: Field) -> Value:
    """Return what is written at a node as a field reads it; None if that is nothing.

    Numbers and flags are values; everything else is text as written, since `007` is not 7. Raises
    OutputError for a text that only a literal block of YAML can hold.
    """
    if node.kind == "list":
        of = field.of if isinstance(field, ListField) else field
        return [value_of(item, of) for item in node.value]
    if node.kind == "map":
        fields = field.fields if isinstance(field, RecordField) else {}
        inner = {name: value_of(one, fields.get(name, field)) for name, one in node.value.items()}
        return {name: value for name, value in inner.items() if value is not None}
    if node.value is None or isinstance(field, NumberField | FlagField):
        return node.value
    if isinstance(field, RichField):
        text = joined(node.raw) if node.style == "literal" else node.raw.strip()
        if text is None:
            raise OutputError(problems.lone_item(node.at))
        return text
    return node.raw
