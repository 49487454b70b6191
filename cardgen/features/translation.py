"""Creates PO files of a game, updates them from its texts, and counts missing translations."""

import re
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from cardgen.core.diagnostics import Diagnostic, Location, ModelError, OutputError
from cardgen.features import problems
from cardgen.model.locale.catalogue import languages_of, open_catalogue, read_po
from cardgen.model.locale.plurals import plural_rule
from cardgen.model.locale.po import PoText, PoUpdate, update_po
from cardgen.model.locale.reading import Status, read_in, source_texts
from cardgen.model.locale.translation import NUMBERS_CONTEXT, PSEUDOS, SourceText, po_path
from cardgen.pipeline.resources import library_of
from cardgen.pipeline.translation_fit import room_notes
from cardgen.pipeline.writing import write_whole
from cardgen.proof.translations import wording_faults
from cardgen.source.files import Project, confine

_GENDER = re.compile(r"\{rule:[^{}:?]+:\w+:\w+\}")
FINDINGS = ("CG253", "CG254", "CG255", "CG256", "CG257")


class WrittenPo(Struct, frozen=True):
    """An updated PO file: its path, and counts of entries."""

    path: str
    texts: int
    new: int
    changed: int
    gone: int


def extract(root: Path, game: str, language: str, room: bool = False) -> WrittenPo:
    """Create the PO file of a language, or without a language a template for all languages.

    With ``room``, notes have the space that is left for each text. Raises OutputError if the
    translation exists; use `update` then.
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
        "Plural-Forms": plural_rule(language).header,
    }
    texts = source_texts(root, game)
    notes = room_notes(root, game, texts) if room else {}
    return _write_po(path, name, update_po(None, texts.values(), about, notes), len(texts))


def update(root: Path, game: str, language: str = "", room: bool = False) -> list[WrittenPo]:
    """Update all translations of a game from its texts, or only the translation of a language.

    With ``room``, notes have the space that is left for each text; otherwise notes stay. Raises
    SourceError, before any file is written, if one of the files cannot be read.
    """
    project, texts = Project(root), source_texts(root, game)
    olds = {
        po_path(game, locale): read_po(project, game, locale)
        for locale in _languages(project, game, language)
    }
    notes = room_notes(root, game, texts) if room else {}
    files = []
    for name, old in olds.items():
        language = Path(name).stem
        source = [*texts.values(), *_number_words(root, game, language, old)]
        header = {"Plural-Forms": plural_rule(language).header}
        new = update_po(old, source, header, notes)
        files.append(_write_po(confine(root, name), name, new, len(source)))
    return files


def _number_words(root: Path, game: str, language: str, po: PoText) -> list[list[SourceText]]:
    """Return the number words in the genders and cases that a translation names."""
    if not any(_GENDER.search(entry.msgstr) for entry in po.entries):
        return []
    recorder, _ = read_in(root, game, language)
    renditions = recorder.renditions.values() if recorder is not None else ()
    texts = (text for text, _ in renditions)
    return [[text] for text in texts if text.context.startswith(f"{NUMBERS_CONTEXT}:")]


def _languages(project: Project, game: str, language: str) -> tuple[str, ...]:
    languages = languages_of(project, game)
    if language and language not in languages:
        open_catalogue(project, game, language)  # raises, because there is no such translation
    return (language,) if language else languages


def _write_po(path: Path, name: str, po_update: PoUpdate, texts: int) -> WrittenPo:
    data = po_update.text.encode()
    if not path.is_file() or path.read_bytes() != data:
        write_whole(path, data, name)
    return WrittenPo(name, texts, po_update.new, po_update.changed, po_update.gone)


def status(root: Path, game: str, language: str = "") -> Iterator[tuple[Status, list[Diagnostic]]]:
    """Yield the status and the findings of each translation, or only of one language."""
    project = Project(root)
    source_texts(root, game)  # a game that cannot be read has no texts to count
    for locale in _languages(project, game, language):
        open_catalogue(project, game, locale)  # raises if it cannot be read
        recorder, loaded = read_in(root, game, locale)
        if recorder is None or not loaded.games:
            raise ModelError(*loaded.diagnostics)
        findings = [finding for finding in loaded.diagnostics if finding.code in FINDINGS]
        yield (
            recorder.status(),
            [*findings, *wording_faults(recorder, loaded.games[0], library_of(root, game))],
        )
