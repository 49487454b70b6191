"""What values have in common beyond `msgspec.Struct`."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec import Struct


class PartlyCompared(Struct, frozen=True):
    """A value that carries something along which is no part of what it is.

    Equality and hash pass over the fields that ``aside`` names.
    """

    aside: ClassVar[frozenset[str]] = frozenset()

    def _compared(self) -> tuple[Any, ...]:
        names = self.__struct_fields__
        return tuple([getattr(self, name) for name in names if name not in self.aside])

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._compared() == other._compared()

    def __hash__(self) -> int:
        return hash(self._compared())


def as_tuples(value: Any) -> Any:
    """Turn a value, and those inside, into tuples of their fields, as digests take them."""
    if isinstance(value, Struct):
        return tuple(as_tuples(getattr(value, name)) for name in value.__struct_fields__)
    return tuple(map(as_tuples, value)) if isinstance(value, tuple) else value
