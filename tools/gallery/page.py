"""The page that shows all pictures, with their captions."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from cardgen.core.geometry import Size
from cardgen.core.registry import plural
from cardgen.model.components.deck import Deck
from cardgen.model.components.tokens import TokenSet
from cardgen.model.game import Game

HEADER = """# Gallery

See each example game on a table, then its boards, every design of every deck and the backs, its
tokens and dice, some pages of its booklets, its boxes, its sheets and its virtual table.
`python -m tools.gallery` draws all pictures from the data of the games.

[Looks to start from](../looks.md): two cards, the back and the rules of each.

![The looks prototype, trading-card, euro, playing-cards, quiz, hex-tiles and tarot](looks.jpg)
"""


class GalleryPicture(Struct, frozen=True):
    """A picture on the page; ``caption`` may be empty."""

    file: str
    title: str
    caption: str


def section(game: Game, pictures: Sequence[GalleryPicture]) -> str:
    """Return the part of the page that is about one game."""
    lines = [f"## {game.title}", ""]
    for picture in pictures:
        if picture.caption:
            lines += [f"**{picture.title}**: {picture.caption}", ""]
        lines += [f"![{game.title}: {picture.title}]({picture.file})", ""]
    return "\n".join(lines)


def of_deck(deck: Deck) -> str:
    """Describe the number of cards of a deck."""
    designs = len(deck.cards)
    cards = plural(deck.count, "card")
    if designs != deck.count:
        cards += f", {plural(designs, 'design')}"
    return f"{cards}, {measured(deck.size)}"


def of_tokens(tokens: TokenSet) -> str:
    """Describe the number of standees and tokens of a set."""
    standing = sum(token.copies for token in tokens.tokens if token.shape == "standee")
    flat = tokens.count - standing
    parts = [(standing, "standee"), (flat, "token")]
    return ", ".join(plural(count, word) for count, word in parts if count)


def measured(size: Size) -> str:
    """Write a size."""
    return f"{size.width:g} × {size.height:g} mm"
