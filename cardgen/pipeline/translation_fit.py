"""How texts fit in translations: which are set smaller, and how much more has room."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from pathlib import Path

from cardgen.core.diagnostics import Diagnostic, SourceError
from cardgen.core.registry import plural
from cardgen.layout.text.groups import TextSetting
from cardgen.model.locale import problems
from cardgen.model.locale.catalogue import open_catalogue
from cardgen.pipeline.build import check_games
from cardgen.pipeline.text_report import TextGroup
from cardgen.source.files import Project

_SAME = 0.98
"""Type of this share of a size is as large, to readers."""


def find_smaller_texts(
    root: Path, language: str, translated: Mapping[str, Sequence[TextGroup]]
) -> Iterator[Diagnostic]:
    """Compare the texts of games in a language with those in their own, which are laid out.

    What does not fit at all is an error of its own.
    """
    usual = check_games(root, tuple(translated), texts=True).texts
    for game, groups in translated.items():
        try:
            catalogue = open_catalogue(Project(root), game, language)
        except SourceError:
            continue  # which was reported when the game was read
        contexts = CardContexts(context for context, _ in catalogue.entries)
        places = {context: entry.at for (context, _), entry in catalogue.entries.items()}
        sizes = dict(_settings(usual.get(game, ())))
        for group in groups:
            for key, text in _settings([group]):
                before = sizes.get(key)
                if before is not None and text.fits and text.size < before.size * _SAME:
                    card = "/" in key[0] and group.field
                    context = contexts.of(key[0], group.field) if card else ""
                    at = places.get(context, group.at)
                    words = text.words or group.label
                    yield problems.set_smaller(at, words, text.size, before.size, key[0])


def _settings(
    groups: Sequence[TextGroup],
) -> Iterator[tuple[tuple[str, str, int], TextSetting]]:
    """Yield how each text was set, by its side, its tag, and its number among those of the tag."""
    counts: dict[tuple[str, str], int] = {}
    for group in groups:
        for entry in group.texts:
            place = entry.side, entry.text.stamp
            counts[place] = number = counts.get(place, -1) + 1
            yield (*place, number), entry.text


def room_notes(root: Path, game: str, texts: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Lay a game out, and return notes for translators by the context of each text of a card.

    ``asked`` are the texts, by context and source. A text on several sides has the least room of
    them. The picture is the one that `build --product images` makes.
    """
    rooms: dict[tuple[str, str], tuple[int, float, str]] = {}
    for group in check_games(root, (game,), texts=True).texts.get(game, ()):
        for name, room in _rooms(group, game):
            rooms[name] = min(rooms.get(name, room), room, key=itemgetter(0))
    contexts = CardContexts(context for context, _ in texts)
    notes = {}
    for (side, field), (more_characters, size, picture) in rooms.items():
        fits = (
            f"fits {plural(more_characters, 'more character')}"
            if more_characters
            else "its box is full, or nearly,"
        )
        notes[contexts.of(side, field)] = f"{fits} at {size:g} pt\n{picture}"
    notes.pop("", None)
    return notes


def _rooms(group: TextGroup, game: str) -> Iterable[tuple[tuple[str, str], tuple[int, float, str]]]:
    """Yield how much room each text of a group has, by card and field."""
    for entry in group.texts:
        if group.field and entry.side.part:
            picture = f"output/{game}/cards/{entry.side.design}.{entry.side.side}.png"
            yield (
                (entry.side.design, group.field),
                (entry.text.more, entry.text.size, picture),
            )


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
        matches = self._ends.get(f"{card}.{field}", [])
        own = f"decks/{deck}/{card}.{field}"
        return own if own in matches else matches[0] if len(matches) == 1 else ""
