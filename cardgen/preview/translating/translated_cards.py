"""Cards as they look in another language, drawn for who translates them."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock
from typing import Any

from cardgen.model.game import Game
from cardgen.preview.about import describe
from cardgen.preview.live.loaded_game import LoadedGame

Json = dict[str, Any]


class TranslatedCards:
    """Draws cards of one game in one other language; any thread may ask, one works at a time.

    What that needs is opened for the first card, and dropped for another game or language.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._opened: tuple[LoadedGame, str] | None = None
        """The game and the language."""

    def drawn(
        self, loaded: LoadedGame, language: str, game: Game, sides: Sequence[str]
    ) -> dict[str, Json]:
        """Lay out sides of a game as it reads in a language, as the page knows sides.

        Texts of several cards that are set in one size have that of the language of the game.
        """
        with self._lock:
            if self._opened != (loaded, language):
                self._forget()
            self._opened = loaded, language
            work = loaded.work_beside(language, game)
            results = (work.side(work.specs[id]) for id in sides if id in work.specs)
            return describe.sketches(loaded, results)

    def drop(self) -> None:
        """Forget the game: nobody looks at it any more."""
        with self._lock:
            self._forget()

    def _forget(self) -> None:
        if self._opened is not None:
            loaded, language = self._opened
            loaded.end_work(language)
        self._opened = None
