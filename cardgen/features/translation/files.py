"""Begins PO files of a game, keeps them up with its texts, and counts what they lack."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from cardgen.core.diagnostics import Diagnostic, Location, ModelError, OutputError, Severity
from cardgen.features.translation import problems
from cardgen.features.translation.reading import Status, ask_series, read_in
from cardgen.features.translation.room import room_notes
from cardgen.features.translation.wording import wording
from cardgen.model.load import load_project
from cardgen.model.locale.catalogue import languages_of, open_catalogue
from cardgen.model.locale.po import PoUpdate, parse_po, updated
from cardgen.model.locale.translation import (
    FOLDER,
    LARGEST,
    PSEUDOS,
    Recorder,
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


def _texts(root: Path, game: str) -> Recorder:
    """Read a game for its texts; raises ModelError with everything that is wrong with it."""
    recorder = Recorder()
    loaded = load_project(root, (game,), translated=lambda project, name: recorder)
    if not loaded.games:
        raise ModelError(*loaded.diagnostics)
    faults = [one for one in ask_series(loaded.games[0]) if one.severity is Severity.ERROR]
    if faults:
        raise ModelError(*faults)
    return recorder


def extract(root: Path, game: str, language: str, room: bool = False) -> WrittenPo:
    """Begin the translation of a game into a language, or, without one, a template for all.

    With ``room``, notes say how much more fits. Raises OutputError if there is a translation:
    `update` keeps it up.
    """
    name = po_path(game, language) if language else f"{DATA_FOLDER}/{game}/{FOLDER}/{game}.pot"
    if language in PSEUDOS:
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
    notes = room_notes(root, game, asked) if room else {}
    return _put(path, name, updated(None, asked.values(), about, notes), len(asked))


def update(root: Path, game: str, language: str = "", room: bool = False) -> list[WrittenPo]:
    """Keep the translations of a game up with its texts, or only that into a language.

    With ``room``, notes say how much more fits; without it they stay. Raises SourceError, and
    writes nothing, if one of the files cannot be read.
    """
    project, asked = Project(root), _texts(root, game).asked
    olds = {}
    for one in _languages(project, game, language):
        name = po_path(game, one)
        olds[name] = parse_po(project.read(name, what="the translation", limit=LARGEST))
    notes = room_notes(root, game, asked) if room else {}
    return [
        _put(confine(root, name), name, updated(old, asked.values(), {}, notes), len(asked))
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
        open_catalogue(project, game, one)  # one that cannot be read has none to count
        noted, loaded = read_in(root, game, one)
        if noted is None or not loaded.games:
            raise ModelError(*loaded.diagnostics)
        found = [one for one in loaded.diagnostics if one.code in FINDINGS]
        yield noted.status(), [*found, *wording(noted, loaded.games[0], root)]
