"""What differs between a game now and an earlier state of it, side by side, for the page.

A state is looked at by its snapshot, its designs and their pictures.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardgen.comparison.changes import CardChange, ComponentChange, DesignChange, compare
from cardgen.comparison.snapshot import Snapshot
from cardgen.core.side_id import SideId
from cardgen.preview import Json
from cardgen.preview.about.describe import measures
from cardgen.preview.live.game_look import GameLook

_LETTERS = 120
"""The most letters of the old and new value of a field."""


def compared(now: GameLook, state: Snapshot, then: GameLook | None) -> Json:
    """Describe everything that differs, for JSON.

    ``state`` is what the game was like. Its pictures come from ``then``, a version of the game
    that may have looked so. A picture counts only if it looks as the state says. ``sides`` go by
    their present ids, or by their former ids where they are gone.
    """
    changes = compare(state, now.snapshot)
    writer = _ComparisonWriter(now, then)
    things = list(map(writer.card, changes.cards))
    for components in (changes.boards, changes.booklets, changes.pieces):
        things += map(writer.component, components)
    return {
        "line": changes.headline,
        "rules": [
            {"id": one.id, "kind": one.kind, **_values(one.value.texts(_LETTERS))}
            for one in changes.rules
        ],
        "titles": [{"id": one.name, **_values(one.texts(_LETTERS))} for one in changes.titles],
        "things": things,
        "sides": writer.sides,
    }


class _ComparisonWriter:
    """Writes what differs, and collects the sides with their pictures."""

    def __init__(self, now: GameLook, then: GameLook | None) -> None:
        self.now = now
        self.then = then
        self.sides: dict[str, Json] = {}

    def card(self, card: CardChange) -> Json:
        return {
            "component": card.deck,
            "id": card.id,
            "title": card.title,
            "kind": card.kind,
            "was": card.was,
            "said": card.remarks,
            "fields": [
                {"id": field.name, **_values(field.texts(_LETTERS))} for field in card.fields
            ],
            "sides": list(self._sides(card.deck, card)),
        }

    def component(self, change: ComponentChange[Any]) -> Json:
        wording = change.remark
        return {
            "component": change.id,
            "id": "",
            "title": change.title,
            "kind": change.kind,
            "was": "",
            "said": [wording] if wording != change.kind else [],
            "fields": [],
            "sides": [id for design in change.designs for id in self._sides(change.id, design)],
        }

    def _sides(self, component: str, design: DesignChange[Any]) -> Iterator[str]:
        """Describe the sides of a design that look different; yield their ids."""
        kind = design.kind
        game = self.then if kind == "removed" else self.now
        for name in design.sides if kind == "changed" else ("face", "back"):
            id = game.id(component, design.id, name) if game is not None else None
            if id is None and kind == "removed" and design.looks(name)[0]:
                id = SideId.of(component, design.id, name)
            if not id or (kind != "changed" and id == SideId.of(component, "", "back")):
                continue  # the common back of a deck neither comes nor goes with a card
            self.sides[id] = {"kind": kind}
            before = self.then.drawn.get(design.looks(name)[0]) if self.then else None
            if before is not None:
                self.sides[id] |= {"b": before.fingerprint, **measures(before)}
            yield id


def _values(texts: tuple[str, str]) -> Json:
    return dict(zip(("old", "new"), texts, strict=True))
