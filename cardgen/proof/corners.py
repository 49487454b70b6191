"""What is seen of the cards of a deck that are held in a fan: their top left corners."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping

from cardgen.core.diagnostics import Diagnostic
from cardgen.core.geometry import Matrix, Size
from cardgen.core.units import MM_PER_POINT
from cardgen.frame import Frame
from cardgen.model.cards import Card
from cardgen.model.components.deck import Deck
from cardgen.proof import problems
from cardgen.proof.background import Run, UnknownGroundError
from cardgen.proof.outlines import Box
from cardgen.proof.painted import Painted, seen

_CAPS = 0.7  # em: how far letters rise above the baseline
_SLACK = 0.05  # mm

Marks = frozenset[Hashable]


def equal_corners(deck: Deck, frames: Mapping[str, Frame]) -> Iterator[Diagnostic]:
    """Report cards of different titles with the same marks in the corner; ``frames`` by side.

    A mark is what lies in the corner as a whole. What goes on beyond it is a background, which may
    be another picture on each card, and counts for its colour behind a mark alone.
    """
    if deck.index is None:
        return
    alike: dict[Marks, list[tuple[Card, Painted]]] = {}
    for card in deck.cards:
        frame = frames.get(f"{deck.id}/{card.id}/face")
        if frame is not None and card.copies:
            painted = Painted(frame)
            alike.setdefault(_marks(painted, deck.index), []).append((card, painted))
    for group in alike.values():
        if len({card.title.plain for card, _ in group}) == 1:
            continue
        same: dict[Hashable, dict[str, Card]] = {}
        for card, painted in group:
            colors = _behind(painted, deck.index)
            same.setdefault(colors, {}).setdefault(card.title.plain, card)
        for cards in same.values():
            if len(cards) > 1:
                at = next(iter(cards.values())).at
                yield problems.equal_corners(at, deck.id, list(cards), deck.index)


def _marks(painted: Painted, corner: Size) -> Marks:
    """Return the items in a corner, each with its place."""
    marks: set[Hashable] = set()
    for mark in painted.around((0.0, 0.0, corner.width, corner.height)):
        if _is_inside(mark.layer.box, corner):
            marks.add((mark.layer.item, _rounded(mark.layer.groups.matrix)))
    for run in painted.runs:
        text = run.text
        if _is_inside(_letters(run), corner):
            look = (text.string, text.font, text.size, text.color, round(text.x, 2), text.y)
            marks.add((look, _rounded(run.groups.matrix)))
    return frozenset(marks)


def _behind(painted: Painted, corner: Size) -> Hashable:
    """Return the colours that the items in a corner stand on; None for a picture."""
    runs = [(run.depth, _letters(run)) for run in painted.runs]
    shapes = [(depth, box) for depth, (box, _) in enumerate(painted.boxes)]
    return tuple(
        _ground(painted, depth, box) for depth, box in (*runs, *shapes) if _is_inside(box, corner)
    )


def _ground(painted: Painted, depth: int, box: Box) -> str | None:
    left, top, right, bottom = box
    try:
        return seen(painted.around(box, depth), (left + right) / 2, (top + bottom) / 2).hex
    except UnknownGroundError:
        return None


def _is_inside(box: Box, corner: Size) -> bool:
    left, top, right, bottom = box
    return (
        left >= -_SLACK
        and top >= -_SLACK
        and right <= corner.width + _SLACK
        and bottom <= corner.height + _SLACK
    )


def _letters(run: Run) -> Box:
    """Return a box on the side around a text."""
    text, move = run.text, run.groups.matrix.apply
    x0, y0 = move(text.x, text.y - _CAPS * text.size * MM_PER_POINT)
    x1, y1 = move(text.x + text.width, text.y)
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


def _rounded(matrix: Matrix) -> tuple[float, ...]:
    values = (matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)
    return tuple(round(value, 2) for value in values)
