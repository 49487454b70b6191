"""Cards as they look in another language, drawn for who translates them."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock
from typing import Any

from cardgen.model.load import Loaded
from cardgen.preview.about import describe
from cardgen.preview.editing.editor import DraftSession
from cardgen.preview.live.loaded_game import LoadedGame

Json = dict[str, Any]


class TranslatedCards:
    """Draws cards of one game in one other language; any thread may ask, one works at a time.

    What that needs is made for the first card, and dropped for another game or language.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._of: tuple[LoadedGame, str] | None = None
        self._session = DraftSession()

    def drawn(
        self, loaded: LoadedGame, language: str, read: Loaded, sides: Sequence[str]
    ) -> dict[str, Json]:
        """Lay sides out as the game reads in a language; return them as the page knows sides."""
        with self._lock:
            if self._of != (loaded, language):
                self._of, self._session = (loaded, language), DraftSession()
            [game] = read.games
            session = self._session.session_of(loaded)
            session.take_data(game)
            found = {}
            for spec in (session.specs[id] for id in sides if id in session.specs):
                result = session.side(spec, drawn=False)
                if result.frame is not None:
                    loaded.keep_frames([result.frame])
                found[spec.id] = {
                    "p": result.frame.fingerprint if result.frame is not None else "",
                    "findings": describe.findings(result.diagnostics),
                }
            return found

    def drop(self) -> None:
        """Forget the game: nobody looks at it any more."""
        with self._lock:
            self._of, self._session = None, DraftSession()
