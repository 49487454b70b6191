"""Work shared among processes comes back as if one had done it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from cardgen.pipeline.workers import deal, spread

Share = Callable[..., list[int]]


def double(thing: int) -> int:
    return 2 * thing


@pytest.mark.parametrize("share", [spread, deal])
@pytest.mark.parametrize("jobs", [1, 2, 3])
@pytest.mark.parametrize("count", [0, 1, 2, 7, 5000])
def test_results_are_in_order(share: Share, jobs: int, count: int) -> None:
    assert share(double, range(count), jobs) == [2 * thing for thing in range(count)]


@pytest.mark.parametrize("share", [spread, deal])
@pytest.mark.parametrize("jobs", [1, 2])
def test_exceptions_come_back(share: Share, jobs: int) -> None:
    def work(thing: int) -> int:
        if thing in (3, 8):
            raise LookupError(thing)
        return thing

    with pytest.raises(LookupError, match="3"):
        share(work, range(10), jobs)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="one process only")
def test_a_slow_thing_does_not_hold_up_the_others(tmp_path: Path) -> None:
    """While one process is busy with the first thing, the other does all the rest."""

    def work(thing: int) -> int:
        if thing == 0:
            until = time.monotonic() + 30
            while len(list(tmp_path.iterdir())) < 19 and time.monotonic() < until:
                time.sleep(0.005)
            return len(list(tmp_path.iterdir()))
        (tmp_path / str(thing)).touch()
        return thing

    assert deal(work, range(20), 2) == [19, *range(1, 20)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_progress_goes_up_to_the_end(jobs: int) -> None:
    told: list[int] = []
    deal(double, range(50), jobs, tick=told.append)
    assert told == sorted(told)
    assert told[-1] == 50
