"""What is seen of the cards of a deck that are held in a fan: their top left corners."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping

from cardgen.core.diagnostics import Diagnostic
from cardgen.core.geometry import Matrix, Size
from cardgen.core.units import MM_PER_POINT
from cardgen.frame import Frame, Group
from cardgen.model.cards import Card
from cardgen.model.components.deck import Deck
from cardgen.proof import problems
from cardgen.proof.background import Grounds, Layer, Run, UnknownGroundError

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
    alike: dict[Marks, list[tuple[Card, Grounds]]] = {}
    for card in deck.cards:
        frame = frames.get(f"{deck.id}/{card.id}/face")
        if frame is not None and card.copies:
            grounds = Grounds(frame)
            alike.setdefault(_marks(grounds, deck.index), []).append((card, grounds))
    for group in alike.values():
        if len({card.title.plain for card, _ in group}) == 1:
            continue
        same: dict[Hashable, dict[str, Card]] = {}
        for card, grounds in group:
            colors = _behind(grounds, deck.index)
            same.setdefault(colors, {}).setdefault(card.title.plain, card)
        for cards in same.values():
            if len(cards) > 1:
                at = next(iter(cards.values())).at
                yield problems.equal_corners(at, deck.id, list(cards), deck.index)


def _marks(grounds: Grounds, corner: Size) -> Marks:
    """Return the items in a corner, each with its place."""
    marks: set[Hashable] = set()
    for layer in grounds.layers:
        if _is_inside(layer, corner):
            item = layer.item
            look: Hashable = item.frame.fingerprint if isinstance(item, Group) else item
            marks.add((look, _rounded(layer.groups.matrix)))
    for run in grounds.runs:
        if _middle(run, corner) is not None:
            text = run.text
            look = (text.string, text.font, text.size, text.color, round(text.x, 2), text.y)
            marks.add((look, _rounded(run.groups.matrix)))
    return frozenset(marks)


def _behind(grounds: Grounds, corner: Size) -> Hashable:
    """Return the colours that texts and drawings in a corner stand on; None for a picture."""
    points = [
        (run.depth, point) for run in grounds.runs if (point := _middle(run, corner)) is not None
    ]
    for depth, layer in enumerate(grounds.layers):
        if _is_inside(layer, corner):
            left, top, right, bottom = layer.box
            points.append((depth, ((left + right) / 2, (top + bottom) / 2)))
    return tuple(_seen(grounds, depth, point) for depth, point in points)


def _seen(grounds: Grounds, depth: int, point: tuple[float, float]) -> Hashable:
    try:
        return grounds.seen(depth, point).hex
    except UnknownGroundError:
        return None


def _is_inside(layer: Layer, corner: Size) -> bool:
    left, top, right, bottom = layer.box
    return (
        left >= -_SLACK
        and top >= -_SLACK
        and right <= corner.width + _SLACK
        and bottom <= corner.height + _SLACK
    )


def _middle(run: Run, corner: Size) -> tuple[float, float] | None:
    """Return the middle of a text, or None for one that is not in the corner."""
    text, move = run.text, run.groups.matrix.apply
    ends = (
        move(text.x, text.y - _CAPS * text.size * MM_PER_POINT),
        move(text.x + text.width, text.y),
    )
    inside = all(
        -_SLACK <= x <= corner.width + _SLACK and -_SLACK <= y <= corner.height + _SLACK
        for x, y in ends
    )
    (x0, y0), (x1, y1) = ends
    return ((x0 + x1) / 2, (y0 + y1) / 2) if inside else None


def _rounded(matrix: Matrix) -> tuple[float, ...]:
    values = (matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)
    return tuple(round(value, 2) for value in values)
