"""What was changed from the page, so that it can be taken back."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count

from msgspec import Struct, field

_STEPS = 200
_BYTES = 64 << 20


class Step(Struct, frozen=True):
    """One change of some files: their content before and after, by path."""

    id: int
    label: str
    files: Mapping[str, tuple[bytes, bytes]]

    def reversed(self) -> dict[str, tuple[bytes, bytes]]:
        """Return what takes the step back."""
        return {path: (after, before) for path, (before, after) in self.files.items()}


class Journal(Struct):
    """The steps of one game, for as long as the preview runs; old ones are forgotten."""

    done: list[Step] = []
    undone: list[Step] = []
    _numbers: count[int] = field(default_factory=lambda: count(1))

    def add(self, label: str, files: Mapping[str, tuple[bytes, bytes]]) -> Step:
        """Note a change; what was taken back before is gone for good."""
        step = Step(next(self._numbers), label, files)
        self.undone.clear()
        self.done.append(step)
        while len(self.done) > 1 and (len(self.done) > _STEPS or self._size() > _BYTES):
            del self.done[0]
        return step

    def _size(self) -> int:
        """Bytes that are held; what one step leaves the next one finds, so it counts once."""
        return sum(len(before) for step in self.done for before, _ in step.files.values())
