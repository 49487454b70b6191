"""One translation as it is typed on the page: read with its game, and written into its PO file."""

from __future__ import annotations

from textwrap import shorten

from msgspec import Struct

from cardgen.core.diagnostics import CardgenError, Diagnostic, SourceError
from cardgen.model.load import Loaded
from cardgen.model.locale.catalogue import languages_of
from cardgen.model.locale.po import parse_po, translate_entry
from cardgen.model.locale.translation import LARGEST, po_path
from cardgen.preview.editing.draft import Clash, new_errors
from cardgen.preview.editing.editor import ClashError, Editor
from cardgen.preview.editing.targets import NoTargetError
from cardgen.preview.live.loaded_game import LoadedGame
from cardgen.preview.translating.listing import by_text, read_beside
from cardgen.preview.writing.texts import rewritten
from cardgen.source.files import Project, decode

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
        before = Project(loaded.root).data(path, what="the translation", limit=LARGEST)
        file = decode(path, before)
        po = parse_po(file)
    except CardgenError as error:
        raise ClashError(str(error)) from None
    noted, old = read_beside(loaded, typed.language, {path: before})
    key = typed.context, typed.source
    if noted is None or key not in noted.said:
        raise NoTargetError("this text is not in the game any more")
    asked, _ = noted.said[key]
    written = noted.catalogue.written(asked)
    now = written.text if written is not None else ""
    if typed.was is not None and typed.was != now:
        raise ClashError("the translation was changed meanwhile", [Clash(0, "translation", now)])
    try:
        text = translate_entry(file, po, asked, typed.value or "", noted.said.keys())
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
