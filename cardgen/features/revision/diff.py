"""Compare a game with an earlier state of it, as `cardgen diff` does."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from cardgen.api import BuildRequest
from cardgen.core.diagnostics import Diagnostics, relative
from cardgen.core.fingerprint import program_version
from cardgen.core.registry import plural
from cardgen.features.revision.baseline import Baseline, compared
from cardgen.features.revision.changes import Changes, compare
from cardgen.features.revision.edition import Edition
from cardgen.features.revision.rule_usages import readers, stated
from cardgen.pipeline.writing import write_whole


class DiffReport(Struct, frozen=True):
    """The differences between a game and ``against``, with notes for the reader.

    ``written`` are the paths of the files that show them.
    """

    game: str
    title: str
    against: str
    changes: Changes
    diagnostics: Diagnostics
    notes: tuple[str, ...] = ()
    written: tuple[str, ...] = ()


def diff(
    request: BuildRequest, game: str, against: str | None = None, page: Path | None = None
) -> DiffReport:
    """Compare; with ``page``, also write a page with before and after side by side.

    ``against`` is ``printed``, ``build`` or a git revision; by default it is what was printed or,
    if nothing was, the last build. Raises CardgenError if either state has errors or is missing.
    """
    with compared(request, game, against) as (base, now):
        done = report_of(base, now)
        changes = done.changes
        if page is not None:
            from cardgen.features.revision.pages import change_html

            shown = relative(page, request.root)
            data = change_html(base, now, changes, done.notes)
            write_whole(page, data, shown, elsewhere=False)
            done = replace(done, written=(shown,))
    return done


def report_of(base: Baseline, now: Edition) -> DiffReport:
    """Compare, and describe what differs; components with errors are named in a note."""
    found = Diagnostics()
    found.extend((*now.found, *base.found))
    names = ", ".join(sorted(now.broken | base.broken))
    notes = [f"left out, because of errors: {names}"] if names else []
    game, changes = now.game, changed(base, now)
    programs = f"laid out by cardgen {base.cardgen}, this is {program_version()}"
    if base.alike:
        sides = plural(base.alike, "other look is", "other looks are")
        notes.append(f"{base.name} was {programs}: {sides} the same in print")
    if base.cardgen != program_version() and any(card.look_only for card in changes.cards):
        notes.append(
            f"{base.name} was {programs}: looks may differ by the program alone; if the box looks "
            f"as the game does now, `cardgen printed {game.id}` records that"
        )
    return DiffReport(game.id, game.title, base.name, changes, found, tuple(notes))


def changed(base: Baseline, now: Edition) -> Changes:
    """Compare, and find the places that state the rules that changed.

    Components that have errors, now or in the commit to compare with, are left out.
    """
    left_out = now.broken | base.broken
    changes = compare(base.snapshot.without(left_out), now.snapshot.without(left_out))
    shown = readers(now.build.reads(), now.build.templates)
    places = stated(now.build.root, now.game, [rule.id for rule in changes.rules], shown)
    rules = (replace(rule, stated=places.get(rule.id, ())) for rule in changes.rules)
    return replace(changes, rules=tuple(rules))


def changed_cards(request: BuildRequest, game: str) -> dict[str, dict[str, int]]:
    """Return the number of copies to add to the printed game, by deck and card.

    Raises CardgenError if there is no earlier state.
    """
    with compared(request, game, None) as (base, now):
        changes = changed(base, now)
    found: dict[str, dict[str, int]] = {}
    for card in changes.cards:
        if card.put:
            found.setdefault(card.deck, {})[card.id] = card.put
    return found
