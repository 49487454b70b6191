"""The products ``singles`` and ``images``: each side of each card as a page or as a picture.

Copy shops and services that cut for themselves want no sheets. The PDF of ``singles`` has a page
for each side of a deck, a card with its bleed, and its boxes say where the trim is. Fronts and
backs alternate, and copies are pages like all others.

Printing services and other virtual tables want one file for each side. The PNG files of ``images``
have 300 dpi, with bleed and without. Every card has files of its own, even if many share a back,
so that the folder can be uploaded as it is. Both products are made only when they are named.
"""

from __future__ import annotations

from collections import Counter

from cardgen.core.fingerprint import digest
from cardgen.core.units import MM_PER_INCH
from cardgen.frame import Frame
from cardgen.model.components.deck import Deck, decks_of
from cardgen.products.artifact import Artifact, Tools
from cardgen.products.planning import product
from cardgen.products.press import card_pages
from cardgen.products.request import ProductRequest

KIND = "singles"


@product(KIND, Deck, asked=True)
def singles(request: ProductRequest) -> list[Artifact]:
    """Describe the cards of all decks, a page for each side."""
    return [
        _file(request, deck, sides)
        for deck in decks_of(request.game)
        if (sides := [side for _, side in card_pages(request, deck)])
    ]


def _file(request: ProductRequest, deck: Deck, sides: list[Frame]) -> Artifact:
    trim = f"{deck.size.width:g} x {deck.size.height:g} mm"
    subject = f"{trim} with {deck.bleed:g} mm of bleed, a page for each side"
    title = f"{deck.title}, single cards"
    variant = request.variant(deck)
    return request.side_pages(variant.path(KIND), variant, deck, sides, title, subject)


IMAGES_KIND = "images"
DPI = 300


@product(IMAGES_KIND, Deck, asked=True)
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
                    found.append(_picture(request, deck, name, frame, bleed, shared))
    return found


def _picture(
    request: ProductRequest,
    deck: Deck,
    name: str,
    frame: Frame,
    bleed: bool,
    kept: dict[str, bytes] | None,
) -> Artifact:
    """Describe a picture; ``kept`` holds those needed again, such as the back of a deck."""
    shown = frame.bleed_rect if bleed else frame.trim
    size = _pixels(shown.width), _pixels(shown.height)
    key = digest((IMAGES_KIND, frame.fingerprint, size, bleed, request.versions))

    def make(tools: Tools) -> bytes:
        if kept is not None and key in kept:
            return kept[key]
        data = tools.camera.picture(frame, size, bleed)
        if kept is not None:
            kept[key] = data
        return data

    path = f"{name}{'.bleed' if bleed else ''}.png"
    return Artifact(path, IMAGES_KIND, key, make, request.variant(deck))


def _pixels(mm: float) -> int:
    return max(round(mm / MM_PER_INCH * DPI), 1)
