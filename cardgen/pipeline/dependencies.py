"""What a side or a text needs besides its own data: other sides that it pictures, cards it reads.

It shows only when the thing is laid out, so it is kept along with it: what was laid out before
may be taken as it is for as long as all of this is as it was.
"""

from __future__ import annotations

from collections.abc import Callable

from cardgen.model.access_tracking import CardWatch

Needs = tuple[tuple[str, str], ...]
"""Names of what was pictured or looked at, each with a digest over it."""

_LOOKED = "cards:"
"""Begins the names of facts about cards that a template has looked at."""


def looked(watch: CardWatch | None) -> Needs:
    """Return the facts about cards that have been read so far."""
    if watch is None:
        return ()
    return tuple((_LOOKED + name, watch.print(name)) for name in sorted(watch.seen))


def cards_hold(needs: Needs, watch: CardWatch | None) -> bool:
    """Whether all that was read of cards is as it was; what was pictured is left aside."""
    return all(
        watch is not None and watch.print(name.removeprefix(_LOOKED)) == print
        for name, print in needs
        if name.startswith(_LOOKED)
    )


def hold(needs: Needs, watch: CardWatch | None, print_of: Callable[[str], str]) -> bool:
    """Whether everything is as it was; ``print_of`` tells the fingerprint of a pictured side."""
    return cards_hold(needs, watch) and all(
        print_of(name) == print for name, print in needs if not name.startswith(_LOOKED)
    )
