"""What every page of cardgen has: fixed files, a token, a guard, and a stream of events.

It answers browsers on this computer, and only requests from its own page. No request names a file
on disk: the files of the page are a fixed list.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path
from secrets import token_hex, token_urlsafe
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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


FOREVER = "private, max-age=31536000, immutable"
_HEARTBEAT = 15.0


class Page:
    """A page that the server sends as the file ``name``, with its files and its events."""

    def __init__(self, name: str = "index.html") -> None:
        self.run = token_hex(8)
        self.token = token_urlsafe(24)
        """A secret in the page, which requests that change anything must contain."""
        self.files = static_files()
        self.edition = ""
        """The edition of the files when the page was last sent."""
        self._name = name
        self._queues: set[asyncio.Queue[dict[str, Any]]] = set()
        self._closing = False

    @property
    def is_open(self) -> bool:
        """True while a browser shows the page."""
        return bool(self._queues)

    def page_routes(self) -> list[Route]:
        """Return the routes of the page, its files and its events."""
        return [
            Route("/", self.index, methods=["GET"]),
            Route("/static/{edition}/{name:path}", self.file, methods=["GET"]),
            Route("/favicon.ico", self.icon, methods=["GET"]),
            Route("/events", self.events, methods=["GET"]),
        ]

    def greeting(self) -> dict[str, Any]:
        """Return the first event for each browser."""
        return {"type": "hello", "run": self.run}

    async def index(self, _: Request) -> Response:
        """Send the page, whose links name the current edition of its files."""
        self.files = static_files()
        self.edition = edition(self.files)
        data = self.files[self._name].read_text(encoding="utf-8")
        data = data.replace("{token}", self.token).replace("{edition}", self.edition)
        return HTMLResponse(data, headers={"Cache-Control": "no-cache"})

    async def file(self, request: Request) -> Response:
        """Send a file of the page; browsers may cache only the current edition."""
        name, requested_edition = request.path_params["name"], request.path_params["edition"]
        if name.endswith(".html") or name not in self.files:
            raise HTTPException(404)
        cache_control = FOREVER if requested_edition == self.edition else "no-cache"
        data = self.files[name].read_bytes()
        return Response(data, media_type=media_type(name), headers={"Cache-Control": cache_control})

    async def icon(self, _: Request) -> Response:
        """Answer without an icon, as the page links to its own."""
        return Response(status_code=204)

    def publish(self, event: dict[str, Any]) -> None:
        """Send an event to all open pages; only for the thread of the event loop."""
        for queue in self._queues:
            queue.put_nowait(event)

    def close(self) -> None:
        """End all streams of events."""
        self._closing = True
        self.publish({"type": "end"})

    async def events(self, request: Request) -> Response:
        """Stream events for as long as the page is open."""
        queue: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._queues.add(queue)

        async def stream() -> AsyncIterator[str]:
            try:
                yield _event(self.greeting())
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


def _event(event: dict[str, Any]) -> str:
    return f"data: {json.dumps(event, separators=(',', ':'))}\n\n"
