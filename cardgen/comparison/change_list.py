"""The changes of a game as entries under headings, for the terminal and the HTML page.

Only this module and `changes` depend on the kind of a component.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from cardgen.comparison.changes import (
    BoardChange,
    CardChange,
    Changes,
    ComponentChange,
    FieldChange,
    Kind,
    PieceChange,
    RuleChange,
    Stated,
)
from cardgen.comparison.snapshot import PAGE, DesignState, look_of
from cardgen.core.registry import plural
from cardgen.core.side_id import SideId

MANY = 6
"""From this number on, cards of a deck that changed only in looks share one line."""


class SideLook(Struct, frozen=True):
    """A side by its id, and its look."""

    side: SideId
    look: str


class ChangeEntry(Struct, frozen=True):
    """One change: its subject, remarks in a few words, old and new values, and its side.

    ``name`` is the id in the files, empty for a rule. ``stated`` are the places that state a rule.
    ``before`` is None if the side is new, ``after`` if it was removed. ``parts`` are the changes
    inside a booklet or a set of pieces, None for anything else.
    """

    kind: Kind
    title: str
    name: str
    remarks: tuple[str, ...] = ()
    fields: tuple[FieldChange, ...] = ()
    stated: tuple[Stated, ...] = ()
    before: SideLook | None = None
    after: SideLook | None = None
    parts: "tuple[ChangeEntry, ...] | None" = None
    look_only: bool = False

    @property
    def lines(self) -> tuple[str, ...]:
        """The remarks, with the places that state a rule."""
        return (*self.remarks, *map(str, self.stated))


class ChangeSection(Struct, frozen=True):
    """Entries under a heading; ``id`` is the id of a deck in a section about a deck, else ""."""

    title: str
    id: str
    note: str
    entries: tuple[ChangeEntry, ...]

    @property
    def alike(self) -> dict[tuple[str, ...], int]:
        """Single remarks that at least `MANY` cards with changed looks share, and their number."""
        looks = (entry.remarks for entry in self.entries if entry.look_only)
        counts = Counter(remarks for remarks in looks if len(remarks) == 1)
        return {remarks: count for remarks, count in counts.items() if count >= MANY}


def change_list(changes: Changes) -> tuple[ChangeSection, ...]:
    """Return all changes: rules, each deck, boards, booklets and other pieces."""
    sections = [ChangeSection("Rules", "", "", tuple(map(_rule, changes.rules)))]
    for deck in changes.decks:
        cards = changes.deck(deck)
        note = plural(len(cards), "card")
        entries = tuple(map(_card, cards))
        sections.append(ChangeSection(changes.deck_title(deck), deck, note, entries))
    components: tuple[tuple[str, Sequence[ComponentChange[Any]]], ...] = (
        ("Boards", changes.boards),
        ("Booklets", changes.booklets),
        ("Pieces", changes.pieces),
    )
    for title, component_changes in components:
        sections.append(ChangeSection(title, "", "", tuple(map(_component, component_changes))))
    return tuple(section for section in sections if section.entries)


def _rule(rule: RuleChange) -> ChangeEntry:
    return ChangeEntry(rule.kind, rule.id, "", fields=(rule.value,), stated=rule.stated)


def _card(card: CardChange) -> ChangeEntry:
    side = "back" if card.sides == ("back",) else "face"
    ids = (SideId.of(card.deck, id, side) for id in (card.was or card.id, card.id))
    before, after = map(side_look, (card.old, card.new), ids)
    return ChangeEntry(
        card.kind,
        card.title,
        f"{card.deck}/{card.id}",
        tuple(card.remarks),
        card.fields,
        before=before,
        after=after,
        look_only=card.look_only,
    )


def _component(change: ComponentChange[Any]) -> ChangeEntry:
    entry = ChangeEntry(change.kind, change.title, change.id, (change.remark,))
    parts = tuple(_part_entries(change))
    if not isinstance(change, BoardChange):
        return replace(entry, parts=parts)
    return replace(entry, before=parts[0].before, after=parts[0].after)


def _part_entries(change: ComponentChange[Any]) -> Iterator[ChangeEntry]:
    for part in change.designs:
        title, id, side = part.id, f"{change.id}/{part.id}", SideId.of(change.id, part.id, "face")
        if not isinstance(change, PieceChange):
            title, id = f"Page {part.id.removeprefix(PAGE).lstrip('0')}", change.id
            side = SideId.of(change.id, "", part.id)
        old, new = part.copies
        fields = (FieldChange("copies", old, new),) if part.kind == "changed" and old != new else ()
        before, after = (side_look(state, side) for state in (part.old, part.new))
        yield ChangeEntry(part.kind, title, id, fields=fields, before=before, after=after)


def side_look(state: DesignState | None, side: SideId) -> SideLook | None:
    """Return the look of a side of a design; None if the design has no such side."""
    look = look_of(state, side.side)
    return SideLook(side, look) if look else None


def picture_sections(sections: Sequence[ChangeSection]) -> tuple[ChangeSection, ...]:
    """Arrange a change list for pages with pictures.

    Booklets and sets of pieces become separate sections, part by part. Cards that changed only in
    looks come last in their deck, and a back that several of them share is shown once.
    """
    result: list[ChangeSection] = []
    for section in sections:
        entries = [entry for entry in section.entries if entry.parts is None]
        result.append(replace(section, entries=tuple(_backs_once(entries))))
        for entry in section.entries:
            if entry.parts is not None:
                result.append(ChangeSection(entry.title, entry.name, entry.remarks[0], entry.parts))
    return tuple(section for section in result if section.entries)


def _backs_once(entries: Sequence[ChangeEntry]) -> Iterator[ChangeEntry]:
    backs: dict[object, list[ChangeEntry]] = {}
    for number, entry in enumerate(sorted(entries, key=lambda entry: entry.look_only)):
        sides = [look for look in (entry.before, entry.after) if look is not None]
        common = entry.look_only and all(look.side.side == "back" for look in sides)
        states = tuple(look and look.look for look in (entry.before, entry.after))
        backs.setdefault(states if common else number, []).append(entry)
    for first, *further in backs.values():
        if further:
            title = f"The back of {plural(len(further) + 1, 'card')}"
            names = ", ".join(entry.name.partition("/")[2] for entry in (first, *further))
            first = replace(first, title=title, name=names)
        yield first
