"""All that can be found. After an edit, entries are made again only where their seeds differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from threading import Lock
from weakref import WeakKeyDictionary

from cardgen.frame import Frame
from cardgen.model.component import Component
from cardgen.model.game import Game
from cardgen.model.sides import CardSides
from cardgen.preview.finding.entries import Entry, Seed, content, entry, nice
from cardgen.preview.live.live_project import LiveProject
from cardgen.preview.live.loaded_game import LoadedGame, LoadedSide, LoadedText

Found = tuple[Seed, tuple[Frame, ...]]
"""The seed of an entry, and the pictures whose words count."""


class GameIndex:
    """What can be found in one game."""

    def __init__(self) -> None:
        self.entries: tuple[Entry, ...] = ()
        self.made = 0
        """How many entries were made so far."""
        self._known: dict[tuple[object, ...], tuple[Seed, Entry]] = {}
        self._at: object = None

    def refresh(self, loaded: LoadedGame, files: tuple[str, ...], at: object) -> None:
        """Take in what is new, if ``at``, the state of the game, is another than before."""
        if at == self._at:
            return
        with loaded.lock:
            game, sides = loaded.game, dict(loaded.sides)
            shown, texts = dict(loaded.shown), dict(loaded.texts)
        known, now = self._known, dict[tuple[object, ...], tuple[Seed, Entry]]()
        for seed, pictures in _all(game, sides, shown, texts, files) if game is not None else ():
            name = seed.kind, seed.address, seed.side
            old = known.get(name)
            if old is None or old[0] != seed:
                old = seed, entry(seed, pictures)
                self.made += 1
            now[name] = old
        self._known, self._at = now, at
        self.entries = tuple(one for _, one in now.values())


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


def _all(
    game: Game,
    sides: Mapping[str, list[CardSides]],
    shown: Mapping[str, LoadedSide],
    texts: Mapping[str, LoadedText],
    files: tuple[str, ...],
) -> Iterator[Found]:
    """Yield what can be found in a game."""
    places = (("subtitle", game.subtitle), *(("credits", str(one)) for one in game.credits))
    yield Seed("game", (game.id,), game.title, "", game.id, places=places), ()
    for id, part in game.components.items():
        yield Seed("part", (game.id, id), part.title, game.title, id), ()
        yield from _designs(game, part, sides.get(id, []), shown)
        yield from _pages(game, part, texts.get(id))
    for id, rule in game.rules.items():
        places = (("value", rule.value.text), ("text", rule.text))
        yield Seed("rule", (game.id, "~rules", id), nice(id), game.title, id, places=places), ()
    for path in files:
        yield Seed("file", (game.id, "~print", path), path, game.title), ()


def _designs(
    game: Game, part: Component, designs: list[CardSides], shown: Mapping[str, LoadedSide]
) -> Iterator[Found]:
    """Yield the cards or pieces of a component, and the backs that they share."""
    frames = {id: frame for id, one in shown.items() if (frame := one.result.frame) is not None}
    uses = Counter(one.back.id for one in designs if one.back is not None)
    for one in designs:
        own = [spec.id for spec in one.specs if uses[spec.id] < 2]
        pictures = tuple(frames[id] for id in own if id in frames)
        yield _design(game, part, one, tuple(f.fingerprint for f in pictures)), pictures
    for id in (id for id, count in uses.items() if count > 1 and id in frames):
        prints, title = (frames[id].fingerprint,), f"{part.title}, back"
        seed = Seed("back", (game.id, part.id), title, part.title, side=id, prints=prints)
        yield seed, (frames[id],)


def _design(game: Game, part: Component, one: CardSides, prints: tuple[str, ...]) -> Seed:
    """Describe a card by its data and its printed words, another piece by these alone."""
    side = one.face.id
    address: tuple[str, ...] = (game.id, part.id)
    if (card := one.card) is not None:
        id, kind, title, data = card.id, "card", card.title.plain or nice(card.id), content(card)
        address += (id,)
    elif part.kind == "board":
        id, kind, title, data = part.id, "board", part.title, ()
    else:
        id, kind, data = side.removesuffix("/face").partition("/")[2], "piece", ()
        title = nice(id) or part.title
        address += (id,)
    return Seed(kind, address, title, part.title, id, side, prints=prints, data=data)


def _pages(game: Game, part: Component, text: LoadedText | None) -> Iterator[Found]:
    """Yield the pages of a text."""
    for number, result in enumerate(text.results if text is not None else ()):
        if (frame := result.frame) is not None:
            address = (game.id, part.id, str(number + 1))
            title, prints = f"{part.title}, page {number + 1}", (frame.fingerprint,)
            yield Seed("page", address, title, part.title, page=number, prints=prints), (frame,)
