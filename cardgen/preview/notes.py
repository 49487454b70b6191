"""Requests of the page for notes: list them, and add, change or delete one."""

from __future__ import annotations

import re
from collections import Counter

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cardgen.core.diagnostics import CardgenError, ModelError
from cardgen.model.notes import NOTE, notes_file, read_notes
from cardgen.preview import Json
from cardgen.preview.about.hit_test import location_json
from cardgen.preview.editing.editor import ClashError, Editor, Files
from cardgen.preview.editing.routes import answer_or_refuse
from cardgen.preview.live.live_project import LiveProject
from cardgen.preview.live.loaded_game import LoadedGame
from cardgen.preview.web.requests import as_json, json_body, requested_game
from cardgen.source.editing import scalars
from cardgen.source.editing.edited_file import EditedFile
from cardgen.source.editing.patching import GONE, Edit
from cardgen.source.editing.scalars import FileStyle
from cardgen.source.editing.written import value_at
from cardgen.source.files import Project, decode
from cardgen.source.yaml import load_yaml

_HEAD = b"# yaml-language-server: $schema=../schema/notes.schema.json\n"


class _NoteEdit(msgspec.Struct, forbid_unknown_fields=True):
    id: str = ""
    on: str = ""
    side: str = ""
    x: float = 0.0
    y: float = 0.0
    text: str = ""
    date: str = ""
    state: str = ""


def routes(live: LiveProject, editor: Editor) -> list[Route]:
    """Return the routes of notes."""

    async def write(request: Request) -> Response:
        loaded, body = requested_game(request, live), await json_body(request)
        try:
            msgspec.convert(body, _NoteEdit)
        except msgspec.ValidationError:
            raise HTTPException(400) from None

        def act() -> Json:
            state_labels = {"open": "note opened again", "done": "note done"}
            default = "a note" if "id" not in body else "note" if "text" in body else "note deleted"
            label = state_labels.get(body.get("state", ""), default)
            editor.write(loaded, label, lambda project: _edit_notes(loaded, project, body))
            return editor.steps(loaded)

        return await answer_or_refuse(act)

    path = "/api/games/{game}/notes"
    return [
        Route(path, as_json(live, list_notes), methods=["GET"]),
        Route(path, write, methods=["POST"]),
    ]


def list_notes(loaded: LoadedGame) -> list[Json]:
    """Describe all notes of a game in the order of their file, numbered on each card or page."""
    notes, _ = read_notes(Project(loaded.root), loaded.id)
    numbers: Counter[str] = Counter()
    described = []
    for note in notes:
        numbers[note.on] += 1
        numbered = {"number": numbers[note.on], "at": location_json(note.location)}
        described.append({**msgspec.to_builtins(note), **numbered})
    return described


def _edit_notes(loaded: LoadedGame, project: Project, body: Json) -> Files:
    """Return the file of notes before and after a change.

    ``body`` is a new note without an id, the ``id`` of a note with its new ``text`` or ``state``,
    or an ``id`` alone, to delete a note.
    """
    path = notes_file(loaded.id)
    old_notes, old_diagnostics = read_notes(project, loaded.id)
    try:
        before = project.data(path) if (project.root / path).exists() else b""
        if before:
            load_yaml(decode(path, before))
        if "id" not in body:
            numbers = [int(note.id[1:]) for note in old_notes if re.fullmatch(r"n\d{1,9}", note.id)]
            after = _with_note(path, before, {"id": f"n{max(numbers, default=0) + 1}", **body})
        elif not before:
            raise ClashError("this note no longer exists")
        else:
            page = EditedFile(path, before)
            notes = value_at(page.root, ("notes",))
            ids = [value_at(note_value, ("id",)) for note_value in (notes.items if notes else ())]
            number = next((n for n, id in enumerate(ids) if id and id.raw == body["id"]), None)
            if number is None:
                raise ClashError("this note no longer exists")
            place = ("notes", number)
            changed = {name: body[name] for name in ("text", "state") if name in body}
            edits = [Edit((*place, name), new, tuple(NOTE)) for name, new in changed.items()]
            after = page.apply_edits(edits or [Edit(place, GONE)])
        _, wrong = read_notes(Project(project.root, {path: after}), loaded.id)
        if new := [diagnostic for diagnostic in wrong if diagnostic not in old_diagnostics]:
            raise ModelError(*new)
    except CardgenError as error:
        raise ClashError(f"notes.yaml: {error}") from None
    return {path: (before, after)}


def _with_note(path: str, data: bytes, note: Json) -> bytes:
    if not re.search(rb"(?m)^notes\s*:", data):
        data = (data or _HEAD) + b"notes: []\n"
    page = EditedFile(path, data)
    notes = value_at(page.root, ("notes",))
    if notes is None or (notes.kind == "list" and notes.items):
        return page.apply_edits([Edit(("notes",), [*(notes.to_texts() if notes else ()), note])])
    text = data.decode("utf-8-sig")
    mark = data[: len(data) - len(text.encode())]
    line = "\r\n" if "\r\n" in text else "\n"
    item = f"{line}  - " + scalars.inline(note, FileStyle(line, '"'))
    return mark + (text[: notes.start].rstrip() + item + text[notes.end :]).encode()
