"""The product ``images``: each side of each card as a PNG of 300 dpi, with bleed and without.

Printing services and other virtual tables want one file for each side. Every card has files of its
own, even if many share a back, so that the folder can be uploaded as it is. The product is made
only when it is named.
"""

from __future__ import annotations

from collections import Counter

from cardgen.core.fingerprint import digest
from cardgen.core.units import MM_PER_INCH
from cardgen.frame import Frame
from cardgen.model.components.deck import Deck, decks_of
from cardgen.products.artifact import Artifact
from cardgen.products.planning import product
from cardgen.products.request import ProductRequest
from cardgen.products.tools import Tools

KIND = "images"
DPI = 300


@product(KIND, Deck, asked=True)
def images(request: ProductRequest) -> list[Artifact]:
    """Describe the pictures of all cards of all decks."""
    found: list[Artifact] = []
    for deck in decks_of(request.game):
        cards = [one for one in request.sides[deck.id] if one.card is not None]
        sides = [side for one in cards for side in one.specs]
        uses = Counter(request.frames[side.id] for side in sides)
        kept: dict[str, bytes] = {}
        for one in cards:
            assert one.card is not None
            for side in one.specs:
                frame = request.frames[side.id]
                shared = kept if uses[frame] > 1 else None
                name = f"cards/{deck.id}/{one.card.id}.{side.side}"
                for bleed in (False, True):
                    found.append(_picture(request, name, frame, bleed, shared))
    return found


def _picture(
    request: ProductRequest, name: str, frame: Frame, bleed: bool, kept: dict[str, bytes] | None
) -> Artifact:
    """Describe a picture; ``kept`` holds those needed again, such as the back of a deck."""
    shown = frame.bleed_rect if bleed else frame.trim
    size = _pixels(shown.width), _pixels(shown.height)
    key = digest((KIND, frame.fingerprint, size, bleed, request.versions))

    def make(tools: Tools) -> bytes:
        if kept is not None and key in kept:
            return kept[key]
        data = tools.camera.picture(frame, size, bleed)
        if kept is not None:
            kept[key] = data
        return data

    return Artifact(f"{name}{'.bleed' if bleed else ''}.png", KIND, key, make)


def _pixels(mm: float) -> int:
    return max(round(mm / MM_PER_INCH * DPI), 1)
