"""A game as it reads in another language, with each of its texts beside the translation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from msgspec import Struct

from cardgen.core.diagnostics import Diagnostic, ModelError, Severity, SourceError
from cardgen.model.components.deck import Deck
from cardgen.model.game import Game
from cardgen.model.load import Loaded, load_project
from cardgen.model.locale.catalogue import MessageCatalogue, open_catalogue
from cardgen.model.locale.translation import Asked, Recorder, Rendition, Translation
from cardgen.model.scope import ReadDecks
from cardgen.source.files import Project

TextState = Literal["translated", "missing", "stale"]
_LACKING: Mapping[str, TextState] = {"CG253": "missing", "CG254": "stale"}


class Status(Struct, frozen=True):
    """What the translation of a game into one language has, in texts; ``gone`` are entries."""

    language: str
    texts: int
    missing: int
    stale: int
    gone: int

    @property
    def translated(self) -> int:
        """The texts that are printed in that language."""
        return self.texts - self.missing - self.stale


class NotedTranslation(Struct):
    """A translation that notes what is asked of it, in order, each with what it has said."""

    catalogue: MessageCatalogue
    said: dict[tuple[str, str], tuple[Asked, Rendition]] = {}

    @property
    def language(self) -> str:
        """The language of the catalogue."""
        return self.catalogue.language

    def say(self, asked: Asked) -> Rendition:
        """Return what the catalogue says."""
        said = self.catalogue.say(asked)
        self.said.setdefault((asked.context, asked.source), (asked, said))
        return said

    def status(self) -> Status:
        """Count what has been asked."""
        states = [state_of(said) for _, said in self.said.values()]
        gone = len(self.catalogue.entries.keys() - self.said.keys())
        missing, stale = states.count("missing"), states.count("stale")
        return Status(self.language, len(states), missing, stale, gone)


def state_of(said: Rendition) -> TextState:
    """Tell whether a text has a translation, and one of what it says now."""
    return _LACKING.get(said.found[0].code, "translated") if said.is_source else "translated"


def read_in(
    root: Path,
    game: str,
    language: str,
    decks: ReadDecks | None = None,
    unsaved: Mapping[str, bytes] = MappingProxyType({}),
) -> tuple[NotedTranslation | None, Loaded]:
    """Read a game in a language; return what its texts are, and the game with all findings.

    There are no texts if the translation cannot be read. The rest is as in `load_project`.
    """
    noted: list[NotedTranslation] = []

    def opened(project: Project, name: str) -> Translation:
        noted.append(NotedTranslation(open_catalogue(project, name, language)))
        return noted[0]

    loaded = load_project(root, (game,), decks, unsaved=unsaved, translated=opened)
    for one in loaded.games:
        loaded.diagnostics.extend(ask_series(one))
    return (noted[0] if noted else None), loaded


def ask_series(game: Game) -> Iterator[Diagnostic]:
    """Read the cards of all series of a game, so that their texts are asked for; yield findings.

    Cards that are no rows of a table have no texts of their own.
    """
    for deck in game.components.values():
        series = deck.series if isinstance(deck, Deck) else None
        if series is not None and series.rows:
            try:
                for volume in series.volumes():
                    yield from series.cards(volume)[1]
            except SourceError as error:
                yield from error.diagnostics


def asked_texts(root: Path, game: str) -> dict[tuple[str, str], list[Asked]]:
    """Return the texts of a game by context and source; raises ModelError with all its errors."""
    recorder = Recorder()
    loaded = load_project(root, (game,), translated=lambda project, name: recorder)
    faults = [one for one in ask_series(loaded.only_game) if one.severity is Severity.ERROR]
    if faults:
        raise ModelError(*faults)
    return recorder.asked
