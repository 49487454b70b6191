"""Work on a loaded game beside what it shows: booklets, drafts, cards in another language."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from cardgen.model.game import Game
from cardgen.pipeline.game_work import GameWork
from cardgen.preview.live.loaded_game import LoadedGame, Looks

NO_TEXTS: Mapping[str, bytes] = MappingProxyType({})


class WorkBeside:
    """Lays out sides and texts of one loaded game for one other thread.

    It reads templates and assets for itself, as the loaded game has them at the time.
    """

    def __init__(self) -> None:
        self._work: GameWork | None = None
        self._looks = Looks()
        self._unsaved = NO_TEXTS

    def work_on(
        self, loaded: LoadedGame, game: Game, unsaved: Mapping[str, bytes] = NO_TEXTS
    ) -> GameWork:
        """Return the work on some data of a game, beside the sides that are shown.

        Templates that are ``unsaved`` are read in place of their files.
        """
        with loaded.lock:
            theirs, looks, shown = loaded.work, loaded.looks, dict(loaded.shown)
        assert theirs is not None
        work = self._work
        if work is None or work.game.phrases != game.phrases:  # templates have phrases in them
            work = self._work = GameWork(loaded.root, game, loaded.store)
            self._looks, self._unsaved = looks, NO_TEXTS
        if (self._looks, self._unsaved) != (looks, unsaved):
            work.reload_files(looks.assets != self._looks.assets, unsaved)
            self._looks, self._unsaved = looks, unsaved
        work.templates.kept.update(theirs.templates.kept.copy())  # compiled once for both
        work.replace_game(game)
        work.replace_ladders(theirs.ladders)
        work.shown = shown
        return work
