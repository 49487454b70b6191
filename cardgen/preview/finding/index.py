"""All that can be found, kept up with the edits: what is as it was is not looked at again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from threading import Lock
from typing import Any
from weakref import WeakKeyDictionary

from msgspec import Struct

from cardgen.frame import Frame
from cardgen.model.cards import Card
from cardgen.model.game import Component, Game
from cardgen.model.sides import CardSides
from cardgen.preview.finding import entries
from cardgen.preview.finding.entries import Entry
from cardgen.preview.finding.printed import printed
from cardgen.preview.live.live_project import LiveProject
from cardgen.preview.live.loaded_game import LoadedGame, LoadedSide, LoadedText

Key = tuple[Any, ...]
"""What an entry was made of."""


class GameIndex:
    """What can be found in one game, by where it stands."""

    def __init__(self) -> None:
        self.entries: tuple[Entry, ...] = ()
        self.made = 0
        """How many entries were made so far."""
        self._known: dict[tuple[str, ...], tuple[Key, Entry]] = {}
        self._at: Key = ()

    def refresh(self, loaded: LoadedGame, files: tuple[str, ...], at: Key) -> None:
        """Take in what is new, if ``at``, the state of the game, is another than before."""
        if at == self._at:
            return
        with loaded.lock:
            game, sides = loaded.game, dict(loaded.sides)
            shown, texts = dict(loaded.shown), dict(loaded.texts)
        known, found = self._known, dict[tuple[str, ...], tuple[Key, Entry]]()
        for one in _all(game, sides, shown, texts, files) if game is not None else ():
            old = known.get(one.name)
            if old is None or old[0] != one.key:
                old = one.key, one.make()
                self.made += 1
            found[one.name] = old
        self._known, self._at = found, at
        self.entries = tuple(one for _, one in found.values())


class FindIndex:
    """What can be found in all games. Any thread may ask."""

    def __init__(self, live: LiveProject) -> None:
        self._live = live
        self._lock = Lock()
        self._games: WeakKeyDictionary[LoadedGame, GameIndex] = WeakKeyDictionary()

    def entries(self, game: str = "") -> list[Entry]:
        """Return all there is to find, of all games or of one, as it is now."""
        live = self._live
        with self._lock:
            generation = live.generation  # read first: what changes meanwhile comes next time
            found: list[Entry] = []
            for loaded in sorted(live.loaded.values(), key=lambda one: one.id):
                if game in ("", loaded.id):
                    found += self._of(loaded, generation).entries
            return found

    def made(self, game: str) -> int:
        """Return how many entries of a game were made so far."""
        return self._games[self._live.loaded[game]].made

    def _of(self, loaded: LoadedGame, generation: int) -> GameIndex:
        index = self._games.setdefault(loaded, GameIndex())
        settled = not loaded.pending and not loaded.due  # else files would be planned in vain
        planned = self._live.print_pages(loaded) if settled else None
        files = tuple(planned.artifacts) if planned is not None else ()
        index.refresh(loaded, files, (generation, files))
        return index


class _Candidate(Struct, frozen=True):
    """Something to find: where it stands, what it is made of, and how its entry is made."""

    name: tuple[str, ...]
    key: Key
    make: Callable[[], Entry]


def _all(
    game: Game,
    sides: Mapping[str, list[CardSides]],
    shown: Mapping[str, LoadedSide],
    texts: Mapping[str, LoadedText],
    files: tuple[str, ...],
) -> Iterator[_Candidate]:
    """Yield what can be found in a game."""
    key: Key = (game.title, game.subtitle, *map(str, game.credits))
    yield _Candidate(("game",), key, partial(entries.game_entry, game))
    for id, part in game.components.items():
        key = (part.title, game.title)
        yield _Candidate(("part", id), key, partial(entries.part_entry, game, part))
        yield from _designs(game, part, sides.get(id, []), shown)
        yield from _pages(game, part, texts.get(id))
    for id, rule in game.rules.items():
        key = (game.title, rule.value.text, rule.text)
        yield _Candidate(("rule", id), key, partial(entries.rule_entry, game, rule))
    for path in files:
        key = (game.title,)
        yield _Candidate(("file", path), key, partial(entries.file_entry, game, path))


def _designs(
    game: Game, part: Component, designs: list[CardSides], shown: Mapping[str, LoadedSide]
) -> Iterator[_Candidate]:
    """Yield the cards or pieces of a component, and the backs that they share."""
    frames = {id: one.result.frame for id, one in shown.items()}
    uses = Counter(one.back.id for one in designs if one.back is not None)
    for one in designs:
        own = [spec.id for spec in one.specs if uses[spec.id] < 2]
        pictures = tuple(frame for id in own if (frame := frames.get(id)) is not None)
        prints = tuple(frame.fingerprint for frame in pictures)
        key = (part.title, prints, _content(one.card) if one.card is not None else None)
        make = partial(_design, game, part, one, pictures)
        yield _Candidate((part.id, one.face.id), key, make)
    for id in (id for id, count in uses.items() if count > 1):
        if (frame := frames.get(id)) is not None:
            make = partial(_back, game, part, id, frame)
            yield _Candidate((part.id, id), (part.title, frame.fingerprint), make)


def _pages(game: Game, part: Component, text: LoadedText | None) -> Iterator[_Candidate]:
    """Yield the pages of a text."""
    for number, result in enumerate(text.results if text is not None else ()):
        if (frame := result.frame) is not None:
            make = partial(_page, game, part, number, frame)
            name = (part.id, "page", str(number))
            yield _Candidate(name, (part.title, frame.fingerprint), make)


def _content(card: Card) -> Key:
    """Return what a card says, wherever it stands now."""
    return card.type, card.title, card.fields, card.assumption


def _design(game: Game, part: Component, one: CardSides, pictures: tuple[Frame, ...]) -> Entry:
    words = list(dict.fromkeys(map(printed, pictures)))
    if one.card is not None:
        return entries.card_entry(game, part, one.card, one.face.id, words)
    return entries.piece_entry(game, part, one.face.id, words)


def _back(game: Game, part: Component, id: str, frame: Frame) -> Entry:
    return entries.back_entry(game, part, id, printed(frame))


def _page(game: Game, part: Component, number: int, frame: Frame) -> Entry:
    return entries.page_entry(game, part, number, printed(frame))
