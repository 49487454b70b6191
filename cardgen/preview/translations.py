"""Requests of the page for translations: list them, write them, and draw translated cards."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter
from textwrap import shorten
from threading import Lock
from types import MappingProxyType

import msgspec
from msgspec import Struct
from msgspec.structs import asdict
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cardgen.core.diagnostics import CardgenError, Diagnostic, Severity, SourceError
from cardgen.model.game import Game
from cardgen.model.load import Loaded
from cardgen.model.locale.catalogue import languages_of
from cardgen.model.locale.po import parse_po, translate_entry
from cardgen.model.locale.reading import RecordedTranslation, read_in, state_of
from cardgen.model.locale.translation import LARGEST, Rendition, SourceText, po_path
from cardgen.preview import Json
from cardgen.preview.about import describe
from cardgen.preview.about.hit_test import location_json
from cardgen.preview.editing.draft import Clash, Fault, new_errors
from cardgen.preview.editing.editor import Changes, ClashError, Editor
from cardgen.preview.editing.routes import answer_changes, faults_of
from cardgen.preview.editing.targets import NoTargetError
from cardgen.preview.editing.texts import replace_text
from cardgen.preview.live.live_project import LiveProject
from cardgen.preview.live.loaded_game import CardPlaces, LoadedGame
from cardgen.preview.web.requests import as_json
from cardgen.source.files import Project, decode

_SHOWN_AS_STATE = ("CG253", "CG254")


def list_texts(loaded: LoadedGame, language: str) -> Json | None:
    """List all texts of a game with their translations, or None for an unknown language.

    The default is the first language. ``problems`` has errors that concern no single text; with
    such errors, texts may be missing.
    """
    languages = languages_of(Project(loaded.root), loaded.id)
    language = language or next(iter(languages), "")
    about: Json = {"languages": languages, "language": language, "texts": [], "problems": []}
    if not languages:
        return about
    if language not in languages:
        return None
    translation, read = read_in_language(loaded, language)
    with loaded.lock:
        game = loaded.game
    about["source"] = game.language if game is not None else ""
    if translation is None:
        return {**about, "problems": describe.findings(read.diagnostics)}
    findings, problems = split_by_text(translation, read.diagnostics)
    cards, status = CardPlaces.of(game), translation.status()
    return {
        **about,
        "counts": {**asdict(status), "translated": status.translated_count},
        "texts": [
            _text(translation, cards, *pair, findings.get(key, ()))
            for key, pair in translation.renditions.items()
        ],
        "problems": describe.findings(problems if not read.games else ()),
    }


def read_in_language(
    loaded: LoadedGame, language: str, unsaved: Mapping[str, bytes] = MappingProxyType({})
) -> tuple[RecordedTranslation | None, Loaded]:
    """Read a loaded game once more, in another language; see `read_in`."""
    with loaded.lock:
        decks = loaded.decks.separate_copy()
    decks.cards.clear()  # their texts are in the language of the game
    return read_in(loaded.root, loaded.id, language, decks, unsaved)


def _text(
    translation: RecordedTranslation,
    cards: CardPlaces,
    source_text: SourceText,
    rendition: Rendition,
    diagnostics: Iterable[Diagnostic],
) -> Json:
    """Describe a text; ``card`` is the card that shows it, as ``deck/card``."""
    entry = translation.catalogue.message_for(source_text)
    card_names = cards.at(source_text.location) if source_text.location is not None else ()
    return {
        "context": source_text.context,
        "source": source_text.source,
        "form": source_text.form,
        "state": state_of(rendition),
        "text": entry.text if entry is not None else "",
        "was": entry.previous_source if entry is not None else "",
        "at": location_json(source_text.location) if source_text.location is not None else None,
        "card": card_names[0] if card_names else "",
        "findings": describe.findings(diagnostics),
    }


def split_by_text(
    translation: RecordedTranslation, diagnostics: Iterable[Diagnostic]
) -> tuple[Mapping[tuple[str, str], Sequence[Diagnostic]], list[Diagnostic]]:
    """Return the diagnostics of each translation by its key, and the errors that have no text."""
    entries = translation.catalogue.entries
    begins = sorted((entry.location.line, key) for key, entry in entries.items())
    of_text: dict[tuple[str, str], list[Diagnostic]] = {}
    general_errors: list[Diagnostic] = []
    for item in diagnostics:
        before = 0
        if item.location is not None and item.location.path == translation.catalogue.path:
            before = bisect_right(begins, item.location.line, key=itemgetter(0))
        if before and item.code not in _SHOWN_AS_STATE:
            of_text.setdefault(begins[before - 1][1], []).append(item)
        elif item.severity is Severity.ERROR:
            general_errors.append(item)
    return of_text, general_errors


_LABEL = 40
"""The most letters of a text in the name of an undo step."""


class TypedTranslation(Struct, frozen=True):
    """A typed translation; to write it, ``was`` is the old translation that the page knows."""

    language: str
    context: str = ""
    source: str = ""
    value: str | None = None
    was: str | None = None


class DraftedPo(Struct, frozen=True):
    """A PO file before and after a change, and the game with that change."""

    path: str
    before: bytes
    after: bytes
    read: Loaded
    errors: tuple[Diagnostic, ...]
    """The new errors."""
    findings: tuple[Diagnostic, ...]
    """All diagnostics of the changed translation."""


def path_of(loaded: LoadedGame, language: str) -> str:
    """Return the path of a translation. Raises `NoTargetError` for an unknown language."""
    if language not in languages_of(Project(loaded.root), loaded.id):
        raise NoTargetError(f"there is no translation into `{language}`")
    return po_path(loaded.id, language)


def draft_translation(loaded: LoadedGame, typed: TypedTranslation) -> DraftedPo:
    """Read a game with a typed translation, without writing it.

    Raises `ClashError` if the file cannot be read or has an unsupported entry, and `NoTargetError`
    for a text that the game does not have.
    """
    path = path_of(loaded, typed.language)
    try:
        before = Project(loaded.root).data(path, description="the translation", limit=LARGEST)
        file = decode(path, before)
        po = parse_po(file)
    except CardgenError as error:
        raise ClashError(str(error)) from None
    translation, old = read_in_language(loaded, typed.language, {path: before})
    key = typed.context, typed.source
    if translation is None or key not in translation.renditions:
        raise NoTargetError("this text is no longer in the game")
    source_text, _ = translation.renditions[key]
    entry = translation.catalogue.message_for(source_text)
    current = entry.text if entry is not None else ""
    if typed.was is not None and typed.was != current:
        raise ClashError("the translation has changed", [Clash(0, "translation", current)])
    try:
        text = translate_entry(
            file, po, source_text, typed.value or "", translation.renditions.keys()
        )
        after = replace_text(path, before, text)
    except (SourceError, ValueError) as error:
        raise ClashError(f"{path}: {error}") from None
    translation, read = read_in_language(loaded, typed.language, {path: after})
    new = new_errors(old.diagnostics, read.diagnostics)
    findings = split_by_text(translation, read.diagnostics)[0].get(key, ()) if translation else ()
    return DraftedPo(path, before, after, read, tuple(new), tuple(findings))


def save(loaded: LoadedGame, editor: Editor, typed: TypedTranslation) -> DraftedPo:
    """Write a translation, unless it has new errors; an empty text removes the translation.

    Raises the errors of `draft_translation`, `ClashError` if the entry has changed since the page
    read it, and OutputError if the file cannot be written.
    """
    draft = draft_translation(loaded, typed)
    if not draft.errors and draft.after != draft.before:
        files = {draft.path: (draft.before, draft.after)}
        label = shorten(typed.source, _LABEL, placeholder="…")
        editor.write(loaded, f"{typed.language}: {label}", lambda _: files)
    return draft


class TranslatedCards:
    """Draws cards of one game in one other language, for any thread, one call at a time.

    The first card opens the translated game; another game or language replaces it.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._opened: tuple[LoadedGame, str] | None = None
        """The game and the language."""

    def draw_sides(
        self, loaded: LoadedGame, language: str, game: Game, sides: Sequence[str]
    ) -> dict[str, Json]:
        """Lay out sides of a translated game, and describe them for the page.

        Cards that share one text size keep the size that the original language needs.
        """
        with self._lock:
            if self._opened != (loaded, language):
                self._forget()
            self._opened = loaded, language
            work = loaded.work_beside(language, game)
            results = (work.side(work.specs[id]) for id in sides if id in work.specs)
            return describe.sketches(loaded, results)

    def drop(self) -> None:
        """Close the translated game."""
        with self._lock:
            self._forget()

    def _forget(self) -> None:
        if self._opened is not None:
            loaded, language = self._opened
            loaded.end_work(language)
        self._opened = None


