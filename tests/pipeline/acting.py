"""What started processes do in tests: little, so that they start fast."""

import os
import threading
from pathlib import Path

from cardgen.pipeline.executors.units import ProjectChangedError


def act(action, things, parcels):
    """Do one of a few things."""
    if action == "exit":
        os._exit(3)
    if action == "fail":
        raise LookupError("failed")
    if action == "changed":
        raise ProjectChangedError
    if action == "read":
        return [parcels[name] for name in things]
    return [(os.getpid(), thing) for thing in things]


def wait_for_end(folder, parcels):
    """Leave the number of this process in a folder, and wait until somebody ends it."""
    Path(folder, str(os.getpid())).touch()
    threading.Event().wait()
