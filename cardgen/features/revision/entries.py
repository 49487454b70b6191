"""What a page of differences shows: sections of entries, each with its before and after."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cardgen.features.revision.baseline import Baseline
from cardgen.features.revision.changes import CardChange, Changes, Kind
from cardgen.features.revision.edition import Edition
from cardgen.features.revision.snapshot import PartState
from cardgen.features.revision.wording import (
    board_said,
    booklet_said,
    card_said,
    piece_said,
    value_said,
)
from cardgen.frame import Frame

NO_PICTURE = "no picture at hand"


@dataclass(frozen=True, slots=True)
class Pair:
    """One picture before and after; ``missing`` says in a word or two why one is None."""

    before: Frame | None
    after: Frame | None
    missing: str = ""


@dataclass(frozen=True, slots=True)
class ChangeEntry:
    """One change: what it is about, what is said of it, old and new values, and a picture."""

    kind: Kind
    title: str
    name: str
    said: tuple[str, ...] = ()
    fields: tuple[tuple[str, str, str], ...] = ()
    pair: Pair | None = None


@dataclass(frozen=True, slots=True)
class Section:
    """Entries under a heading."""

    title: str
    note: str
    entries: tuple[ChangeEntry, ...]


def sections(base: Baseline, now: Edition, changes: Changes) -> tuple[Section, ...]:
    """Return everything that differs, with pictures as far as they can be had."""
    album = _Album(base.laid_out(), now)
    found = [Section("Rules", "", tuple(_rules(changes)))]
    for deck in changes.decks:
        cards = changes.deck(deck)
        entries = tuple(_cards(cards, album))
        found.append(Section(changes.deck_title(deck), _count(len(cards), "card"), entries))
    found.append(Section("Boards", "", tuple(_boards(changes, album))))
    for book in changes.booklets:
        pages = tuple(_pages(changes, book.id, album))
        found.append(Section(book.title, booklet_said(book), pages))
    for piece in changes.pieces:
        parts = tuple(_parts(changes, piece.id, album))
        found.append(Section(piece.title, piece_said(piece), parts))
    return tuple(section for section in found if section.entries)


class _Album:
    """Finds pictures of sides by id and look."""

    def __init__(self, before: Sequence[Edition], now: Edition) -> None:
        self._before = before
        self._now = now

    def pair(self, old: tuple[str, str] | None, new: tuple[str, str] | None) -> Pair:
        """Return the pictures of two sides, each an id and a look; None for one that is not."""
        found = (one.picture(*old) for one in self._before) if old else iter(())
        before = next((frame for frame in found if frame is not None), None)
        return Pair(before, self._now.picture(*new) if new else None, _missing(old, new))

    def parts(self, piece: str, name: str, old: PartState | None, new: PartState | None) -> Pair:
        """Return the pictures of a token or a face."""
        found = (one.part(piece, name, old) for one in self._before) if old else iter(())
        before = next((frame for frame in found if frame is not None), None)
        return Pair(before, self._now.part(piece, name, new) if new else None, _missing(old, new))


def _missing(old: object, new: object) -> str:
    return "new" if old is None else "removed" if new is None else NO_PICTURE


def _rules(changes: Changes) -> Iterator[ChangeEntry]:
    for rule in changes.rules:
        kind: Kind = "added" if rule.old is None else "removed" if rule.new is None else "changed"
        places = tuple(
            f"{place.at}" + (f" ({place.what})" if place.what else "") for place in rule.stated
        )
        values = (("", value_said(rule.old), value_said(rule.new)),)
        yield ChangeEntry(kind, rule.id, "", places, values)


def _cards(cards: Sequence[CardChange], album: _Album) -> Iterator[ChangeEntry]:
    """Yield an entry a card; cards of which but the common back changed share one."""
    alike: dict[tuple[str, str], list[CardChange]] = {}
    for card in cards:
        if card.old and card.new and card.look_only and card.sides == ("back",) and not card.was:
            alike.setdefault((card.old.back, card.new.back), []).append(card)
    shared = {card.id: some for some in alike.values() if len(some) > 1 for card in some}
    for card in sorted(cards, key=lambda card: card.look_only):
        some = shared.get(card.id, [card])
        if some[0] is not card:
            continue
        side = "back" if card.sides == ("back",) else "face"
        fields = tuple(
            (field.name, value_said(field.old), value_said(field.new)) for field in card.fields
        )
        title = card.title if len(some) == 1 else f"The back of {_count(len(some), 'card')}"
        name = f"{card.deck}/{card.id}" if len(some) == 1 else ", ".join(one.id for one in some)
        said = tuple(card_said(card))
        pair = album.pair(*(_sides(card, side)))
        yield ChangeEntry(card.kind, title, name, said, fields, pair)


def _sides(card: CardChange, side: str) -> tuple[tuple[str, str] | None, tuple[str, str] | None]:
    found: list[tuple[str, str] | None] = []
    for state, id in ((card.old, card.was or card.id), (card.new, card.id)):
        seen = (state.face if side == "face" else state.back) if state else ""
        found.append((f"{card.deck}/{id}/{side}", seen) if seen else None)
    return found[0], found[1]


def _boards(changes: Changes, album: _Album) -> Iterator[ChangeEntry]:
    for board in changes.boards:
        id = f"{board.id}/face"
        old = (id, board.old.look) if board.old else None
        new = (id, board.new.look) if board.new else None
        yield ChangeEntry(
            board.kind, board.title, board.id, (board_said(board),), (), album.pair(old, new)
        )


def _pages(changes: Changes, id: str, album: _Album) -> Iterator[ChangeEntry]:
    (book,) = (one for one in changes.booklets if one.id == id)
    old = book.old.pages if book.old else ()
    new = book.new.pages if book.new else ()
    for number in range(1, max(len(old), len(new)) + 1):
        sides = [
            (f"{id}/page-{number:02d}", pages[number - 1]) if number <= len(pages) else None
            for pages in (old, new)
        ]
        if sides[0] != sides[1]:
            pair = album.pair(sides[0], sides[1])
            kind: Kind = "added" if not sides[0] else "changed" if sides[1] else "removed"
            yield ChangeEntry(kind, f"Page {number}", id, (), (), pair)


def _parts(changes: Changes, id: str, album: _Album) -> Iterator[ChangeEntry]:
    (piece,) = (one for one in changes.pieces if one.id == id)
    for name in piece.parts:
        old = piece.old.parts.get(name) if piece.old else None
        new = piece.new.parts.get(name) if piece.new else None
        kind: Kind = "added" if old is None else "changed" if new else "removed"
        copies = (
            (("copies", str(old.copies), str(new.copies)),)
            if old and new and old.copies != new.copies
            else ()
        )
        yield ChangeEntry(kind, name, f"{id}/{name}", (), copies, album.parts(id, name, old, new))


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
