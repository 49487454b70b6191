"""Sheets: the pages of a deck, front and back in turn, ready for the printer.

Cards fill the slots in order, with the copies of a card side by side. Every front is followed by
its back, as duplex printing wants them; a deck without backs, or for gutterfold, has fronts only.

A side is placed on the page as a Group around its own Frame. So a back that fifty cards share is
one Frame, which the PDF stores once. The Group is clipped to the trim and as much bleed as the
neighbours allow. A page full of the same backs is one Frame as well, shared by all sheets.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Literal

from msgspec import Struct

from cardgen.core.geometry import Insets, Matrix, Path, Rect
from cardgen.frame import Frame, Group, Item, Page
from cardgen.impose.duplex import Duplex, back_slot, behind, placed
from cardgen.impose.margins import margins_of
from cardgen.impose.marks import crop_marks, fold_line
from cardgen.impose.nup import Arrangement

PageSide = Literal["front", "back"]
Slug = Callable[[int, int, PageSide], Frame | None]
"""Makes the line that says what a page is, from sheet number, number of sheets and side."""
Offset = tuple[float, float]


class SheetCard(Struct, frozen=True):
    """A card to print: its face, its back if it has one, and the number of copies.

    ``deck`` names the deck of a card that is a guest on the sheets of another.
    """

    face: Frame
    back: Frame | None
    copies: int = 1
    id: str = ""
    deck: str = ""


Marks = Callable[[int], Sequence[Item]]
"""Draws over the artwork of a page, given the number of cards on it."""

_Spot = tuple[Matrix, Insets]
"""Where one side goes, and how far its artwork may reach beyond the trim."""


def impose(
    pieces: Sequence[SheetCard],
    arrangement: Arrangement,
    duplex: Duplex,
    back_offset: Offset = (0.0, 0.0),
    slug: Slug | None = None,
    ruler: Frame | None = None,
    marks: Marks | None = None,
) -> list[Page]:
    """Put every copy of every piece on pages.

    ``back_offset`` moves back pages right and down, in mm as seen on the back. The ruler goes on
    fronts only. ``marks`` are what a cutting machine wants in place of crop marks, which are on
    fronts only; they are on backs too, where they move with the artwork. For
    ``gutterfold``, and for nothing else, the arrangement must come from `arrange_fold`.
    """
    maker = _Maker(arrangement, duplex, back_offset, ruler, marks)
    queue = [piece for piece in pieces for _ in range(piece.copies)]
    hands = [queue[i : i + arrangement.slots] for i in range(0, len(queue), arrangement.slots)]
    backs = duplex in ("long-edge", "short-edge") and any(p.back for p in queue)
    pages: list[Page] = []
    for number, hand in enumerate(hands, 1):
        pages.append(maker.front(hand, slug and slug(number, len(hands), "front")))
        if backs:
            pages.append(maker.back(hand, slug and slug(number, len(hands), "back")))
    return pages


def count_sheets(cards: int, arrangement: Arrangement) -> int:
    """Return how many sheets of paper a number of cards needs."""
    return -(-cards // arrangement.slots)


class _Maker:
    """Makes the pages of one imposition."""

    def __init__(
        self,
        arrangement: Arrangement,
        duplex: Duplex,
        offset: Offset,
        ruler: Frame | None,
        marks: Marks | None,
    ) -> None:
        self.arrangement = arrangement
        self.duplex: Duplex = duplex
        self.offset = offset
        self.marks = marks
        self.margins = margins_of(arrangement)
        self.ruler = ruler
        self._shared: dict[Hashable, Group] = {}
        """What pages share: marks around the same number of cards, and pages of the same backs."""

    def front(self, hand: Sequence[SheetCard], slug: Frame | None) -> Page:
        """Place faces, with gutterfold their backs too, and everything around them."""
        items = self._groups([piece.face for piece in hand], self._face_spots(len(hand)))
        if self.duplex == "gutterfold":
            items += self._groups([piece.back for piece in hand], self._back_spots(len(hand)))
        items.append(self._mark_group(len(hand)))
        return self._page(items, slug, self.ruler)

    def back(self, hand: Sequence[SheetCard], slug: Frame | None) -> Page:
        """Place the backs behind their faces."""
        sides = [piece.back for piece in hand]
        shown = tuple([side.fingerprint if side else None for side in sides])
        return self._page([self._once(shown, lambda: self._back_items(sides))], slug, None)

    def _back_items(self, sides: Sequence[Frame | None]) -> list[Item]:
        items = self._groups(sides, self._back_spots(len(sides)))
        if self.marks is not None:
            moved = Matrix.translation(*self.offset)
            items.append(Group(self._mark_group(len(sides)).frame, moved))
        return items

    def _page(self, items: list[Item], slug: Frame | None, ruler: Frame | None) -> Page:
        if slug is not None and self.margins.slug is not None:
            items += filter(None, [self.margins.slug.place(slug)])
        if ruler is not None and self.margins.ruler is not None:
            items += filter(None, [self.margins.ruler.place(ruler, shrink=False)])
        return Page.of_sheet(Frame(self.arrangement.page, items))

    def _groups(self, sides: Sequence[Frame | None], spots: Sequence[_Spot]) -> list[Item]:
        return [
            Group(side, matrix, self._clip(side.bleed, reach))
            for side, (matrix, reach) in zip(sides, spots, strict=True)
            if side is not None
        ]

    def _face_spots(self, filled: int) -> list[_Spot]:
        grid = self.arrangement
        return [(placed(grid.trim(slot)), grid.bleed_at(slot, filled)) for slot in range(filled)]

    def _back_spots(self, filled: int) -> list[_Spot]:
        dx, dy = self.offset if self.duplex != "gutterfold" else (0.0, 0.0)
        spots = []
        for slot in range(filled):
            rect, rotation = back_slot(self.arrangement, slot, self.duplex)
            reach = behind(self.arrangement.bleed_at(slot, filled))
            spots.append((placed(rect.moved(dx, dy), rotation), reach))
        return spots

    def _mark_group(self, filled: int) -> Group:
        return self._once(filled, lambda: (self.marks or self._crop_marks)(filled))

    def _once(self, key: Hashable, items: Callable[[], Sequence[Item]]) -> Group:
        """Return items on a page of their own, made once for each key."""
        if key not in self._shared:
            self._shared[key] = Group(Frame(self.arrangement.page, items()))
        return self._shared[key]

    def _crop_marks(self, filled: int) -> list[Item]:
        """Draw what a knife follows."""
        shapes: list[Item] = [crop_marks(self.arrangement, filled)]
        if self.arrangement.fold:
            shapes.append(fold_line(self.arrangement))
        return shapes

    def _clip(self, own: Insets, allowed: Insets) -> Path:
        """Return the outline to clip a side to: its trim and the bleed that it may show."""
        reach = Insets(
            -min(own.top, allowed.top),
            -min(own.right, allowed.right),
            -min(own.bottom, allowed.bottom),
            -min(own.left, allowed.left),
        )
        piece = self.arrangement.piece
        return Path.rect(Rect(0.0, 0.0, piece.width, piece.height).inset(reach))
