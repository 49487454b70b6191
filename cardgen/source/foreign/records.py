"""Read the cards of JSON and YAML as rows of plain values, whatever form they are in.

Values within cards become scalars, lists of scalars, or texts such as ``**Bite.** Hurts a lot.``
"""

import re
from pathlib import PurePosixPath
from typing import Any

from cardgen.core.diagnostics import SourceError
from cardgen.source.files import decode
from cardgen.source.foreign import problems
from cardgen.source.foreign.headers import label_of
from cardgen.source.tables.json_text import load_json
from cardgen.source.tables.problems import too_many_rows
from cardgen.source.tables.table import ROW_LIMIT
from cardgen.source.yaml import load_yaml

Card = dict[str, Any]

_VERTICAL_TAB = re.compile(rb"(?<!\\)((?:\\\\)*)\\u000[bB]")
_NAMES = ("name", "title", "id")
_LONG = ("text", "effect", "description", "desc")
"""Keys of a record within a card that are printed last, without their names."""
_GROUP = "group"
_DEPTH = 3
_FACT_LIMIT = 4
"""Maximum facts beside the cards of a group; an object with more facts is itself a card."""


def read_records(name: str, data: bytes) -> tuple[list[Card], list[str], bool]:
    """Return the cards of a file, notes on what changed, and True if it is a list of just these.

    Raises SourceError for a file without cards.
    """
    is_json = PurePosixPath(name).suffix.lower() == ".json"
    notes: list[str] = []
    if is_json and (plain := _VERTICAL_TAB.sub(rb"\1\\n", data)) != data:
        notes.append("line breaks of word processors (U+000B) made plain ones")
        data = plain
    source = decode(name, data)
    tree = load_json(source) if is_json else load_yaml(source)
    root = tree.to_python()
    deck = root["cards"] if isinstance(root, dict) and set(root) == {"cards"} else root
    has_plain_breaks = not notes
    cards = _all_cards(root, _DEPTH, notes) or []
    if len(cards) > ROW_LIMIT:
        raise SourceError(too_many_rows(tree.location, ROW_LIMIT))
    columns = {key: _column(cards, key) for key in {key: 0 for card in cards for key in card}}
    flat = [
        {str(key): columns[key][number] for key in card if columns[key][number] is not None}
        for number, card in enumerate(cards)
    ]
    if not any(flat):
        raise SourceError(problems.no_rows(tree.location, name))
    # YAML decks can have any values, JSON decks only values of cells.
    is_deck = has_plain_breaks and (flat if is_json else cards) == deck
    return flat, notes, is_deck


def _column(cards: list[Card], key: str) -> list[Any]:
    """Return the values of a key as scalars, or all as lists of scalars, or all as texts."""
    values = [None if card.get(key) in ("", [], {}) else card.get(key) for card in cards]
    lists = [value for value in values if isinstance(value, list)]
    items = [item for items in lists for item in items]
    if any(isinstance(v, dict) for v in values) or any(isinstance(i, dict | list) for i in items):
        return [None if value is None else _text(value) for value in values]
    if lists:
        return [v if v is None or isinstance(v, list) else [v] for v in values]
    return [None if isinstance(v, str) and not v.strip() else v for v in values]


def _objects(value: Any) -> list[Card] | None:
    """Return the objects of a list; texts become cards with a text."""
    if isinstance(value, list) and value:
        if all(isinstance(item, dict) for item in value):
            return value
        if all(isinstance(item, str) for item in value):
            return [{"text": item} for item in value]
    return None


def _holder(cards: list[Card]) -> str:
    """Return the key under which objects hold the cards, as a suit holds its own; or empty."""
    for key in dict.fromkeys(key for card in cards for key in card):
        inner = [card[key] for card in cards if key in card]
        are_cards = all(
            isinstance(v, list) and _objects(v) and isinstance(v[0], dict) for v in inner
        )
        facts = sum(not isinstance(value, dict | list) for value in cards[0].values())
        is_list = are_cards and 2 * len(inner) > len(cards)
        is_group = facts <= _FACT_LIMIT and is_list and sum(map(len, inner)) >= 2 * len(cards)
        if is_group or (is_list and key in ("cards", "card")):
            return key
    return ""


