"""The products ``singles`` and ``images``: each side of each card as a page or as a picture.

Copy shops and services that cut cards themselves need single cards, not sheets. The PDF of
``singles`` has a page for each side of a deck with its bleed, and page boxes for the trim. Fronts
and backs alternate, and each copy has separate pages.

Printing services and other virtual tables need one file for each side. The PNG files of ``images``
have 300 dpi, with bleed and without. Every card has separate files, even if many share a back, so
that users can upload the folder unchanged. Both products are made only if they are named.
"""

from collections import Counter
from collections.abc import Iterator

from cardgen.core.fingerprint import digest
from cardgen.core.units import MM_PER_INCH
from cardgen.frame import Frame
from cardgen.model.components.deck import Deck
from cardgen.products.artifact import Artifact, Tools
from cardgen.products.planning import component_plans, product
from cardgen.products.press import card_pages
from cardgen.products.request import ProductRequest

KIND = "singles"


@product(KIND, Deck, on_request=True)
def singles(request: ProductRequest) -> list[Artifact]:
    """Describe the cards of all decks, a page for each side."""
    return component_plans(request, _file, Deck)


def _file(request: ProductRequest, deck: Deck) -> Iterator[Artifact]:
    sides = [side for _, side in card_pages(request, deck)]
    if not sides:
        return
    trim = f"{deck.size.width:g} x {deck.size.height:g} mm"
    subject = f"{trim} with {deck.bleed:g} mm of bleed, a page for each side"
    title = f"{deck.title}, single cards"
    variant = request.variant(deck)
    yield request.side_pages(variant.path(KIND), variant, deck, sides, title, subject)


IMAGES_KIND = "images"
DPI = 300


@product(IMAGES_KIND, Deck, on_request=True)
def images(request: ProductRequest) -> list[Artifact]:
    """Describe the pictures of all cards of all decks."""
    return component_plans(request, _pictures, Deck)


def _pictures(request: ProductRequest, deck: Deck) -> Iterator[Artifact]:
    cards = [design for design in request.sides[deck.id] if design.card is not None]
    sides = [side for design in cards for side in design.specs]
    uses = Counter(request.frames[side.id] for side in sides)
    shared_pictures: dict[str, bytes] = {}
    for design in cards:
        assert design.card is not None
        for side in design.specs:
            frame = request.frames[side.id]
            shared = shared_pictures if uses[frame] > 1 else None
            name = f"cards/{deck.id}/{design.card.id}.{side.side}"
            for bleed in (False, True):
                yield _picture(request, deck, name, frame, bleed, shared)


def _picture(
    request: ProductRequest,
    deck: Deck,
    name: str,
    frame: Frame,
    bleed: bool,
    shared_pictures: dict[str, bytes] | None,
) -> Artifact:
    picture_area = frame.bleed_rect if bleed else frame.trim
    size = _pixels(picture_area.width), _pixels(picture_area.height)
    key = digest((IMAGES_KIND, frame.fingerprint, size, bleed, request.versions))

    def make(tools: Tools) -> bytes:
        if shared_pictures is not None and key in shared_pictures:
            return shared_pictures[key]
        data = tools.camera.picture(frame, size, bleed)
        if shared_pictures is not None:
            shared_pictures[key] = data
        return data

    path = f"{name}{'.bleed' if bleed else ''}.png"
    return Artifact(path, IMAGES_KIND, key, make, request.variant(deck))


def _pixels(mm: float) -> int:
    return max(round(mm / MM_PER_INCH * DPI), 1)
