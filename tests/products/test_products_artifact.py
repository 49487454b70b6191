from __future__ import annotations

from cardgen.products.artifact import Artifact


def test_artifacts_are_equal_by_what_they_are() -> None:
    one = Artifact("sheets/a.a4.pdf", "sheets", "k", lambda: b"1")
    assert one == Artifact("sheets/a.a4.pdf", "sheets", "k", lambda: b"2")
    assert one != Artifact("sheets/a.a4.pdf", "sheets", "other", one.make)
    assert one.make() == b"1"