def routes(live: LiveProject, editor: Editor) -> list[Route]:
    """Return the routes of translations."""
    cards = TranslatedCards()

    def write(loaded: LoadedGame, changes: Changes, _: Sequence[str]) -> Json:
        draft = save(loaded, editor, _read_changes(changes))
        faults = faults_of([Fault(0, item) for item in draft.errors])
        findings = describe.findings(draft.findings)
        answer = {"written": not faults, "faults": faults, "findings": findings}
        return {**answer, **editor.steps(loaded)}

    def draw(loaded: LoadedGame, changes: Changes, sides: Sequence[str]) -> Json:
        """Draw sides in a language, with a typed translation if there is one."""
        typed = _read_changes(changes)
        if typed.value is not None:
            draft = draft_translation(loaded, typed)
            read, errors = draft.read, draft.errors
        else:
            path_of(loaded, typed.language)
            read = read_in_language(loaded, typed.language)[1]
            errors = ()
        if not read.games:  # no side can be drawn: old errors count, too
            errors = tuple(item for item in read.diagnostics if item.severity is Severity.ERROR)
        drawn = cards.draw_sides(loaded, typed.language, read.games[0], sides) if read.games else {}
        return {"sides": drawn, "faults": faults_of([Fault(0, item) for item in errors])}

    async def leave(_: Request) -> Response:
        cards.drop()
        return Response(status_code=204)

    base = "/api/games/{game}/translation"
    return [
        Route(base, as_json(live, list_texts, "language"), methods=["GET"]),
        Route(base, answer_changes(live, write), methods=["POST"]),
        Route(f"{base}/cards", answer_changes(live, draw), methods=["POST"]),
        Route(f"{base}/leave", leave, methods=["POST"]),
    ]


def _read_changes(changes: Changes) -> TypedTranslation:
    try:
        return msgspec.convert(changes[0], TypedTranslation)
    except msgspec.ValidationError:
        raise HTTPException(400) from None
