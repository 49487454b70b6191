"""The web server of the preview: fixed files, JSON, pictures, and events.

It answers browsers on this computer, and only requests from its own page. No request names a file
on disk: the files of the page are a fixed list, pictures have fingerprints, and all other requests
name loaded games, sides and products.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path
from secrets import token_hex, token_urlsafe

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cardgen import __version__
from cardgen.core.diagnostics import CardgenError
from cardgen.preview import Json, downloads, notes, playing, search, translations, writing
from cardgen.preview.about import describe, detail
from cardgen.preview.about.detail import text_sizes
from cardgen.preview.about.hit_test import source_at
from cardgen.preview.editing import routes as editing
from cardgen.preview.editing.editor import Editor
from cardgen.preview.history import history
from cardgen.preview.live.live_project import Event, LiveProject
from cardgen.preview.live.loaded_game import LoadedGame
from cardgen.preview.web.requests import as_json, json_body, number, requested_game

_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; "
    "form-action 'none'; object-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
_NO_STORE = "no-store"
TOKEN = "X-Cardgen-Token"
"""The header that carries the token of the page."""


class Guard:
    """Refuses other hosts and pages, and sends headers that limit what browsers load and store.

    A page of another site can point its own name here (DNS rebinding), but then the Host header
    has that name. It can send requests, but then they have its origin. Requests that change
    anything need the token in the page, which no other page can read.
    """

    def __init__(self, app: ASGIApp, port: int, token: str) -> None:
        self._app = app
        self._token = token.encode()
        self._hosts = {f"{name}:{port}" for name in ("127.0.0.1", "localhost")}
        if port == 80:
            self._hosts |= {"127.0.0.1", "localhost"}
        self._origins = {f"http://{host}" for host in self._hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on an allowed request, refuse all others."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        refusal = self._refusal(scope["method"], scope["path"], Headers(scope=scope))

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(_HEADERS)
                headers.setdefault("Cache-Control", _NO_STORE)
            await send(message)

        app = PlainTextResponse(refusal, 403) if refusal else self._app
        await app(scope, receive, answer)

    def _refusal(self, method: str, path: str, headers: Headers) -> str:
        hosts = headers.getlist("host")
        if len(hosts) != 1 or hosts[0].lower() not in self._hosts:
            return "the preview answers only the computer that it runs on"
        origin = headers.get("origin")
        if origin is not None and origin.lower() not in self._origins:
            return "requests from other pages are refused"
        if method not in ("GET", "HEAD") and origin is None:
            return "the request does not say which page it comes from"
        if method not in ("GET", "HEAD"):
            token = headers.get(TOKEN, "").encode()
            if not compare_digest(token, self._token):
                return "this page belongs to another preview: reload it"
        # A link in a chat or a wiki may open the page, but only as a document in a tab.
        follows = path == "/" and method == "GET" and headers.get("sec-fetch-dest") == "document"
        foreign = headers.get("sec-fetch-site", "none") in ("cross-site", "same-site")
        return "requests from other pages are refused" if foreign and not follows else ""


KINDS = {
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}
"""The media type of a file by its ending; the page uses only these kinds."""


_STATIC = Path(__file__).parents[1] / "static"


def static_files() -> dict[str, Path]:
    """Return all files of the page by their path in the folder ``static``, with slashes.

    The page can request only these: the server looks up each requested path in this table.
    """
    files = (file for file in sorted(_STATIC.rglob("*")) if media_type(file.name))
    return {file.relative_to(_STATIC).as_posix(): file for file in files}


def media_type(name: str) -> str:
    """Return the media type of a file of the page, or an empty text for other files."""
    return KINDS.get(name.rpartition(".")[2], "")


def edition(files: Mapping[str, Path]) -> str:
    """Return a digest of all files of the page; browsers may cache an edition forever."""
    digest = sha256()
    for name, file in files.items():
        digest.update(f"{name}\0".encode())
        digest.update(sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:16]


_FOREVER = "private, max-age=31536000, immutable"
_HEARTBEAT = 15.0
_SIDES_LIMIT = 400


class PreviewSite:
    """Answers the requests of the page."""

    def __init__(self, project: LiveProject) -> None:
        self.live = project
        self.history = history.History(project)
        self.editor = detail.editor_link()
        self.run = token_hex(8)
        self.token = token_urlsafe(24)
        """A secret in the page, which requests that change anything must contain."""
        self.files = static_files()
        self.edition = ""
        """The edition of the files when the page was last sent."""
        self._queues: set[asyncio.Queue[Event]] = set()
        self._closing = False

    def routes(self) -> list[Route]:
        """Return all routes."""
        get = ["GET"]
        editor = Editor(self.live)
        return [
            Route("/", self.index, methods=get),
            Route("/static/{edition}/{name:path}", self.file, methods=get),
            Route("/favicon.ico", self.icon, methods=get),
            Route("/events", self.events, methods=get),
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
        ]

    # The page itself

    async def index(self, _: Request) -> Response:
        """Send the page, whose links name the current edition of its files."""
        self.files = static_files()
        self.edition = edition(self.files)
        data = self.files["index.html"].read_text(encoding="utf-8")
        data = data.replace("{token}", self.token).replace("{edition}", self.edition)
        return HTMLResponse(data, headers={"Cache-Control": "no-cache"})

    async def file(self, request: Request) -> Response:
        """Send a file of the page; browsers may cache only the current edition."""
        name, requested_edition = request.path_params["name"], request.path_params["edition"]
        if name == "index.html" or name not in self.files:
            raise HTTPException(404)
        cache_control = _FOREVER if requested_edition == self.edition else "no-cache"
        data = self.files[name].read_bytes()
        return Response(data, media_type=media_type(name), headers={"Cache-Control": cache_control})

    async def icon(self, _: Request) -> Response:
        """Answer without an icon, as the page links to its own."""
        return Response(status_code=204)

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
        return Response(data, media_type="image/png", headers={"Cache-Control": _FOREVER})

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

    def publish(self, event: Event) -> None:
        """Send an event to all open pages; only for the thread of the event loop."""
        for queue in self._queues:
            queue.put_nowait(event)

    def close(self) -> None:
        """End all streams of events, and the work on earlier states."""
        self._closing = True
        self.history.close()
        self.publish({"type": "end"})

    async def events(self, request: Request) -> Response:
        """Stream events for as long as the page is open."""
        queue: asyncio.Queue[Event] = asyncio.Queue()
        self._queues.add(queue)

        async def stream() -> AsyncIterator[str]:
            try:
                hello = {
                    "type": "hello",
                    "run": self.run,
                    "generation": self.live.generation,
                }
                yield _event(hello)
                while not self._closing:
                    try:
                        event = await asyncio.wait_for(queue.get(), _HEARTBEAT)
                    except TimeoutError:
                        yield ": still here\n\n"
                        continue
                    yield _event(event)
                    if event["type"] == "end":
                        return
            finally:
                self._queues.discard(queue)

        return StreamingResponse(stream(), media_type="text/event-stream")


def application(project: LiveProject, port: int) -> tuple[Starlette, PreviewSite]:
    """Return the web application of a project, which is served at ``port``."""
    page = PreviewSite(project)
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


def _event(event: Event) -> str:
    return f"data: {json.dumps(event, separators=(',', ':'))}\n\n"
