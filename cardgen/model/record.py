"""Records: named values for templates, which can note each reading of a value.

A side depends on the values that its template reads: ``card.cost``, ``rules.hand_limit``. Before a
template runs, its records are wrapped, and the names of values that it reads go into a `Reads`.
"""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from cardgen.core.reads import EVERYTHING, Reads
from cardgen.model.richtext import Rich, TermValue


class Record:
    """Immutable named values, read as ``card.cost`` or ``card["cost"]``.

    A record has no public methods, so that a field may have the name ``items`` or ``copy``.
    """

    __slots__ = ("_values",)

    plain_data: ClassVar[bool] = True
    """Allows the template sandbox to read all attributes: they are only data."""

    _values: Mapping[str, Any]

    def __init__(self, values: Mapping[str, Any]) -> None:
        object.__setattr__(self, "_values", values)

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
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

    def __reduce__(self) -> "tuple[type[Record], tuple[dict[str, Any]]]":
        return Record, (dict(self._values),)

    def __repr__(self) -> str:
        inner = ", ".join(f"{name}={value!r}" for name, value in self._values.items())
        return f"Record({inner})"


def values_of(record: Record) -> Mapping[str, Any]:
    """Return all values of a record by name."""
    return record._values


def plain(value: Any) -> Any:
    """Convert a value to JSON types: texts without markup, terms as their ids."""
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
            return [plain(item) for item in value]
        case int():
            return int(value)
        case float():
            return float(value)
    return str(value)


def value_key(value: Any) -> str:
    """Return a text that shows a value; different values have different texts."""
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


class TrackedRecord(Record):
    """A record that notes the names of values when they are read; ``*`` stands for all values."""

    __slots__ = ("_inner", "_name", "_reads")

    def __init__(self, name: str, inner: Record, reads: Reads) -> None:
        object.__setattr__(self, "_name", name)
        object.__setattr__(self, "_inner", inner)
        object.__setattr__(self, "_reads", reads)

    @property
    def _values(self) -> Mapping[str, Any]:  # type: ignore[override]
        self._reads.note(f"{self._name}.{EVERYTHING}")
        values: Mapping[str, Any] = self._inner._values
        return values

    def __getitem__(self, name: str) -> Any:
        self._reads.note(f"{self._name}.{name}")
        return self._inner[name]

    def __contains__(self, name: object) -> bool:
        self._reads.note(f"{self._name}.{name}")
        return name in self._inner


class Decks(Record):
    """The cards of each deck, for templates: ``decks.heroes`` is a tuple of records."""

    __slots__ = ()


class _TrackedDecks(TrackedRecord):
    """The cards by deck, wrapped when a template reads them, since most templates do not.

    Reading a field of one card counts as reading it of all cards of the deck: a template that lists
    titles depends on ``decks.heroes.title``.
    """

    __slots__ = ()

    def __getitem__(self, deck: str) -> tuple[TrackedRecord, ...]:
        name, cards = f"{self._name}.{deck}", super().__getitem__(deck)
        return tuple([TrackedRecord(name, card, self._reads) for card in cards])


def track_context(context: Mapping[str, Any], reads: Reads) -> dict[str, Any]:
    """Return the context of a template with records that note each reading.

    Plain values such as ``index`` are noted when the template looks up their names.
    """
    tracked_context = dict(context)
    for name, value in context.items():
        if isinstance(value, Record):
            kind = _TrackedDecks if isinstance(value, Decks) else TrackedRecord
            tracked_context[name] = kind(name, value, reads)
    return tracked_context
