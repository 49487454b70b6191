"""The product ``singles``: each side of each card as a page of its own, one PDF for each deck.

Copy shops and services that cut for themselves want no sheets: a page is a card with its bleed, and
its boxes say where the trim is. Fronts and backs alternate, and copies are pages like all others.
The product is made only when it is named.
"""

from __future__ import annotations

from cardgen.backend.document import DocumentInfo
from cardgen.core.fingerprint import digest
from cardgen.frame import Frame, Page
from cardgen.model.components.deck import Deck, decks_of
from cardgen.products.artifact import Artifact, PdfDocument
from cardgen.products.planning import product
from cardgen.products.request import ProductRequest
from cardgen.products.sheets import sheet_cards
from cardgen.products.tools import Tools

KIND = "singles"


@product(KIND, Deck, asked=True)
def singles(request: ProductRequest) -> list[Artifact]:
    """Describe the cards of all decks, a page for each side."""
    return [
        _file(request, deck, sides)
        for deck in decks_of(request.game)
        if (sides := _sides(request, deck))
    ]


def _sides(request: ProductRequest, deck: Deck) -> list[Frame]:
    """Return the sides in the order of pages; a back that is missing is a blank page."""
    cards = sheet_cards(request, deck)
    backed = any(card.back is not None for card in cards)
    found: list[Frame] = []
    for card in cards:
        pages = [card.face]
        if backed:
            pages.append(card.back or Frame(card.face.size, (), card.face.bleed))
        found += pages * card.copies
    return found


def _file(request: ProductRequest, deck: Deck, sides: list[Frame]) -> Artifact:
    game, path = request.game, f"{KIND}/{deck.id}.pdf"
    words = (game.title, deck.title, game.author, game.theme.language)

    def make(tools: Tools) -> PdfDocument:
        trim = f"{deck.size.width:g} x {deck.size.height:g} mm"
        info = DocumentInfo(
            title=f"{game.title}: {deck.title}, single cards",
            author=game.author,
            language=game.theme.language,
            subject=f"{trim} with {deck.bleed:g} mm of bleed, a page for each side",
        )
        return PdfDocument(path, [Page.of_piece(side) for side in sides], info)

    prints = [side.fingerprint for side in sides]
    return Artifact(path, KIND, digest((KIND, words, prints, request.versions)), make)
