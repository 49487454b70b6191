"""The differences between a game and an earlier state of it, for the page."""

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


def describe_changes(current: GameLook, state: Snapshot, earlier: GameLook | None) -> Json:
    """Describe all differences, for JSON.

    ``state`` is the snapshot of the earlier state. Its pictures come from ``earlier``, which
    may differ from the snapshot; a picture counts only if the snapshot has the same appearance.
    ``sides`` has the present ids, or the former ids of removed sides.
    """
    changes = compare(state, current.snapshot)
    writer = _ComparisonWriter(current, earlier)
    changed_designs = list(map(writer.card, changes.cards))
    for components in (changes.boards, changes.booklets, changes.pieces):
        changed_designs += map(writer.component, components)
    return {
        "line": changes.headline,
        "rules": [
            {"id": rule.id, "kind": rule.kind, **_values(rule.value.texts(_LETTERS))}
            for rule in changes.rules
        ],
        "titles": [{"id": text.name, **_values(text.texts(_LETTERS))} for text in changes.titles],
        "things": changed_designs,
        "sides": writer.sides,
    }


class _ComparisonWriter:
    """Describes changed cards and components, and collects their sides with the pictures."""

    def __init__(self, current: GameLook, earlier: GameLook | None) -> None:
        self.current = current
        self.earlier = earlier
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
        """Describe the sides of a design whose pictures differ, and yield their ids."""
        kind = design.kind
        game = self.earlier if kind == "removed" else self.current
        for name in design.sides if kind == "changed" else ("face", "back"):
            id = game.id(component, design.id, name) if game is not None else None
            if id is None and kind == "removed" and design.looks(name)[0]:
                id = SideId.of(component, design.id, name)
            if not id or (kind != "changed" and id == SideId.of(component, "", "back")):
                continue  # the common back belongs to the deck, not to the card
            self.sides[id] = {"kind": kind}
            before = self.earlier.drawn.get(design.looks(name)[0]) if self.earlier else None
            if before is not None:
                self.sides[id] |= {"b": before.fingerprint, **measures(before)}
            yield id


def _values(texts: tuple[str, str]) -> Json:
    return dict(zip(("old", "new"), texts, strict=True))
