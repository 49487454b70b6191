"""What one process can do is done by this one."""

import os

import pytest

from cardgen.pipeline.executors.fork import share


@pytest.mark.parametrize(("jobs", "count"), [(1, 9), (8, 1), (8, 0), (0, 9)])
def test_nothing_is_forked_for_one_process(jobs, count, monkeypatch):
    monkeypatch.setattr(os, "fork", lambda: pytest.fail("forked"), raising=False)
    monkeypatch.setattr(os, "pipe", lambda: pytest.fail("a pipe to nobody"))
    assert share(lambda thing: 2 * thing, range(count), jobs) == [2 * n for n in range(count)]
