"""The diagnostics about output files, worker processes and clusters."""

from cardgen.core.diagnostics import Severity
from cardgen.core.problems import Wording, problem

_CAUSES = "make the folder writable, free some space, or close what has the file open"


@problem("CG790")
def cannot_write(path: str, reason: str, can_change_output: bool = True) -> Wording:
    """A result cannot be written.

    The folder may be read-only, the disk may be full, or another program may have locked the file.
    The old file is unchanged. Remove the cause, or choose another output folder::

        cardgen build --output /somewhere/else
    """
    elsewhere_hint = ", or choose another folder with `--output DIR`" if can_change_output else ""
    return Wording(f"cannot write `{path}`: {reason}", hints=f"{_CAUSES}{elsewhere_hint}")


@problem("CG759", hint="move the file away to keep it, or replace it with `--force`")
def not_replaced(path: str, since: str) -> str:
    """A command would replace a file that you have changed, or that cardgen has not written.

    The file may contain your work, so cardgen has written no file. To keep it, move it away.
    """
    return f"`{path}` {since}, so it is not replaced"


@problem("CG794", hint="remove the link and build again")
def through_link(path: str) -> str:
    """A folder in the output folder is a link to another folder.

    ``output/`` itself may be a link, but the folders in it may not: with such a link, a game from a
    stranger could make a build write or remove files anywhere. Remove the link; the next build
    makes a folder in its place.
    """
    return f"`{path}` leads through a link out of the output folder"


@problem("CG782", hint="memory may have run out: close other programs, or build with `--jobs 1`")
def worker_lost() -> str:
    """A worker process of a build was ended from outside.

    Usually the system ended it because memory ran out. Finished files are complete. Build again
    with fewer processes::

        cardgen build --jobs 1
    """
    return "a worker process ended before its work was done"


@problem("CG783", hint="install cardgen again, with the extra `[cluster]`")
def no_dask() -> str:
    """`--executor` needs the Python library Dask, which is not installed.

    It is part of the extra ``cluster``. Install cardgen with this extra on this machine and on
    every worker. For a checkout in the folder ``cardgen``::

        pip install "./cardgen[cluster]"
    """
    return "`--executor` needs the library `distributed`, which is not installed"


@problem("CG784", hint="write `dask://HOST:PORT`, for example `dask://localhost:8786`")
def bad_executor(address: str) -> str:
    """The value of `--executor` is not the address of a Dask scheduler.

    A scheduler prints its address when it starts, as `tcp://HOST:PORT`. The default port is 8786.
    """
    return f"`{address}` is not a cluster address"


@problem("CG785")
def no_cluster(address: str, reason: str) -> Wording:
    """No Dask scheduler answers at the address, or it has no workers.

    Start a scheduler and workers before the build::

        dask scheduler --port 8786
        dask worker HOST:8786 --nthreads 1 --nworkers 8
    """
    return Wording(
        f"no cluster answers at `{address}`",
        notes=(reason,) if reason else (),
        hints="start `dask scheduler` there, and at least one `dask worker`",
    )


@problem("CG786", hint='install the same version of `"cardgen[cluster]"` there, and restart it')
def foreign_workers(address: str, worker: str) -> str:
    """A worker of the cluster lacks cardgen, or has another version or other fonts.

    All machines must draw the same pictures, so cardgen does not use this cluster. Install the same
    version of cardgen on each worker, and restart the workers.
    """
    return f"the worker `{worker}` of `{address}` does not have this version of cardgen"


@problem("CG787")
def cluster_lost(reason: str) -> Wording:
    """The connection to the scheduler was lost, or the same work has ended several workers.

    If a single worker is lost, the others repeat its work. Finished files are complete, so the next
    build continues from there. If the workers ran out of memory, start them with one thread each:
    `--nthreads 1`.
    """
    return Wording(
        "the cluster stopped working",
        notes=(reason.splitlines()[0],) if reason else (),
        hints="look at the output of the scheduler, and build again",
    )


@problem("CG788", Severity.WARNING, hint="correct the listed ones, and build again")
def more_findings(number: int) -> str:
    """A series has too many errors and warnings to list all of them.

    Correct the listed ones and build again: then the next ones are listed.
    """
    return f"{number} more errors and warnings in series are not listed"
