"""The changes of a game as entries under headings, for the terminal and the HTML page.

Only this module and `wording` depend on the kind of a component.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.registry import plural
from cardgen.features.revision.changes import (
    BookletChange,
    CardChange,
    Changes,
    FieldChange,
    Kind,
    PieceChange,
    Stated,
    kind_of,
)
from cardgen.features.revision.snapshot import PartState
from cardgen.features.revision.wording import (
    board_wording,
    booklet_wording,
    card_wording,
    piece_wording,
)


class SideLook(Struct, frozen=True):
    """A side by its id, and how it looked; ``state`` is a look, or the state of a token or face."""

    side: str
    state: str | PartState


class ChangeEntry(Struct, frozen=True):
    """One change: its subject, remarks in a few words, old and new values, and its side.

    ``name`` is the id by which the files know it; a rule has none. ``stated`` are the places that
    state a rule. ``before`` and ``after`` are None where there was or is no such side. ``parts``
    are the changes inside a booklet or a set of pieces, None for anything else.
    """

    kind: Kind
    title: str
    name: str
    remarks: tuple[str, ...] = ()
    fields: tuple[FieldChange, ...] = ()
    stated: tuple[Stated, ...] = ()
    before: SideLook | None = None
    after: SideLook | None = None
    parts: tuple[ChangeEntry, ...] | None = None
    look_only: bool = False

    @property
    def lines(self) -> tuple[str, ...]:
        """The remarks, with the places that state a rule."""
        return (*self.remarks, *map(str, self.stated))


class ChangeSection(Struct, frozen=True):
    """Entries under a heading; ``id`` is that of a deck, if the section is about one."""

    title: str
    id: str
    note: str
    entries: tuple[ChangeEntry, ...]


def change_list(changes: Changes) -> tuple[ChangeSection, ...]:
    """Return all changes: rules, each deck, boards, booklets and other pieces."""
    rules = (
        ChangeEntry(
            one.kind,
            one.id,
            "",
            fields=(FieldChange("", one.old, one.new),),
            stated=one.stated,
        )
        for one in changes.rules
    )
    boards = (
        ChangeEntry(
            one.kind,
            one.title,
            one.id,
            (board_wording(one),),
            before=SideLook(f"{one.id}/face", one.old.look) if one.old else None,
            after=SideLook(f"{one.id}/face", one.new.look) if one.new else None,
        )
        for one in changes.boards
    )
    booklets = (
        ChangeEntry(one.kind, one.title, one.id, (booklet_wording(one),), parts=tuple(_pages(one)))
        for one in changes.booklets
    )
    pieces = (
        ChangeEntry(one.kind, one.title, one.id, (piece_wording(one),), parts=tuple(_parts(one)))
        for one in changes.pieces
    )
    found = [ChangeSection("Rules", "", "", tuple(rules))]
    for deck in changes.decks:
        cards = changes.deck(deck)
        note = plural(len(cards), "card")
        entries = tuple(map(_card, cards))
        found.append(ChangeSection(changes.deck_title(deck), deck, note, entries))
    for title, entries in (
        ("Boards", tuple(boards)),
        ("Booklets", tuple(booklets)),
        ("Pieces", tuple(pieces)),
    ):
        found.append(ChangeSection(title, "", "", entries))
    return tuple(section for section in found if section.entries)


def _card(card: CardChange) -> ChangeEntry:
    side = "back" if card.sides == ("back",) else "face"
    looks: list[SideLook | None] = []
    for state, id in ((card.old, card.was or card.id), (card.new, card.id)):
        look = (state.face if side == "face" else state.back) if state else ""
        looks.append(SideLook(f"{card.deck}/{id}/{side}", look) if look else None)
    return ChangeEntry(
        card.kind,
        card.title,
        f"{card.deck}/{card.id}",
        tuple(card_wording(card)),
        card.fields,
        before=looks[0],
        after=looks[1],
        look_only=card.look_only,
    )


def _pages(change: BookletChange) -> Iterator[ChangeEntry]:
    states = [state.pages if state else () for state in (change.old, change.new)]
    for number in range(1, max(map(len, states)) + 1):
        side = f"{change.id}/page-{number:02d}"
        old, new = (
            SideLook(side, pages[number - 1]) if number <= len(pages) else None for pages in states
        )
        if old != new:
            title = f"Page {number}"
            yield ChangeEntry(kind_of(old, new), title, change.id, before=old, after=new)


def _parts(change: PieceChange) -> Iterator[ChangeEntry]:
    for part in change.parts:
        old, new = (state.parts.get(part) if state else None for state in (change.old, change.new))
        copies: tuple[FieldChange, ...] = ()
        if old and new and old.copies != new.copies:
            copies = (FieldChange("copies", old.copies, new.copies),)
        side = f"{change.id}/{part}/face"
        yield ChangeEntry(
            kind_of(old, new),
            part,
            f"{change.id}/{part}",
            fields=copies,
            before=SideLook(side, old) if old else None,
            after=SideLook(side, new) if new else None,
        )


def pictured(sections: Sequence[ChangeSection]) -> tuple[ChangeSection, ...]:
    """Arrange a change list for pages with pictures.

    Booklets and sets of pieces become sections of their own, part by part. Cards that only look
    different come last in their deck, and a back that many of them share is shown once.
    """
    found: list[ChangeSection] = []
    for section in sections:
        entries = [entry for entry in section.entries if entry.parts is None]
        found.append(replace(section, entries=tuple(_backs_once(entries))))
        for entry in section.entries:
            if entry.parts is not None:
                found.append(ChangeSection(entry.title, entry.name, entry.remarks[0], entry.parts))
    return tuple(section for section in found if section.entries)


def _backs_once(entries: Sequence[ChangeEntry]) -> Iterator[ChangeEntry]:
    backs: dict[object, list[ChangeEntry]] = {}
    for number, entry in enumerate(sorted(entries, key=lambda entry: entry.look_only)):
        sides = [look for look in (entry.before, entry.after) if look is not None]
        common = entry.look_only and all(look.side.endswith("/back") for look in sides)
        states = tuple(look and look.state for look in (entry.before, entry.after))
        backs.setdefault(states if common else number, []).append(entry)
    for first, *more in backs.values():
        if more:
            title = f"The back of {plural(len(more) + 1, 'card')}"
            names = ", ".join(one.name.partition("/")[2] for one in (first, *more))
            first = replace(first, title=title, name=names)
        yield first
