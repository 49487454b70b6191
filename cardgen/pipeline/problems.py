"""The wording of everything that can go wrong with files that cardgen writes."""

from __future__ import annotations

from cardgen.core.diagnostics import Severity
from cardgen.core.problems import Wording, problem

_CAUSES = "make the folder writable, free some space, or close what has the file open"


@problem("CG790")
def cannot_write(path: str, reason: str, elsewhere: bool = True) -> Wording:
    """A result cannot be written.

    The folder may be read-only, the disk full, or the file open in a program that locks
    it. Whatever stood there before is untouched. Mend the cause, or write elsewhere::

        cardgen build --output /somewhere/else
    """
    elsewhere_hint = ", or write elsewhere with `--output DIR`" if elsewhere else ""
    return Wording(f"cannot write `{path}`: {reason}", hints=f"{_CAUSES}{elsewhere_hint}")


@problem("CG759", hint="move it away, or replace it with `--force`")
def not_replaced(path: str, since: str) -> str:
    """A file is in the way that was changed here, or that cardgen has not written.

    It may be somebody's work, so nothing was written. Move it away to keep it.
    """
    return f"`{path}` {since}, so it is not replaced"


@problem("CG794", hint="remove the link and build again")
def through_link(path: str) -> str:
    """A folder in which cardgen writes is a link to some other place.

    ``output/`` itself may be a link; the folders in it may not. Otherwise a game from a
    stranger could make a build write, or remove, files anywhere. Remove the link; the next
    build makes a folder in its place.
    """
    return f"`{path}` leads through a link out of the output folder"


@problem("CG782", hint="memory may have run out: close other programs, or build with `--jobs 1`")
def worker_lost() -> str:
    """A process that worked for a build was ended from outside.

    Mostly the system ended it because memory ran out. Files that were finished are kept. Build
    again with fewer processes at once::

        cardgen build --jobs 1
    """
    return "a worker process ended before its work was done"


@problem("CG783", hint="install cardgen again with `[cluster]` after its place")
def no_dask() -> str:
    """`--executor` names a cluster, and what speaks to it is not installed.

    It comes with an extra, which is wanted on this machine and on every worker. For a checkout
    in the folder ``cardgen``::

        pip install "./cardgen[cluster]"
    """
    return "`--executor` needs the library `distributed`, which is not installed"


@problem("CG784", hint="write `dask://HOST:PORT`, for example `dask://localhost:8786`")
def bad_executor(address: str) -> str:
    """`--executor` is no address of a Dask scheduler.

    A scheduler prints its own when it starts, as `tcp://HOST:PORT`. The port is 8786 if nobody
    has chosen another.
    """
    return f"`{address}` is no address of a cluster"


@problem("CG785")
def no_cluster(address: str, reason: str) -> Wording:
    """No Dask scheduler answers at the address, or it has no worker.

    Start one, and workers, before the build::

        dask scheduler --port 8786
        dask worker HOST:8786 --nthreads 1 --nworkers 8
    """
    return Wording(
        f"there is no cluster at work at `{address}`",
        notes=(reason,) if reason else (),
        hints="start `dask scheduler` there, and at least one `dask worker`",
    )


@problem("CG786", hint='install the same `"cardgen[cluster]"` there, and start it anew')
def foreign_workers(address: str, worker: str) -> str:
    """A worker of the cluster lacks cardgen, or has another version or other fonts.

    All machines must draw alike, so nothing is sent to such a cluster. Install the same version
    of cardgen on each worker, and start the workers anew.
    """
    return f"the worker `{worker}` of `{address}` does not have this version of cardgen"


@problem("CG787")
def cluster_lost(reason: str) -> Wording:
    """The scheduler was lost, or the same work has ended one worker after the other.

    A worker that is lost costs its work alone: the others do it. Files that were finished are
    kept, so the next build goes on where this one ended. If memory is what workers ran out of,
    give each one thread: `--nthreads 1`.
    """
    return Wording(
        "the cluster gave up its work",
        notes=(reason.splitlines()[0],) if reason else (),
        hints="look at what the scheduler printed, and build again",
    )


@problem("CG788", Severity.WARNING, hint="mend the others first")
def more_findings(number: int) -> str:
    """A series has more findings than are worth a line each.

    The first ones are listed. Mend these and build again: the next ones will show then.
    """
    return f"{number} more findings in series are not listed"
