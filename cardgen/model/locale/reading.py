"""Reads a game in another language, and pairs each of its texts with the translation."""

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
from cardgen.model.locale.translation import Recorder, Rendition, SourceText, Translation
from cardgen.model.scope import ReadDecks
from cardgen.source.files import Project

TextState = Literal["translated", "missing", "stale"]
_LACKING: Mapping[str, TextState] = {"CG253": "missing", "CG254": "stale"}


class Status(Struct, frozen=True):
    """The number of texts of a game by state of their translation; ``gone`` are unused entries."""

    language: str
    texts: int
    missing: int
    stale: int
    gone: int

    @property
    def translated_count(self) -> int:
        """The number of translated texts."""
        return self.texts - self.missing - self.stale


class RecordedTranslation(Struct):
    """A translation that records each source text with its rendition, in order."""

    catalogue: MessageCatalogue
    renditions: dict[tuple[str, str], tuple[SourceText, Rendition]] = {}

    @property
    def language(self) -> str:
        """The language of the catalogue."""
        return self.catalogue.language

    def translate(self, source_text: SourceText) -> Rendition:
        """Return the translation from the catalogue, and record it."""
        rendition = self.catalogue.translate(source_text)
        self.renditions.setdefault(source_text.key, (source_text, rendition))
        return rendition

    def status(self) -> Status:
        """Count the recorded texts by state."""
        states = [state_of(rendition) for _, rendition in self.renditions.values()]
        gone = len(self.catalogue.entries.keys() - self.renditions.keys())
        missing, stale = states.count("missing"), states.count("stale")
        return Status(self.language, len(states), missing, stale, gone)


def state_of(rendition: Rendition) -> TextState:
    """Return whether the translation of a text is missing or stale."""
    code = rendition.diagnostics[0].code if rendition.is_source else ""
    return _LACKING.get(code, "translated")


def read_in(
    root: Path,
    game: str,
    language: str,
    decks: ReadDecks | None = None,
    unsaved: Mapping[str, bytes] = MappingProxyType({}),
) -> tuple[RecordedTranslation | None, Loaded]:
    """Read a game in a language; return its recorded texts, and the game with all diagnostics.

    The recorded texts are None if the translation cannot be read. See also `load_project`.
    """
    translations: list[RecordedTranslation] = []

    def open_translation(project: Project, name: str) -> Translation:
        translations.append(RecordedTranslation(open_catalogue(project, name, language)))
        return translations[0]

    loaded = load_project(root, (game,), decks, unsaved=unsaved, translated=open_translation)
    for loaded_game in loaded.games:
        loaded.diagnostics.extend(record_series(loaded_game))
    return (translations[0] if translations else None), loaded


def record_series(game: Game) -> Iterator[Diagnostic]:
    """Read the cards of all series of a game, to record their texts; yield diagnostics.

    Only series with a table have texts of their own.
    """
    for deck in game.components.values():
        series = deck.series if isinstance(deck, Deck) else None
        if series is not None and series.rows:
            try:
                for volume in series.volumes():
                    yield from series.cards(volume)[1]
            except SourceError as error:
                yield from error.diagnostics


def source_texts(root: Path, game: str) -> dict[tuple[str, str], list[SourceText]]:
    """Return the texts of a game by context and source; raises ModelError if it has errors."""
    recorder = Recorder()
    loaded = load_project(root, (game,), translated=lambda project, name: recorder)
    faults = [d for d in record_series(loaded.only_game) if d.severity is Severity.ERROR]
    if faults:
        raise ModelError(*faults)
    return recorder.texts
