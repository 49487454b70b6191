"""The product `tally`: a list of all cards, to count the printed ones by."""

from collections.abc import Iterator

from cardgen.model.components.deck import decks_of
from cardgen.products.artifact import Artifact, content_artifact
from cardgen.products.planning import product
from cardgen.products.request import ProductRequest


@product("tally")
def tally(request: ProductRequest) -> Iterator[Artifact]:
    """Describe a list of the cards of every deck with their copies."""
    for deck in decks_of(request.game):
        lines = [f"{card.copies} x {card.id}" for card in deck.cards]
        content = "\n".join([deck.title, *lines, ""]).encode()
        yield content_artifact(f"tally/{deck.id}.txt", "tally", content)
