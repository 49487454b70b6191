"""Which entry of a PO file a text on a card is, given the card and the field that it shows."""

from __future__ import annotations

from collections.abc import Iterable


class CardContexts:
    """The contexts of cards' texts, such as ``decks/heroes/anna.text``, found by card and field."""

    def __init__(self, contexts: Iterable[str]) -> None:
        self._ends: dict[str, list[str]] = {}
        for context in dict.fromkeys(contexts):
            if context.startswith("decks/"):
                self._ends.setdefault(context.rpartition("/")[2], []).append(context)

    def of(self, side: str, field: str) -> str:
        """Return the context of a field of a card, ``heroes/anna``, or of a side of it.

        A deck file may have another name than its deck: then a card is found by its id, if no other
        deck has it. Empty if there is none, or several.
        """
        deck, card = side.split("/")[:2]
        found = self._ends.get(f"{card}.{field}", [])
        own = f"decks/{deck}/{card}.{field}"
        return own if own in found else found[0] if len(found) == 1 else ""
