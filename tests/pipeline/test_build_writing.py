import os

import pytest

from cardgen.core.diagnostics import OutputError
from cardgen.pipeline.writing import is_temporary, write_whole


def test_write(tmp_path):
    path = tmp_path / "a" / "b.txt"
    write_whole(path, b"one", "a/b.txt")
    write_whole(path, b"two", "a/b.txt")
    assert path.read_bytes() == b"two"
    assert os.listdir(path.parent) == ["b.txt"]


def test_a_failed_write_leaves_what_was_there(tmp_path, monkeypatch):
    path = tmp_path / "b.txt"
    path.write_bytes(b"old")

    def refuse(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(OutputError, match=r"cannot write `b\.txt`: no space left on device"):
        write_whole(path, b"new", "b.txt")
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["b.txt"]


def test_temporary_names():
    assert is_temporary(".cardgen-0123.tmp")
    assert not is_temporary("cardgen-0123.tmp")
    assert not is_temporary(".cardgen-0123")
