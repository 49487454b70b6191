"""What is kept between builds is believed by the user who wrote it, and by nobody else."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardgen.pipeline import sealed_files
from cardgen.pipeline.sealed_files import read_pieces, read_plain, write_pieces, write_plain


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A user who has no seal yet, on a system that lets everybody read new files."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    sealed_files._secret.cache_clear()
    mask = os.umask(0)
    yield tmp_path / "home"
    os.umask(mask)
    sealed_files._secret.cache_clear()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_nobody_else_may_read_the_seal(home: Path, tmp_path: Path) -> None:
    write_plain(tmp_path / "kept", [1])
    assert stat.S_IMODE((home / "cardgen/seal").stat().st_mode) == 0o600


def test_what_another_user_sealed_counts_as_none(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_plain(tmp_path / "kept", ["a", 1.5])
    assert read_plain(tmp_path / "kept") == ["a", 1.5]
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "another"))
    sealed_files._secret.cache_clear()
    assert read_plain(tmp_path / "kept") is None


def test_pieces_are_believed_together_or_not_at_all(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "kept"
    write_pieces(file, ([number, "x" * number] for number in range(3)))
    assert read_pieces(file) == [[0, ""], [1, "x"], [2, "xx"]]
    whole = file.read_bytes()
    for place in range(len(whole)):
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert read_pieces(file) == [], place
        file.write_bytes(whole[:place])
        assert read_pieces(file) == [], place
