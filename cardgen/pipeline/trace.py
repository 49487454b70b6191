"""Where the time of a build goes: with ``CARDGEN_TRACE=FILE`` each stage appends a JSON line."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager

VARIABLE = "CARDGEN_TRACE"


@contextmanager
def stage(name: str) -> Iterator[None]:
    """Measure a stage of the build; costs nothing when nobody asked."""
    file = os.environ.get(VARIABLE)
    if not file:
        yield
        return
    begin = time.perf_counter()
    try:
        yield
    finally:
        line = json.dumps({"stage": name, "seconds": time.perf_counter() - begin})
        with open(file, "a", encoding="utf-8") as out:
            out.write(line + "\n")
