"""What differs between a game as it is and as it was, side by side, for the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from cardgen.features.revision.changes import Changes, ComponentChange, FieldChange
from cardgen.features.revision.compare import compare
from cardgen.features.revision.snapshot import Snapshot
from cardgen.features.revision.wording import (
    UNCHANGED,
    board_wording,
    booklet_wording,
    card_wording,
    piece_wording,
    summary,
    value_texts,
)
from cardgen.frame import Frame
from cardgen.preview.history.game_look import GameLook, looks_of

Json = dict[str, Any]

_LETTERS = 120
"""How long the old and new value of a field may be."""


def compared(now: GameLook, state: Snapshot, then: GameLook | None) -> Json:
    """Describe everything that differs, for JSON.

    ``state`` is what the game was like. Its pictures come from ``then``, a version of the game
    that may have looked so; a picture counts only if it looks as the state says. ``sides`` go by
    the id that a side has now; one that is gone, by that which it had.
    """
    boards = {id: replace(board, tiles={}) for id, board in state.boards.items()}
    changes = compare(replace(state, boards=boards), now.snapshot)
    writer = _ComparisonWriter(now, state, then)
    things = [*writer.cards(changes), *writer.rest(changes)]
    return {
        "line": summary(changes) or UNCHANGED,
        "rules": [
            {"id": one.id, "kind": one.kind, **_values(FieldChange(one.id, one.old, one.new))}
            for one in changes.rules
        ],
        "titles": [{"id": one.name, **_values(one)} for one in changes.titles],
        "things": things,
        "sides": writer.sides,
    }


class _ComparisonWriter:
    """Writes what differs, and collects the sides with their pictures."""

    def __init__(self, now: GameLook, state: Snapshot, then: GameLook | None) -> None:
        self.now = now
        self.state = state
        self.then = then
        self.sides: dict[str, Json] = {}

    def cards(self, changes: Changes) -> Iterator[Json]:
        for one in changes.cards:
            was = one.was or one.id
            sides = one.sides if one.kind == "changed" else ("face", "back")
            yield {
                "component": one.deck,
                "id": one.id,
                "title": one.title,
                "kind": one.kind,
                "was": one.was,
                "said": card_wording(one),
                "fields": [{"id": field.name, **_values(field)} for field in one.fields],
                "sides": self._sides(one.kind, one.deck, one.id, was, sides),
            }

    def rest(self, changes: Changes) -> Iterator[Json]:
        for board in changes.boards:
            yield self._thing(board, board_wording(board), ["face"])
        for booklet in changes.booklets:
            pages = max(len(one.pages) if one else 0 for one in (booklet.old, booklet.new))
            numbers = booklet.pages
            if booklet.old and booklet.new:
                numbers += tuple(range(len(booklet.new.pages) + 1, pages + 1))
            names = numbers or tuple(range(1, pages + 1))
            if booklet.kind == "changed" and not numbers:
                names = ()
            yield self._thing(booklet, booklet_wording(booklet), [f"page-{n:02d}" for n in names])
        for piece in changes.pieces:
            yield self._thing(piece, piece_wording(piece), piece.parts)

    def _thing(self, change: ComponentChange[Any], said: str, names: Sequence[str]) -> Json:
        sides: list[str] = []
        for name in names:
            old, new = (looks_of(s, change.id, name) for s in (self.state, self.now.snapshot))
            kind = "added" if not any(old) else "removed" if not any(new) else "changed"
            differ = [s for s, a, b in zip(("face", "back"), old, new, strict=True) if a != b]
            sides += self._sides(kind, change.id, name, name, differ)
        return {
            "component": change.id,
            "id": "",
            "title": change.title,
            "kind": change.kind,
            "was": "",
            "said": [said] if said != change.kind else [],
            "fields": [],
            "sides": sides,
        }

    def _sides(
        self, kind: str, component: str, name: str, was: str, sides: Sequence[str]
    ) -> list[str]:
        """Describe sides of a design that was called ``was``; return their ids."""
        ids = []
        for side in sides:
            seen = kind != "added"
            before = self._before(component, was, side) if seen else None
            shown = self._id(component, name, side, gone=kind == "removed")
            if not shown or (kind != "changed" and shown.endswith(f"{component}/back")):
                continue  # the common back of a deck neither comes nor goes with a card
            ids.append(shown)
            described: Json = {"kind": kind}
            if before is not None:
                size, b = before.size, before.bleed
                described["b"] = before.fingerprint
                described |= {"width": size.width, "height": size.height}
                described["bleed"] = [b.top, b.right, b.bottom, b.left]
            self.sides[shown] = described
        return ids

    def _id(self, component: str, name: str, side: str, gone: bool) -> str:
        """Return the id of a side; of what is gone, as far as anything tells of it."""
        source = self.then if gone else self.now
        design = source.designs.get((component, name)) if source is not None else None
        if design is not None:
            spec = design.face if side == "face" else design.back
            return spec.id if spec is not None else ""
        known = looks_of(self.state, component, name)[side == "back"]
        return f"{component}/{name}/{side}" if gone and known else ""

    def _before(self, component: str, name: str, side: str) -> Frame | None:
        if self.then is None:
            return None
        looks = (looks_of(one, component, name) for one in (self.state, self.then.snapshot))
        wanted, found = (look[side == "back"] for look in looks)
        return self.then.frame(component, name, side) if wanted == found else None


def _values(change: FieldChange) -> Json:
    old, new = value_texts(change, _LETTERS)
    return {"old": old, "new": new}
