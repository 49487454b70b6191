"""The values of cards: named values as templates read them, and any value as words or data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from cardgen.model.richtext import Rich, TermValue


class Record:
    """Named values that do not change, read as ``card.cost`` or ``card["cost"]``.

    It has no public methods at all, so that a field may be called ``items`` or ``copy``.
    """

    __slots__ = ("_values",)

    plain_data: ClassVar[bool] = True
    """Tells the template sandbox that nothing but data is behind an attribute."""

    _values: Mapping[str, Any]

    def __init__(self, values: Mapping[str, Any]) -> None:
        object.__setattr__(self, "_values", values)

    def __getattr__(self, name: str) -> Any:
        try:
            return self._values[name]
        except KeyError:
            raise AttributeError(name) from None

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{name} cannot be set: records do not change")

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    def __contains__(self, name: object) -> bool:
        return name in self._values

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and self._values == other._values

    def __hash__(self) -> int:
        return hash(tuple(self._values.items()))

    def __reduce__(self) -> tuple[type[Record], tuple[dict[str, Any]]]:
        return Record, (dict(self._values),)

    def __repr__(self) -> str:
        inner = ", ".join(f"{name}={value!r}" for name, value in self._values.items())
        return f"Record({inner})"


def values_of(record: Record) -> Mapping[str, Any]:
    """Return the values behind a record, for code that walks all of them."""
    return record._values


def plain(value: Any) -> Any:
    """Return a value as JSON knows it: texts as they read, terms by their id, without looks."""
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


def value_key(value: Any) -> str:
    """Write a value as words, which show it and tell it apart from others."""
    match value:
        case TermValue():
            return value.id
        case bool():
            return "yes" if value else "no"
        case Rich():
            return " ".join(value.plain.split())
        case float() if value.is_integer():
            return str(int(value))
    return str(value)
