"""Requests of the page for notes: to list them, to write or change one, to mark or delete it."""

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
from cardgen.preview.about.hit_test import location
from cardgen.preview.editing.editor import ClashError, Editor, Files
from cardgen.preview.editing.routes import answered
from cardgen.preview.live.live_project import LiveProject
from cardgen.preview.live.loaded_game import LoadedGame
from cardgen.preview.web.asked import game_asked, sent, told
from cardgen.source.editing import scalars
from cardgen.source.editing.edited_file import EditedFile
from cardgen.source.editing.patching import GONE, Edit
from cardgen.source.editing.scalars import FileStyle
from cardgen.source.editing.written import value_at
from cardgen.source.files import Project, decode
from cardgen.source.yaml import load_yaml

_HEAD = b"# yaml-language-server: $schema=../schema/notes.schema.json\n"


def routes(live: LiveProject, editor: Editor) -> list[Route]:
    """Return the addresses of this room."""

    async def write(request: Request) -> Response:
        loaded, body = game_asked(request, live), await sent(request)
        values = body.values() if isinstance(body, dict) else [None]
        if not all(isinstance(one, str | int | float) for one in values):
            raise HTTPException(400)

        def act() -> Json:
            what = {"open": "note opened again", "done": "note done"}
            other = "a note" if "id" not in body else "note" if "text" in body else "note deleted"
            label = what.get(body.get("state", ""), other)
            editor.write(loaded, label, lambda project: _written(loaded, project, body))
            return editor.steps(loaded)

        return await answered(act)

    path = "/api/games/{game}/notes"
    return [
        Route(path, told(live, listed), methods=["GET"]),
        Route(path, write, methods=["POST"]),
    ]


def listed(loaded: LoadedGame) -> list[Json]:
    """Describe all notes of a game, in the order of their file, numbered on what they are on."""
    notes, _ = read_notes(Project(loaded.root), loaded.id)
    numbers: Counter[str] = Counter()
    found = []
    for one in notes:
        numbers[one.on] += 1
        more = {"number": numbers[one.on], "at": location(one.at)}
        found.append({**msgspec.to_builtins(one), **more})
    return found


def _written(loaded: LoadedGame, project: Project, body: Json) -> Files:
    """Return the file of notes before and after a change.

    ``body`` is a new note without an id, or an ``id`` alone, for a note to delete, or with its new
    ``text`` or ``state``.
    """
    path = notes_file(loaded.id)
    known, found = read_notes(project, loaded.id)
    try:
        before = project.data(path) if (project.root / path).exists() else b""
        if before:
            load_yaml(decode(path, before))
        if "id" not in body:
            numbers = [int(one.id[1:]) for one in known if re.fullmatch(r"n\d{1,9}", one.id)]
            after = _with_note(path, before, {"id": f"n{max(numbers, default=0) + 1}", **body})
        else:
            page = EditedFile(path, before)
            notes = value_at(page.root, ("notes",))
            ids = [value_at(one, ("id",)) for one in (notes.items if notes else ())]
            number = next((n for n, id in enumerate(ids) if id and id.raw == body["id"]), None)
            if number is None:
                raise ClashError("this note is not there any more")
            place = ("notes", number)
            changed = {name: body[name] for name in ("text", "state") if name in body}
            edits = [Edit((*place, name), new, tuple(NOTE)) for name, new in changed.items()]
            after = page.apply_edits(edits or [Edit(place, GONE)])
        _, wrong = read_notes(Project(project.root, {path: after}), loaded.id)
        if new := [one for one in wrong if one not in found]:
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
