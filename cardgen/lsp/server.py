"""The server: what an editor asks by the Language Server Protocol 3.17, and who answers."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from cardgen import __version__
from cardgen.lsp.editor_project import EditorProject
from cardgen.source.files import find_project

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
