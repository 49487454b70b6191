"""Compare a game with an earlier state of it, as `cardgen diff` does."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from cardgen.api import BuildRequest, PrintOptions
from cardgen.comparison.baseline import Baseline, compared
from cardgen.comparison.changes import Changes, compare
from cardgen.comparison.edition import Edition
from cardgen.comparison.rule_usages import readers, stated
from cardgen.core.diagnostics import Diagnostics, relative
from cardgen.core.fingerprint import program_version
from cardgen.core.registry import plural
from cardgen.pipeline.writing import write_whole

if TYPE_CHECKING:
    from cardgen.features.revision.pull_list import PullSection


class DiffReport(Struct, frozen=True):
    """The differences between a game and ``against``, with notes for the reader.

    ``written`` are the paths of the files that show them. Of a reprint, ``pulls`` is the pull list
    and ``removed`` are old files that are gone.
    """

    game: str
    title: str
    against: str
    changes: Changes
    diagnostics: Diagnostics
    notes: tuple[str, ...] = ()
    written: tuple[str, ...] = ()
    pulls: tuple[PullSection, ...] = ()
    removed: tuple[str, ...] = ()


def diff(
    request: BuildRequest, game: str, against: str | None = None, page: Path | None = None
) -> DiffReport:
    """Compare; with ``page``, also write a page with before and after side by side.

    ``against`` is ``printed``, ``build`` or a git revision; by default it is what was printed or,
    if nothing was, the last build. Raises CardgenError if either state has errors or is missing.
    """
    with compared(request, game, against) as (base, now):
        report = report_of(base, now)
        if page is not None:
            from cardgen.features.revision.pages import change_html

            path = relative(page, request.root)
            data = change_html(base, now, report.changes, report.notes)
            write_whole(page, data, path, elsewhere=False)
            report = replace(report, written=(path,))
    return report


def report_of(base: Baseline, now: Edition) -> DiffReport:
    """Compare, and find the places that state the rules that changed.

    Components that have errors, now or in the commit to compare with, are left out and named in a
    note.
    """
    diagnostics = Diagnostics()
    diagnostics.extend((*now.found, *base.found))
    game, left_out, notes = now.game, now.broken | base.broken, []
    changes = compare(base.snapshot.without(left_out), now.snapshot.without(left_out))
    rule_readers = readers(now.build.reads(), now.build.templates)
    places = stated(now.build.root, game, [rule.id for rule in changes.rules], rule_readers)
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
            f"as the game does now, `cardgen printed {game.id}` records that"
        )
    return DiffReport(game.id, game.title, base.name, changes, diagnostics, tuple(notes))


def changed_cards(request: BuildRequest, game: str) -> dict[str, dict[str, int]]:
    """Return the number of copies to add to the printed game, by deck and card.

    The products and papers of the request are not asked for: the whole game is compared.
    Raises CardgenError if there is no earlier state.
    """
    request = replace(request, options=PrintOptions())
    copies: dict[str, dict[str, int]] = {}
    for card in diff(request, game).changes.cards:
        if card.put:
            copies.setdefault(card.deck, {})[card.id] = card.put
    return copies
