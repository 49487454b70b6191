"""Work shared among processes comes back as if one had done it."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from traceback import format_exception

import pytest
from patience import patience, wait_until

from cardgen.core.diagnostics import OutputError
from cardgen.pipeline.executors.workers import Workers

ROOT = Path(__file__).parents[2]
forking = pytest.mark.skipif(not hasattr(os, "fork"), reason="one process only")

# Three processes leave their numbers in a folder, and what they remove once they are ended.
BUSY = """
import os, signal, sys, time
from pathlib import Path
from cardgen.pipeline.executors.workers import Workers

parent, folder = os.getpid(), Path(sys.argv[1])
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have it ignored

def work(thing):
    own = folder / str(os.getpid())
    try:
        own.with_suffix(".tmp").touch()
        own.touch()
        while os.getpid() != parent or len(list(folder.glob("*.tmp"))) < 3:
            time.sleep(0.01)
        if sys.argv[2] == "raise":
            raise KeyboardInterrupt("raised")
        while True:
            time.sleep(0.01)
    finally:
        own.with_suffix(".tmp").unlink()

if sys.argv[2] == "handle":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended"))
if sys.argv[3] == "beside":
    some = Workers(3)
    with some.run_beside(lambda: work(0)):
        some.map(work, range(4))
else:
    Workers(3).map(work, range(6))
"""


@pytest.mark.parametrize(("jobs", "count"), [(1, 9), (8, 1), (8, 0), (0, 9)])
def test_nothing_is_forked_for_one_process(jobs, count, monkeypatch):
    monkeypatch.setattr(os, "fork", lambda: pytest.fail("forked"), raising=False)
    monkeypatch.setattr(os, "pipe", lambda: pytest.fail("a pipe to nobody"))
    assert Workers(jobs).map(double, range(count)) == [2 * n for n in range(count)]


def double(thing):
    return 2 * thing


@pytest.mark.parametrize("most", [1, 60])
@pytest.mark.parametrize("jobs", [1, 2, 3])
@pytest.mark.parametrize("count", [0, 1, 7, 5000, 70_000])
@pytest.mark.parametrize("alike", [bool, str])
def test_results_are_in_order(most, jobs, count, alike):
    results = Workers(jobs).map(double, range(count), part_size=most, group_key=alike)
    assert results == [2 * thing for thing in range(count)]


@pytest.mark.parametrize("most", [1, 3])
@pytest.mark.parametrize("jobs", [1, 2])
def test_exceptions_come_back(most, jobs):
    def work(thing):
        if thing in (3, 8):
            raise LookupError(thing)
        return thing

    with pytest.raises(LookupError, match="3"):
        Workers(jobs).map(work, range(10), part_size=most)


@forking
def test_what_happens_to_a_child_is_reported(tmp_path):
    parent = os.getpid()

    def work(act):
        if os.getpid() != parent:
            (tmp_path / act.__name__).touch()
            act()
        wait_until((tmp_path / act.__name__).exists)

    with pytest.raises(OutputError, match="a worker process ended"):
        Workers(2).map(work, [end] * 4)
    with pytest.raises(LookupError) as caught:
        Workers(2).map(work, [fail] * 4)
    assert "in fail" in "".join(format_exception(caught.value))


def end():
    os._exit(3)


def fail():
    raise LookupError


@forking
def test_work_beside_is_done_once(tmp_path):
    def beside():
        with (tmp_path / "pids").open("a") as file:
            file.write(f"{os.getpid()} ")

    for count, is_here in [(4, False), (0, True)]:
        some = Workers(2)
        with some.run_beside(beside):
            assert some.map(double, range(count)) == [2 * n for n in range(count)]
        [pid] = (tmp_path / "pids").read_text().split()
        assert (int(pid) == os.getpid()) == is_here
        (tmp_path / "pids").unlink()


@forking
def test_a_slow_thing_does_not_hold_up_the_others(tmp_path):
    """While one process is busy with the first thing, the other does all the rest."""

    def work(thing):
        if thing == 0:
            wait_until(lambda: len(list(tmp_path.iterdir())) == 19)
            return thing
        (tmp_path / str(thing)).touch()
        return thing

    assert Workers(2).map(work, range(20)) == list(range(20))


@pytest.mark.parametrize("jobs", [1, 2])
def test_progress_goes_up_to_the_end(jobs):
    told = []
    Workers(jobs).map(double, range(50), tick=told.append)
    assert told == sorted(told)
    assert told[-1] == 50


def living(pid):
    """Whether a process does anything; nobody may have asked yet how a dead one ended."""
    stat = Path(f"/proc/{pid}/stat")
    try:
        os.kill(pid, 0)
        return not Path("/proc/self/stat").exists() or ") Z " not in stat.read_text()
    except OSError:
        return False


@forking
@pytest.mark.parametrize(
    ("how", "end"),
    [
        *((how, end) for how in ("share", "beside") for end in ("kill", "handle")),
        ("beside", "raise"),
    ],
)
def test_children_end_with_their_parent(tmp_path, how, end):
    parent = subprocess.Popen(
        [sys.executable, "-c", BUSY, tmp_path, end, how],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stderr=subprocess.PIPE,
    )
    wait_until(lambda: sum(path.suffix == "" for path in tmp_path.iterdir()) == 3)
    pids = [int(path.name) for path in tmp_path.iterdir() if path.suffix == ""]
    assert parent.pid in pids
    if end != "raise":
        parent.send_signal(signal.SIGKILL if end == "kill" else signal.SIGTERM)
    _, said = parent.communicate(timeout=patience())
    last = {"kill": "", "handle": "ended", "raise": "KeyboardInterrupt: raised"}[end]
    assert said.decode().strip().rpartition("\n")[2] == last
    wait_until(lambda: not any(map(living, pids)))
    left = {path.stem for path in tmp_path.glob("*.tmp")}
    assert left == ({str(parent.pid)} if end == "kill" else set())
