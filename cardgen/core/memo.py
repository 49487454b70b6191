"""Answers that are asked for again and again."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Memo(dict[K, V]):
    """Values by what they are computed from, as quick to ask as a dict is.

    All are forgotten once there are ``limit``.
    """

    def __init__(self, compute: Callable[[K], V], limit: int = 50_000) -> None:
        super().__init__()
        self._compute = compute
        self._limit = limit

    def __missing__(self, key: K) -> V:
        if len(self) >= self._limit:
            self.clear()
        value = self[key] = self._compute(key)
        return value
