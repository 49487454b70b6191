"""The server: what an editor asks by the Language Server Protocol 3.17, and who answers."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from cardgen import __version__
from cardgen.lsp.room import Room
from cardgen.source.files import find_project

_TRIGGERS = ("{", "<", ".", ":", "/", '"', " ", "|", "`")


def serve(project: Path | None) -> None:
    """Speak with an editor over standard input and output until it ends.

    Without a ``project``, it is the one that the editor's folder lies in.
    """
    server = LanguageServer("cardgen", __version__, types.TextDocumentSyncKind.Full)
    rooms: list[Room] = []

    @server.feature(types.INITIALIZED)
    def begin(_: types.InitializedParams) -> None:
        named = server.workspace.root_path
        root = project or find_project(Path(named) if named else Path.cwd())
        if root is not None:
            rooms.append(Room(root.resolve(), server))
            return
        text = "cardgen: there is no project here, a folder that holds card_data/"
        server.window_show_message(types.ShowMessageParams(types.MessageType.Warning, text))

    def put(method: str, text: Callable[[str], str | None]) -> None:
        """Take what the editor shows of a file, whatever it says has happened to that."""

        @server.feature(method)
        def taken(params: Any) -> None:
            uri = params.text_document.uri
            for room in rooms:
                room.put(uri, server.workspace.get_text_document(uri).version or 0, text(uri))

    def shown(uri: str) -> str:
        return server.workspace.get_text_document(uri).source

    put(types.TEXT_DOCUMENT_DID_OPEN, shown)
    put(types.TEXT_DOCUMENT_DID_CHANGE, shown)
    put(types.TEXT_DOCUMENT_DID_SAVE, shown)
    put(types.TEXT_DOCUMENT_DID_CLOSE, lambda _: None)

    def answer(method: str, ask: Callable[[Room, Any], Any], options: Any = None) -> None:
        """Answer in a thread of its own, beside what is typed."""

        @server.feature(method, options)
        @server.thread()
        def answered(params: Any) -> Any:
            return ask(rooms[0], params) if rooms else None

    offers = types.CompletionOptions(trigger_characters=_TRIGGERS, resolve_provider=True)
    answer(types.TEXT_DOCUMENT_COMPLETION, Room.completion, offers)
    answer(types.COMPLETION_ITEM_RESOLVE, Room.resolve)
    answer(types.TEXT_DOCUMENT_HOVER, Room.hover)
    answer(types.TEXT_DOCUMENT_DEFINITION, Room.definition)
    answer(types.TEXT_DOCUMENT_REFERENCES, Room.references)
    answer(types.TEXT_DOCUMENT_PREPARE_RENAME, Room.prepare_rename)
    answer(types.TEXT_DOCUMENT_RENAME, Room.rename, types.RenameOptions(prepare_provider=True))
    try:
        with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as output:  # which the server closes
            server.start_io(stdout=output)
    finally:
        for room in rooms:
            room.live.stop()
