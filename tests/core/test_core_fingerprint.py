import subprocess
import sys

from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from cardgen.core.fingerprint import PartlyCompared, as_tuples, digest, digest_bytes

values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text()
    | st.binary(),
    lambda inner: st.lists(inner) | st.tuples(inner, inner),
    max_leaves=10,
)


@given(values)
def test_equal_values_have_equal_digests(value):
    assert digest(value) == digest(value)
    assert len(digest(value)) == 32


def test_shared_parts_make_no_difference():
    part = ("a", 1.5)
    assert digest((part, part)) == digest((("a", 1.5), ("a", 3 / 2)))


def test_different_values_have_different_digests():
    kinds = [None, 0, 0.0, "", b"", (), [], "0", (0,), [0], ((),), ("a", "b"), ("ab",)]
    assert len({digest(kind) for kind in kinds}) == len(kinds)


def test_boundaries_between_parts_count():
    assert digest_bytes(b"ab", b"c") != digest_bytes(b"a", b"bc") != digest_bytes(b"abc")


def test_digests_are_the_same_in_every_process():
    code = "from cardgen.core.fingerprint import digest; print(digest(('a', 1.5, ['b'])))"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == digest(("a", 1.5, ["b"]))


class Word(PartlyCompared, frozen=True):
    ignored_fields = frozenset({"line"})

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
