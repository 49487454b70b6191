"""Begins PO files of a game, keeps them up with its texts, and counts what they lack."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from msgspec import Struct

from cardgen.core.diagnostics import Diagnostic, Location, ModelError, OutputError
from cardgen.features.translation import problems
from cardgen.model.load import load_project
from cardgen.model.locale.catalogue import MessageCatalogue, languages_of, open_catalogue
from cardgen.model.locale.po import PoUpdate, parse_po, updated
from cardgen.model.locale.translation import (
    FOLDER,
    PSEUDO,
    Asked,
    Recorder,
    Rendition,
    Translated,
    Translation,
    po_path,
)
from cardgen.pipeline.writing import write_whole
from cardgen.source.files import DATA_FOLDER, Project, confine

FINDINGS = ("CG253", "CG254", "CG255", "CG256", "CG257")


class WrittenPo(Struct, frozen=True):
    """A file that was brought up to date: its path, and counts of entries."""

    path: str
    texts: int
    new: int
    changed: int
    gone: int


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
    """A translation that notes what is asked of it, each with the code of why it has none."""

    catalogue: MessageCatalogue
    lacking: dict[tuple[str, str], str] = {}

    @property
    def language(self) -> str:
        """The language of the catalogue."""
        return self.catalogue.language

    def say(self, asked: Asked) -> Rendition:
        """Return what the catalogue says."""
        said = self.catalogue.say(asked)
        self.lacking.setdefault(
            (asked.context, asked.source), said.found[0].code if said.is_source else ""
        )
        return said


def _read(root: Path, game: str, translated: Translated) -> list[Diagnostic]:
    """Read a game; raises ModelError with everything that is wrong with it."""
    loaded = load_project(root, (game,), translated=translated)
    if not loaded.games:
        raise ModelError(*loaded.diagnostics)
    return [one for one in loaded.diagnostics if one.code in FINDINGS]


def _texts(root: Path, game: str) -> Recorder:
    recorder = Recorder()
    _read(root, game, lambda project, name: recorder)
    return recorder


def extract(root: Path, game: str, language: str) -> WrittenPo:
    """Begin the translation of a game into a language, or, without one, a template for all.

    Raises OutputError if there is a translation: `update` keeps it up.
    """
    name = po_path(game, language) if language else f"{DATA_FOLDER}/{game}/{FOLDER}/{game}.pot"
    if language == PSEUDO:
        raise OutputError(problems.needs_none(None, language))
    path = confine(root, name)
    if language and path.exists():
        raise OutputError(problems.translation_there(Location(name), game, language))
    about = {
        "Project-Id-Version": game,
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
    }
    asked = _texts(root, game).asked
    return _put(path, name, updated(None, asked.values(), about), len(asked))


def update(root: Path, game: str, language: str = "") -> list[WrittenPo]:
    """Keep the translations of a game up with its texts, or only that into a language.

    Raises SourceError, and writes nothing, if one of them cannot be read.
    """
    project, asked = Project(root), _texts(root, game).asked
    olds = {}
    for one in _languages(project, game, language):
        name = po_path(game, one)
        olds[name] = parse_po(project.read(name, what="the translation"))
    return [
        _put(confine(root, name), name, updated(old, asked.values(), {}), len(asked))
        for name, old in olds.items()
    ]


def _languages(project: Project, game: str, language: str) -> tuple[str, ...]:
    known = languages_of(project, game)
    if language and language not in known:
        open_catalogue(project, game, language)  # which says that there is none
    return (language,) if language else known


def _put(path: Path, name: str, made: PoUpdate, texts: int) -> WrittenPo:
    data = made.text.encode()
    if not path.is_file() or path.read_bytes() != data:
        write_whole(path, data, name)
    return WrittenPo(name, texts, made.new, made.changed, made.gone)


def status(root: Path, game: str, language: str = "") -> Iterator[tuple[Status, list[Diagnostic]]]:
    """Yield for each language, or for one, what its translation lacks, and every finding."""
    project = Project(root)
    _texts(root, game)  # a game that cannot be read has no texts to count
    for one in _languages(project, game, language):
        noted = NotedTranslation(open_catalogue(project, game, one))
        found = _read(root, game, partial(_given, noted))
        codes = [*noted.lacking.values()]
        yield (
            Status(
                one,
                len(codes),
                codes.count("CG253"),
                codes.count("CG254"),
                len(noted.catalogue.entries.keys() - noted.lacking.keys()),
            ),
            found,
        )


def _given(translation: NotedTranslation, project: Project, game: str) -> Translation:
    return translation
