"""The workers of a Dask cluster: processes on other machines, with cardgen installed there.

This is the only module that imports Dask. Each parcel is a Dask task: a worker that needs it gets
it once, from another worker or the scheduler. If a worker is lost, other workers repeat its units
and make its parcels again.
"""

import gc
import logging
import pickle
import re
import threading
import warnings
import zlib
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any

from cardgen.core.diagnostics import OutputError
from cardgen.core.fingerprint import digest_bytes
from cardgen.pipeline import problems
from cardgen.pipeline.executors.units import Pool, WorkUnit
from cardgen.pipeline.inputs import program_digest

_ADDRESS = re.compile(r"dask://(\[[0-9A-Fa-f:]+\]|[\w.-]+):(\d{1,5})")
_PATIENCE = 10  # s to wait for the scheduler's answer, and then for its first worker
_AHEAD = 2  # units a thread: the current one and the next
_QUICK = 1  # of zlib: a sixth of the bytes of Frames, for 5 ms a megabyte


class ClusterPool(Pool):
    """The present workers of the scheduler at ``address``, dask://HOST:PORT.

    Raises OutputError if Dask is not installed, if no scheduler answers, or if a worker has another
    version of cardgen.
    """

    helps = False
    sees_disk = False

    def __init__(self, address: str) -> None:
        match = _ADDRESS.fullmatch(address)
        if match is None:
            raise OutputError(problems.bad_executor(None, address))
        try:
            import distributed
        except ImportError:
            raise OutputError(problems.no_dask(None)) from None
        self._parcels: dict[str, Any] = {}
        # Users see diagnostics; Dask would also log tracebacks.
        self._logged = logging.root.manager.disable
        logging.disable(logging.CRITICAL)
        host, port = match.groups()
        self._client: Any = None
        try:
            connect: Any = distributed.Client
            self._client = connect(f"tcp://{host}:{port}", timeout=_PATIENCE, set_as_default=False)
            self._client.wait_for_workers(1, timeout=_PATIENCE)
            self._executor = self._client.get_executor(pure=False)
            self._refuse_others(address)
        except BaseException as error:
            self.close()
            if isinstance(error, OSError):  # a TimeoutError is one
                raise OutputError(problems.no_cluster(None, address, str(error))) from None
            raise

    def _refuse_others(self, address: str) -> None:
        """Raise OutputError if a worker lacks cardgen, or has another version of it."""
        with self._losses():
            digests = self._client.run(_program, on_error="return")
        foreign = sorted(worker for worker, digest in digests.items() if digest != program_digest())
        if foreign:
            raise OutputError(problems.foreign_workers(None, address, foreign[0]))

    def capacity(self) -> int:
        """Return a number of units somewhat above the present number of threads."""
        with self._losses():
            threads: dict[str, int] = self._client.nthreads()
        return max(1, _AHEAD * sum(threads.values()))

    def ship(self, data: bytes) -> str:
        """Submit a task whose result is the parcel; Dask repeats the task if the result is lost."""
        name = digest_bytes(data)
        if name not in self._parcels:
            with self._losses(), warnings.catch_warnings():
                warnings.filterwarnings("ignore", "Sending large graph")
                self._parcels[name] = self._client.submit(
                    zlib.decompress, zlib.compress(data, _QUICK), key=f"cardgen-{name}"
                )
        return name

    def submit(self, unit: WorkUnit) -> Future[bytes]:
        """Hand a unit to a worker."""
        parcels = [self._parcels[name] for name in unit.needs]
        future: Future[bytes]
        with self._losses():
            future = self._executor.submit(_run, pickle.dumps(unit), unit.needs, parcels)
        return future

    def result(self, future: Future[bytes]) -> Any:
        """Wait for the result of a unit; raises OutputError if the cluster was lost."""
        with self._losses():
            return pickle.loads(zlib.decompress(future.result()))

    @contextmanager
    def _losses(self) -> Iterator[None]:
        """Raise OutputError for an exception of Dask or of the network in the block."""
        try:
            yield
        except Exception as error:
            is_of_dask = type(error).__module__.startswith(("distributed.", "concurrent."))
            if is_of_dask or isinstance(error, OSError):
                raise OutputError(problems.cluster_lost(None, str(error))) from error
            raise

    def close(self) -> None:
        """Disconnect from the cluster, which drops unfinished units."""
        try:
            if self._client is not None:
                self._client.close()
        finally:
            logging.disable(self._logged)


def _program() -> str:
    return program_digest()


_one_at_a_time = threading.Lock()
"""The lock for units: a worker may have several threads, but a game is for one thread."""


def _run(packed: bytes, names: Sequence[str], parcels: Sequence[bytes]) -> bytes:
    unit: WorkUnit = pickle.loads(packed)
    with _one_at_a_time:
        gc.disable()  # as in a build: almost everything lives until the end
        try:
            result = unit.run(dict(zip(names, parcels, strict=True)))
            return zlib.compress(pickle.dumps(result), _QUICK)
        finally:
            gc.enable()
