"""Compare two snapshots.

A card is what is in the box: two designs of a deck that look the same on both sides are the
same card, whatever their ids. A card is therefore not printed again if only its id changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

from cardgen.features.revision.changes import (
    BoardChange,
    BookletChange,
    CardChange,
    Changes,
    FieldChange,
    PieceChange,
    RuleChange,
)
from cardgen.features.revision.snapshot import (
    BoardState,
    BookletState,
    CardState,
    DeckState,
    PieceState,
    Snapshot,
)

State = TypeVar("State")


def compare(old: Snapshot, new: Snapshot) -> Changes:
    """Return everything that differs."""
    return Changes(
        old,
        new,
        tuple(
            RuleChange(id, old.rules.get(id), new.rules.get(id))
            for id in _ids(old.rules, new.rules)
            if old.rules.get(id) != new.rules.get(id)
        ),
        tuple(
            change
            for id in _ids(old.decks, new.decks)
            for change in _cards(id, old.decks.get(id), new.decks.get(id))
        ),
        tuple(map(_board, *_pairs(old.boards, new.boards))),
        tuple(map(_booklet, *_pairs(old.booklets, new.booklets))),
        tuple(map(_piece, *_pairs(old.pieces, new.pieces))),
    )


def _pairs(
    old: Mapping[str, State], new: Mapping[str, State]
) -> tuple[list[str], list[State | None], list[State | None]]:
    """Return the ids of what differs, with the old and the new state of each."""
    ids = [id for id in _ids(old, new) if _compared(old.get(id)) != _compared(new.get(id))]
    return ids, [old.get(id) for id in ids], [new.get(id) for id in ids]


def _compared(state: object) -> object:
    """Return the part of a component that is compared.

    Titles do not count: they appear only in the margin of sheets. Nor do the tiles of a board: a
    board that looks the same is the same, wherever its seams would fall today.
    """
    match state:
        case BoardState():
            return state.look
        case BookletState():
            return state.pages, state.back
        case PieceState():
            return state.kind, state.parts
    return None


def _board(id: str, old: BoardState | None, new: BoardState | None) -> BoardChange:
    tiles: dict[str, tuple[str, ...]] = {}
    for paper, looks in new.tiles.items() if new else ():
        before = old.tiles.get(paper, {}) if old else {}
        tiles[paper] = tuple(label for label, seen in looks.items() if before.get(label) != seen)
    return BoardChange(id, _title(old, new), old, new, tiles)


def _booklet(id: str, old: BookletState | None, new: BookletState | None) -> BookletChange:
    before = old.pages if old else ()
    pages = tuple(
        number
        for number, seen in enumerate(new.pages if new else (), 1)
        if number > len(before) or before[number - 1] != seen
    )
    return BookletChange(id, _title(old, new), old, new, pages)


def _piece(id: str, old: PieceState | None, new: PieceState | None) -> PieceChange:
    before, now = old.parts if old else {}, new.parts if new else {}
    parts = tuple(name for name in _ids(now, before) if before.get(name) != now.get(name))
    return PieceChange(id, _title(old, new), old, new, parts)


def _title(*states: BoardState | BookletState | PieceState | None) -> str:
    return next(state.title for state in reversed(states) if state is not None)


def _cards(deck: str, old: DeckState | None, new: DeckState | None) -> Iterator[CardChange]:
    before, now = dict(old.cards) if old else {}, dict(new.cards) if new else {}
    removed = [id for id in before if id not in now]
    for id in _ids(now, before):
        card, was = now.get(id), id
        if card is not None and id not in before:
            was = next((gone for gone in removed if _same_look(before[gone], card)), id)
            if was != id:
                removed.remove(was)
        elif card is None and id not in removed:
            continue  # it has another id now
        former = before.get(was)
        fields = tuple(_fields(former, card)) if former and card else ()
        change = CardChange(deck, id, former, card, fields, was if was != id else "")
        same = former is not None and card is not None and was == id
        if not same or fields or change.sides or change.pull or change.put:
            yield change


def _same_look(one: CardState, other: CardState) -> bool:
    return (one.face, one.back) == (other.face, other.back)


def _fields(old: CardState, new: CardState) -> Iterator[FieldChange]:
    if old.title != new.title:
        yield FieldChange("title", old.title or None, new.title or None)
    if old.type != new.type:
        yield FieldChange("type", old.type, new.type)
    yield from _values("", old.fields, new.fields)


def _values(prefix: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[FieldChange]:
    """Compare value by value; the third of a list of records is named ``steps.3``."""
    for name in _ids(new, old):
        one, other = old.get(name), new.get(name)
        if _blank(one) and _blank(other):  # a new field that is still empty
            continue
        inner = [_parts(value) for value in (one, other)]
        if inner[0].keys() == inner[1].keys() != set():
            yield from _values(f"{prefix}{name}.", inner[0], inner[1])
        elif one != other:
            yield FieldChange(f"{prefix}{name}", one, other)


def _parts(value: Any) -> Mapping[str, Any]:
    """Return the parts of a record or of a list of records; no other value has parts."""
    if isinstance(value, Mapping):
        return value
    if isinstance(value, list) and value and all(isinstance(one, Mapping) for one in value):
        return {str(number): one for number, one in enumerate(value, 1)}
    return {}


def _blank(value: Any) -> bool:
    return value is None or value is False or value in ("", [], {})


def _ids(first: Mapping[str, object], then: Mapping[str, object]) -> Sequence[str]:
    return list(dict.fromkeys((*first, *then)))
