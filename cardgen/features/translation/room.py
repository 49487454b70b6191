"""Notes for translators: how much more of a text fits on its card, and which picture shows it."""

from __future__ import annotations

from collections.abc import Iterable
from operator import itemgetter
from pathlib import Path

from cardgen.core.registry import plural
from cardgen.pipeline.build import checked
from cardgen.pipeline.text_report import TextGroup


def room_notes(root: Path, game: str, asked: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Lay a game out, and return notes by the context of each text that one field of a card has.

    ``asked`` are the texts, by context and source. A text on several sides has the least room of
    them. The picture is the one that `build --product images` makes.
    """
    found: dict[str, tuple[int, float, str]] = {}
    for group in checked(root, (game,), texts=True).texts.get(game, ()):
        for name, room in _rooms(group, game):
            found[name] = min(found.get(name, room), room, key=itemgetter(0))
    ends: dict[str, list[str]] = {}
    for context in dict.fromkeys(context for context, _ in asked):
        if context.startswith("decks/"):
            ends.setdefault(context.rpartition("/")[2], []).append(context)
    notes = {}
    for name, (more, size, picture) in found.items():
        there = ends.get(name.partition("/")[2], [])
        named = [one for one in there if one == f"decks/{name}"] or there
        if len(named) == 1:
            fits = (
                f"fits {plural(more, 'more character')}" if more else "its box is full, or nearly,"
            )
            notes[named[0]] = f"{fits} at {size:g} pt\n{picture}"
    return notes


def _rooms(group: TextGroup, game: str) -> Iterable[tuple[str, tuple[int, float, str]]]:
    """Yield how much room each text of a group has, by component, card and field."""
    for one in group.texts:
        component, *rest = one.side.split("/")
        if group.field and len(rest) == 2:
            card, side = rest
            picture = f"output/{game}/cards/{component}/{card}.{side}.png"
            yield f"{component}/{card}.{group.field}", (one.text.more, one.text.size, picture)
