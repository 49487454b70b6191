"""Refusals to hand out a picture or file, with their reasons."""

from __future__ import annotations

from collections.abc import Iterable

from cardgen.core.registry import plural
from cardgen.preview.live.loaded_game import LoadedGame

_NAMED = 3


class RefusalError(Exception):
    """A picture or file cannot be made; the message says why and what to do."""


def refuse_unread(loaded: LoadedGame) -> None:
    """Raise RefusalError while the data of a game cannot be read, as its sides are out of date."""
    if not loaded.current:
        raise RefusalError("The files of this game cannot be read; mend the errors first.")


def refuse_unfit(loaded: LoadedGame, sides: Iterable[str]) -> None:
    """Raise RefusalError if there are sides that are broken or still to be laid out."""
    unfit = sorted(set(sides))
    if not unfit:
        return
    with loaded.lock:
        waits = any(id in loaded.pending or (loaded.due and id not in loaded.specs) for id in unfit)
    named = ", ".join(unfit[:_NAMED]) + (" …" if len(unfit) > _NAMED else "")
    count = plural(len(unfit), "side")
    if waits:
        raise RefusalError(f"{count} still being laid out ({named}); try again in a moment.")
    be = "is" if len(unfit) == 1 else "are"
    raise RefusalError(f"{count} {be} broken ({named}); mend the errors first.")
