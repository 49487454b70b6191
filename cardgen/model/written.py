"""What a deck file says about its cards, card by card: as it is written, not as it is read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.model.each import EachReader, makes_many
from cardgen.model.scope import Scope
from cardgen.source.node import YamlNode


def written_cards(
    entries: Sequence[YamlNode], scope: Scope
) -> Iterator[tuple[YamlNode, YamlNode, YamlNode | None]]:
    """Yield the node of each card, its entry, and the entry that follows.

    An entry with `each` is written out. The scope knows the terms of the game, and takes what is
    wrong; nothing is where the deck could be read.
    """
    each = EachReader()
    for number, entry in enumerate(entries):
        following = entries[number + 1] if number + 1 < len(entries) else None
        if not makes_many(entry):
            yield entry, entry, following
            continue
        for one in each.cards(entry, scope):
            yield one.node, entry, following
