"""An immutable set of named values that templates read by attribute or by item."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar


class Record:
    """Named values, as ``card.cost`` or ``card["cost"]``.

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
