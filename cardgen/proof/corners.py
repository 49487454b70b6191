"""Finds cards that look the same in a fan, where only their top left corners are visible."""

from collections.abc import Hashable, Iterable, Iterator, Mapping

from msgspec.structs import astuple

from cardgen.core.diagnostics import Diagnostic
from cardgen.core.geometry import Matrix, Rect
from cardgen.core.side_id import SideId
from cardgen.frame import Frame
from cardgen.frame.reach import Box, contains, to_box
from cardgen.model.cards import Card
from cardgen.model.components.deck import Deck
from cardgen.proof import problems
from cardgen.proof.background import PaintedSide, Run, UnknownGroundError, letters_box, point_color

_SLACK = 0.05  # mm


def equal_corners(deck: Deck, frames: Mapping[SideId, Frame]) -> Iterator[Diagnostic]:
    """Report cards of different titles with equal corners; ``frames`` has the sides' Frames."""
    if deck.index is None:
        return
    corner = Rect(-deck.inset, -deck.inset, deck.index.width, deck.index.height)
    printed_cards = [card for card in deck.cards if card.copies]
    faces = [(card, frames.get(SideId.of(deck.id, card.id, "face"))) for card in printed_cards]
    face_frames = [(card, frame) for card, frame in faces if frame is not None]
    for cards in find_lookalikes(face_frames, corner):
        titles = list(dict.fromkeys(card.title.plain for card in cards))
        yield problems.equal_corners(cards[0].location, deck.id, titles, deck.index)


def find_lookalikes(faces: Iterable[tuple[Card, Frame]], part: Rect) -> Iterator[list[Card]]:
    """Yield groups of cards of different titles that look the same in a part of their faces.

    Cards look the same if the items that are wholly in the part, and the colours behind them, are
    equal. Items that extend beyond the part are background, and may be other pictures.
    """
    box = to_box(part)
    groups: dict[Hashable, list[Card]] = {}
    for card, frame in faces:
        side = PaintedSide(frame)
        groups.setdefault((_marks(side, box), _background_colors(side, box)), []).append(card)
    for cards in groups.values():
        if len({card.title.plain for card in cards}) > 1:
            yield cards


def _marks(side: PaintedSide, part: Box) -> frozenset[Hashable]:
    """Return the items in a part of a side, each with its position."""
    marks: set[Hashable] = set()
    for layer in side.layers_under(part):
        if contains(part, layer.box, _SLACK):
            marks.add((layer.item, _round_matrix(layer.groups.matrix)))
    for run in side.runs:
        text = run.text
        if contains(part, _box(run), _SLACK):
            properties = (text.string, text.font, text.size, text.color, round(text.x, 2), text.y)
            marks.add((properties, _round_matrix(run.groups.matrix)))
    return frozenset(marks)


def _background_colors(side: PaintedSide, part: Box) -> Hashable:
    """Return the colour behind each item in a part; None for a picture."""
    items = [(run.depth, _box(run)) for run in side.runs]
    items += [(depth, layer.box) for depth, layer in enumerate(side.layers)]
    marks = [(depth, box) for depth, box in items if contains(part, box, _SLACK)]
    return tuple(_background_color(side, depth, box) for depth, box in marks)


def _background_color(side: PaintedSide, depth: int, box: Box) -> str | None:
    left, top, right, bottom = box
    x, y = (left + right) / 2, (top + bottom) / 2
    try:
        return point_color(side.layers_under(box, depth), x, y).hex
    except UnknownGroundError:
        return None


def _box(run: Run) -> Box:
    """Return the box on the side around a text, without its descenders."""
    return to_box(run.groups.matrix.apply_rect(letters_box(run.text, descent=0.0)))


def _round_matrix(matrix: Matrix) -> tuple[float, ...]:
    return tuple(round(value, 2) for value in astuple(matrix))
