"""Translations of a game on the page: listed, written, and cards drawn in another language."""

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
from cardgen.preview.about.hit_test import location
from cardgen.preview.editing.draft import Clash, Fault, new_errors
from cardgen.preview.editing.editor import Changes, ClashError, Editor
from cardgen.preview.editing.routes import about_changes, faults_of
from cardgen.preview.editing.targets import NoTargetError
from cardgen.preview.editing.texts import rewritten
from cardgen.preview.live.live_project import LiveProject
from cardgen.preview.live.loaded_game import CardPlaces, LoadedGame
from cardgen.preview.web.asked import told
from cardgen.source.files import Project, decode

_TOLD_BY_STATE = ("CG253", "CG254")


def listed(loaded: LoadedGame, language: str) -> Json | None:
    """List all texts of a game with their translations; None for a language that it lacks.

    Without a language it is the first one. ``problems`` are errors that concern no single text: if
    there are any, texts may be missing.
    """
    known = languages_of(Project(loaded.root), loaded.id)
    language = language or next(iter(known), "")
    about: Json = {"languages": known, "language": language, "texts": [], "problems": []}
    if not known:
        return about
    if language not in known:
        return None
    noted, read = read_beside(loaded, language)
    with loaded.lock:
        game = loaded.game
    about["source"] = game.language if game is not None else ""
    if noted is None:
        return {**about, "problems": describe.findings(read.diagnostics)}
    found, problems = by_text(noted, read.diagnostics)
    cards, status = CardPlaces.of(game), noted.status()
    return {
        **about,
        "counts": {**asdict(status), "translated": status.translated},
        "texts": [
            _text(noted, cards, *one, found.get(key, ())) for key, one in noted.renditions.items()
        ],
        "problems": describe.findings(problems if not read.games else ()),
    }


def read_beside(
    loaded: LoadedGame, language: str, unsaved: Mapping[str, bytes] = MappingProxyType({})
) -> tuple[RecordedTranslation | None, Loaded]:
    """Read a game that is shown once more, in another language; see `read_in`."""
    with loaded.lock:
        decks = loaded.decks.separate_copy()
    decks.cards.clear()  # they are made in the language of the game
    return read_in(loaded.root, loaded.id, language, decks, unsaved)


def _text(
    noted: RecordedTranslation,
    cards: CardPlaces,
    asked: SourceText,
    said: Rendition,
    found: Iterable[Diagnostic],
) -> Json:
    """Describe a text; ``card`` is what shows it, as ``deck/card``."""
    written = noted.catalogue.message_for(asked)
    made = cards.at(asked.at) if asked.at is not None else ()
    return {
        "context": asked.context,
        "source": asked.source,
        "form": asked.form,
        "state": state_of(said),
        "text": written.text if written is not None else "",
        "was": written.previous_source if written is not None else "",
        "at": location(asked.at) if asked.at is not None else None,
        "card": made[0] if made else "",
        "findings": describe.findings(found),
    }


def by_text(
    noted: RecordedTranslation, found: Iterable[Diagnostic]
) -> tuple[Mapping[tuple[str, str], Sequence[Diagnostic]], list[Diagnostic]]:
    """Return what is wrong with each translation, and the errors that are of none."""
    entries = noted.catalogue.entries
    begins = sorted((entry.at.line, key) for key, entry in entries.items())
    of_text: dict[tuple[str, str], list[Diagnostic]] = {}
    others: list[Diagnostic] = []
    for one in found:
        before = 0
        if one.at is not None and one.at.path == noted.catalogue.path:
            before = bisect_right(begins, one.at.line, key=itemgetter(0))
        if before and one.code not in _TOLD_BY_STATE:
            of_text.setdefault(begins[before - 1][1], []).append(one)
        elif one.severity is Severity.ERROR:
            others.append(one)
    return of_text, others


_LABEL = 40
"""Letters of a text that name a step to take back."""


class TypedTranslation(Struct, frozen=True):
    """What is typed for a text, and, if it is to be written, what the page knows of the file."""

    language: str
    context: str = ""
    source: str = ""
    value: str | None = None
    was: str | None = None


class DraftedPo(Struct, frozen=True):
    """A PO file before and after a translation is typed, and the game as it would read then."""

    path: str
    before: bytes
    after: bytes
    read: Loaded
    errors: tuple[Diagnostic, ...]
    """Those that are new."""
    found: tuple[Diagnostic, ...]
    """What there is to say about that translation."""


