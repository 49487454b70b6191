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
from cardgen.model.sides import CardSides
from cardgen.preview.finding import entries
from cardgen.preview.finding.entries import Entry
from cardgen.preview.live.live_project import LiveProject
from cardgen.preview.live.loaded_game import LoadedGame

_JOINED = 0.15
"""How far apart runs of one word may stand, in ems: a word that is partly bold is two runs."""
_SPREAD = 1.3
"""The same for single letters, as of a word that is set round a curve."""


def printed(frame: Frame) -> str:
    """Return all words of a Frame in the order of painting, which is that of its template.

    What is read in place of a picture counts, and so do the names of icons.
    """
    said: list[str] = []
    before: tuple[Text, Matrix] | None = None
    for run, matrix in _runs(frame):
        if isinstance(run, str):
            said += [" ", run, " "]
            before = None
            continue
        if before is None or not _continues(*before, run, matrix):
            said.append(" ")
        said.append(run.string)
        before = run, matrix
    return " ".join("".join(said).split())


def _runs(frame: Frame) -> Iterator[tuple[Text | str, Matrix]]:
    """Yield each run of text, and each name of a picture, with its place."""
    yield from _runs_in(frame, IDENTITY)


def _runs_in(frame: Frame, matrix: Matrix) -> Iterator[tuple[Text | str, Matrix]]:
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
            yield from _runs_in(item.frame, item.matrix.then(matrix))


def _continues(first: Text, here: Matrix, second: Text, there: Matrix) -> bool:
    """Whether a run goes on with the word that another one began."""
    x, y = here.apply(first.x + first.width, first.y)
    to_x, to_y = there.apply(second.x, second.y)
    away = hypot(to_x - x, to_y - y)
    em = second.size * MM_PER_POINT * there.scale
    if away <= _JOINED * em:
        return True
    alike = first.font == second.font and first.size == second.size
    return alike and _is_letter(first) and _is_letter(second) and away <= _SPREAD * em


def _is_letter(run: Text) -> bool:
    return len(run.string) == 1 and run.string.isalpha()


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
