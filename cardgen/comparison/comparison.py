"""A game compared with an earlier state of it."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from msgspec import Struct
from msgspec.structs import replace

from cardgen.api import BuildRequest
from cardgen.comparison.change_list import ChangeEntry, SideLook
from cardgen.comparison.changes import Changes, compare
from cardgen.comparison.printed import looking_as_now
from cardgen.comparison.rule_usages import readers, stated
from cardgen.comparison.states import Baseline, Edition, baseline, edition
from cardgen.core.diagnostics import Diagnostics
from cardgen.core.fingerprint import program_version
from cardgen.core.registry import plural
from cardgen.frame import Frame

HIGH, WIDE = 250, 380
"""Greatest height and width of a picture, in pixels of a page."""
SHARP = 2
"""Pixels of a picture for each of the page, so that type stays sharp."""
DrawnSide = tuple[Edition, Frame]
"""A side, and the edition that has it with its fonts and pictures."""


class SidePicture(Struct, frozen=True):
    """A side before or after a change, as a PNG in base64; empty if there is none at hand."""

    entry: ChangeEntry
    width: int
    height: int
    data: str = ""


class Comparison(Struct, frozen=True):
    """An earlier state of a game and the present one, with everything that differs.

    ``notes`` are for the reader, ``diagnostics`` all findings of laying out both states.
    """

    base: Baseline
    now: Edition
    changes: Changes
    notes: tuple[str, ...]
    diagnostics: Diagnostics

    def pictures(self, entry: ChangeEntry) -> tuple[SidePicture, SidePicture]:
        """Return the side of an entry as it was and as it is; a missing one has the other's size.

        Sides of the earlier state are laid out now.
        """
        old, new = _drawn(self.base.laid_out(), entry.before), _drawn((self.now,), entry.after)
        return _picture(entry, old, old or new), _picture(entry, new, new or old)


def _drawn(editions: Iterable[Edition], side: SideLook | None) -> DrawnSide | None:
    look = side.look if side else ""
    return next(((one, one.drawn[look]) for one in editions if look in one.drawn), None)


def _picture(entry: ChangeEntry, side: DrawnSide | None, like: DrawnSide | None) -> SidePicture:
    width, height = round(HIGH * 0.7), HIGH
    if like is not None:
        size = like[1].size
        scale = min(WIDE / size.width, HIGH / size.height)
        width, height = max(round(size.width * scale), 1), max(round(size.height * scale), 1)
    if side is None:
        return SidePicture(entry, width, height)
    from cardgen.backend.pixels import PixelCamera

    edition, frame = side
    data = PixelCamera(edition.build.library).picture(frame, (width * SHARP, height * SHARP))
    return SidePicture(entry, width, height, base64.b64encode(data).decode())


@contextmanager
def open_comparison(
    request: BuildRequest, game: str, against: str | None = None
) -> Iterator[Comparison]:
    """Compare a game with an earlier state; temporary folders go at the end of the block.

    ``against`` is ``printed``, ``build`` or a git revision. None means the printed state or, if
    there is none, the last build. Raises CardgenError if either state has errors or is missing.
    """
    with baseline(request, game, against) as base:
        now = edition(request, game)
        if base.is_printed and base.cardgen != program_version():
            base.snapshot, base.alike = looking_as_now(
                request.root, base.snapshot, now.snapshot, now.drawn, now.build.library
            )
        yield _compared(base, now)


def _compared(base: Baseline, now: Edition) -> Comparison:
    """Compare, and find the places that state the rules that changed.

    Components that have errors, now or in the commit to compare with, are left out and named in a
    note.
    """
    diagnostics = Diagnostics()
    diagnostics.extend((*now.found, *base.found))
    left_out, notes = now.broken | base.broken, []
    changes = compare(base.snapshot.without(left_out), now.snapshot.without(left_out))
    rule_readers = readers(now.build.reads(), now.build.templates)
    places = stated(now.build.root, now.game, [rule.id for rule in changes.rules], rule_readers)
    rules = (replace(rule, stated=places.get(rule.id, ())) for rule in changes.rules)
    changes = replace(changes, rules=tuple(rules))
    if left_out:
        notes.append(f"left out, because of errors: {', '.join(sorted(left_out))}")
    programs = f"laid out by cardgen {base.cardgen}, this is {program_version()}"
    if base.alike:
        sides = plural(base.alike, "other look is", "other looks are")
        notes.append(f"{base.name} was {programs}: {sides} the same in print")
    if base.cardgen != program_version() and any(card.look_only for card in changes.cards):
        notes.append(
            f"{base.name} was {programs}: looks may differ by the program alone; if the box looks "
            f"as the game does now, `cardgen printed {now.game.id}` records that"
        )
    return Comparison(base, now, changes, tuple(notes), diagnostics)
