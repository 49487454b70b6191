"""What can be wrong with a selection of cards."""

from __future__ import annotations

from cardgen.core.problems import Wording, problem
from cardgen.core.registry import choices


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
