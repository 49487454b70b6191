"""The pull list: the things to take out of the box, and the things to put in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from cardgen.comparison.changes import (
    BoardChange,
    BookletChange,
    Changes,
    ComponentChange,
)
from cardgen.comparison.wording import (
    component_wording,
    listed,
    printing_wording,
    version_wording,
)
from cardgen.core.registry import plural
from cardgen.core.units import label_of
from cardgen.features.revision.reprint_sheets import sheets_of
from cardgen.products.booklets import MINI, SADDLE

_KINDS = {SADDLE: "if stapled", MINI: "if folded from one sheet"}


class Pull(Struct, frozen=True):
    """One line to tick off: how many of what, and why; a ``count`` of 0 means all of it."""

    count: int
    title: str
    name: str
    why: str


class PullSection(Struct, frozen=True):
    """The tasks for one component; ``before`` and ``after`` count its cards, if it has any."""

    title: str
    out: tuple[Pull, ...]
    into: tuple[Pull, ...]
    before: int | None = None
    after: int | None = None

    @property
    def note(self) -> str:
        """How many cards there were and are."""
        if self.before is None or self.after is None:
            return ""
        if self.before == self.after:
            return f"{plural(self.after, 'card')}, as before"
        return f"{self.before} → {plural(self.after, 'card')}"

    @property
    def tasks(self) -> Iterator[tuple[str, Pull]]:
        """Each line with its task."""
        yield from (("take out", pull) for pull in self.out)
        yield from (("put in", pull) for pull in self.into)


def pull_list(
    changes: Changes, papers: Sequence[str], folds: Mapping[str, Sequence[str]]
) -> tuple[PullSection, ...]:
    """List the tasks, component by component; components without tasks are left out.

    ``folds`` are the ways in which each booklet is put on paper, by its id.
    """
    sections = [
        *_decks(changes),
        *(_board(change, papers) for change in changes.boards),
        *(_booklet(one, folds.get(one.id, ())) for one in changes.booklets),
        *map(_whole, changes.pieces),
    ]
    return tuple(section for section in sections if section.out or section.into)


def _decks(changes: Changes) -> Iterator[PullSection]:
    for deck in changes.decks:
        cards = changes.deck(deck)
        out, into = [], []
        for card in cards:
            new = card.sides or card.kind != "changed"
            if card.pull:
                many = "too many" if card.pull > 1 else "one too many"
                name = card.was or card.id
                out.append(Pull(card.pull, card.old_title, name, card.kind if new else many))
            if card.put:
                why = card.kind if new else "more of it"
                into.append(Pull(card.put, card.title, card.id, why))
        states = [side.decks.get(deck) for side in (changes.old, changes.new)]
        before, after = (
            sum(card.copies for card in state.cards.values()) if state else 0 for state in states
        )
        yield PullSection(changes.deck_title(deck), tuple(out), tuple(into), before, after)


def _board(change: BoardChange, papers: Sequence[str]) -> PullSection:
    if change.new is None or change.old is None:
        return _whole(change)
    into = []
    for paper in papers:
        labels = change.tiles.get(paper)
        if labels is None or labels:
            tiles = "every tile"
            if labels:
                tiles = f"{listed(labels, 'tile')} of {len(change.new.tiles[paper])}"
            title = f"{tiles} on {label_of(paper)}"
            into.append(Pull(len(labels or ()), title, change.id, "changed"))
    out = (Pull(0, "the tiles in their place", change.id, "changed"),) if into else ()
    return PullSection(change.title, out, tuple(into))


def _booklet(change: BookletChange, ways: Sequence[str]) -> PullSection:
    if change.new is None:
        return _whole(change)
    out, into = [], []
    for sheets in (sheets_of(change, way) for way in ways):
        if not sheets.chosen:
            continue
        if sheets.way == MINI:
            title, count = "the whole booklet", 0
        elif len(sheets.chosen) == sheets.total:
            title, count = "the whole booklet, " + plural(sheets.total, "sheet"), 0
        else:
            numbers = [number + 1 for number in sheets.chosen]
            title = f"{listed(numbers, 'sheet')} of {sheets.total}, counted from the outside"
            count = len(sheets.chosen)
        if len(ways) > 1:  # one of them is in the box
            title = f"{_KINDS[sheets.way]}: {title}"
        elif sheets.way == MINI:
            title += ", folded from one sheet"
        why = listed(change.pages, "page") if change.old is not None else "added"
        pull = Pull(count, title, change.id, why)
        into.append(pull)
        if change.old is not None:
            out.append(pull)
    return PullSection(change.title, tuple(out), tuple(into))


def _whole(change: ComponentChange[Any]) -> PullSection:
    """Replace a component as a whole."""
    one = (Pull(0, change.title, change.id, component_wording(change)),)
    out = one if change.old is not None else ()
    return PullSection(change.title, out, one if change.new is not None else ())


def pull_states(against: str, changes: Changes) -> tuple[str, str]:
    """Return a line for the state in the box, and one for the new state."""
    before = printing_wording(against, changes.old)
    now = printing_wording(version_wording(changes.new.version), changes.new)
    return f"in the box: {before}", f"now: {now}"