def _by_columns(value: Any) -> list[Card] | None:
    """Return the cards of an object of columns: lists of one length, or objects with numbers."""
    if not isinstance(value, dict) or len(value) < 2:
        return None
    columns = list(value.values())
    if all(isinstance(column, dict) and column for column in columns):
        rows = list(columns[0])
        if all(list(column) == rows for column in columns) and all(str(k).isdigit() for k in rows):
            return [{key: column[row] for key, column in value.items()} for row in rows]
    if all(isinstance(column, list) and column for column in columns):
        alike = len({len(column) for column in columns}) == 1
        if alike and not any(isinstance(item, dict) for column in columns for item in column):
            return [dict(zip(value, row, strict=True)) for row in zip(*columns, strict=True)]
    return None


def _all_cards(value: Any, depth: int, notes: list[str], name: str = _GROUP) -> list[Card] | None:
    """Return the cards of a tree: all lists of them together, each card with the name of its list.

    Otherwise it is the largest list, or object of objects. Notes name the objects left out.
    """
    cards = _objects(value) or _by_columns(value)
    key = _holder(cards) if cards else ""
    if cards and key and depth:
        members: list[Card] = []
        for card in cards:
            label = next((card[name] for name in _NAMES if name in card), None)
            group = {} if label is None else {name: label}
            inner = _all_cards(card[key], depth - 1, notes, key) if key in card else None
            members += [{**group, **member} for member in inner or ()]
            facts = [fact for fact in card if fact != key and card[fact] != label]
            if facts:
                notes.append(f"left out of {label or key}: {', '.join(facts)}")
        return members
    if cards is not None or not isinstance(value, dict) or not depth:
        return cards
    lists = {
        key: inner
        for key, item in value.items()
        if (inner := _all_cards(item, depth - 1, notes, key))
    }
    best = max(lists, key=lambda key: len(lists[key]), default="")
    if len(value) > 1 and all(isinstance(item, dict) for item in value.values()):
        # The key of an object is its name, if it has no name.
        has_name = any(
            key.lower() in _NAMES[:2] for item in value.values() for key in map(str, item)
        )
        named = [{"key" if has_name else "name": key, **item} for key, item in value.items()]
        if not best or len(named) >= len(lists[best]):
            return named
    if not best:
        return None
    alike = [key for key in lists if key == best or _are_alike(lists[key], lists[best])]
    for key, item in value.items():
        if key not in alike:
            number = f"{len(lists[key])} objects under " if key in lists else ""
            notes.append(f"left out: {number}`{key}`: {str(item)[:120]}")
    if len(alike) == 1:
        return lists[best]
    return [{name: key, **card} for key in alike for card in lists[key]]


def _are_alike(cards: list[Card], other_cards: list[Card]) -> bool:
    """Return True if the cards of two lists have most of their keys in common."""
    first, second = ({key for card in group for key in card} for group in (cards, other_cards))
    return 2 * len(first & second) >= min(len(first), len(second))


def _text(value: Any) -> str:
    """Return a nested value as text: ``**Bite.** Hurts a lot.``, a line for each record."""
    if isinstance(value, list):
        return "\n".join(map(_text, value))
    if not isinstance(value, dict):
        return str(value)
    name = next((key for key in _NAMES if isinstance(value.get(key), str)), "")
    if not name:
        return "\n".join(f"**{label_of(str(k))}.** {_inner(v)}" for k, v in value.items())
    parts = [f"**{value[name]}.**"]
    for key, item in sorted(value.items(), key=lambda pair: pair[0] in _LONG):
        if key != name and item not in ("", None, [], {}):
            label = "" if key in _LONG else f"{label_of(str(key))} "
            parts.append(f"{label}{_inner(item)}" + ("." if label else ""))
    return " ".join(parts)


def _inner(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_inner(item)}" for key, item in value.items())
    return ", ".join(map(_inner, value)) if isinstance(value, list) else str(value)
