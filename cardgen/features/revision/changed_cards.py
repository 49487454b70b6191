"""Which cards differ from the printed copy, for those who make files of them."""

from __future__ import annotations

from cardgen.api import BuildRequest
from cardgen.features.revision.baseline import baseline
from cardgen.features.revision.diff import changed
from cardgen.features.revision.edition import edition


def changed_cards(request: BuildRequest, game: str) -> dict[str, dict[str, int]]:
    """Return how many copies of which card to put into the printed copy, by deck and card.

    Raises CardgenError if nothing is known of it.
    """
    with baseline(request, game, None) as base:
        changes = changed(base, edition(request, game))
    found: dict[str, dict[str, int]] = {}
    for card in changes.cards:
        if card.put:
            found.setdefault(card.deck, {})[card.id] = card.put
    return found
