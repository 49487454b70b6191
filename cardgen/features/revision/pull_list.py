"""The pull list: the things to take out of the box, and the things to put in."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from cardgen.comparison.changes import BoardChange, BookletChange, Changes, ComponentChange
from cardgen.core.registry import list_names, plural
from cardgen.core.units import label_of
from cardgen.products.parts import BookletSheets


class Pull(Struct, frozen=True):
    """One line to tick off: number, title and reason; a ``count`` of 0 means all of it."""

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
        """The old and the new number of cards."""
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
    changes: Changes, papers: Sequence[str], sheets: Mapping[str, Sequence[BookletSheets]]
) -> tuple[PullSection, ...]:
    """List the tasks, component by component; components without tasks are left out.

    ``sheets`` are the sheets of each booklet to print again, for each fold.
    """
    sections = [
        *_decks(changes),
        *(_board(change, papers) for change in changes.boards),
        *(_booklet(booklet, sheets.get(booklet.id, ())) for booklet in changes.booklets),
        *map(_replace_whole, changes.pieces),
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
        return _replace_whole(change)
    into = []
    for paper in papers:
        labels = change.tiles.get(paper)
        if labels is None or labels:
            tiles = "every tile"
            if labels:
                tiles = f"{list_names(labels, 'tile')} of {len(change.new.tiles[paper])}"
            title = f"{tiles} on {label_of(paper)}"
            into.append(Pull(len(labels or ()), title, change.id, "changed"))
    out = (Pull(0, "the old tiles", change.id, "changed"),) if into else ()
    return PullSection(change.title, out, tuple(into))


def _booklet(change: BookletChange, sheets: Sequence[BookletSheets]) -> PullSection:
    if change.new is None:
        return _replace_whole(change)
    why = list_names(change.pages, "page") if change.old is not None else "added"
    into = tuple(Pull(part.count, part.title, change.id, why) for part in sheets)
    return PullSection(change.title, into if change.old is not None else (), into)


def _replace_whole(change: ComponentChange[Any]) -> PullSection:
    pulls = (Pull(0, change.title, change.id, change.remark),)
    out = pulls if change.old is not None else ()
    return PullSection(change.title, out, pulls if change.new is not None else ())


def pull_states(against: str, changes: Changes) -> tuple[str, str]:
    """Return a line for the state in the box, and one for the new state."""
    version = changes.new.version
    present = changes.new.printing(f"version {version}" if version else "what the files say")
    return f"in the box: {changes.old.printing(against)}", f"now: {present}"
