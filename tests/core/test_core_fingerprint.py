import subprocess
import sys

from hypothesis import given
from hypothesis import strategies as st

from cardgen.core.fingerprint import digest, digest_bytes

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
