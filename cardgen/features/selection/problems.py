"""CG715 and CG716: what can be wrong with a selection of cards."""

from __future__ import annotations

from cardgen.core.problems import Wording, problem
from cardgen.core.registry import choices, did_you_mean


@problem("CG715")
def unknown_choice(kind: str, name: str, game: str, known: tuple[str, ...]) -> Wording:
    """`--card` or `--deck` names what the game does not have.

    Decks go by their ids in `game.yaml`, cards by theirs in the deck file. Where two decks have a
    card of one id, both are meant; name one of them as `deck/card`:

        cardgen build my-game --card heroes/anna --copies 2
    """
    return Wording(
        f"`{game}` has no {kind} `{name}`",
        hints=did_you_mean(name, known) or (f"there are {choices(known)}",),
    )


@problem("CG716")
def not_of_cards(product: str, known: tuple[str, ...]) -> Wording:
    """A selection is asked for as a product that is not made of single cards.

    `--card`, `--deck`, `--copies` and `--changed` choose cards: for sheets, for sheets of a cutting
    machine, for single pages, for pictures or for a press. Boards, tokens, boxes and booklets are
    made as a whole.
    """
    return Wording(
        f"`{product}` cannot be made of a selection of cards",
        hints=f"choose {choices(known)}",
    )
