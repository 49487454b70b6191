"""Processes that are started afresh make the same files, and end as they should."""

import os
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from acting import act
from patience import patience, wait_until
from test_build_workers import living
from workshops import HOSTED, SMALL, contents

from cardgen.core.diagnostics import OutputError
from cardgen.pipeline.build import BuildRequest, check
from cardgen.pipeline.executors import processes, workers
from cardgen.pipeline.executors.processes import SpawnPool
from cardgen.pipeline.executors.units import ProjectChangedError, Remote, WorkUnit
from cardgen.pipeline.executors.workers import Workers, workers_for

ROOT = Path(__file__).parents[2]
ALIKE = {**HOSTED, **SMALL}


def work_of(unit):
    """Name what a unit does with a game."""
    work = unit.arguments[1] if unit.function.__name__ == "_with_game" else unit.function
    return str(work.__name__)


@pytest.fixture
def spawned(monkeypatch):
    """Start processes at once, also where the system can fork."""
    monkeypatch.setenv(workers.VARIABLE, "spawn")
    monkeypatch.setattr(workers, "START_COST", 0.0)


@pytest.fixture
def counted(note):
    """The units that are handed to a pool."""
    return note(SpawnPool, "submit", lambda pool, unit: unit)


@pytest.mark.usefixtures("spawned")
def test_started_processes_make_the_same_bytes_also_after_an_edit(workshop, tmp_path, counted):
    alone = workshop.build(output=tmp_path / "alone", **ALIKE)
    assert not counted
    shared = workshop.build(jobs=2, output=tmp_path / "shared", **ALIKE)
    assert {work_of(unit) for unit in counted} == {"_lay_out", "_make_file"}
    assert [game.status for game in (*alone.games, *shared.games)] == ["built", "built"]
    assert list(alone.diagnostics) == list(shared.diagnostics)
    assert files_of(tmp_path / "alone") == files_of(tmp_path / "shared")
    workshop.edit("card_data/game/decks/heroes.yaml", "title: Bert", "title: Berta")
    workshop.build(output=tmp_path / "alone", force=True, **ALIKE)
    workshop.build(jobs=2, output=tmp_path / "shared", **ALIKE)
    assert files_of(tmp_path / "alone") == files_of(tmp_path / "shared")


def files_of(output):
    assert not list(output.glob(".cardgen/.cardgen-*"))
    files = contents(output)
    return {name: files[name] for name in files if not name.startswith(".cardgen/")}


@pytest.mark.usefixtures("spawned")
def test_faults_come_back_as_they_are_found_here(workshop):
    workshop.edit("templates/game/card.xml.j2", "card.text", "card.text or nothing")
    alone, shared = ([str(fault) for fault in check(workshop.root, jobs=jobs)] for jobs in (1, 2))
    assert alone == shared
    assert alone


def test_nothing_is_spawned_that_does_not_pay(workshop, monkeypatch):
    monkeypatch.setenv(workers.VARIABLE, "spawn")
    monkeypatch.setattr(processes, "SpawnPool", lambda *_: pytest.fail("started"))
    assert workshop.build(jobs=2, **ALIKE).games[0].status == "built"


def acting(how):
    return Remote(lambda things, pool: WorkUnit(act, (how, tuple(things))))


def started(folder):
    return Workers(start=lambda: SpawnPool(1, folder))


def here(thing):
    return os.getpid(), thing


def test_both_processes_work_and_results_are_in_order(tmp_path):
    told = []
    with closing(started(tmp_path)) as some:
        done = some.map(here, range(40), acting("tell"), told.append)
    assert [thing for _, thing in done] == list(range(40))
    assert len({process for process, _ in done}) == 2
    assert told == sorted(told)
    assert told[-1] == 40


@pytest.mark.parametrize(
    ("how", "error", "said"),
    [("exit", OutputError, "a worker process ended"), ("fail", LookupError, "failed")],
)
def test_a_lost_process_and_an_exception_are_told(tmp_path, how, error, said):
    with closing(started(tmp_path)) as some, pytest.raises(error, match=said):
        some.map(here, range(40), acting(how))


def test_what_was_changed_meanwhile_is_done_here(tmp_path):
    with closing(started(tmp_path)) as some:
        done = some.map(here, range(40), acting("changed"), part_size=3)
    assert done == [(os.getpid(), thing) for thing in range(40)]


