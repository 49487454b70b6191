"""The edits of a game: the last one of each side or page, and what the last saves changed."""

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
    """What is remembered of a Frame that is shown no more; a `Shelf` has the Frame itself."""

    fingerprint: str
    size: Size
    bleed: Insets


class PageEdit(Struct, frozen=True):
    """The last edit that changed the picture of a side or page: its number, 0 for none.

    ``before`` is what it looked like before that edit.
    """

    number: int = 0
    before: PastPicture | None = None


_UNCHANGED = PageEdit()


class PageEdits:
    """For each side or page, the last edit that changed it."""

    def __init__(self) -> None:
        self._edits: dict[str, PageEdit] = {}
        self._added: set[str] = set()

    def __getitem__(self, id: str) -> PageEdit:
        return self._edits.get(id, _UNCHANGED)

    def numbers(self) -> dict[str, int]:
        """Return the numbers of the edits by the ids of sides and pages, 0 for none."""
        return {id: edit.number for id, edit in self._edits.items()}

    def expect(self, ids: Iterable[str]) -> None:
        """Note sides that an edit has added and that are not laid out yet."""
        self._added.update(ids)

    def note_side(self, old: SideResult | None, new: SideResult, edit: int) -> None:
        """Note that an edit has changed a side, if it looks different."""
        self.note(old, new, edit, new.id in self._added)
        self._added.discard(new.id)

    def note(self, old: SideResult | None, new: SideResult, edit: int, is_added: bool) -> None:
        """Note that an edit has changed or added a page, if it looks different."""
        if old is None:
            self._edits[new.id] = PageEdit(edit if is_added else 0)
        elif old.frame != new.frame and self[new.id].number != edit:
            was = old.frame  # an edit may change a side twice
            before = PastPicture(was.fingerprint, was.size, was.bleed) if was is not None else None
            self._edits[new.id] = PageEdit(edit, before)


Picture = Frame | PastPicture
MOST_SAVES = 20
_MOST_CHANGES = 2000
"""Changes that are remembered of all saves but the last one."""
_MOST_TOLD = 120
"""Changes of one game that are described for one save."""


class SavedChange(Struct, frozen=True, omit_defaults=True, rename={"before": "b", "after": "p"}):
    """A side or page that a save changed, with the fingerprints of its pictures.

    ``before`` is empty for one that is new, ``after`` for one that is gone. Lengths are in mm.
    ``title`` is that of a card that is gone, which is written nowhere else.
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
    """The last twenty saves, the newest first; any thread may ask, one thread writes."""

    def __init__(self) -> None:
        self._saves: deque[_Save] = deque(maxlen=MOST_SAVES)
        self._lock = Lock()

    def begin(self, number: int, files: Iterable[str], time: float) -> None:
        """Begin with a save; ``time`` is in seconds since 1970."""
        with self._lock:
            self._saves.appendleft(_Save(number, time, tuple(files), {}))
            while sum(save.size for save in list(self._saves)[1:]) > _MOST_CHANGES:
                self._saves.pop()

    def note(
        self, game: str, id: str, before: Picture | None, after: Picture | None, title: str = ""
    ) -> None:
        """Note what the last save changed; what it changes back is no change."""
        frame = after or before
        with self._lock:
            if frame is None or not self._saves:
                return
            changes = self._saves[0].changes.setdefault(game, {})
            known = changes.pop(id, None)
            was = known.before if known is not None else _name(before)
            if was != _name(after):
                size = frame.size
                changes[id] = SavedChange(
                    str(id), was, _name(after), size.width, size.height, title
                )

    def described(self) -> list[dict[str, Any]]:
        """Describe the saves for JSON; of very many changes, how many ``more`` there are."""
        with self._lock:
            return [
                {
                    "edit": save.number,
                    "time": save.time,
                    "files": save.files,
                    "games": {
                        game: {
                            "changes": to_builtins([*changes.values()][:_MOST_TOLD]),
                            "more": max(len(changes) - _MOST_TOLD, 0),
                        }
                        for game, changes in save.changes.items()
                        if changes
                    },
                }
                for save in self._saves
            ]


def _name(frame: Picture | None) -> str:
    return frame.fingerprint if frame is not None else ""
