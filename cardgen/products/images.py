"""The product ``images``: each side of each card as a PNG of 300 dpi, with bleed and without.

For services that print cards and for other virtual tables: they want a file a side. Every card
has its own, though many share a back, so that a folder can be uploaded as it is. Made only
when asked for.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from cardgen.core.fingerprint import digest
from cardgen.core.units import MM_PER_INCH
from cardgen.products.artifact import Artifact
from cardgen.products.order import Order, product

if TYPE_CHECKING:
    from cardgen.model.sides import SideSpec

KIND = "images"
DPI = 300


@product(KIND, asked=True)
def images(order: Order) -> list[Artifact]:
    """Describe the pictures of all cards of all decks."""
    found: list[Artifact] = []
    for deck in order.game.decks:
        cards = [one for one in order.sides[deck.id] if one.card is not None]
        sides = [side for one in cards for side in (one.face, one.back) if side is not None]
        uses = Counter(order.fingerprints[side.id] for side in sides)
        kept: dict[str, bytes] = {}
        for one in cards:
            assert one.card is not None
            for side in (one.face, one.back):
                if side is not None:
                    shared = kept if uses[order.fingerprints[side.id]] > 1 else None
                    name = f"cards/{deck.id}/{one.card.id}.{side.side}"
                    found += (_picture(order, name, side, bleed, shared) for bleed in (False, True))
    return found


def _picture(
    order: Order, name: str, side: SideSpec, bleed: bool, kept: dict[str, bytes] | None
) -> Artifact:
    """Describe a picture; ``kept`` takes those that are shown again, as the back of a deck is."""
    press, fingerprint = order.press, order.fingerprints[side.id]
    width, height = side.size.width, side.size.height
    if bleed:
        width, height = width + side.bleed.horizontal, height + side.bleed.vertical
    size = _pixels(width), _pixels(height)
    key = digest((KIND, fingerprint, size, bleed, press.versions))

    def make() -> bytes:
        if kept is not None and key in kept:
            return kept[key]
        data = press.camera.picture(press.frame(fingerprint), size, bleed)
        if kept is not None:
            kept[key] = data
        return data

    return Artifact(f"{name}{'.bleed' if bleed else ''}.png", KIND, key, make)


def _pixels(mm: float) -> int:
    return max(round(mm / MM_PER_INCH * DPI), 1)
