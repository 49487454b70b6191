"""Cut a foreign table down to its cards: no titles above the header, no sums below, all lists."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from cardgen.source.node import YamlNode
from cardgen.source.tables.table import Row

Objects = list[Mapping[str, YamlNode]]

_SUM = re.compile(
    r"(?:(?:grand|sub)[ -]?)?(?:total|sum|summe|gesamt|somme|totaal|totale|suma|итого|合計)s?:?",
    re.IGNORECASE,
)
_LOOK = 50  # rows that tell how many columns there are
_SUMS = 3  # rows of sums, at most
_NAMES = ("name", "title", "id")
_GROUP = "group"
_FEW = 4
"""Facts beside the cards that a group of them may have; more are those of a card."""


def trimmed(rows: Sequence[Row]) -> tuple[list[Row], list[str]]:
    """Return the rows from the header to the last card, and notes on what was left out.

    A title above the header is a row with less than half as many values as others have. Sums below
    the cards are recognised by their label, or the lack of one, and always by their values.
    """
    rows = [row for row in rows if any(cell.raw for cell in row.cells)]
    filled = [sum(cell.raw != "" for cell in row.cells) for row in rows]
    most = max(filled[:_LOOK], default=0)
    begin = next((n for n, count in enumerate(filled) if 2 * count >= max(most, 3)), 0)
    notes = ["titles above the names of the columns left out"] if begin else []
    kept = rows[begin:]
    for count in range(min(_SUMS, len(kept) - 3), 0, -1):
        if all(_is_sum(row, kept[1:-count]) for row in kept[-count:]):
            return kept[:-count], [*notes, "sums below the cards left out"]
    return kept, notes


def _is_sum(row: Row, cards: Sequence[Row]) -> bool:
    """Whether a row holds only sums or counts of columns, and perhaps a label for them."""
    cells = [(n, cell) for n, cell in enumerate(row.cells) if cell.value is not None]
    numbers = [(n, cell.value) for n, cell in cells if isinstance(cell.value, int | float)]
    words = [cell.raw for _, cell in cells if not isinstance(cell.value, int | float)]
    if not numbers or len(words) > 1 or not all(map(_SUM.fullmatch, words)):
        return False
    fits = [value in _sums(cards, n) for n, value in numbers]
    return any(fits) if words else all(fits) and row.cells[0].value is None


def _sums(cards: Sequence[Row], column: int) -> tuple[float, ...]:
    cells = (row.cells[column].value for row in cards if column < len(row.cells))
    values = [value for value in cells if isinstance(value, int | float)]
    return (sum(values), len(values), len(cards)) if values else ()


def objects(node: YamlNode) -> Objects | None:
    """Return the objects of a list that has nothing else."""
    if node.kind == "list" and node.value and all(item.kind == "map" for item in node.value):
        return [item.value for item in node.value]
    return None


def holder(rows: Objects) -> str:
    """Return the key under which objects hold the cards, as a suit holds its own; or nothing."""
    for key in dict.fromkeys(key for row in rows for key in row):
        inner = [objects(row[key]) for row in rows if key in row]
        count = sum(len(cards) for cards in inner if cards)
        facts = sum(one.kind == "scalar" for one in rows[0].values())
        named = key in ("cards", "card")
        many = facts <= _FEW and count >= 2 * len(rows)
        if all(inner) and 2 * len(inner) > len(rows) and (named or many):
            return key
    return ""


def all_cards(node: YamlNode, depth: int, notes: list[str], called: str = _GROUP) -> Objects | None:
    """Return the cards of a tree: all lists of them together, each card with the name of its list.

    Else it is the largest list, or object of objects. Notes say what else holds objects.
    """
    rows = objects(node)
    key = holder(rows) if rows else ""
    if rows and key and depth:
        found: Objects = []
        for row in rows:
            label = next((row[name] for name in _NAMES if name in row), None)
            group = {} if label is None else {called: label}
            cards = all_cards(row[key], depth - 1, notes, key) if key in row else None
            found += [{**group, **card} for card in cards or ()]
        return found
    if rows is not None or node.kind != "map" or not depth:
        return rows
    inner = {
        key: cards
        for key, one in node.value.items()
        if (cards := all_cards(one, depth - 1, notes, key))
    }
    best = max(inner, key=lambda key: len(inner[key]), default="")
    keys = node.keys or {}
    if len(node.value) > 1 and all(one.kind == "map" for one in node.value.values()):
        # The key of an object is its name, if it has no name.
        mine: Objects = [
            {"key" if "name" in one.value else "name": keys[key], **one.value}
            for key, one in node.value.items()
        ]
        if not best or len(mine) >= len(inner[best]):
            return mine
    if not best:
        return None
    alike = [key for key in inner if key == best or _are_alike(inner[key], inner[best])]
    for key in inner:
        if key not in alike:
            notes.append(f"left out: {len(inner[key])} objects under `{key}`")
    if len(alike) == 1:
        return inner[best]
    return [{called: keys[key], **card} for key in alike for card in inner[key]]


def _are_alike(some: Objects, others: Objects) -> bool:
    """Whether objects of two lists have most of their keys in common."""
    one, two = ({key for row in rows for key in row} for rows in (some, others))
    return 2 * len(one & two) > min(len(one), len(two))
