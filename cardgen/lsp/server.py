"""The server: it answers the requests of an editor by the Language Server Protocol 3.17.

A `LiveProject` has the games, and reads the unsaved texts of the editor in place of files. Its
findings go to the thread of the server; only this thread stores texts.
"""

import asyncio
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, BinaryIO, cast

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol
from pygls.uris import to_fs_path

from cardgen import __version__
from cardgen.core.diagnostics import Diagnostic, Location
from cardgen.lsp.names import RENAMABLE, NameEdit, Names, Use, definitions, names_of, rename_edits
from cardgen.lsp.open_texts import OpenTexts, PublishedDiagnostics
from cardgen.lsp.words import completions, explanation_of, picture, words_of
from cardgen.model.scope import icon_folders
from cardgen.preview.live.live_project import Event, LiveProject
from cardgen.preview.live.loaded_game import LoadedGame
from cardgen.source.files import find_project

_NEWS = ("sides", "texts", "findings", "typed")
"""Events after which findings may differ; the event of a game precedes its first sides."""


class EditorProject:
    """One project that is open in an editor."""

    def __init__(self, root: Path, server: LanguageServer) -> None:
        self.texts = OpenTexts(root, server.workspace.position_codec)
        self.live = LiveProject(root)
        self._server = server
        self._loop = asyncio.get_running_loop()
        self._published = PublishedDiagnostics()
        self._names: tuple[object, Names | None] = (None, None)
        """The names that were last found, with the state of the files."""
        self.live.subscribe(self._hear)
        self.live.start()

    def _hear(self, event: Event) -> None:
        """Pass findings to the thread of the server; the project thread calls this."""
        if event["type"] in _NEWS:
            id, read = event.get("game", ""), self.live.files.unsaved
            loaded = self.live.loaded.get(id)
            diagnostics = loaded.diagnostics(self.live.edit.files) if loaded is not None else None
            self._loop.call_soon_threadsafe(self._tell, id, diagnostics, read)

    def _tell(self, id: str, items: Iterable[Diagnostic] | None, read: Mapping[str, bytes]) -> None:
        if items is not None:
            self._published.put(id, items)
        for params in self._published.take_changed_diagnostics(self.texts, read):
            self._server.text_document_publish_diagnostics(params)

    def put(self, uri: str, version: int, text: str | None) -> None:
        """Store the text of an open file, or None once the editor has closed it."""
        path = self.texts.path(uri)
        if path is None:
            return
        if text is None:
            self.texts.by_path.pop(path, None)
        else:
            self.texts.put(path, text, version)
            self.live.prioritize(next(iter(self.texts.games(path)), ""), ())
        self.live.queue_typed(self.texts.unsaved)

    def _question(self, params: Any) -> tuple[LoadedGame, Location] | None:
        """Return the game and the location of a request; for a shared file, the last open game."""
        path = self.texts.path(params.text_document.uri)
        if path is None:
            return None
        games = self.texts.games(path)
        first = (id for id in self.live.in_sight if id in games)
        candidates = filter(None, map(self.live.loaded.get, (*first, *games)))
        loaded = next((item for item in candidates if item.game is not None), None)
        return (loaded, self.texts.locate(path, params.position)) if loaded is not None else None

    def _names_of(self, loaded: LoadedGame) -> Names:
        state = (loaded.id, loaded.game, self.live.edit.number, self.texts.unsaved)
        known_state, names = self._names
        if names is None or known_state != state:
            names = names_of(loaded, self.texts)
            self._names = (state, names)
        return names

    def _name_under_cursor(self, params: Any) -> tuple[LoadedGame, Names, Use] | None:
        if (question := self._question(params)) is None:
            return None
        loaded, location = question
        names = self._names_of(loaded)
        use = names.use_at(location)
        return (loaded, names, use) if use is not None else None

    # Answers, for any thread

    def completion(self, params: types.CompletionParams) -> list[types.CompletionItem]:
        """Return the words that fit at a position."""
        if (question := self._question(params)) is None:
            return []
        loaded, location = question
        typed, items = completions(words_of(loaded), self.texts, location)
        end = params.position
        begin = types.Position(end.line, end.character - self.texts.codec.client_num_units(typed))
        return [
            types.CompletionItem(
                name,
                kind=types.CompletionItemKind.Color if doc.startswith("#") else kind,
                detail=doc or None,
                documentation=doc if doc.startswith("#") else None,  # some editors show a swatch
                text_edit=types.TextEdit(types.Range(begin, end), name),
                data={"game": loaded.id},
            )
            for name, doc, kind in items
        ]

    def resolve(self, item: types.CompletionItem) -> types.CompletionItem:
        """Add the picture of an icon to its completion."""
        folders = icon_folders(self.texts.root, item.data["game"] if item.data else "")
        files = (folder / f"{item.label.removeprefix('icon:')}.svg" for folder in folders)
        file = next((candidate for candidate in files if candidate.is_file()), None)
        if file is not None and not item.detail:
            item.documentation = types.MarkupContent(types.MarkupKind.Markdown, picture(file))
        return item

    def hover(self, params: types.HoverParams) -> types.Hover | None:
        """Explain the word at a position."""
        if (question := self._question(params)) is None:
            return None
        loaded, location = question
        explanation = explanation_of(loaded, self._names_of(loaded), self.texts, location)
        if explanation is None or not explanation[0]:
            return None
        content = types.MarkupContent(types.MarkupKind.Markdown, explanation[0])
        return types.Hover(content, self.texts.lsp_range(explanation[1]))

    def definition(self, params: types.DefinitionParams) -> list[types.Location]:
        """Return the definitions of the name at a position."""
        if (found_name := self._name_under_cursor(params)) is None:
            return []
        return [self.texts.lsp_location(location) for location in definitions(*found_name)]

    def references(self, params: types.ReferenceParams) -> list[types.Location]:
        """Return all uses of the name at a position."""
        if (found_name := self._name_under_cursor(params)) is None:
            return []
        loaded, names, use = found_name
        left = () if params.context.include_declaration else definitions(loaded, names, use)
        uses = (
            other_use
            for other_use in names.of(use.kind, use.name)
            if other_use.location not in left
        )
        return [self.texts.lsp_location(other_use.location) for other_use in uses]

    def prepare_rename(self, params: types.PrepareRenameParams) -> types.Range | None:
        """Return the range of the name at a position, if it can be renamed."""
        found_name = self._name_under_cursor(params)
        if found_name is None or found_name[2].kind not in RENAMABLE:
            return None
        return self.texts.lsp_range(found_name[2].location)

    def rename(self, params: types.RenameParams) -> types.WorkspaceEdit:
        """Rename all uses of the name at a position."""
        found_name = self._name_under_cursor(params)
        try:
            if found_name is None:
                raise ValueError("there is no name at this position")
            return self._edit(rename_edits(self.texts, *found_name, params.new_name))
        except ValueError as error:
            raise JsonRpcInvalidParams(str(error)) from None

    def _edit(self, changes: Iterable[NameEdit]) -> types.WorkspaceEdit:
        """Return edits for the editor; unsure edits only if it can ask for confirmation."""
        able = self._server.client_capabilities.workspace
        can = able.workspace_edit if able is not None else None
        asks = can is not None and can.change_annotation_support is not None
        edits: dict[str, list[types.TextEdit | types.AnnotatedTextEdit]] = {}
        for edit in changes:
            range_and_text = (self.texts.lsp_range(edit.location), edit.text)
            if edit.sure:
                edits.setdefault(edit.location.path, []).append(types.TextEdit(*range_and_text))
            elif asks:
                unsure = types.AnnotatedTextEdit("unsure", *range_and_text)
                edits.setdefault(edit.location.path, []).append(unsure)
        files = []
        for path, file_edits in edits.items():
            version = self.texts.by_path[path].version if path in self.texts.by_path else None
            name = types.OptionalVersionedTextDocumentIdentifier(self.texts.uri(path), version)
            files.append(types.TextDocumentEdit(name, file_edits))
        annotation = types.ChangeAnnotation("May mean something else", needs_confirmation=True)
        notes = {"unsure": annotation} if asks else None
        return types.WorkspaceEdit(document_changes=files, change_annotations=notes)


