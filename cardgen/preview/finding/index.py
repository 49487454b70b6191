"""All that can be found, made anew when somebody searches after an edit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from threading import Lock
from weakref import WeakKeyDictionary

from cardgen.model.game import Component, Game
from cardgen.model.sides import CardSides
from cardgen.preview.finding import entries
from cardgen.preview.finding.entries import Entry
from cardgen.preview.finding.printed import printed
from cardgen.preview.live.live_project import LiveProject
from cardgen.preview.live.loaded_game import LoadedGame

State = tuple[int, tuple[str, ...]]
"""The generation of the preview, and the files that a game would print."""


class FindIndex:
    """What can be found in all games. Any thread may ask."""

    def __init__(self, live: LiveProject) -> None:
        self._live = live
        self._lock = Lock()
        self._games: WeakKeyDictionary[LoadedGame, tuple[State, tuple[Entry, ...]]]
        self._games = WeakKeyDictionary()

    def entries(self, game: str = "") -> list[Entry]:
        """Return all there is to find, of all games or of one, as it is now."""
        live = self._live
        with self._lock:
            generation = live.generation  # read first: what changes meanwhile comes next time
            found: list[Entry] = []
            for loaded in sorted(live.loaded.values(), key=lambda one: one.id):
                if game in ("", loaded.id):
                    found += self._of(loaded, generation)
            return found

    def _of(self, loaded: LoadedGame, generation: int) -> tuple[Entry, ...]:
        settled = not loaded.pending and not loaded.due  # else files would be planned in vain
        planned = self._live.print_pages(loaded) if settled else None
        files = tuple(planned.artifacts) if planned is not None else ()
        state, known = self._games.get(loaded, (None, ()))
        if state != (generation, files):
            known = tuple(_all(loaded, files))
            self._games[loaded] = (generation, files), known
        return known


def _all(loaded: LoadedGame, files: tuple[str, ...]) -> Iterator[Entry]:
    """Yield what can be found in a game."""
    with loaded.lock:
        game, sides = loaded.game, dict(loaded.sides)
        frames = {id: one.result.frame for id, one in loaded.shown.items()}
        texts = dict(loaded.texts)
    if game is None:
        return
    words = {id: printed(frame) for id, frame in frames.items() if frame is not None}
    yield entries.game_entry(game)
    for id, part in game.components.items():
        yield entries.part_entry(game, part)
        yield from _designs(game, part, sides.get(id, []), words)
        pages = [one.frame for one in texts[id].results] if id in texts else []
        for number, page in enumerate(pages):
            if page is not None:
                yield entries.page_entry(game, part, number, printed(page))
    for rule in game.rules.values():
        yield entries.rule_entry(game, rule)
    for path in files:
        yield entries.file_entry(game, path)


def _designs(
    game: Game, part: Component, designs: list[CardSides], words: dict[str, str]
) -> Iterator[Entry]:
    """Yield the cards or pieces of a component, and the backs that they share."""
    uses = Counter(one.back.id for one in designs if one.back is not None)
    for one in designs:
        own = [spec.id for spec in one.specs if uses[spec.id] < 2]
        said = list(dict.fromkeys(words[id] for id in own if id in words))
        if one.card is not None:
            yield entries.card_entry(game, part, one.card, one.face.id, said)
        else:
            yield entries.piece_entry(game, part, one.face.id, said)
    for id in (id for id, count in uses.items() if count > 1):
        if id in words:
            yield entries.back_entry(game, part, id, words[id])
