"""The formats of exported decks: what each makes of a deck's rows."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from cardgen.features.exchange.cells import Scalar, table
from cardgen.features.exchange.rows import DeckRows, Value
from cardgen.features.exchange.workbook import workbook
from cardgen.source.editing.scalars import Hand, key, scalar
from cardgen.source.tables.cells import DATE, ERROR_VALUE

_HAND = Hand("\n", '"')
_WIDTH = 100  # characters of a line of YAML
_QUOTED = frozenset(',;"\n\t')


def csv(deck: DeckRows) -> bytes:
    """Return a deck as CSV (RFC 4180), in UTF-8 with a mark that Excel wants to know it by."""
    lines = (",".join(map(_csv_cell, row)) for row in table(deck))
    return ("\ufeff" + "\r\n".join(lines) + "\r\n").encode()


def _csv_cell(value: Scalar | None) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        return json.dumps(value)
    # What a program makes of dates and failed formulas has no quotes: see how it is read.
    meant = DATE.fullmatch(value) or ERROR_VALUE.fullmatch(value)
    if meant or not _QUOTED.isdisjoint(value):
        return '"' + value.replace('"', '""') + '"'
    return value


def as_json(deck: DeckRows) -> bytes:
    """Return a deck as JSON."""
    cards = [_plain(deck, row) for row in deck.rows]
    return (json.dumps({"cards": cards}, ensure_ascii=False, indent=2) + "\n").encode()


def yaml(deck: DeckRows) -> bytes:
    """Return a deck as YAML, in the way in which decks are written by hand."""
    lines = ["cards:"]
    for row in deck.rows:
        lines += _item(_plain(deck, row), "  ")
    return ("\n".join(lines) + "\n").encode()


def _plain(deck: DeckRows, row: Mapping[str, Any]) -> dict[str, Value]:
    return {name: row[name].value for name in deck.columns if name in row}


def _item(value: Value, indent: str) -> Iterator[str]:
    """Yield the lines of one value of a list, with its dash."""
    lines = list(_lines(value, indent + "  "))
    yield f"{indent}- {lines[0].lstrip()}"
    yield from lines[1:]


def _lines(value: Value, indent: str) -> Iterator[str]:
    """Yield the lines of a value that stands on lines of its own."""
    if not isinstance(value, dict) or not value:
        yield indent + _flow(value)
        return
    for name, inner in value.items():
        head = f"{indent}{key(name, _HAND, flow=False)}:"
        short = _flow(inner)
        if isinstance(inner, str) and len(head) + len(short) > _WIDTH and _folds(inner):
            yield f"{head} >-"
            yield from (f"{indent}  {line}" for line in _wrapped(inner, indent))
        elif not isinstance(inner, list | dict) or len(head) + len(short) < _WIDTH:
            yield f"{head} {_block(inner)}"
        elif isinstance(inner, dict):
            yield head
            yield from _lines(inner, indent + "  ")
        else:
            yield head
            for one in inner:
                yield from _item(one, indent + "  ")


def _block(value: Value) -> str:
    return _flow(value) if isinstance(value, list | dict) else _scalar(value, flow=False)


def _flow(value: Value) -> str:
    """Write a value in one line, as it may stand in brackets."""
    if isinstance(value, list):
        return f"[{', '.join(map(_flow, value))}]"
    if isinstance(value, dict):
        pairs = (f"{key(name, _HAND, flow=True)}: {_flow(one)}" for name, one in value.items())
        return "{" + ", ".join(pairs) + "}"
    return _scalar(value, flow=True)


def _scalar(value: Scalar, flow: bool) -> str:
    return scalar(value, None, "", _HAND, flow)


def _wrapped(text: str, indent: str) -> list[str]:
    return textwrap.wrap(
        text, _WIDTH - len(indent) - 2, break_long_words=False, break_on_hyphens=False
    )


def _folds(text: str) -> bool:
    """Whether a text can be folded over lines, which are joined by one blank each."""
    return " ".join(_wrapped(text, "")) == text and "\n" not in text


FORMATS: Mapping[str, Callable[[DeckRows], bytes]] = {
    "csv": csv,
    "xlsx": workbook,
    "json": as_json,
    "yaml": yaml,
}
"""What writes a deck, by the ending of its file."""
