"""The server: what an editor asks by the Language Server Protocol 3.17, and who answers.

The games live in a `LiveProject`, which reads the texts of the editor in place of files. What it
finds comes back to the thread of the server, which alone takes texts.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from cardgen import __version__
from cardgen.core.diagnostics import Diagnostic, Location
from cardgen.lsp.names import RENAMED, NameEdit, Names, Use, names_of, places, renamed
from cardgen.lsp.open_texts import OpenTexts, ToldFindings
from cardgen.lsp.words import completed, explained, picture, words_of
from cardgen.model.scope import icon_folders
from cardgen.preview.live.live_project import Event, LiveProject
from cardgen.preview.live.loaded_game import LoadedGame
from cardgen.source.files import find_project

_NEWS = ("sides", "texts", "findings", "typed")
"""Events after which other things may be found; that of a game comes before its first sides."""


class EditorProject:
    """One project, for as long as an editor shows it."""

    def __init__(self, root: Path, server: LanguageServer) -> None:
        self.texts = OpenTexts(root, server.workspace.position_codec)
        self.live = LiveProject(root)
        self._server = server
        self._loop = asyncio.get_running_loop()
        self._told = ToldFindings()
        self._names: tuple[object, Names | None] = (None, None)
        """The names that were read last, with the state of the files."""
        self.live.subscribe(self._hear)
        self.live.start()

    def _hear(self, event: Event) -> None:
        """Take what was found to the thread of the server; the thread of the project calls."""
        if event["type"] in _NEWS:
            id, read = event.get("game", ""), self.live.files.unsaved
            loaded = self.live.loaded.get(id)
            found = loaded.diagnostics(self.live.edit.files) if loaded is not None else None
            self._loop.call_soon_threadsafe(self._tell, id, found, read)

    def _tell(self, id: str, found: Iterable[Diagnostic] | None, read: Mapping[str, bytes]) -> None:
        if found is not None:
            self._told.put(id, found)
        for params in self._told.news(self.texts, read):
            self._server.text_document_publish_diagnostics(params)

    def put(self, uri: str, version: int, text: str | None) -> None:
        """Take what the editor shows of a file, or None once it shows it no more."""
        path = self.texts.path(uri)
        if path is None:
            return
        if text is None:
            self.texts.open.pop(path, None)
        else:
            self.texts.put(path, text, version)
            self.live.prioritize(next(iter(self.texts.games(path)), ""), ())
        self.live.typed(self.texts.unsaved)

    def _asked(self, params: Any) -> tuple[LoadedGame, Location] | None:
        """Return the game and the place of a question; in what games share, the one shown last."""
        path = self.texts.path(params.text_document.uri)
        if path is None:
            return None
        games = self.texts.games(path)
        first = (id for id in self.live.in_sight if id in games)
        known = (self.live.loaded.get(id) for id in (*first, *games))
        loaded = next((one for one in known if one is not None and one.game is not None), None)
        return (loaded, self.texts.place(path, params.position)) if loaded is not None else None

    def _names_of(self, loaded: LoadedGame) -> Names:
        state = (loaded.id, loaded.game, self.live.edit.number, self.texts.unsaved)
        known, names = self._names
        if names is None or known != state:
            names = names_of(loaded, self.texts)
            self._names = (state, names)
        return names

    def _name_under_cursor(self, params: Any) -> tuple[LoadedGame, Names, Use] | None:
        if (asked := self._asked(params)) is None:
            return None
        loaded, at = asked
        names = self._names_of(loaded)
        use = names.under(at)
        return (loaded, names, use) if use is not None else None

    # Answers; any thread may ask

    def completion(self, params: types.CompletionParams) -> list[types.CompletionItem]:
        """Offer the words that may stand at a place."""
        if (asked := self._asked(params)) is None:
            return []
        loaded, at = asked
        typed, items = completed(words_of(loaded), self.texts, at)
        end = params.position
        begin = types.Position(end.line, end.character - self.texts.codec.client_num_units(typed))
        return [
            types.CompletionItem(
                name,
                kind=types.CompletionItemKind.Color if doc.startswith("#") else kind,
                detail=doc or None,
                documentation=doc if doc.startswith("#") else None,  # a swatch, in some editors
                text_edit=types.TextEdit(types.Range(begin, end), name),
                data={"game": loaded.id},
            )
            for name, doc, kind in items
        ]

    def resolve(self, item: types.CompletionItem) -> types.CompletionItem:
        """Add the picture of an icon to its word."""
        folders = icon_folders(self.texts.root, item.data["game"] if item.data else "")
        files = (folder / f"{item.label.removeprefix('icon:')}.svg" for folder in folders)
        file = next((one for one in files if one.is_file()), None)
        if file is not None and not item.detail:
            item.documentation = types.MarkupContent(types.MarkupKind.Markdown, picture(file))
        return item

    def hover(self, params: types.HoverParams) -> types.Hover | None:
        """Say what the word at a place means."""
        if (asked := self._asked(params)) is None:
            return None
        loaded, at = asked
        said = explained(loaded, self._names_of(loaded), self.texts, at)
        if said is None or not said[0]:
            return None
        content = types.MarkupContent(types.MarkupKind.Markdown, said[0])
        return types.Hover(content, self.texts.range(said[1]))

    def definition(self, params: types.DefinitionParams) -> list[types.Location]:
        """Say where the name at a place is given, or its file is."""
        if (found := self._name_under_cursor(params)) is None:
            return []
        return [self.texts.location(at) for at in places(*found)]

    def references(self, params: types.ReferenceParams) -> list[types.Location]:
        """Say where the thing at a place is named."""
        if (found := self._name_under_cursor(params)) is None:
            return []
        loaded, names, use = found
        left = () if params.context.include_declaration else places(loaded, names, use)
        uses = (one for one in names.of(use.kind, use.name) if one.at not in left)
        return [self.texts.location(one.at) for one in uses]

    def prepare_rename(self, params: types.PrepareRenameParams) -> types.Range | None:
        """Say what would be renamed at a place."""
        found = self._name_under_cursor(params)
        able = found is not None and found[2].kind in RENAMED
        return self.texts.range(found[2].at) if found is not None and able else None

    def rename(self, params: types.RenameParams) -> types.WorkspaceEdit:
        """Rename a thing wherever it is named."""
        found = self._name_under_cursor(params)
        try:
            if found is None:
                raise ValueError("there is no name here")
            return self._edit(renamed(self.texts, *found, params.new_name))
        except ValueError as error:
            raise JsonRpcInvalidParams(str(error)) from None

    def _edit(self, changes: Iterable[NameEdit]) -> types.WorkspaceEdit:
        """Return changes for the editor to make; those that are not sure it asks about, or not."""
        able = self._server.client_capabilities.workspace
        can = able.workspace_edit if able is not None else None
        asks = can is not None and can.change_annotation_support is not None
        edits: dict[str, list[types.TextEdit | types.AnnotatedTextEdit]] = {}
        for one in changes:
            given = (self.texts.range(one.at), one.text)
            if one.sure:
                edits.setdefault(one.at.path, []).append(types.TextEdit(*given))
            elif asks:
                unsure = types.AnnotatedTextEdit("unsure", *given)
                edits.setdefault(one.at.path, []).append(unsure)
        files = []
        for path, some in edits.items():
            version = self.texts.open[path].version if path in self.texts.open else None
            name = types.OptionalVersionedTextDocumentIdentifier(self.texts.uri(path), version)
            files.append(types.TextDocumentEdit(name, some))
        asked = types.ChangeAnnotation("May mean something else", needs_confirmation=True)
        notes = {"unsure": asked} if asks else None
        return types.WorkspaceEdit(document_changes=files, change_annotations=notes)


_TRIGGERS = ("{", "<", ".", ":", "/", '"', " ", "|", "`")


def serve(project: Path | None) -> None:
    """Speak with an editor over standard input and output until it ends.

    Without a ``project``, it is the one that the editor's folder lies in.
    """
    server = LanguageServer("cardgen", __version__, types.TextDocumentSyncKind.Full)
    projects: list[EditorProject] = []

    def begin(_: types.InitializedParams) -> None:
        named = [server.workspace.root_path, *map(to_fs_path, server.workspace.folders)]
        root = project or find_project(Path(next(filter(None, named), "")))
        if root is not None:
            projects.append(EditorProject(root.resolve(), server))
            return
        text = "cardgen: there is no project here, a folder that holds card_data/"
        server.window_show_message(types.ShowMessageParams(types.MessageType.Warning, text))

    def shown(params: Any) -> None:
        one = server.workspace.get_text_document(params.text_document.uri)
        for taking in projects:
            taking.put(one.uri, one.version or 0, one.source)

    def closed(params: types.DidCloseTextDocumentParams) -> None:
        for taking in projects:
            taking.put(params.text_document.uri, 0, None)

    server.feature(types.INITIALIZED)(begin)
    server.feature(types.TEXT_DOCUMENT_DID_CLOSE)(closed)
    for method in (
        types.TEXT_DOCUMENT_DID_OPEN,
        types.TEXT_DOCUMENT_DID_CHANGE,
        types.TEXT_DOCUMENT_DID_SAVE,
    ):
        server.feature(method)(shown)

    def answer(method: str, ask: Callable[[EditorProject, Any], Any], options: Any = None) -> None:
        """Answer in a thread of its own, beside what is typed."""

        def answered(params: Any) -> Any:
            return ask(projects[0], params) if projects else None

        server.feature(method, options)(server.thread()(answered))

    offers = types.CompletionOptions(trigger_characters=_TRIGGERS, resolve_provider=True)
    answer(types.TEXT_DOCUMENT_COMPLETION, EditorProject.completion, offers)
    answer(types.COMPLETION_ITEM_RESOLVE, EditorProject.resolve)
    answer(types.TEXT_DOCUMENT_HOVER, EditorProject.hover)
    answer(types.TEXT_DOCUMENT_DEFINITION, EditorProject.definition)
    answer(types.TEXT_DOCUMENT_REFERENCES, EditorProject.references)
    answer(types.TEXT_DOCUMENT_PREPARE_RENAME, EditorProject.prepare_rename)
    answer(
        types.TEXT_DOCUMENT_RENAME, EditorProject.rename, types.RenameOptions(prepare_provider=True)
    )
    try:
        with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as output:  # which the server closes
            server.start_io(stdout=output)
    finally:
        for one in projects:
            one.live.stop()
