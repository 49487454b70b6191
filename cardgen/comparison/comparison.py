"""A game compared with an earlier state of it."""

import base64
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from msgspec import Struct
from msgspec.structs import replace

from cardgen.api import BuildRequest
from cardgen.comparison.change_list import ChangeEntry, SideLook
from cardgen.comparison.changes import CardChange, Changes, compare
from cardgen.comparison.printed import replace_equal_looks
from cardgen.comparison.rule_usages import find_statements, readers
from cardgen.comparison.states import Baseline, Edition, baseline, edition
from cardgen.core.diagnostics import Diagnostics
from cardgen.core.fingerprint import program_version
from cardgen.core.registry import plural
from cardgen.core.side_id import SideId
from cardgen.frame import Frame
from cardgen.model.sides import SideSpec

HIGH, WIDE = 250, 380
"""Greatest height and width of a picture, in pixels of a page."""
SHARP = 2
"""Pixels of a picture for each of the page, so that type stays sharp."""
DrawnSide = tuple[Edition, Frame]
"""A side, and the edition that has its fonts and pictures."""


class SidePicture(Struct, frozen=True):
    """A side before or after a change, as a PNG in base64; empty if there is no picture."""

    entry: ChangeEntry
    width: int
    height: int
    data: str = ""


class Comparison(Struct, frozen=True):
    """An earlier state of a game and the present one, with all changes.

    ``notes`` are for the reader, ``diagnostics`` are the findings in both states.
    """

    base: Baseline
    present: Edition
    changes: Changes
    notes: tuple[str, ...]
    diagnostics: Diagnostics

    def pictures(self, entry: ChangeEntry) -> tuple[SidePicture, SidePicture]:
        """Return the old and the new side of an entry; a missing side gets the size of the other.

        Lays out the earlier state first.
        """
        old, new = (
            _find_drawn_side(self.base.laid_out(), entry.before),
            _find_drawn_side((self.present,), entry.after),
        )
        return _picture(entry, old, old or new), _picture(entry, new, new or old)


def _find_drawn_side(editions: Iterable[Edition], side: SideLook | None) -> DrawnSide | None:
    look = side.look if side else ""
    fitting = (edition for edition in editions if look in edition.drawn)
    return next(((edition, edition.drawn[look]) for edition in fitting), None)


def _picture(entry: ChangeEntry, side: DrawnSide | None, peer: DrawnSide | None) -> SidePicture:
    width, height = round(HIGH * 0.7), HIGH
    if peer is not None:
        size = peer[1].size
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
    """Compare a game with an earlier state; temporary folders are removed after the block.

    ``against`` is ``printed``, ``build`` or a git revision. None means the printed state or, if
    there is none, the last build. Raises CardgenError if either state has errors or is missing.
    """
    with baseline(request, game, against) as base:
        present = edition(request, game)
        if base.is_printed and base.cardgen != program_version():
            base.snapshot, base.alike = replace_equal_looks(
                request.root, base.snapshot, present.snapshot, present.drawn, present.build.library
            )
        yield _compare(base, present)


def _compare(base: Baseline, new: Edition) -> Comparison:
    """Compare, and find the places that state the rules that changed.

    Components with errors in either state are left out and named in a note.
    """
    diagnostics = Diagnostics()
    diagnostics.extend((*new.diagnostics, *base.diagnostics))
    left_out, notes = new.broken | base.broken, []
    changes = compare(base.snapshot.without(left_out), new.snapshot.without(left_out))
    rule_readers = readers(new.build.reads(), new.build.templates)
    places = find_statements(
        new.build.root, new.game, [rule.id for rule in changes.rules], rule_readers
    )
    rules = (replace(rule, stated=places.get(rule.id, ())) for rule in changes.rules)
    cards = tuple(_with_numbers(changes, new)) if changes.cards else ()
    changes = replace(changes, rules=tuple(rules), cards=cards)
    if left_out:
        notes.append(f"left out, because of errors: {', '.join(sorted(left_out))}")
    programs = f"laid out by cardgen {base.cardgen}, this is {program_version()}"
    if base.alike:
        sides = plural(base.alike, "other look is", "other looks are")
        notes.append(f"{base.name} was {programs}: {sides} the same in print")
    if base.cardgen != program_version() and any(card.look_only for card in changes.cards):
        notes.append(
            f"{base.name} was {programs}: looks may differ by the program alone; if the box looks "
            f"as the game does now, `cardgen printed {new.game.id}` records that"
        )
    return Comparison(base, new, changes, tuple(notes), diagnostics)


def _with_numbers(changes: Changes, new: Edition) -> Iterator[CardChange]:
    """Yield the changed cards; those that look different name the changed numbers they print."""
    names = {
        spec.id: dependencies.names
        for spec, dependencies in new.build.reads()
        if isinstance(spec, SideSpec)
    }
    for card in changes.cards:
        if not card.look_only:
            yield card
            continue
        before = changes.old.decks[card.deck].numbers(card.was or card.id)
        after = changes.new.decks[card.deck].numbers(card.id)
        sides = [SideId.of(card.deck, card.id, side) for side in card.sides]
        printed = {name for side in sides for name in names.get(side, ())}
        numbers = (name for name in before if before[name] != after[name] and name in printed)
        yield replace(card, numbers=tuple(numbers))
