"""An artifact is one file of a product: where it goes, what it is made of, how to make it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Artifact:
    """A file that a build can write.

    ``path`` is posix and relative to the game's output folder. ``key`` is a digest over
    everything that the file shows: as long as it is the same and the file is intact, ``make``
    is not called. Two artifacts are equal if path, kind and key are.
    """

    path: str
    kind: str
    key: str
    make: Callable[[], bytes] = field(compare=False, repr=False)
