"""Who may talk to the preview: a browser on this computer, from the preview's own page.

The files of the page, by the names that it asks for them.
"""

from __future__ import annotations

from hashlib import sha256
from hmac import compare_digest
from pathlib import Path

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
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
    """Refuses foreign hosts and foreign pages; tells browsers what they may load and keep.

    A page elsewhere can make its own name point here (DNS rebinding), but then its name stands
    in the Host header; and it can send requests, but then its origin comes with them. What is
    more than a look needs the token that stands in the page, which no page elsewhere can read.
    """

    def __init__(self, app: ASGIApp, port: int, token: str) -> None:
        self._app = app
        self._token = token.encode()
        self._hosts = {f"{name}:{port}" for name in ("127.0.0.1", "localhost")}
        if port == 80:
            self._hosts |= {"127.0.0.1", "localhost"}
        self._origins = {f"http://{host}" for host in self._hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on a request that is allowed; refuse any other."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        refusal = self._refusal(scope["method"], Headers(scope=scope))

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(_HEADERS)
                headers.setdefault("Cache-Control", _NO_STORE)
            await send(message)

        app = PlainTextResponse(refusal, 403) if refusal else self._app
        await app(scope, receive, answer)

    def _refusal(self, method: str, headers: Headers) -> str:
        hosts = headers.getlist("host")
        if len(hosts) != 1 or hosts[0].lower() not in self._hosts:
            return "the preview answers only the computer that it runs on"
        origin = headers.get("origin")
        if origin is not None and origin.lower() not in self._origins:
            return "requests from other pages are refused"
        if method not in ("GET", "HEAD") and origin is None:
            return "the request does not say which page it comes from"
        if method not in ("GET", "HEAD"):
            sent = headers.get(TOKEN, "").encode()
            if not compare_digest(sent, self._token):
                return "the page is of another preview: load it again"
        if headers.get("sec-fetch-site", "none") in ("cross-site", "same-site"):
            return "requests from other pages are refused"
        return ""


KINDS = {
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}
"""The type of a file, by the ending of its name; files of other kinds are not for the page."""


_STATIC = Path(__file__).parents[1] / "static"


def static_files() -> dict[str, Path]:
    """Return all files of the page by their path in the folder ``static``, with slashes.

    The page may ask for these alone: a path that comes with a request is only looked up here.
    """
    files = (one for one in sorted(_STATIC.rglob("*")) if media_type(one.name))
    return {one.relative_to(_STATIC).as_posix(): one for one in files}


def media_type(name: str) -> str:
    """Return the type of a file of the page; empty for one that is not."""
    return KINDS.get(name.rpartition(".")[2], "")


def edition() -> str:
    """Return a digest of all files of the page: browsers keep those of one edition for good."""
    found = sha256()
    for name, file in static_files().items():
        found.update(f"{name}\0".encode())
        found.update(sha256(file.read_bytes()).digest())
    return found.hexdigest()[:16]
