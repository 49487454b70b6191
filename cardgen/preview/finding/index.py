"""All that can be found, made anew at the first search after an edit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import hypot
from threading import Lock
from weakref import WeakKeyDictionary

from cardgen.core.geometry import Matrix
from cardgen.core.units import MM_PER_POINT
from cardgen.frame import IDENTITY, Frame, Group, Text
from cardgen.model.game import Component, Game
from cardgen.model.record import values_of
from cardgen.model.sides import CardSides
from cardgen.preview.finding.entries import PRINTED, Entry, nice, said
from cardgen.preview.live.live_project import LiveProject
from cardgen.preview.live.loaded_game import LoadedGame

_JOINED = 0.15
"""How far apart runs of one word may stand, in ems: a word that is partly bold is two runs."""


def printed(frame: Frame) -> str:
    """Return all words of a Frame in the order of painting, which is that of its template.

    What is read in place of a picture counts, and so do the names of icons.
    """
    said: list[str] = []
    before: tuple[Text, Matrix] | None = None
    for run, matrix in _runs(frame, IDENTITY):
        if isinstance(run, str):
            said += [" ", run, " "]
            before = None
            continue
        if before is None or not _continues(*before, run, matrix):
            said.append(" ")
        said.append(run.string)
        before = run, matrix
    frame.let_go_of_items()
    return " ".join("".join(said).split())


def _runs(frame: Frame, matrix: Matrix) -> Iterator[tuple[Text | str, Matrix]]:
    """Yield each run of text, and each name of a picture, with its place."""
    for item in frame.items:
        if isinstance(item, Text):
            yield item, matrix
        elif isinstance(item, Group):
            if item.reads is not None:
                # Letters that have places of their own are no words.
                yield (item.alt or "" if item.frame.has_texts else item.reads), matrix
                if item.frame.has_texts:
                    continue
            elif item.alt:
                yield item.alt, matrix
            yield from _runs(item.frame, item.matrix.then(matrix))


def _continues(first: Text, here: Matrix, second: Text, there: Matrix) -> bool:
    """Whether a run continues the word that another one began."""
    x, y = here.apply(first.x + first.width, first.y)
    to_x, to_y = there.apply(second.x, second.y)
    return hypot(to_x - x, to_y - y) <= _JOINED * second.size * MM_PER_POINT * there.scale


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
    game: Game, part: Component, designs: list[CardSides], words: dict[str, str]
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
            key = side.removesuffix("/face").partition("/")[2]
            title = nice(key) if key else part.title
            yield Entry("piece", (game.id, part.id, key), title, part.title, texts, key, side)
    for id, count in uses.items():
        if count > 1 and id in words:
            title, texts = f"{part.title}, back", [(PRINTED, words[id])]
            yield Entry("back", (game.id, part.id), title, part.title, texts, side=id)
