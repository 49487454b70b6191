"""An editor without a window: it speaks with `cardgen lsp` over pipes, as editors do."""

import asyncio
import sys
import threading
from pathlib import Path
from typing import Any

from lsprotocol import types
from patience import patience
from pygls.lsp.client import LanguageClient


class Editor:
    """Holds texts of a project, asks about them, and keeps what it is told about each."""

    def __init__(self, root: Path, *command: str) -> None:
        self.root = root
        self.texts: dict[str, str] = {}
        self.versions: dict[str, int] = {}
        self.told: dict[str, types.PublishDiagnosticsParams] = {}
        self._news = threading.Condition()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self.client = LanguageClient("test", "1")
        self.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(lambda one: self._tell(one))
        command = command or (sys.executable, "-m", "cardgen", "lsp")
        self._wait(self.client.start_io(*command, cwd=root))
        self.able = types.ClientCapabilities(
            workspace=types.WorkspaceClientCapabilities(
                workspace_edit=types.WorkspaceEditClientCapabilities(
                    document_changes=True,
                    change_annotation_support=types.ChangeAnnotationsSupportOptions(),
                )
            )
        )
        params = types.InitializeParams(capabilities=self.able, root_uri=root.as_uri())
        self.server = self._wait(self.client.initialize_async(params))
        self._send(self.client.initialized, types.InitializedParams())

    def close(self) -> int:
        """End the server; return its exit code."""
        self._wait(self.client.shutdown_async(None))
        self._send(self.client.exit, None)
        code = self._wait(self.client._server.wait())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(patience())
        self._loop.close()
        return code

    def _wait(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(patience())

    def _send(self, tell: Any, params: Any) -> None:
        async def send() -> None:
            tell(params)

        self._wait(send())

    def _tell(self, params: types.PublishDiagnosticsParams) -> None:
        path = Path(params.uri.removeprefix("file://")).relative_to(self.root).as_posix()
        with self._news:
            self.told[path] = params
            self._news.notify_all()

    def set_up(self, settings: dict[str, Any]) -> None:
        params = types.DidChangeConfigurationParams(settings)
        self._send(self.client.workspace_did_change_configuration, params)

    def uri(self, path: str) -> str:
        return (self.root / path).as_uri()

    def open(self, path: str) -> None:
        text = (self.root / path).read_text(encoding="utf-8")
        self.texts[path], self.versions[path] = text, 1
        item = types.TextDocumentItem(self.uri(path), "plaintext", 1, text)
        self._send(self.client.text_document_did_open, types.DidOpenTextDocumentParams(item))

    def shut(self, path: str) -> None:
        name = types.TextDocumentIdentifier(self.uri(path))
        self._send(self.client.text_document_did_close, types.DidCloseTextDocumentParams(name))

    def type(self, path: str, old: str, new: str) -> None:
        """Put other words in a text that is open."""
        assert old in self.texts[path]
        self.texts[path] = self.texts[path].replace(old, new, 1)
        self.versions[path] += 1
        name = types.VersionedTextDocumentIdentifier(
            version=self.versions[path], uri=self.uri(path)
        )
        whole = types.TextDocumentContentChangeWholeDocument(self.texts[path])
        params = types.DidChangeTextDocumentParams(name, [whole])
        self._send(self.client.text_document_did_change, params)

    def findings(self, path: str, until: Any = None) -> list[types.Diagnostic]:
        """Wait for what is found in a text as it is now, until it is as wanted."""

        def is_there() -> bool:
            known = self.told.get(path)
            current = known is not None and known.version in (None, self.versions.get(path))
            return current and (until is None or until(known.diagnostics))

        with self._news:
            assert self._news.wait_for(is_there, patience()), self.told.get(path)
            return list(self.told[path].diagnostics)

    def at(self, path: str, words: str, into: int = 0) -> dict[str, Any]:
        """Return a place in a text for a question: where some words begin, or further in."""
        offset = self.texts[path].index(words) + into
        before = self.texts[path][:offset]
        units = len(before.rpartition("\n")[2].encode("utf-16-le")) // 2
        position = types.Position(before.count("\n"), units)
        return {"text_document": types.TextDocumentIdentifier(self.uri(path)), "position": position}

    def ask(self, method: str, kind: Any, **given: Any) -> Any:
        return self._wait(getattr(self.client, f"{method}_async")(kind(**given)))

    def complete(self, path: str, words: str) -> dict[str, types.CompletionItem]:
        place = self.at(path, words, len(words))
        found = self.ask("text_document_completion", types.CompletionParams, **place)
        found = getattr(found, "items", found)
        return {item.label: item for item in found}

    def hover(self, path: str, words: str, into: int = 1) -> str:
        place = self.at(path, words, into)
        found = self.ask("text_document_hover", types.HoverParams, **place)
        return found.contents.value if found is not None else ""

    def definition(self, path: str, words: str, into: int = 1) -> list[str]:
        place = self.at(path, words, into)
        found = self.ask("text_document_definition", types.DefinitionParams, **place)
        return [self.shown(one.uri, one.range) for one in found]

    def references(self, path: str, words: str, into: int = 1) -> list[str]:
        context = types.ReferenceContext(include_declaration=False)
        place = self.at(path, words, into)
        found = self.ask(
            "text_document_references", types.ReferenceParams, context=context, **place
        )
        return sorted(self.shown(one.uri, one.range) for one in found)

    def shown(self, uri: str, place: types.Range) -> str:
        """Write a place as `file:line: what stands there`."""
        file = Path(uri.removeprefix("file://"))
        text = self.texts.get(file.relative_to(self.root).as_posix()) or file.read_text("utf-8")
        words = _put(text.split("\n")[place.start.line], place)[1]
        return f"{file.name}:{place.start.line + 1}: {words}"

    def rename(self, path: str, words: str, new: str, into: int = 1) -> dict[str, str]:
        """Return the texts that change, each edit made; places to confirm are marked with `?`."""
        place = self.at(path, words, into)
        edit = self.ask("text_document_rename", types.RenameParams, new_name=new, **place)
        made = {}
        for file in edit.document_changes:
            name = file.text_document.uri.removeprefix(f"{self.root.as_uri()}/")
            lines = (self.texts.get(name) or (self.root / name).read_text("utf-8")).split("\n")
            for one in sorted(file.edits, key=lambda e: e.range.start, reverse=True):
                unsure = "?" if getattr(one, "annotation_id", None) else ""
                line = one.range.start.line
                lines[line], _ = _put(lines[line], one.range, one.new_text + unsure)
            made[name] = "\n".join(lines)
        return made


def _put(line: str, place: types.Range, new: str = "") -> tuple[str, str]:
    """Return a line with other words in a place, counted in UTF-16, and those that were there."""
    data = line.encode("utf-16-le")
    begin, end = 2 * place.start.character, 2 * place.end.character
    made = data[:begin] + new.encode("utf-16-le") + data[end:]
    return made.decode("utf-16-le"), data[begin:end].decode("utf-16-le")
