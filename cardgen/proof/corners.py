"""What is seen of the cards of a deck that are held in a fan: their top left corners."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping

from msgspec.structs import astuple

from cardgen.core.diagnostics import Diagnostic
from cardgen.core.geometry import Matrix, Rect
from cardgen.core.side_id import SideId
from cardgen.frame import Frame
from cardgen.frame.reach import Box, holds, sides
from cardgen.model.cards import Card
from cardgen.model.components.deck import Deck
from cardgen.proof import problems
from cardgen.proof.background import Painted, Run, UnknownGroundError, letters_box, seen

_SLACK = 0.05  # mm


def equal_corners(deck: Deck, frames: Mapping[SideId, Frame]) -> Iterator[Diagnostic]:
    """Report cards of different titles with the same marks in the corner; ``frames`` by side."""
    if deck.index is None:
        return
    corner = Rect(-deck.inset, -deck.inset, deck.index.width, deck.index.height)
    held = [(c, frames.get(SideId.of(deck.id, c.id, "face"))) for c in deck.cards if c.copies]
    for cards in alike(((card, frame) for card, frame in held if frame is not None), corner):
        titles = list(dict.fromkeys(card.title.plain for card in cards))
        yield problems.equal_corners(cards[0].at, deck.id, titles, deck.index)


def alike(faces: Iterable[tuple[Card, Frame]], part: Rect) -> Iterator[list[Card]]:
    """Yield cards of different titles that look the same in a part of their faces.

    A mark is what lies in the part as a whole. What goes on beyond it is a background, which may
    be another picture on each card, and counts for its colour behind a mark alone.
    """
    box = sides(part)
    same: dict[Hashable, list[Card]] = {}
    for card, frame in faces:
        painted = Painted(frame)
        same.setdefault((_marks(painted, box), _behind(painted, box)), []).append(card)
    for cards in same.values():
        if len({card.title.plain for card in cards}) > 1:
            yield cards


def _marks(painted: Painted, part: Box) -> frozenset[Hashable]:
    """Return the items in a part of a side, each with its place."""
    marks: set[Hashable] = set()
    for mark in painted.under(part):
        if holds(part, mark.box, _SLACK):
            marks.add((mark.item, _rounded(mark.groups.matrix)))
    for run in painted.runs:
        text = run.text
        if holds(part, _box(run), _SLACK):
            look = (text.string, text.font, text.size, text.color, round(text.x, 2), text.y)
            marks.add((look, _rounded(run.groups.matrix)))
    return frozenset(marks)


def _behind(painted: Painted, part: Box) -> Hashable:
    """Return the colours that the items in a part stand on; None for a picture."""
    runs = [(run.depth, _box(run)) for run in painted.runs]
    shapes = [(depth, layer.box) for depth, layer in enumerate(painted.layers)]
    return tuple(
        _ground(painted, depth, box) for depth, box in (*runs, *shapes) if holds(part, box, _SLACK)
    )


def _ground(painted: Painted, depth: int, box: Box) -> str | None:
    left, top, right, bottom = box
    try:
        return seen(painted.under(box, depth), (left + right) / 2, (top + bottom) / 2).hex
    except UnknownGroundError:
        return None


def _box(run: Run) -> Box:
    """Return a box on the side around a text, but for what sinks below its baseline."""
    return sides(run.groups.matrix.apply_rect(letters_box(run.text, tail=0.0)))


def _rounded(matrix: Matrix) -> tuple[float, ...]:
    return tuple(round(value, 2) for value in astuple(matrix))
