"""Compare a game with an earlier state of it, as `cardgen diff` does."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from cardgen import __version__
from cardgen.api import BuildRequest
from cardgen.core.diagnostics import Diagnostics, relative
from cardgen.features.revision.baseline import Baseline, baseline
from cardgen.features.revision.changes import Changes, compare
from cardgen.features.revision.edition import Edition, edition
from cardgen.features.revision.rule_usages import stated
from cardgen.pipeline.writing import write_whole


class DiffReport(Struct, frozen=True):
    """The differences between a game and ``against``, with notes for the reader.

    ``written`` is the path of the page of differences, empty without one.
    """

    game: str
    title: str
    against: str
    changes: Changes
    notes: tuple[str, ...]
    written: str
    diagnostics: Diagnostics


def diff(
    root: Path,
    game: str,
    against: str | None = None,
    output: Path | None = None,
    page: Path | None = None,
) -> DiffReport:
    """Compare; with ``page``, also write a page with before and after side by side.

    ``against`` is ``printed``, ``build`` or a git revision; by default it is what was printed or,
    if nothing was, the last build. Raises CardgenError if either state has errors or is missing.
    """
    request = BuildRequest(root, output=output)
    with baseline(request, game, against) as base:
        now = edition(request, game)
        changes = changed(base, now)
        notes = _notes(base, now, changes)
        written = ""
        if page is not None:
            from cardgen.features.revision.html_report import change_html

            written = relative(page, root)
            data = change_html(base, now, changes, notes)
            write_whole(page, data, written, elsewhere=False)
    found = Diagnostics()
    found.extend((*now.found, *base.found))
    return DiffReport(game, now.game.title, base.name, changes, notes, written, found)


def changed(base: Baseline, now: Edition) -> Changes:
    """Compare, and find the places that state the rules that changed.

    Components that have errors, now or in the commit to compare with, are left out.
    """
    left_out = now.broken | base.broken
    changes = compare(base.snapshot.without(left_out), now.snapshot.without(left_out))
    places = stated(now.laid.root, now.game, [rule.id for rule in changes.rules], now.readers())
    rules = (replace(rule, stated=places.get(rule.id, ())) for rule in changes.rules)
    return replace(changes, rules=tuple(rules))


def _notes(base: Baseline, now: Edition, changes: Changes) -> tuple[str, ...]:
    notes = left_out_note(base, now)
    if base.cardgen != __version__ and any(card.look_only for card in changes.cards):
        notes += (
            f"{base.name} was laid out by cardgen {base.cardgen}, this is {__version__}: "
            "looks may differ by the program alone",
        )
    return notes


def left_out_note(base: Baseline, now: Edition) -> tuple[str, ...]:
    """Return a note on the components that could not be compared, if there are any."""
    names = ", ".join(sorted(now.broken | base.broken))
    return (f"left out, because of errors: {names}",) if names else ()


def changed_cards(request: BuildRequest, game: str) -> dict[str, dict[str, int]]:
    """Return the number of copies to add to the printed game, by deck and card.

    Raises CardgenError if there is no earlier state.
    """
    with baseline(request, game, None) as base:
        changes = changed(base, edition(request, game))
    found: dict[str, dict[str, int]] = {}
    for card in changes.cards:
        if card.put:
            found.setdefault(card.deck, {})[card.id] = card.put
    return found
