"""All that can be found, made anew at the first search after an edit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from threading import Lock
from weakref import WeakKeyDictionary

from cardgen.frame.words import printed
from cardgen.model.game import Component, Game
from cardgen.model.record import values_of
from cardgen.model.sides import CardSides
from cardgen.model.words import nice
from cardgen.preview.finding.entries import PRINTED, Entry, said
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
        frames = {id: one.frame for id, one in loaded.shown.items()}
        texts = dict(loaded.texts)
    if game is None:
        return
    words = {id: printed(frame) for id, frame in frames.items() if frame is not None}
    about = [("subtitle", game.subtitle), *(("credits", str(one)) for one in game.credits)]
    yield Entry("game", (game.id,), game.title, "", about, game.id)
    for id, part in game.components.items():
        yield Entry("part", (game.id, id), part.title, game.title, id=id)
        yield from _designs(game, part, sides.get(id, []), words)
        pages = [one.frame for one in texts[id].results] if id in texts else []
        for number, page in enumerate(pages):
            if page is not None:
                title, place = f"{part.title}, page {number + 1}", (game.id, id, str(number + 1))
                yield Entry(
                    "page", place, title, part.title, [(PRINTED, printed(page))], page=number
                )
    for rule in game.rules.values():
        said_of = [("value", rule.value.text), ("text", rule.text)]
        place = (game.id, "~rules", rule.id)
        yield Entry("rule", place, nice(rule.id), game.title, said_of, rule.id)
    for path in files:
        yield Entry("file", (game.id, "~print", path), path, game.title)


def _designs(
    game: Game, part: Component, designs: Sequence[CardSides], words: dict[str, str]
) -> Iterator[Entry]:
    """Yield the cards or pieces of a component, and the backs that they share."""
    uses = Counter(one.back.id for one in designs if one.back is not None)
    for one in designs:
        own = [spec.id for spec in one.specs if uses[spec.id] < 2]
        texts = [(PRINTED, text) for text in dict.fromkeys(words[id] for id in own if id in words)]
        card, side = one.card, one.face.id
        if card is not None:
            texts += [(name, said(value)) for name, value in values_of(card.fields).items()]
            texts += [("type", card.type), ("assumption", str(card.assumption))]
            title, place = card.title.plain or nice(card.id), (game.id, part.id, card.id)
            yield Entry("card", place, title, part.title, texts, card.id, side)
        elif part.kind == "board":
            yield Entry("board", (game.id, part.id), part.title, part.title, texts, part.id, side)
        else:
            key = side.part or side.side.removesuffix("face")
            title = nice(key.replace("/", " ")) if key else part.title
            yield Entry("piece", (game.id, part.id, key), title, part.title, texts, key, side)
    for id, count in uses.items():
        if count > 1 and id in words:
            title, texts = f"{part.title}, back", [(PRINTED, words[id])]
            yield Entry("back", (game.id, part.id), title, part.title, texts, side=id)
