"""The web server of the preview: fixed files, JSON, pictures, and events.

It answers browsers on this computer, and only requests from its own page. No request names a file
on disk: the files of the page are a fixed list, pictures have fingerprints, and all other requests
name loaded games, sides and products.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from cardgen import __version__
from cardgen.core.diagnostics import CardgenError
from cardgen.preview import Json, downloads, notes, playing, search, translations, writing
from cardgen.preview.about import describe, detail
from cardgen.preview.about.detail import text_sizes
from cardgen.preview.about.hit_test import source_at
from cardgen.preview.commands import CommandPanel, Forms
from cardgen.preview.editing import routes as editing
from cardgen.preview.editing.editor import Editor
from cardgen.preview.history import history
from cardgen.preview.live.live_project import Event, LiveProject
from cardgen.preview.live.loaded_game import LoadedGame
from cardgen.preview.web.page import FOREVER, Guard, Page
from cardgen.preview.web.requests import as_json, json_body, number, requested_game

_SIDES_LIMIT = 400


class PreviewSite(Page):
    """Answers the requests of the page."""

    def __init__(self, project: LiveProject, forms: Forms | None = None) -> None:
        super().__init__()
        self.commands = CommandPanel(project, forms)
        self.live = project
        self.history = history.History(project)
        self.editor = detail.editor_link()

    def routes(self) -> list[Route]:
        """Return all routes."""
        get = ["GET"]
        editor = Editor(self.live)
        return [
            *self.page_routes(),
            Route("/pixels/{name}.png", self.pixels, methods=get),
            Route("/api/project", self.about, methods=get),
            Route("/api/games/{game}", self.game, methods=get),
            Route("/api/games/{game}/side", as_json(self.live, detail.card, "side"), methods=get),
            Route("/api/games/{game}/source", self.source, methods=get),
            Route("/api/games/{game}/rules", as_json(self.live, detail.rules), methods=get),
            Route("/api/games/{game}/texts", as_json(self.live, text_sizes, "part"), methods=get),
            Route("/api/games/{game}/products", as_json(self.live, self._products), methods=get),
            Route("/api/games/{game}/pages", as_json(self.live, self._pages, "path"), methods=get),
            Route("/api/priority", self.prioritize, methods=["POST"]),
            *playing.routes(self.live),
            *history.routes(self.history),
            *editing.routes(self.live, editor),
            *notes.routes(self.live, editor),
            *search.routes(self.live),
            *downloads.routes(self.live),
            *translations.routes(self.live, editor),
            *writing.routes(self.live),
            *self.commands.routes(),
        ]

    # JSON

    async def about(self, _: Request) -> Response:
        """Describe the project and its games."""
        return JSONResponse(await run_in_threadpool(self._about))

    def _about(self) -> Json:
        project = self.live
        generation, edit = project.generation, project.edit  # read first, as in `game`
        games = [project.loaded[id] for id in sorted(project.loaded)]
        summaries = [describe.summary(loaded) for loaded in games]
        return {
            "version": __version__,
            "run": self.run,
            "name": project.root.name,
            "root": project.root.as_posix(),
            "editor": self.editor,
            "has_commands": self.commands.has_forms,
            "edit": edit.number,
            "files": edit.files,
            "generation": generation,
            "games": summaries,
            "coming": project.unread_games(),
            "covers": {
                loaded.id: {id: describe.side(loaded, id) for id in summary["cover"]}
                for loaded, summary in zip(games, summaries, strict=True)
            },
            "findings": {loaded.id: describe.findings(loaded.diagnostics()) for loaded in games},
        }

    async def game(self, request: Request) -> Response:
        """Describe a game."""
        loaded = requested_game(request, self.live)
        # Read first: a change during the description is published again.
        generation = self.live.generation
        described = await run_in_threadpool(describe.game, loaded, self.live.edit.number)
        return JSONResponse({**described, "generation": generation})

    async def source(self, request: Request) -> Response:
        """Describe the source of the items at a point of a side or page."""
        loaded = requested_game(request, self.live)
        query = request.query_params
        frame = loaded.frame(query.get("p", ""))
        if frame is None:
            raise HTTPException(404)
        x, y = number(query.get("x")), number(query.get("y"))
        side = query.get("side", "")
        return JSONResponse(await run_in_threadpool(source_at, loaded, frame, side, x, y))

    def _products(self, loaded: LoadedGame) -> list[Json]:
        print_pages = self.live.print_pages(loaded)
        artifacts = print_pages.artifacts.values() if print_pages is not None else ()
        return [{"path": file.path, "kind": file.kind, "key": file.key} for file in artifacts]

    def _pages(self, loaded: LoadedGame, path: str) -> list[Json] | None:
        print_pages = self.live.print_pages(loaded)
        if print_pages is None or path not in print_pages.artifacts:
            return None
        frames = [page.frame for page in print_pages.pages(path)]
        loaded.keep_frames(frames)
        return list(map(describe.picture, frames))

    async def prioritize(self, request: Request) -> Response:
        """Prioritize the visible sides."""
        match await json_body(request):
            case {"game": str(game), "sides": [*sides]} if all(isinstance(s, str) for s in sides):
                if game in self.live.loaded or game in self.live.unread_games():
                    self.live.prioritize(game, sides[:_SIDES_LIMIT])
                return Response(status_code=204)
        raise HTTPException(400)

    # Pictures

    async def pixels(self, request: Request) -> Response:
        """Send a picture by the fingerprint of its Frame; it never changes."""
        name = request.path_params["name"]
        width = int(number(request.query_params.get("w", "400")))
        bleed = request.query_params.get("area") == "bleed"
        frame_and_library = self.live.frame(name)
        if frame_and_library is None:
            raise HTTPException(404)
        frame, library = frame_and_library
        try:
            data = await run_in_threadpool(self.live.pictures.picture, frame, width, bleed, library)
        except CardgenError as error:
            raise HTTPException(409, str(error)) from None
        return Response(data, media_type="image/png", headers={"Cache-Control": FOREVER})

    # Events

    @asynccontextmanager
    async def lifespan(self, _: Starlette) -> AsyncIterator[None]:
        """Pass events from the project's threads to the event loop."""
        loop = asyncio.get_running_loop()
        end = self.live.subscribe(lambda event: _call(loop, self.publish, event))
        self.history.start()
        yield
        end()
        self.close()

    def greeting(self) -> Json:
        """Return the first event for each browser."""
        return {**super().greeting(), "generation": self.live.generation}

    def close(self) -> None:
        """End all streams of events, the work on earlier states, and a running command."""
        self.history.close()
        self.commands.end()
        super().close()


def application(
    project: LiveProject, port: int, forms: Forms | None = None
) -> tuple[Starlette, PreviewSite]:
    """Return the web application of a project, which is served at ``port``.

    ``forms`` describes the commands that the page can run.
    """
    page = PreviewSite(project, forms)
    app = Starlette(
        routes=page.routes(),
        middleware=[Middleware(Guard, port=port, token=page.token)],
        lifespan=page.lifespan,
    )
    return app, page


def _call(loop: asyncio.AbstractEventLoop, function: Callable[[Event], None], event: Event) -> None:
    try:
        loop.call_soon_threadsafe(function, event)
    except RuntimeError:  # the loop is closed: the preview is ending
        return