def path_of(loaded: LoadedGame, language: str) -> str:
    """Return the path of a translation; raises `NoTargetError` if there is none."""
    if language not in languages_of(Project(loaded.root), loaded.id):
        raise NoTargetError(f"there is no translation into `{language}`")
    return po_path(loaded.id, language)


def drafted(loaded: LoadedGame, typed: TypedTranslation) -> DraftedPo:
    """Read a game with a translation as it is typed.

    Raises `ClashError` if the file cannot be read, or has an entry that is not for cardgen, and
    `NoTargetError` for a text that the game does not have.
    """
    path = path_of(loaded, typed.language)
    try:
        before = Project(loaded.root).data(path, description="the translation", limit=LARGEST)
        file = decode(path, before)
        po = parse_po(file)
    except CardgenError as error:
        raise ClashError(str(error)) from None
    noted, old = read_beside(loaded, typed.language, {path: before})
    key = typed.context, typed.source
    if noted is None or key not in noted.renditions:
        raise NoTargetError("this text is not in the game any more")
    asked, _ = noted.renditions[key]
    written = noted.catalogue.message_for(asked)
    now = written.text if written is not None else ""
    if typed.was is not None and typed.was != now:
        raise ClashError("the translation was changed meanwhile", [Clash(0, "translation", now)])
    try:
        text = translate_entry(file, po, asked, typed.value or "", noted.renditions.keys())
        after = rewritten(path, before, text)
    except (SourceError, ValueError) as error:
        raise ClashError(f"{path}: {error}") from None
    noted, read = read_beside(loaded, typed.language, {path: after})
    new = new_errors(old.diagnostics, read.diagnostics)
    found = by_text(noted, read.diagnostics)[0].get(key, ()) if noted is not None else ()
    return DraftedPo(path, before, after, read, tuple(new), tuple(found))


def save(loaded: LoadedGame, editor: Editor, typed: TypedTranslation) -> DraftedPo:
    """Write a translation, unless that would bring new errors; nothing typed takes it away.

    Raises as `drafted` does, `ClashError` if its entry says something else than the page knows,
    and OutputError if the file cannot be written.
    """
    made = drafted(loaded, typed)
    if not made.errors and made.after != made.before:
        files = {made.path: (made.before, made.after)}
        shown = shorten(typed.source, _LABEL, placeholder="…")
        editor.write(loaded, f"{typed.language}: {shown}", lambda _: files)
    return made


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


def routes(live: LiveProject, editor: Editor) -> list[Route]:
    """Return the addresses of this room."""
    cards = TranslatedCards()

    def write(loaded: LoadedGame, changes: Changes, _: Sequence[str]) -> Json:
        made = save(loaded, editor, _typed(changes))
        faults = faults_of([Fault(0, one) for one in made.errors])
        told = {"written": not faults, "faults": faults, "findings": describe.findings(made.found)}
        return {**told, **editor.steps(loaded)}

    def draw(loaded: LoadedGame, changes: Changes, sides: Sequence[str]) -> Json:
        """Draw sides in a language, with what is typed for a text, if that is said."""
        typed = _typed(changes)
        if typed.value is not None:
            made = drafted(loaded, typed)
            read, errors = made.read, made.errors
        else:
            path_of(loaded, typed.language)
            read = read_beside(loaded, typed.language)[1]
            errors = ()
        if not read.games:  # nothing can be drawn, be that new or not
            errors = tuple(one for one in read.diagnostics if one.severity is Severity.ERROR)
        shown = cards.drawn(loaded, typed.language, read.games[0], sides) if read.games else {}
        return {"sides": shown, "faults": faults_of([Fault(0, one) for one in errors])}

    async def leave(_: Request) -> Response:
        cards.drop()
        return Response(status_code=204)

    base = "/api/games/{game}/translation"
    return [
        Route(base, told(live, listed, "language"), methods=["GET"]),
        Route(base, about_changes(live, write), methods=["POST"]),
        Route(f"{base}/cards", about_changes(live, draw), methods=["POST"]),
        Route(f"{base}/leave", leave, methods=["POST"]),
    ]


def _typed(changes: Changes) -> TypedTranslation:
    try:
        return msgspec.convert(changes[0], TypedTranslation)
    except msgspec.ValidationError:
        raise HTTPException(400) from None
