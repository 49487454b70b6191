"""Measures the stages of a build: with ``CARDGEN_TRACE=FILE`` each stage appends a JSON line."""

import json
import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TypeVar

VARIABLE = "CARDGEN_TRACE"

In = TypeVar("In")
Out = TypeVar("Out")


@contextmanager
def stage(name: str) -> Iterator[None]:
    """Measure the time of a stage, if ``CARDGEN_TRACE`` is set."""
    if not os.environ.get(VARIABLE):
        yield
        return
    begin = time.perf_counter()
    try:
        yield
    finally:
        _append({"stage": name, "seconds": time.perf_counter() - begin})


@contextmanager
def measure_calls(function: Callable[[In], Out]) -> Iterator[Callable[[In], Out]]:
    """Measure the CPU time of all calls of a function in this process, and of the longest call.

    The longest call limits the time of a stage, even with many processes.
    """
    if not os.environ.get(VARIABLE):
        yield function
        return
    seconds = [0.0]

    def measure_call(item: In) -> Out:
        begin = time.process_time()
        try:
            return function(item)
        finally:
            seconds.append(time.process_time() - begin)

    try:
        yield measure_call
    finally:
        _append({"units": sum(seconds), "longest": max(seconds)})


def _append(entry: Mapping[str, str | float]) -> None:
    with open(os.environ[VARIABLE], "a", encoding="utf-8") as file:
        file.write(json.dumps(entry) + "\n")
