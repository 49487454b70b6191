"""What a page of differences shows, whatever its format."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from cardgen.assets.keyed import LibraryUnion
from cardgen.features.revision.baseline import Baseline
from cardgen.features.revision.change_list import ChangeEntry, SideLook, change_list, pictured
from cardgen.features.revision.changes import Changes
from cardgen.features.revision.edition import Edition
from cardgen.features.revision.wording import UNCHANGED, summary
from cardgen.frame import Frame

NO_PICTURE = "no picture at hand"


class Pair(Struct, frozen=True):
    """A side before and after; ``missing`` says in a word or two why one is None."""

    before: Frame | None
    after: Frame | None
    missing: str


class ChangeReport:
    """The words of a page of differences, its sections, and the pictures of their entries."""

    def __init__(self, base: Baseline, now: Edition, changes: Changes, notes: Sequence[str]):
        self.now = now
        self.before = base.laid_out()
        self.against = f"against {base.name}"
        self.line = summary(changes) or UNCHANGED
        self.notes = notes
        self.sections = pictured(change_list(changes))
        editions = (one.library for one in (now, *self.before))
        self.library = LibraryUnion(list(editions))

    def pair(self, entry: ChangeEntry) -> Pair | None:
        """Return the pictures of an entry, None if it is not about a side."""
        old, new = entry.before, entry.after
        if old is None and new is None:
            return None
        missing = "new" if old is None else "removed" if new is None else NO_PICTURE
        return Pair(_picture(self.before, old), _picture((self.now,), new), missing)


def _picture(editions: Iterable[Edition], shown: SideLook | None) -> Frame | None:
    found = (one.picture(shown) for one in editions) if shown else iter(())
    return next((frame for frame in found if frame is not None), None)
