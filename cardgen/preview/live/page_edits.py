"""The last edit of each side and page, and the changes of the last saves."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from threading import Lock
from typing import Any

from msgspec import Struct, to_builtins

from cardgen.core.geometry import Insets, Size
from cardgen.frame import Frame
from cardgen.pipeline.results import SideResult


class PastPicture(Struct, frozen=True):
    """The fingerprint and measures of an earlier Frame; a `DiskCache` has the Frame itself."""

    fingerprint: str
    size: Size
    bleed: Insets


class PageEdit(Struct, frozen=True):
    """The number of the last edit that changed a side or page, or 0.

    ``before`` is the picture before that edit.
    """

    number: int = 0
    before: PastPicture | None = None


_UNCHANGED = PageEdit()


class PageEdits:
    """The last edit of each side and page."""

    def __init__(self) -> None:
        self._edits: dict[str, PageEdit] = {}
        self._added: set[str] = set()

    def __getitem__(self, id: str) -> PageEdit:
        return self._edits.get(id, _UNCHANGED)

    def numbers(self) -> dict[str, int]:
        """Return the number of the last edit of each side and page, by id."""
        return {id: edit.number for id, edit in self._edits.items()}

    def expect(self, ids: Iterable[str]) -> None:
        """Record sides that an edit has added and that are not laid out yet."""
        self._added.update(ids)

    def note_side(self, old: SideResult | None, new: SideResult, edit: int) -> None:
        """Record that an edit has changed a side, if its picture differs."""
        self.note(old, new, edit, new.id in self._added)
        self._added.discard(new.id)

    def note(self, old: SideResult | None, new: SideResult, edit: int, is_added: bool) -> None:
        """Record that an edit has changed or added a page, if its picture differs."""
        if old is None:
            self._edits[new.id] = PageEdit(edit if is_added else 0)
        elif old.frame != new.frame and self[new.id].number != edit:
            was = old.frame  # an edit may change a side twice
            before = PastPicture(was.fingerprint, was.size, was.bleed) if was is not None else None
            self._edits[new.id] = PageEdit(edit, before)


Picture = Frame | PastPicture
MOST_SAVES = 20
_MOST_CHANGES = 2000
"""The most changes to keep of all saves except the last one."""
_MOST_DESCRIBED = 120
"""The most changes to describe for one game and save."""


class SavedChange(Struct, frozen=True, omit_defaults=True, rename={"before": "b", "after": "p"}):
    """A side or page that a save changed, with the fingerprints of its pictures.

    ``before`` is empty for a new side, ``after`` for a removed one. Lengths are in mm. ``title`` is
    the title of a removed card.
    """

    id: str
    before: str
    after: str
    width: float
    height: float
    title: str = ""


class _Save(Struct):
    number: int
    time: float
    files: tuple[str, ...]
    changes: dict[str, dict[str, SavedChange]]

    @property
    def size(self) -> int:
        return sum(map(len, self.changes.values()))


class SaveLog:
    """The last twenty saves, newest first. One thread writes, any thread may read."""

    def __init__(self) -> None:
        self._saves: deque[_Save] = deque(maxlen=MOST_SAVES)
        self._lock = Lock()

    def begin(self, number: int, files: Iterable[str], time: float) -> None:
        """Add a save; ``time`` is in seconds since 1970."""
        with self._lock:
            self._saves.appendleft(_Save(number, time, tuple(files), {}))
            while sum(save.size for save in list(self._saves)[1:]) > _MOST_CHANGES:
                self._saves.pop()

    def note(
        self, game: str, id: str, before: Picture | None, after: Picture | None, title: str = ""
    ) -> None:
        """Record a change of the last save; a change back removes the record."""
        frame = after or before
        with self._lock:
            if frame is None or not self._saves:
                return
            changes = self._saves[0].changes.setdefault(game, {})
            earlier_change = changes.pop(id, None)
            was = earlier_change.before if earlier_change is not None else _name(before)
            if was != _name(after):
                size = frame.size
                changes[id] = SavedChange(
                    str(id), was, _name(after), size.width, size.height, title
                )

    def describe(self) -> list[dict[str, Any]]:
        """Describe the saves for JSON; ``more`` counts the changes that are left out."""
        with self._lock:
            return [
                {
                    "edit": save.number,
                    "time": save.time,
                    "files": save.files,
                    "games": {
                        game: {
                            "changes": to_builtins([*changes.values()][:_MOST_DESCRIBED]),
                            "more": max(len(changes) - _MOST_DESCRIBED, 0),
                        }
                        for game, changes in save.changes.items()
                        if changes
                    },
                }
                for save in self._saves
            ]


def _name(frame: Picture | None) -> str:
    return frame.fingerprint if frame is not None else ""
