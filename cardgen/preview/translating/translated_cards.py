"""Cards as they look in another language, drawn for who translates them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from threading import Lock
from typing import Any

from msgspec import Struct

from cardgen.model.game import Game
from cardgen.pipeline.session import Session
from cardgen.preview.about import describe
from cardgen.preview.live.loaded_game import LoadedGame, Looks

Json = dict[str, Any]


class _Opened(Struct):
    """What cards are laid out with, for as long as its assets and its templates stay the same."""

    loaded: LoadedGame
    language: str
    looks: Looks
    phrases: Mapping[tuple[str, str], str]
    session: Session


class TranslatedCards:
    """Draws cards of one game in one other language; any thread may ask, one works at a time.

    What that needs is opened for the first card, and dropped for another game or language.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._opened: _Opened | None = None

    def drawn(
        self, loaded: LoadedGame, language: str, game: Game, sides: Sequence[str]
    ) -> dict[str, Json]:
        """Lay out sides of a game as it reads in a language, as the page knows sides.

        Texts of several cards that are set in one size have that of the language of the game.
        """
        with self._lock:
            session = self._session(loaded, language, game)
            session.take_data(game)
            found: dict[str, Json] = {}
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
            self._opened = None

    def _session(self, loaded: LoadedGame, language: str, game: Game) -> Session:
        with loaded.lock:
            looks, theirs = loaded.looks, loaded.session
        one = self._opened
        known = (one.loaded, one.language, one.looks, one.phrases) if one is not None else ()
        if one is None or known != (loaded, language, looks, game.phrases):
            self._opened = None
            session = Session(loaded.root, game, loaded.store)
            one = self._opened = _Opened(loaded, language, looks, game.phrases, session)
        if theirs is not None:
            one.session.take_ladders(theirs.ladders)
        return one.session