def test_a_parcel_that_cannot_be_written_is_told(tmp_path):
    (tmp_path / "file").write_text("no folder")
    with (
        closing(SpawnPool(1, tmp_path / "file")) as pool,
        pytest.raises(OutputError, match="cannot write `file/"),
    ):
        pool.ship(b"frames")


def test_a_parcel_is_what_was_shipped(tmp_path):
    with closing(SpawnPool(1, tmp_path)) as pool:
        name = pool.ship(b"frames")
        assert pool.ship(b"frames") == name
        [file] = tmp_path.iterdir()
        future = pool.submit(WorkUnit(act, ("read", (name,)), (name,)))
        assert pool.result(future) == [b"frames"]
        file.write_bytes(b"others")
        with pytest.raises(ProjectChangedError):
            pool.result(pool.submit(WorkUnit(act, ("read", (name,)), (name,))))
    assert not list(tmp_path.iterdir())


def test_another_state_of_the_project_is_refused(workshop):
    from cardgen.pipeline.game_ref import GameRef

    with pytest.raises(ProjectChangedError):
        GameRef(BuildRequest(workshop.root), "game", "another").open_request({})


WAITING = """
import os, signal, sys, threading
from contextlib import closing
from pathlib import Path
from cardgen.pipeline.executors import workers
from cardgen.pipeline.executors.processes import SpawnPool
from cardgen.pipeline.executors.units import Remote, WorkUnit
from acting import wait_for_end

folder = Path(sys.argv[1])
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have it ignored

def build(*_, **__):
    with closing(workers.Workers(start=lambda: SpawnPool(2, folder))) as some:
        (folder / str(os.getpid())).touch()
        some.map(
            lambda thing: threading.Event().wait(),
            range(9),
            Remote(lambda things, pool: WorkUnit(wait_for_end, (str(folder),))),
        )

import types
sys.modules["cardgen.pipeline.build"] = types.SimpleNamespace(check=build)
sys.argv = ["cardgen", "check"]
from cardgen.__main__ import main; main()
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="sends signals to a group of processes")
@pytest.mark.parametrize(
    "name", ["SIGINT", pytest.param("SIGTERM", marks=pytest.mark.broad), "SIGKILL"]
)
def test_processes_end_with_their_parent(tmp_path, name):
    (tmp_path / "card_data").mkdir()
    parent = subprocess.Popen(
        [sys.executable, "-c", WAITING, tmp_path],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT}/tests:{ROOT}/tests/pipeline"},
        stderr=subprocess.PIPE,
        start_new_session=True,
    )

    def pids():
        return [int(path.name) for path in tmp_path.iterdir() if path.name.isdigit()]

    wait_until(lambda: len(pids()) == 3)
    if name == "SIGINT":  # Ctrl-C goes to all
        os.killpg(parent.pid, signal.SIGINT)
    else:
        parent.send_signal(signal.Signals[name])
    _, said = parent.communicate(timeout=patience())
    words = {"SIGINT": "interrupted", "SIGTERM": "ended by SIGTERM"}.get(name)
    if words:  # when the parent is killed, Python itself removes its semaphores, and says so
        assert said.decode() == f"cardgen: {words}; no file is left half-written\n"
    assert b"Traceback" not in said
    wait_until(lambda: not any(map(living, pids())))


def test_one_job_is_one_process(tmp_path, monkeypatch):
    monkeypatch.setenv(workers.VARIABLE, "spawn")
    some = workers_for("", 1, tmp_path)
    assert some.map(here, range(3)) == [(os.getpid(), n) for n in range(3)]


def test_a_script_that_builds_is_not_run_again(workshop):
    code = (
        "from pathlib import Path; from cardgen.pipeline.executors import workers;"
        "from cardgen.pipeline.build import *; from cardgen.products.options import *;"
        "workers.START_COST = 0.0; print('here');"
        "print(build(BuildRequest(Path('.'), (), PrintOptions(('sheets',)), jobs=2)).made)"
    )
    script = workshop.root / "script.py"
    script.write_text(code)
    done = subprocess.run(
        [sys.executable, script],
        cwd=workshop.root,
        env={**os.environ, "PYTHONPATH": str(ROOT), workers.VARIABLE: "spawn"},
        capture_output=True,
        text=True,
    )
    assert done.stdout == "here\n4\n", done.stderr
