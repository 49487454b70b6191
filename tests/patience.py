"""How long tests wait for other processes, threads and pages: only a hang takes longer.

A test waits for a state, and needs no deadline of its own. Where a library insists on one, it comes
from here. It grows with the number of pytest's workers and with the load of the machine.
``CARDGEN_PATIENCE=5`` makes a wait that will fail anyway short, while one works on a test.
"""

import os
import time
from collections.abc import Callable

SECONDS = 300.0
"""What a quiet machine gets: it needs a few seconds for anything that a test waits for."""
WORKERS = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", 1))


def patience() -> float:
    """Return the seconds to wait on this machine, with the load that it has now."""
    if seconds := os.environ.get("CARDGEN_PATIENCE"):
        return float(seconds)
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    return SECONDS * max(1.0, max(load, WORKERS) / (os.cpu_count() or 1))


def wait_until(is_reached: Callable[[], object]) -> None:
    """Wait for a state; fail where it is not reached."""
    end = time.monotonic() + patience()
    while not is_reached():
        assert time.monotonic() < end, "the state that the test waits for was not reached"
        time.sleep(0.01)
