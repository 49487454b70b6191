"""The start page: a new game, a game from a table, a folder to open, the last projects.

Each project opens in a separate preview with another address and token. ``cardgen new`` makes a new
game in the chosen folder; the page writes no other files, except in a temporary folder.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from cardgen import __version__
from cardgen.core import paths
from cardgen.core.diagnostics import CardgenError
from cardgen.features.scaffold import title_of
from cardgen.model.theme import slug
from cardgen.preview import Json
from cardgen.preview.commands import command_words
from cardgen.preview.live.pictures import PictureCache
from cardgen.preview.programs import START_PAGE, StartError, start_page
from cardgen.preview.recent import recent_projects, remember_project
from cardgen.preview.trial import TableError, Trial, make_game, try_table
from cardgen.preview.web.page import Guard, Page
from cardgen.preview.web.requests import json_body

_TABLE_LIMIT = 50_000_000
_MOST_FOLDERS = 500
ENDINGS = (".csv", ".tsv", ".xlsx", ".ods", ".json", ".yaml", ".yml")


class StartOptions(Struct, frozen=True):
    """What the start page offers: the fields of a table, the looks, and where new games go."""

    folder: Path
    table_fields: list[Json]
    looks: list[Json]


class StartPage(Page):
    """Answers the requests of the start page."""

    def __init__(self, options: StartOptions, address: str) -> None:
        super().__init__("start.html")
        self._options = options
        self._address = address
        self._folder = Path(tempfile.mkdtemp(prefix="cardgen-"))
        self._table: Path | None = None
        self._trial = Trial({}, {})
        self._cache = PictureCache()
        self._previews: dict[Path, tuple[subprocess.Popen[str], str]] = {}
        self.end: Callable[[], None] = self.close
        """Ends the program; the server sets it."""

    @property
    def is_open(self) -> bool:
        """True while a browser shows the page, or a project has a preview."""
        return super().is_open or any(
            process.poll() is None for process, _ in self._previews.values()
        )

    def routes(self) -> list[Route]:
        """Return all routes."""
        posts = (self.upload, self.folders, self.trial, self.new, self.open, self.quit)
        return [
            *self.page_routes(),
            Route("/api/start", self.describe, methods=["GET"]),
            Route("/api/pictures/{name}.png", self.picture, methods=["GET"]),
            *(Route(f"/api/{answer.__name__}", answer, methods=["POST"]) for answer in posts),
        ]

    async def describe(self, _: Request) -> Response:
        """Describe everything that the page offers."""
        recent = await run_in_threadpool(recent_projects)
        return JSONResponse(
            {
                "version": __version__,
                "folder": str(self._options.folder),
                "recent": [_folder(folder) for folder in recent],
                "looks": self._options.looks,
                "fields": self._options.table_fields,
                "endings": ENDINGS,
            }
        )

    async def folders(self, request: Request) -> Response:
        """List the folders in a folder, so that the user can choose one."""
        match await json_body(request):
            case {"path": str(path)}:
                return JSONResponse(await run_in_threadpool(self._folders, Path(path)))
        raise HTTPException(400)

    def _folders(self, folder: Path) -> Json:
        folder = _existing_folder(str(folder) or str(self._options.folder))
        try:
            inner = sorted(
                (item for item in folder.iterdir() if item.name[0] != "." and item.is_dir()),
                key=lambda item: item.name.casefold(),
            )
        except OSError as error:
            raise HTTPException(409, f"cannot read this folder: {error.strerror}") from None
        parents = [*reversed(folder.parents), folder]
        return {
            **_folder(folder),
            "above": [{"path": str(item), "name": item.name or str(item)} for item in parents],
            "folders": [_folder(item) for item in inner[:_MOST_FOLDERS]],
        }

    # A game from a table

    async def upload(self, request: Request) -> Response:
        """Keep a copy of a table that was dropped on the page, in a temporary folder."""
        name = Path(request.query_params.get("name", "")).name
        if Path(name).suffix.lower() not in ENDINGS or paths.refusal(name):
            raise HTTPException(409, f"choose a table: {', '.join(ENDINGS)}")
        data = bytearray()
        async for chunk in request.stream():
            data += chunk
            if len(data) > _TABLE_LIMIT:
                raise HTTPException(413, "the table is larger than 50 MB")
        self._table = self._folder / name
        await run_in_threadpool(self._table.write_bytes, bytes(data))
        return Response(status_code=204)

    def _table_words(self, body: Mapping[str, Any]) -> list[str]:
        """Return the words of ``cardgen new`` for the table and the look of a request."""
        fields = {"fields": self._options.table_fields}
        words = command_words(fields, body.get("options", {}))
        if look := body.get("look", ""):
            if look not in [item["id"] for item in self._options.looks]:
                raise HTTPException(404)
            words.append(f"--look={look}")
        if body.get("has_table") is True:
            if self._table is None:
                raise HTTPException(409, "choose the table once more")
            words.append(f"--from={self._table}")
        return words

    async def trial(self, request: Request) -> Response:
        """Try the table with the options of the page: its columns, and pictures of cards."""
        words = self._table_words(_mapping(await json_body(request)))
        try:
            self._trial = await run_in_threadpool(try_table, words, self._folder, self._cache)
        except (TableError, CardgenError) as error:
            raise HTTPException(409, str(error)) from None
        return JSONResponse({**self._trial.facts, "pictures": [*self._trial.pictures]})

    async def picture(self, request: Request) -> Response:
        """Send a picture of the last trial."""
        data = self._trial.pictures.get(request.path_params["name"])
        if data is None:
            raise HTTPException(404)
        return Response(data, media_type="image/png")

    # Projects

    async def new(self, request: Request) -> Response:
        """Make a game in the chosen folder and open it."""
        body = _mapping(await json_body(request))
        match body:
            case {"folder": str(folder), "title": str(title)}:
                return await run_in_threadpool(self._new, _existing_folder(folder), title, body)
        raise HTTPException(400)

    def _new(self, folder: Path, title: str, body: Mapping[str, Any]) -> Response:
        name = slug(title)[:40].strip("-") or "my-game"
        words = self._table_words(body)
        if title.strip() and title.strip() != title_of(name):
            words.append(f"--title={title.strip()}")
        try:
            facts = make_game([*words, "--", name], folder)
        except TableError as error:
            raise HTTPException(409, str(error)) from None
        return JSONResponse({"address": f"{self._preview(Path(facts['project']))}#/{name}"})

    async def open(self, request: Request) -> Response:
        """Open a project in a separate preview."""
        match await json_body(request):
            case {"path": str(path)}:
                root = _existing_folder(path)
                if not (root / "card_data").is_dir():
                    raise HTTPException(409, "this folder has no card_data/: it is not a project")
                return JSONResponse({"address": await run_in_threadpool(self._preview, root)})
        raise HTTPException(400)

    def _preview(self, root: Path) -> str:
        """Return the address of the preview of a project; starts it if necessary."""
        remember_project(root)
        process, address = self._previews.get(root, (None, ""))
        if process is None or process.poll() is not None:
            try:
                opened = start_page(["--project", str(root)], root, {START_PAGE: self._address})
            except StartError as error:
                raise HTTPException(409, str(error)) from None
            self._previews[root] = opened
            address = opened[1]
        return address

    async def quit(self, _: Request) -> Response:
        """End the program, with the previews that it has started."""
        for process, _address in self._previews.values():
            process.terminate()
        self.end()
        return Response(status_code=204)

    def close(self) -> None:
        """End all streams of events, and remove the temporary folder."""
        super().close()
        shutil.rmtree(self._folder, ignore_errors=True)


def start_application(
    options: StartOptions, port: int, address: str
) -> tuple[Starlette, StartPage]:
    """Return the web application of the start page, which is served at ``port``."""
    page = StartPage(options, address)
    guard = Middleware(Guard, port=port, token=page.token)
    return Starlette(routes=page.routes(), middleware=[guard]), page


def _folder(folder: Path) -> Json:
    is_project = (folder / "card_data").is_dir()
    return {"path": str(folder), "name": folder.name or str(folder), "is_project": is_project}


def _existing_folder(path: str) -> Path:
    if paths.CONTROL.search(path) or not Path(path).is_dir():
        raise HTTPException(404, "there is no such folder")
    return Path(path).resolve()


def _mapping(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, dict) or not isinstance(value.get("options", {}), dict):
        raise HTTPException(400)
    return value
