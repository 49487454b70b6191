"""A value of a card as what JSON knows: for scripts, records and comparisons."""

from __future__ import annotations

from typing import Any

from cardgen.model.record import Record, values_of
from cardgen.model.richtext import Rich, TermValue


def plain(value: Any) -> Any:
    """Return the value with texts as they read, terms by their id and nothing of looks."""
    match value:
        case None | bool():
            return value
        case Rich():
            return value.plain
        case TermValue():
            return value.id
        case Record():
            return {name: plain(inner) for name, inner in values_of(value).items()}
        case tuple() | list():
            return [plain(one) for one in value]
        case int():
            return int(value)
        case float():
            return float(value)
    return str(value)