_LENGTH, _LONGEST_MESSAGE = b"Content-Length: ", 100_000_000
_TRIGGERS = ("{", "<", ".", ":", "/", '"', " ", "|", "`")


class _Protocol(LanguageServerProtocol):  # type: ignore[misc, unused-ignore]
    """Also answers requests whose parameters make no sense."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Return a message as an object of lsprotocol."""
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            if "id" in data:
                self._send_response(data["id"], error=error.to_response_error())
            raise


class _MessageStream:
    """The messages of an editor; after a wrong length, reading continues at the next header."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.read = stream.read

    def readline(self) -> bytes:
        """Return the next line of a header, or another line that the server ignores."""
        line = self._stream.readline()
        header = line[max(line.rfind(_LENGTH), 0) :]
        length = header.removeprefix(_LENGTH).strip()
        return header if not length.isdigit() or int(length) <= _LONGEST_MESSAGE else b"\n"


def serve(project: Path | None) -> None:
    """Serve an editor over standard input and output until it ends.

    The default of ``project`` is the project that contains the folder of the editor.
    """
    full = types.TextDocumentSyncKind.Full
    server = LanguageServer("cardgen", __version__, full, protocol_cls=_Protocol)
    projects: list[EditorProject] = []

    def begin(_: types.InitializedParams) -> None:
        named = [server.workspace.root_path, *map(to_fs_path, server.workspace.folders)]
        root = project or find_project(Path(next(filter(None, named), "")))
        if root is not None:
            projects.append(EditorProject(root.resolve(), server))
            return
        text = "cardgen: this folder is not in a project; a project contains a folder card_data/"
        server.window_show_message(types.ShowMessageParams(types.MessageType.Warning, text))

    def put_text(params: Any) -> None:
        document = server.workspace.get_text_document(params.text_document.uri)
        for taking in projects:
            taking.put(document.uri, document.version or 0, document.source)

    def remove_text(params: types.DidCloseTextDocumentParams) -> None:
        for taking in projects:
            taking.put(params.text_document.uri, 0, None)

    server.feature(types.INITIALIZED)(begin)
    server.feature(types.TEXT_DOCUMENT_DID_CLOSE)(remove_text)
    for method in (
        types.TEXT_DOCUMENT_DID_OPEN,
        types.TEXT_DOCUMENT_DID_CHANGE,
        types.TEXT_DOCUMENT_DID_SAVE,
    ):
        server.feature(method)(put_text)

    def answer(method: str, ask: Callable[[EditorProject, Any], Any], options: Any = None) -> None:
        """Answer requests in another thread, so that typing does not wait."""

        def handle(params: Any) -> Any:
            return ask(projects[0], params) if projects else None

        server.feature(method, options)(server.thread()(handle))

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
        with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as output:  # the server closes it
            server.start_io(cast(BinaryIO, _MessageStream(sys.stdin.buffer)), output)
    finally:
        for editor_project in projects:
            editor_project.live.stop()
