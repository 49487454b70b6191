"""What differs between a game now and an earlier state of it, side by side, for the page.

A state is looked at by its snapshot, its designs and their pictures; two pictures of a side by the
boxes in which they differ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from cardgen.comparison.changes import (
    CardChange,
    ComponentChange,
    DesignChange,
    FieldChange,
    compare,
)
from cardgen.comparison.snapshot import Memory, Snapshot, look_of, snapshot
from cardgen.comparison.tile_looks import common, painted_boxes
from cardgen.comparison.wording import (
    UNCHANGED,
    card_wording,
    component_wording,
    summary,
    value_texts,
)
from cardgen.core.geometry import Rect
from cardgen.core.side_id import SideId
from cardgen.frame import Frame
from cardgen.frame.reach import around
from cardgen.model.printer import Printer
from cardgen.model.sides import CardSides
from cardgen.pipeline.game_work import blank
from cardgen.pipeline.results import has_errors
from cardgen.preview.about.describe import measures
from cardgen.preview.live.loaded_game import LoadedGame


class GameLook(Struct, frozen=True):
    """What is laid out of a game by now.

    ``designs`` are by component and name; a page of a booklet is named ``page-03``. ``frames`` are
    by side, ``drawn`` by look; both lack what is broken or still to come.
    """

    snapshot: Snapshot
    designs: Mapping[tuple[str, str], CardSides]
    frames: Mapping[SideId, Frame]
    drawn: Mapping[str, Frame]

    def id(self, component: str, name: str, side: str) -> str | None:
        """Return the id of the ``face`` or ``back`` of a design.

        It is empty for a design without a back, and None if there is no such design.
        """
        design = self.designs.get((component, name))
        if design is None:
            return None
        spec = design.face if side == "face" else design.back
        return spec.id if spec is not None else ""


def game_look(loaded: LoadedGame, memory: Memory, like: GameLook | None = None) -> GameLook | None:
    """Describe how a game looks as far as it is laid out; None if its data cannot be read.

    A side that is broken or still to come counts as it last was. With ``like``, another state, it
    counts as it is in that state.
    """
    with loaded.lock:
        game, specs = loaded.game, loaded.specs
        sides, shown, texts = dict(loaded.sides), dict(loaded.shown), dict(loaded.texts)
        pending = frozenset(loaded.pending) if like is not None else frozenset()
    if game is None:
        return None
    frames = {
        one.id: one.frame
        for id, one in shown.items()
        if one.frame is not None
        and id in specs
        and id not in pending
        and (like is None or not has_errors(one.results))
    }
    flows = game.flows()
    for id, flow in flows.items():
        text = texts.get(id)
        if text is not None and (like is None or not has_errors(text.results)):
            sides[id] = flow.sides(len(text.results))
            frames |= {page.id: page.frame for page in text.results if page.frame is not None}
        elif like is not None:
            sides[id] = [one for (of, _), one in like.designs.items() if of == id]
    sides = {id: found for id, found in sides.items() if found or id not in flows}
    every = {spec.id: spec for found in sides.values() for one in found for spec in one.specs}
    instead = like.frames if like is not None else {}
    whole = {id: frames.get(id) or instead.get(id) or blank(spec) for id, spec in every.items()}
    designs = {(id, _name(one)): one for id, found in sides.items() for one in found}
    drawn: dict[str, Frame] = {}
    state = snapshot(game, sides, whole, Printer(), memory, tiles=False, drawn=drawn)
    laid_out = set(frames.values())
    drawn = {look: frame for look, frame in drawn.items() if frame in laid_out}
    return GameLook(state, designs, frames, drawn)


def _name(design: CardSides) -> str:
    """Return what tells a design from the others of its component."""
    return design.card.id if design.card is not None else design.face.id.part or design.face.id.side


Json = dict[str, Any]

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

    def __init__(self, now: GameLook, then: GameLook | None) -> None:
        self.now = now
        self.then = then
        self.sides: dict[str, Json] = {}

    def card(self, card: CardChange) -> Json:
        """Describe a card."""
        return {
            "component": card.deck,
            "id": card.id,
            "title": card.title,
            "kind": card.kind,
            "was": card.was,
            "said": card_wording(card),
            "fields": [{"id": field.name, **_values(field)} for field in card.fields],
            "sides": list(self._sides(card.deck, card)),
        }

    def component(self, change: ComponentChange[Any]) -> Json:
        """Describe a component that is no deck."""
        wording = component_wording(change)
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
            if id is None and kind == "removed" and look_of(design.old, name):
                id = SideId.of(component, design.id, name)
            if not id or (kind != "changed" and id == SideId.of(component, "", "back")):
                continue  # the common back of a deck neither comes nor goes with a card
            self.sides[id] = {"kind": kind}
            before = self.then.drawn.get(look_of(design.old, name)) if self.then else None
            if before is not None:
                self.sides[id] |= {"b": before.fingerprint, **measures(before)}
            yield id


def _values(change: FieldChange) -> Json:
    old, new = value_texts(change, _LETTERS)
    return {"old": old, "new": new}


_NEAR = 0.6
"""The largest gap, in mm, across which boxes are joined."""
_GROUND = 0.7
"""The share of the side above which a box is a ground. A ground is not joined with others."""
_MOST = 200
"""The most boxes that are joined one by one; of more, a single box encloses all."""


def difference(before: Frame, after: Frame) -> list[Rect]:
    """Return boxes round what differs, in mm from the top left of the trim, the largest first."""
    old, new = painted_boxes(before), painted_boxes(after)
    counts = Counter(said for _, said in new)
    counts.subtract(said for _, said in old)
    edge = after.bleed_rect
    shown = [common(box, edge) for box, said in (*old, *new) if counts[said]]
    boxes = [box for box in shown if box.width >= 0 and box.height >= 0]
    area = edge.width * edge.height
    grounds = [box for box in boxes if box.width * box.height > _GROUND * area]
    rest = [box for box in boxes if box.width * box.height <= _GROUND * area]
    if len(rest) > _MOST:
        rest = [around(rest)]
    found = [*dict.fromkeys(grounds), *_joined(rest)]
    return sorted(found, key=lambda box: -box.width * box.height)


def _joined(boxes: list[Rect]) -> list[Rect]:
    """Join boxes that touch until none do."""
    found: list[Rect] = []
    for box in boxes:
        while near := [one for one in found if _touch(one, box)]:
            box = around([box, *near])
            found = [one for one in found if one not in near]
        found.append(box)
    return found


def _touch(one: Rect, other: Rect) -> bool:
    both = common(one.grow(_NEAR), other)
    return both.width >= 0 and both.height >= 0
