"""Sheets: pages with the cards of a deck, fronts and backs alternating, ready to print.

Cards fill the places in order, with all copies of a card side by side. A back page follows every
front page, as duplex printing needs it. Decks without backs, and gutterfold, have only front pages.

A page has each side as a Group around the side's Frame. So a back that fifty cards share is one
Frame, which the PDF stores once. The Group is clipped to the trim and as much bleed as the
neighbours allow. A page full of equal backs is also one Frame, which all sheets share.
"""

from collections.abc import Callable, Hashable, Sequence
from functools import cache
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.choices import Duplex
from cardgen.core.geometry import Insets, Matrix, Path, Rect, Size
from cardgen.frame import IDENTITY, Frame, Group, Item, Page
from cardgen.frame.items import END, tag
from cardgen.impose.duplex import back_place, behind, placement_matrix
from cardgen.impose.imposition import Imposition, SheetPlan
from cardgen.impose.margins import margins_of
from cardgen.impose.marks import crop_marks, fold_line

PageSide = Literal["front", "back"]
Slug = Callable[[int, int, PageSide], Frame | None]
"""Makes the line that describes a page, from sheet number, number of sheets and side."""
Offset = tuple[float, float]


class SheetCard(Struct, frozen=True):
    """A card to print: its face, its back if it has one, and the number of copies.

    ``deck`` is the card's deck if the sheets belong to another deck. ``size`` is the size of the
    cut card if its face may have an older size, as with a card that is not laid out again yet.
    Screen readers read the ``title``.
    """

    face: Frame
    back: Frame | None
    copies: int = 1
    id: str = ""
    deck: str = ""
    size: Size | None = None
    title: str = ""

    @property
    def prints(self) -> tuple[str, str | None, int]:
        """The fingerprints of both sides and the number of copies, for cache keys."""
        return self.face.fingerprint, self.back.fingerprint if self.back else None, self.copies


def redrawn(cards: Sequence[SheetCard], draw: Callable[[Frame], Frame]) -> list[SheetCard]:
    """Apply ``draw`` once to each Frame, so that cards with the same back still share one."""
    new = cache(draw)
    return [replace(card, face=new(card.face), back=card.back and new(card.back)) for card in cards]


Marks = Callable[[int], Sequence[Item]]
"""Draws marks over the artwork of a page, given the number of cards on it."""


def impose(
    pieces: Sequence[SheetCard],
    imposition: Imposition,
    duplex: Duplex,
    back_offset: Offset = (0.0, 0.0),
    slug: Slug | None = None,
    ruler: Frame | None = None,
    marks: Marks | None = None,
) -> list[Page]:
    """Put every copy of every piece on pages.

    ``back_offset`` moves back pages right and down, in mm, in the directions of the back. Only
    fronts have the ruler. ``marks`` are the marks of a cutting machine and replace crop marks.
    Unlike crop marks they are also on backs, where they move with the artwork. The imposition must
    have a fold for ``gutterfold``, and no fold otherwise.
    """
    maker = _Maker(imposition, duplex, back_offset, ruler, marks)
    queue = [piece for piece in pieces for _ in range(piece.copies)]
    hands = imposition.deal(piece.size or piece.face.size for piece in queue)
    backs = duplex in ("long-edge", "short-edge") and any(p.back for p in queue)
    pages: list[Page] = []
    for number, (dealt, plan) in enumerate(hands, 1):
        hand = [queue[index] for index in dealt]
        pages.append(maker.front(hand, plan, slug and slug(number, len(hands), "front")))
        if backs:
            pages.append(maker.back(hand, plan, slug and slug(number, len(hands), "back")))
    return pages


