"""Commands that go on until somebody ends them, and children of those that are ended."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from patience import patience
from workshops import skip_if_ignored

import cardgen

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise")

ENDINGS = {
    "SIGINT": (130, "cardgen: interrupted; no file is left half-written\n"),
    "SIGTERM": (143, "cardgen: ended by SIGTERM; no file is left half-written\n"),
    "SIGHUP": (129, "cardgen: ended by SIGHUP; no file is left half-written\n"),
}
CHILDREN = """
import os, signal, sys, types
from cardgen.pipeline.executors.workers import Workers
def work(thing):
    os.write(1, b"%d\\n" % os.getpid())  # a line at once: others write to this pipe, too
    signal.pause()
def check(*_, **__):
    Workers(3).map(work, range(6))
sys.modules["cardgen.pipeline.build"] = types.SimpleNamespace(check=check)
sys.argv = ["cardgen", "check"]
from cardgen.__main__ import main; main()
"""


@contextmanager
def started(where: Path, *command: str) -> Iterator[subprocess.Popen[str]]:
    env = {**os.environ, "PYTHONPATH": str(Path(cardgen.__file__).parents[1])}
    with subprocess.Popen(
        [sys.executable, *command],
        cwd=where,
        env=env | {"PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


WATCH = ("build --watch --product sheets --jobs 1", "watching ")
PREVIEW = ("preview", "press Ctrl-C to stop")


@pytest.mark.parametrize(
    ("command", "sign", "name"),
    [
        (*WATCH, "SIGINT"),
        (*PREVIEW, "SIGTERM"),
        pytest.param(*WATCH, "SIGTERM", marks=pytest.mark.broad),
        pytest.param(*WATCH, "SIGHUP", marks=pytest.mark.broad),
        pytest.param(*PREVIEW, "SIGINT", marks=pytest.mark.broad),
        pytest.param(*PREVIEW, "SIGHUP", marks=pytest.mark.broad),
    ],
)
def test_what_goes_on_until_it_is_ended_says_so(workshop, command, sign, name):
    skip_if_ignored(name)
    with started(workshop.root, "-m", "cardgen", *command.split()) as process:
        assert process.stderr is not None
        while sign not in process.stderr.readline():
            assert process.poll() is None
        process.send_signal(signal.Signals[name])
        _, said = process.communicate(timeout=patience())
    assert (process.returncode, said) == ENDINGS[name]


@pytest.mark.skipif(not hasattr(os, "fork") or sys.platform == "darwin", reason="nothing forks")
@pytest.mark.parametrize(
    "name",
    [
        "SIGHUP",
        pytest.param("SIGINT", marks=pytest.mark.broad),
        pytest.param("SIGTERM", marks=pytest.mark.broad),
    ],
)
def test_children_end_with_the_command(project, name):
    skip_if_ignored(name)
    with started(project, "-c", CHILDREN) as process:
        assert process.stdout is not None
        workers = [int(process.stdout.readline()) for _ in range(3)]  # now all are at work
        process.send_signal(signal.Signals[name])
        _, said = process.communicate(timeout=patience())
    assert (process.returncode, said) == ENDINGS[name]
    for worker in workers:
        with pytest.raises(ProcessLookupError):
            os.kill(worker, 0)


def test_an_ignored_signal_stays_ignored(project):
    code = (
        "import os, signal, sys, types\n"
        "signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"  # as nohup does
        "def check(*_, **__): os.kill(os.getpid(), signal.SIGHUP); return ()\n"
        "sys.modules['cardgen.pipeline.build'] = types.SimpleNamespace(check=check)\n"
        "sys.argv = ['cardgen', 'check']\n"
        "from cardgen.__main__ import main; main()"
    )
    with started(project, "-c", code) as process:
        _, said = process.communicate(timeout=patience())
    assert (process.returncode, said) == (0, "no errors\n")
