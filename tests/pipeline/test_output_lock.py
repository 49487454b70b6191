"""The lock of an output folder, where the system has one and where it has none."""

import importlib.util
import sys

import pytest

from cardgen.pipeline import output_lock


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has locks of another kind")
def test_a_system_without_locks_builds_without_one(tmp_path, monkeypatch):
    with output_lock.try_lock(tmp_path) as mine, output_lock.try_lock(tmp_path) as again:
        assert (mine, again) == (True, False)
    monkeypatch.setitem(sys.modules, "fcntl", None)
    spec = importlib.util.spec_from_file_location("without_locks", output_lock.__file__)
    without = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(without)
    waited = []
    with (
        output_lock.try_lock(tmp_path),
        without.lock_folder(tmp_path, lambda: waited.append(1), "output/"),
        without.try_lock(tmp_path) as again,
    ):
        assert again
    assert waited == []