class _Maker:
    """Makes the pages of one imposition."""

    def __init__(
        self,
        imposition: Imposition,
        duplex: Duplex,
        offset: Offset,
        ruler: Frame | None,
        marks: Marks | None,
    ) -> None:
        self.imposition = imposition
        self.duplex: Duplex = duplex
        self.offset = offset
        self.marks = marks
        self.margins = margins_of(imposition)
        self.ruler = ruler
        self._shared: dict[Hashable, Group] = {}
        """Groups that pages share: marks around equal places, and pages with equal backs."""

    def front(self, hand: Sequence[SheetCard], plan: SheetPlan, slug: Frame | None) -> Page:
        items = self._faces(hand, plan)
        if self.duplex == "gutterfold":
            items += self._backs([piece.back for piece in hand], plan)
        items.append(self._mark_group(plan))
        return self._page(items, slug, self.ruler)

    def back(self, hand: Sequence[SheetCard], plan: SheetPlan, slug: Frame | None) -> Page:
        sides = [piece.back for piece in hand]
        fingerprints = tuple([side.fingerprint if side else None for side in sides])
        group = self._once((plan, fingerprints), lambda: self._back_items(sides, plan))
        return self._page(_read(group), slug, None)

    def _back_items(self, sides: Sequence[Frame | None], plan: SheetPlan) -> list[Item]:
        items = self._backs(sides, plan)
        if self.marks is not None:
            moved = Matrix.translation(*self.offset)
            items.append(Group(self._mark_group(plan).frame, moved))
        return items

    def _page(self, items: list[Item], slug: Frame | None, ruler: Frame | None) -> Page:
        if slug is not None and self.margins.slug is not None:
            items += filter(None, [self.margins.slug.place(slug)])
        if ruler is not None and self.margins.ruler is not None:
            items += filter(None, [self.margins.ruler.place(ruler, shrink=False)])
        return replace(Page.of_sheet(Frame(self.imposition.page, items)), tagged=IDENTITY)

    def _faces(self, hand: Sequence[SheetCard], plan: SheetPlan) -> list[Item]:
        items: list[Item] = []
        for piece, place in zip(hand, plan.places, strict=True):
            matrix = placement_matrix(place.trim, 90 if place.turned else 0)
            face = Group(piece.face, matrix, _clip(place.size, piece.face.bleed, place.bleed))
            items += [tag("Sect", piece.title), *_read(face), END]
        return items

    def _backs(self, sides: Sequence[Frame | None], plan: SheetPlan) -> list[Item]:
        dx, dy = self.offset if self.duplex != "gutterfold" else (0.0, 0.0)
        items: list[Item] = []
        for side, place in zip(sides, plan.places, strict=True):
            if side is not None:
                rect, rotation = back_place(self.imposition, place.trim, self.duplex, place.turned)
                clip = _clip(place.size, side.bleed, behind(place.bleed))
                items.append(Group(side, placement_matrix(rect.shift(dx, dy), rotation), clip))
        return items

    def _mark_group(self, plan: SheetPlan) -> Group:
        def draw_items() -> Sequence[Item]:
            if self.marks:
                return self.marks(len(plan.places))
            fold = [fold_line(self.imposition)] if self.imposition.fold else []
            return [crop_marks(self.imposition, plan.bands), *fold]

        return self._once((len(plan.places), plan.bands), draw_items)

    def _once(self, key: Hashable, items: Callable[[], Sequence[Item]]) -> Group:
        """Return a Group of items as large as the page, made once for each key."""
        if key not in self._shared:
            self._shared[key] = Group(Frame(self.imposition.page, items()))
        return self._shared[key]


def _read(group: Group) -> list[Item]:
    """Mark a group as a paragraph for screen readers."""
    return [tag("P"), group, END]


def _clip(size: Size, own: Insets, allowed: Insets) -> Path:
    """Return the outline that clips a side: its trim and the bleed that may be visible."""
    reach = Insets(
        -min(own.top, allowed.top),
        -min(own.right, allowed.right),
        -min(own.bottom, allowed.bottom),
        -min(own.left, allowed.left),
    )
    return Path.rect(Rect(0.0, 0.0, size.width, size.height).inset(reach))
