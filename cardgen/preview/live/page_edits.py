"""The edits that last changed the sides and pages of a game."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from cardgen.core.geometry import Insets, Size
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
