"""The fit of translated texts: texts in smaller type, and the room for more characters."""

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
"""From this share of a size on, readers see no difference."""


def find_smaller_texts(
    root: Path, language: str, translated: Mapping[str, Sequence[TextGroup]]
) -> Iterator[Diagnostic]:
    """Report translated texts in smaller type than the original; this lays out the original games.

    Texts that do not fit are not reported here: they are errors of the layout.
    """
    usual = check_games(root, tuple(translated), texts=True).texts
    for game, groups in translated.items():
        try:
            catalogue = open_catalogue(Project(root), game, language)
        except SourceError:
            continue  # reading the game has reported the error
        contexts = CardContexts(context for context, _ in catalogue.entries)
        places = {context: entry.location for (context, _), entry in catalogue.entries.items()}
        sizes = dict(_settings(usual.get(game, ())))
        for group in groups:
            for key, text in _settings([group]):
                before = sizes.get(key)
                if before is not None and text.fits and text.size < before.size * _SAME:
                    card = "/" in key[0] and group.field
                    context = contexts.find(key[0], group.field) if card else ""
                    location = places.get(context, group.location)
                    words = text.words or group.label
                    yield problems.set_smaller(location, words, text.size, before.size, key[0])


def _settings(
    groups: Sequence[TextGroup],
) -> Iterator[tuple[tuple[str, str, int], TextSetting]]:
    """Yield the setting of each text, with its side, its tag, and its number within the tag."""
    counts: dict[tuple[str, str], int] = {}
    for group in groups:
        for entry in group.texts:
            place = entry.side, entry.text.stamp
            counts[place] = number = counts.get(place, -1) + 1
            yield (*place, number), entry.text


def room_notes(root: Path, game: str, texts: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Lay out a game, and return notes for translators, by the context of each card text.

    A note has the number of further characters that fit, and the path of a picture of
    `build --product images`. ``texts`` are contexts and source texts. If a text is on several
    sides, the side with the least room counts.
    """
    rooms: dict[tuple[str, str], tuple[int, float, str]] = {}
    for group in check_games(root, (game,), texts=True).texts.get(game, ()):
        for name, room in _rooms(group, game):
            rooms[name] = min(rooms.get(name, room), room, key=itemgetter(0))
    contexts = CardContexts(context for context, _ in texts)
    notes = {}
    for (side, field), (count, size, picture) in rooms.items():
        fits = f"fits {plural(count, 'more character')}" if count else "its box is full, or nearly,"
        notes[contexts.find(side, field)] = f"{fits} at {size:g} pt\n{picture}"
    notes.pop("", None)
    return notes


def _rooms(group: TextGroup, game: str) -> Iterable[tuple[tuple[str, str], tuple[int, float, str]]]:
    for entry in group.texts:
        if group.field and entry.side.part:
            picture = f"output/{game}/cards/{entry.side.design}.{entry.side.side}.png"
            yield (entry.side.design, group.field), (entry.text.more, entry.text.size, picture)


class CardContexts:
    """The contexts of cards' texts, such as ``decks/heroes/anna.text``, found by card and field."""

    def __init__(self, contexts: Iterable[str]) -> None:
        self._ends: dict[str, list[str]] = {}
        for context in dict.fromkeys(contexts):
            if context.startswith("decks/"):
                self._ends.setdefault(context.rpartition("/")[2], []).append(context)

    def find(self, side: str, field: str) -> str:
        """Return the context of a field of a card, ``heroes/anna``, or of one of its sides.

        If the deck's file has another name than the deck, the card is found by its id alone.
        Return an empty string if no card matches, or several.
        """
        deck, card = side.split("/")[:2]
        matches = self._ends.get(f"{card}.{field}", [])
        own = f"decks/{deck}/{card}.{field}"
        return own if own in matches else matches[0] if len(matches) == 1 else ""
