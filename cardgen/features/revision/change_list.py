"""The changes of a game as entries under headings, for the terminal and the HTML page.

Only this module and `wording` depend on the kind of a component.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.registry import plural
from cardgen.core.side_id import SideId
from cardgen.features.revision.changes import (
    BoardChange,
    BookletChange,
    CardChange,
    Changes,
    ComponentChange,
    FieldChange,
    Kind,
    RuleChange,
    Stated,
    kind_of,
)
from cardgen.features.revision.snapshot import BookletState, PartState, PieceState
from cardgen.features.revision.wording import card_wording, component_wording

PAGE = "page-"
"""How the names of the pages of a booklet begin."""
MANY = 6
"""So many cards of a deck that changed in looks alone take one line together."""


class SideLook(Struct, frozen=True):
    """A side by its id, and how it looked; ``state`` is a look, or the state of a token or face."""

    side: SideId
    state: str | PartState


class ChangeEntry(Struct, frozen=True):
    """One change: its subject, remarks in a few words, old and new values, and its side.

    ``name`` is the id by which the files know it; a rule has none. ``stated`` are the places that
    state a rule. ``before`` is None if the side is new, ``after`` if it is gone. ``parts``
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

    @property
    def alike(self) -> dict[tuple[str, ...], int]:
        """What many cards that look different have as their only remark, and how many they are."""
        looks = (entry.remarks for entry in self.entries if entry.look_only)
        counts = Counter(remarks for remarks in looks if len(remarks) == 1)
        return {remarks: count for remarks, count in counts.items() if count >= MANY}


def change_list(changes: Changes) -> tuple[ChangeSection, ...]:
    """Return all changes: rules, each deck, boards, booklets and other pieces."""
    found = [ChangeSection("Rules", "", "", tuple(map(_rule, changes.rules)))]
    for deck in changes.decks:
        cards = changes.deck(deck)
        note = plural(len(cards), "card")
        entries = tuple(map(_card, cards))
        found.append(ChangeSection(changes.deck_title(deck), deck, note, entries))
    components: tuple[tuple[str, Sequence[ComponentChange[Any]]], ...] = (
        ("Boards", changes.boards),
        ("Booklets", changes.booklets),
        ("Pieces", changes.pieces),
    )
    for title, some in components:
        found.append(ChangeSection(title, "", "", tuple(map(_component, some))))
    return tuple(section for section in found if section.entries)


def _rule(rule: RuleChange) -> ChangeEntry:
    fields = (FieldChange("", rule.old, rule.new),)
    return ChangeEntry(rule.kind, rule.id, "", fields=fields, stated=rule.stated)


def _card(card: CardChange) -> ChangeEntry:
    side = "back" if card.sides == ("back",) else "face"
    looks: list[SideLook | None] = []
    for state, id in ((card.old, card.was or card.id), (card.new, card.id)):
        look = (state.face if side == "face" else state.back) if state else ""
        looks.append(SideLook(SideId.of(card.deck, id, side), look) if look else None)
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


def _component(change: ComponentChange[Any]) -> ChangeEntry:
    entry = ChangeEntry(change.kind, change.title, change.id, (component_wording(change),))
    if not isinstance(change, BoardChange):
        return replace(entry, parts=tuple(_parts(change)))
    side = SideId.of(change.id, "", "face")
    before, after = (state and SideLook(side, state.look) for state in (change.old, change.new))
    return replace(entry, before=before, after=after)


def _parts(change: ComponentChange[Any]) -> Iterator[ChangeEntry]:
    """Yield the changes of the pages of a booklet, or of the parts of a set of pieces."""
    old, new = map(_designs, (change.old, change.new))
    for name in dict.fromkeys((*new, *old)):
        one, other = old.get(name), new.get(name)
        if one == other:
            continue
        title, id, side = name, f"{change.id}/{name}", SideId.of(change.id, name, "face")
        if name.startswith(PAGE) and isinstance(change, BookletChange):
            title, id = f"Page {int(name.removeprefix(PAGE))}", change.id
            side = SideId.of(change.id, "", name)
        fields: tuple[FieldChange, ...] = ()
        if isinstance(one, PartState) and isinstance(other, PartState):
            copies = FieldChange("copies", one.copies, other.copies)
            fields = (copies,) if copies.old != copies.new else ()
        before, after = (SideLook(side, look) if look else None for look in (one, other))
        yield ChangeEntry(kind_of(one, other), title, id, fields=fields, before=before, after=after)


def _designs(state: BookletState | PieceState | None) -> Mapping[str, str | PartState]:
    """Return the looks of the pages of a booklet, or the parts of a set of pieces, by name."""
    if isinstance(state, BookletState):
        return {f"{PAGE}{number:02d}": look for number, look in enumerate(state.pages, 1)}
    return state.parts if state is not None else {}


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
        common = entry.look_only and all(look.side.side == "back" for look in sides)
        states = tuple(look and look.state for look in (entry.before, entry.after))
        backs.setdefault(states if common else number, []).append(entry)
    for first, *more in backs.values():
        if more:
            title = f"The back of {plural(len(more) + 1, 'card')}"
            names = ", ".join(one.name.partition("/")[2] for one in (first, *more))
            first = replace(first, title=title, name=names)
        yield first
