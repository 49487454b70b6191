"""Runs commands of the command line for the page: their output, progress and files."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from threading import Thread
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from cardgen.core.paths import CONTROL
from cardgen.preview import Json
from cardgen.preview.live.live_project import LiveProject
from cardgen.preview.programs import START_PAGE, StartError, start_page, start_program
from cardgen.preview.web.requests import json_body

Forms = Callable[[Path], list[Json]]
"""Describes the commands that the page can run for a project."""
PROGRESS = "CARDGEN_PROGRESS"
"""The environment variable that makes commands print their progress as lines."""
_PROGRESS_LINE = re.compile(r"progress (\d+)/(\d+) ?(.*)")
_MAKING = {"build", "order", "release", "site"}  # their files are listed although unchanged
_MOST_LINES, _MOST_FILES, _LONGEST = 4000, 500, 1000
_SHOWN = {".pdf": "application/pdf", ".png": "image/png", ".txt": "text/plain; charset=utf-8"}
"""The media types of files that a browser opens; it saves all other files."""


class CommandPanel:
    """The commands of one project; one of them runs at a time."""

    def __init__(self, live: LiveProject, forms: Forms | None) -> None:
        self._live = live
        self._forms = forms
        self.has_forms = forms is not None
        self._process: subprocess.Popen[str] | None = None
        self._state: Json = {"id": "", "lines": [], "files": [], "code": None, "progress": None}

    def routes(self) -> list[Route]:
        """Return the routes of the panel."""
        return [
            Route("/api/commands", self.describe, methods=["GET"]),
            Route("/api/commands/run", self.run, methods=["POST"]),
            Route("/api/commands/cancel", self.cancel, methods=["POST"]),
            Route("/api/commands/folder", self.open_folder, methods=["POST"]),
            Route("/api/commands/files/{number:int}/{name}", self.file, methods=["GET"]),
            Route("/api/start-page", self.start_page, methods=["POST"]),
        ]

    async def describe(self, _: Request) -> Response:
        """Describe all commands, and the last run."""
        forms = await run_in_threadpool(self._forms, self._live.root) if self._forms else []
        return JSONResponse({"forms": forms, "run": self._state})

    async def run(self, request: Request) -> Response:
        """Start a command with the values of its form."""
        forms = await run_in_threadpool(self._forms, self._live.root) if self._forms else []
        match await json_body(request):
            case {"id": str(id), "game": str(game), "values": dict(values)}:
                form = next((form for form in forms if form["id"] == id), None)
            case _:
                raise HTTPException(400)
        if form is None or (game and game not in self._live.loaded):
            raise HTTPException(404)
        if self._process is not None and self._process.poll() is None:
            raise HTTPException(409, "another command is running: cancel it, or wait for it")
        words = [*id.split(), *command_words(form, values, game)]
        await run_in_threadpool(self._start, id, words, game)
        return JSONResponse(self._state)

    def _start(self, id: str, words: Sequence[str], game: str) -> None:
        line = " ".join(["cardgen", *(f"'{word}'" if " " in word else word for word in words)])
        self._state = {"id": id, "words": line, "lines": [], "files": [], "code": None}
        self._state["progress"] = None
        self._process = start_program(words, self._live.root, {PROGRESS: "1"})
        Thread(target=self._follow, args=(self._process, self._state, game), daemon=True).start()

    def _follow(self, process: subprocess.Popen[str], state: Json, game: str) -> None:
        """Pass on the output of a command until it ends, then its files."""
        begin = time.time()
        for line in process.stdout or ():
            news: Json = {"line": line.rstrip("\n")}
            if match := _PROGRESS_LINE.fullmatch(line.strip()):
                news = {"progress": [int(match[1]), int(match[2]), match[3]]}
                state |= news
            elif len(state["lines"]) < _MOST_LINES:
                state["lines"].append(news["line"])
            self._live.queue_event({"type": "command", **news})
        process.communicate()
        state["files"] = _files(self._live.root, game * (state["id"] in _MAKING), begin - 1)
        state["code"] = process.returncode
        self._live.queue_event({"type": "command", "run": state})

    async def cancel(self, _: Request) -> Response:
        """End the running command as Ctrl-C does; it leaves no half-written file."""
        self.end()
        return Response(status_code=204)

    def end(self) -> None:
        """Interrupt the running command."""
        if self._process is not None and self._process.poll() is None:
            if sys.platform == "win32":
                self._process.terminate()
            else:
                self._process.send_signal(signal.SIGINT)

    async def file(self, request: Request) -> Response:
        """Send a file that the last command wrote."""
        number, files = request.path_params["number"], self._state["files"]
        if number >= len(files) or Path(files[number]).name != request.path_params["name"]:
            raise HTTPException(404)
        file = (self._live.root / files[number]).resolve()
        if not file.is_file() or not file.is_relative_to(self._live.root.resolve()):
            raise HTTPException(404)
        kind = _SHOWN.get(file.suffix.lower())
        headers = {"Content-Disposition": "inline" if kind else "attachment"}
        data = await run_in_threadpool(file.read_bytes)
        return Response(data, media_type=kind or "application/octet-stream", headers=headers)

    async def open_folder(self, _: Request) -> Response:
        """Show the folder of the built files in the file manager of the system."""
        import click

        folder = self._live.root / "output"
        await run_in_threadpool(
            click.launch, str(folder if folder.is_dir() else self._live.root), locate=False
        )
        return Response(status_code=204)

    async def start_page(self, _: Request) -> Response:
        """Return the address of the start page; starts one if there is none."""
        address = os.environ.get(START_PAGE, "")
        if not address:
            try:
                address = await run_in_threadpool(
                    lambda: start_page(["--start"], self._live.root)[1]
                )
            except StartError as error:
                raise HTTPException(409, str(error)) from None
        return JSONResponse({"address": address})


def command_words(form: Json, values: Mapping[str, Any], game: str = "") -> list[str]:
    """Return the words of a command from the values of its form; refuses values it cannot have.

    Options are ``--name=value``, so that no value can become another option.
    """
    fields = {field["name"]: field for field in form["fields"]}
    if not fields.keys() >= values.keys():
        raise HTTPException(400, "the form has no such field")
    options: list[str] = []
    arguments = [game] if game and form.get("has_game", False) else []
    for name, value in values.items():
        field = fields[name]
        if field["kind"] == "flag":
            if value is not True and value is not False:
                raise HTTPException(400)
            options += [name] * value
            continue
        entries = value if isinstance(value, list) else [value]
        texts = [_checked_text(field, entry) for entry in entries if entry != ""]
        if not texts:
            continue
        if not field["is_option"]:
            arguments += texts
        elif field["count"] > 1:
            if len(texts) != field["count"]:
                raise HTTPException(400, f"{field['label']} needs {field['count']} values")
            options += [name, *texts]
        else:
            options += [f"{name}={text}" for text in (texts if field["is_multiple"] else texts[:1])]
    return [*options, "--", *arguments] if arguments else options


def _checked_text(field: Json, value: Any) -> str:
    """Return the text of a field; paths stay inside the project, choices are from the list."""
    if not isinstance(value, str) or len(value) > _LONGEST or CONTROL.search(value):
        raise HTTPException(400, f"{field['label']} cannot have this value")
    if field["kind"] == "choice" and value not in field["choices"]:
        raise HTTPException(400, f"{field['label']} is one of {', '.join(field['choices'])}")
    path = Path(value)
    if field["kind"] == "path" and (path.is_absolute() or path.drive or ".." in path.parts):
        raise HTTPException(400, f"{field['label']} names a file or folder inside the project")
    return value


def _files(root: Path, game: str, begin: float) -> list[str]:
    """Return the new files below the output folder, or all files of the game; PDFs first."""
    output = root / "output"
    files = [
        file
        for file in sorted(output.rglob("*"), key=lambda file: (file.suffix != ".pdf", file))
        if file.is_file() and file.name[0] != "." and file.name != "build.json"
        if not any(part[0] == "." for part in file.relative_to(output).parts)
    ]
    new_files = [file for file in files if file.stat().st_mtime >= begin]
    listed = new_files or [file for file in files if game and file.is_relative_to(output / game)]
    return [file.relative_to(root).as_posix() for file in listed[:_MOST_FILES]]
