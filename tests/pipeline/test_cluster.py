"""A Dask cluster of real processes makes the files of a build without one."""

import logging
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest
from patience import patience, wait_until
from test_continued import FACE, go_on
from test_spawned import work_of
from workshops import HOSTED, SMALL, contents, write_deck

from cardgen.core.diagnostics import OutputError
from cardgen.pipeline.executors import cluster as seam
from cardgen.pipeline.executors.cluster import ClusterPool
from cardgen.pipeline.game_ref import pack_files

ROOT = Path(__file__).parents[2]
GAME = "card_data/game/game.yaml"
TABLE = "card_data/game/names.csv"
ALIKE = {**HOSTED, **SMALL}
NO_DASK = "the extra `cluster` is not installed"


def start(folder, what, *options):
    file = str(folder / "scheduler.json")
    program = [sys.executable, "-m", "dask", what, "--scheduler-file", file, "--no-dashboard"]
    with (folder / f"{what}.log").open("ab") as log:
        return subprocess.Popen(
            [*program, *options],
            stdout=log,
            stderr=log,
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )


class Cluster:
    """A scheduler and workers without a nanny, so that what is killed stays dead."""

    def __init__(self, folder):
        self.folder = folder
        self.scheduler = start(folder, "scheduler", "--host", "127.0.0.1", "--port", "0")
        self.workers = []
        self.add()

    def add(self):
        options = ("--nthreads", "1", "--no-nanny", "--local-directory", str(self.folder))
        self.workers.append(start(self.folder, "worker", *options))

    @property
    def address(self):
        file = self.folder / "scheduler.json"
        pattern = r"tcp://([\d.]+:\d+)"
        wait_until(lambda: file.exists() and re.search(pattern, file.read_text()))
        return f"dask://{re.search(pattern, file.read_text())[1]}"

    def close(self):
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    pytest.importorskip("distributed", reason=NO_DASK)
    patch = pytest.MonkeyPatch()
    patch.setattr(seam, "_PATIENCE", patience())
    cluster = Cluster(tmp_path_factory.mktemp("cluster"))
    yield cluster
    cluster.close()
    patch.undo()


def far(workshop, address, **options):
    output = workshop.root / "far"
    return workshop.build(output=output, executor=address, **ALIKE, **options)


def equal(workshop):
    workshop.build(**ALIKE)
    files = workshop.files()
    return len(files) > 5 and contents(workshop.root / "far/game") == files


def refused(workshop, address):
    report = workshop.build(executor=address)
    [found] = report.diagnostics
    assert not report.games
    return f"{found.code} {found.message} {' '.join(found.hints)}"


@pytest.mark.parametrize("address", ["localhost:8786", "dask://", "dask://a:b", "ray://a:1"])
def test_a_bad_address_is_refused(workshop, address):
    assert refused(workshop, address).startswith(f"CG784 `{address}` is not a cluster address")


def test_the_extra_is_asked_for(workshop, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    said = refused(workshop, "dask://localhost:8786")
    assert said.startswith("CG783")
    assert "with the extra `[cluster]`" in said


@pytest.mark.cluster
def test_nobody_answers(workshop, monkeypatch):
    pytest.importorskip("distributed", reason=NO_DASK)
    monkeypatch.setattr(seam, "_PATIENCE", 0.5)
    said = refused(workshop, "dask://127.0.0.1:9")
    assert said.startswith("CG785 no cluster answers at `dask://127.0.0.1:9`")


@pytest.mark.cluster
def test_a_cluster_without_workers_is_let_go(monkeypatch):
    distributed = pytest.importorskip("distributed", reason=NO_DASK)
    client = Mock()
    client.wait_for_workers.side_effect = TimeoutError("only 0/1 workers")
    monkeypatch.setattr(distributed, "Client", lambda *given, **options: client)
    before = logging.root.manager.disable
    with pytest.raises(OutputError, match="no cluster answers"):
        ClusterPool("dask://localhost:8786")
    client.close.assert_called_once_with()
    assert logging.root.manager.disable == before


def test_a_file_that_cannot_be_sent_is_told(workshop, monkeypatch):
    refused = Mock(side_effect=PermissionError(13, "Permission denied"))
    monkeypatch.setattr(Path, "read_bytes", refused)
    with pytest.raises(OutputError, match="the file cannot be read: permission denied"):
        pack_files(workshop.root, "game", {})


@pytest.mark.slow
def test_another_version_is_refused(workshop, cluster, monkeypatch):
    monkeypatch.setattr(seam, "program_digest", lambda: "another")
    assert refused(workshop, cluster.address).startswith("CG786")


@pytest.mark.slow
def test_a_game_and_a_series(workshop, cluster, note):
    """What was made near and far is the same, also by workers that come and go."""
    address = cluster.address
    workshop.edit(
        GAME, "components:", "components:\n  names: {kind: deck, size: poker, back: none,"
    )
    workshop.edit(GAME, "back: none,", "back: none, series: {rows: names.csv, volume: 2}}")
    rows = [f"name-{n},Name {n},Text {n}" for n in range(20)]
    (workshop.root / TABLE).write_text("\n".join(["id,title,text", *rows, ""]))

    def submitted(_, unit):
        work = work_of(unit)
        if [*units, work].count("_volumes") == 2:  # one worker goes, with all that it holds
            cluster.workers[0].send_signal(signal.SIGKILL)
            cluster.add()
        return work

    units = note(ClusterPool, "submit", submitted)
    report = far(workshop, address)
    assert [game.status for game in report.games] == ["built"]
    assert set(units) == {"_lay_out", "_make_file", "_volumes"}
    assert cluster.workers[0].wait() == -signal.SIGKILL
    assert equal(workshop)

    workshop.edit(TABLE, "Text 15", "{rule:text}")
    found = [one for one in far(workshop, address).diagnostics if "names.csv" in str(one.location)]
    assert [str(one.location) for one in found] == [f"{TABLE}:17:17"]


@pytest.mark.slow
@pytest.mark.broad
def test_texts_of_one_size_and_texts_that_go_on_are_the_same_there(workshop, cluster):
    go_on(workshop, "more", f'{FACE} fit-group="game/rules"')
    for most in (40, 10):
        write_deck(workshop.root, "heroes", {f"c{n}": "some words " * n for n in range(1, most)})
        assert not far(workshop, cluster.address).diagnostics.has_errors
        assert equal(workshop)


@pytest.mark.slow
def test_a_scheduler_that_is_lost_is_told(workshop, cluster):
    """This test comes last, since it kills the cluster that all tests share."""
    code = (
        "import sys; from cardgen.pipeline.executors import cluster;"
        "cluster._PATIENCE = float(sys.argv.pop(1)); Pool = cluster.ClusterPool;"
        "submit = Pool.submit; Pool.submit = lambda *a: (submit(*a), print(flush=True))[0];"
        "from cardgen.__main__ import main; main()"
    )
    options = (str(patience()), "build", "--executor", cluster.address)
    build = subprocess.Popen(
        [sys.executable, "-c", code, *options],
        cwd=workshop.root,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        build.stdout.readline()
        for process in (*cluster.workers, cluster.scheduler):
            process.kill()
        _, messages = build.communicate(timeout=patience())
    finally:
        build.kill()
    assert build.returncode == 1, messages.decode()
    assert messages.startswith(b"error[CG787]: the cluster stopped working"), messages.decode()
