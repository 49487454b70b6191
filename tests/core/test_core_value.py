"""Values that carry something along, and values as tuples."""

from __future__ import annotations

from msgspec import Struct

from cardgen.core.fingerprint import PartlyCompared, as_tuples


class Word(PartlyCompared, frozen=True):
    aside = frozenset({"line"})

    text: str
    line: int = 0


class Name(Word, frozen=True):
    pass


class Pair(Struct, frozen=True):
    words: tuple[Word, ...]
    size: float


def test_what_is_carried_along_does_not_count():
    assert Word("a", 1) == Word("a", 2)
    assert Word("a", 1) != Word("b", 1)
    assert hash(Word("a", 1)) == hash(Word("a", 2))


def test_kinds_differ():
    assert Word("a") != Name("a")
    assert Word("a") != "a"


def test_values_inside_become_tuples_too():
    assert as_tuples(Pair((Word("a", 1), Word("b")), 2.5)) == ((("a", 1), ("b", 0)), 2.5)
