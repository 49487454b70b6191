"""Notes for translators: how much more of a text fits on its card, and which picture shows it."""

from __future__ import annotations

from collections.abc import Iterable
from operator import itemgetter
from pathlib import Path

from cardgen.core.registry import plural
from cardgen.features.translation.contexts import CardContexts
from cardgen.pipeline.build import checked
from cardgen.pipeline.text_report import TextGroup


def room_notes(root: Path, game: str, asked: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Lay a game out, and return notes by the context of each text that one field of a card has.

    ``asked`` are the texts, by context and source. A text on several sides has the least room of
    them. The picture is the one that `build --product images` makes.
    """
    found: dict[tuple[str, str], tuple[int, float, str]] = {}
    for group in checked(root, (game,), texts=True).texts.get(game, ()):
        for name, room in _rooms(group, game):
            found[name] = min(found.get(name, room), room, key=itemgetter(0))
    contexts = CardContexts(context for context, _ in asked)
    notes = {}
    for (side, field), (more, size, picture) in found.items():
        fits = f"fits {plural(more, 'more character')}" if more else "its box is full, or nearly,"
        notes[contexts.of(side, field)] = f"{fits} at {size:g} pt\n{picture}"
    notes.pop("", None)
    return notes


def _rooms(group: TextGroup, game: str) -> Iterable[tuple[tuple[str, str], tuple[int, float, str]]]:
    """Yield how much room each text of a group has, by card and field."""
    for one in group.texts:
        if group.field and one.side.part:
            picture = f"output/{game}/cards/{one.side.design}.{one.side.side}.png"
            yield (one.side.design, group.field), (one.text.more, one.text.size, picture)
