"""Begins PO files of a game, keeps them up with its texts, and counts what they lack."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from cardgen.core.diagnostics import Diagnostic, Location, ModelError, OutputError
from cardgen.features import problems
from cardgen.model.locale.catalogue import languages_of, open_catalogue, read_po
from cardgen.model.locale.po import PoUpdate, update_po
from cardgen.model.locale.reading import Status, read_in, source_texts
from cardgen.model.locale.translation import (
    PSEUDOS,
    po_path,
)
from cardgen.pipeline.resources import library_of
from cardgen.pipeline.translation_fit import room_notes
from cardgen.pipeline.writing import write_whole
from cardgen.proof.translations import wording_faults
from cardgen.source.files import Project, confine

FINDINGS = ("CG253", "CG254", "CG255", "CG256", "CG257")


class WrittenPo(Struct, frozen=True):
    """A file that was brought up to date: its path, and counts of entries."""

    path: str
    texts: int
    new: int
    changed: int
    gone: int


def extract(root: Path, game: str, language: str, room: bool = False) -> WrittenPo:
    """Begin the translation of a game into a language, or, without one, a template for all.

    With ``room``, notes say how much more fits. Raises OutputError if there is a translation:
    `update` keeps it up.
    """
    name = po_path(game, language)
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
    asked = source_texts(root, game)
    notes = room_notes(root, game, asked) if room else {}
    return _put(path, name, update_po(None, asked.values(), about, notes), len(asked))


def update(root: Path, game: str, language: str = "", room: bool = False) -> list[WrittenPo]:
    """Keep the translations of a game up with its texts, or only that into a language.

    With ``room``, notes say how much more fits; without it they stay. Raises SourceError, and
    writes nothing, if one of the files cannot be read.
    """
    project, asked = Project(root), source_texts(root, game)
    olds = {
        po_path(game, one): read_po(project, game, one)
        for one in _languages(project, game, language)
    }
    notes = room_notes(root, game, asked) if room else {}
    return [
        _put(confine(root, name), name, update_po(old, asked.values(), {}, notes), len(asked))
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
    source_texts(root, game)  # a game that cannot be read has no texts to count
    for one in _languages(project, game, language):
        open_catalogue(project, game, one)  # one that cannot be read has none to count
        noted, loaded = read_in(root, game, one)
        if noted is None or not loaded.games:
            raise ModelError(*loaded.diagnostics)
        found = [one for one in loaded.diagnostics if one.code in FINDINGS]
        yield (
            noted.status(),
            [*found, *wording_faults(noted, loaded.games[0], library_of(root, game))],
        )
