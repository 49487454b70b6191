"""The fit of translated texts: texts in smaller type, and the room for more characters."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from pathlib import Path

from cardgen.core.diagnostics import Diagnostic, SourceError
from cardgen.core.registry import plural
from cardgen.layout.text.groups import TextSetting
from cardgen.model.components.deck import decks_of
from cardgen.model.game import Game
from cardgen.model.load import load_game
from cardgen.model.locale import problems
from cardgen.model.locale.catalogue import open_catalogue
from cardgen.model.record import Record, values_of
from cardgen.model.richtext import Rich
from cardgen.pipeline.build import check_games
from cardgen.pipeline.text_report import TextGroup
from cardgen.source.files import Project

_SAME = 0.98
"""From this share of a size on, readers see no difference."""
_LABELLED = 12
"""The number of letters by which a text is recognised behind a label."""


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


def _settings(groups: Sequence[TextGroup]) -> Iterator[tuple[tuple[str, str, int], TextSetting]]:
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
    fields = _card_fields(load_game(root, game))
    rooms: dict[tuple[str, str], tuple[int, float, str]] = {}
    for group in check_games(root, (game,), texts=True).texts.get(game, ()):
        for name, room in _rooms(group, game, fields):
            rooms[name] = min(rooms.get(name, room), room, key=itemgetter(0))
    contexts = CardContexts(context for context, _ in texts)
    notes = {}
    for (side, field), (count, size, picture) in rooms.items():
        fits = f"fits {plural(count, 'more character')}" if count else "its box is full, or nearly,"
        notes[contexts.find(side, field)] = f"{fits} at {size:g} pt\n{picture}"
    notes.pop("", None)
    return notes


def _card_fields(game: Game) -> Mapping[str, Mapping[str, str]]:
    """Return the letters of the texts of each card by the end of their context."""
    cards = ((deck, card) for deck in decks_of(game) for card in deck.cards)
    return {f"{deck.id}/{card.id}": dict(_texts_in(card.record, "")) for deck, card in cards}


def _texts_in(value: object, name: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, Rich):
        yield name, _letters(value.plain)
    elif isinstance(value, Record | tuple):
        items = values_of(value).items() if isinstance(value, Record) else enumerate(value)
        for key, item in items:
            yield from _texts_in(item, f"{name}.{key}" if name else str(key))


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text)).casefold()


def _rooms(
    group: TextGroup, game: str, fields: Mapping[str, Mapping[str, str]]
) -> Iterable[tuple[tuple[str, str], tuple[int, float, str]]]:
    for entry in group.texts:
        names = [group.field] if group.field else []
        # A macro does not name the field: look for the field that begins with the same letters.
        begin = _letters(entry.text.words.partition("◇")[0])
        if begin and not names:
            texts = fields.get(entry.side.design, {})
            names = [
                name
                for name, text in texts.items()
                if text.startswith(begin) or (len(text) > _LABELLED and text[:_LABELLED] in begin)
            ]
        if len(names) == 1:
            picture = f"output/{game}/cards/{entry.side.design}.{entry.side.side}.png"
            yield (entry.side.design, names[0]), (entry.text.more, entry.text.size, picture)


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
        own, default = f"decks/{deck}/{card}.{field}", f"decks/{deck}/defaults.{field}"
        if own in matches:
            return own
        if default in self._ends.get(f"defaults.{field}", ()):
            return default
        return matches[0] if len(matches) == 1 else ""
