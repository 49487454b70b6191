"""Asks a web application without a network, and without a client that tidies up addresses."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import unquote_to_bytes, urlencode

from cardgen.preview.web.server import application

T = TypeVar("T")
PORT = 4650
HOME = f"http://127.0.0.1:{PORT}"
CHUNK = 60_000
"""Bytes of a request that come at once."""


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run something in a thread of its own: a browser may have a loop at work in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


@dataclass
class Answer:
    status_code: int
    headers: dict[str, str]
    content: bytes

    def json(self) -> Any:
        return json.loads(self.content)


@dataclass
class Client:
    app: Any
    token: str = ""
    """Sent with every request, unless one says otherwise."""
    host: str = f"127.0.0.1:{PORT}"

    @classmethod
    def of(cls, live: Any) -> Client:
        """Return what asks a preview as its own page does."""
        app, site = application(live, PORT)
        return cls(app, site.token)

    def get(self, path: str, **more: Any) -> Answer:
        return self.request("GET", path, **more)

    def post(self, path: str, **more: Any) -> Answer:
        return self.request("POST", path, **more)

    def send(self, path: str, body: Any, **headers: str) -> Answer:
        """Post as the page does: JSON, or a text that need not be JSON."""
        content = body if isinstance(body, str | bytes) else json.dumps(body)
        return self.post(path, content=content, headers={"origin": HOME, **headers})

    def request(
        self,
        method: str,
        path: str,
        headers: Mapping[str, str] | None = None,
        params: Mapping[str, Any] | None = None,
        content: str | bytes = "",
    ) -> Answer:
        path, _, query = path.partition("?")
        sent = {"host": self.host, "x-cardgen-token": self.token, **(headers or {})}
        scope = {
            "type": "http",
            "method": method,
            "path": unquote_to_bytes(path).decode("utf-8", "replace"),
            "raw_path": path.encode(),
            "query_string": (urlencode(params) if params else query).encode(),
            "headers": [(k.lower().encode(), v.encode("latin-1")) for k, v in sent.items()],
        }
        body = content.encode() if isinstance(content, str) else content
        return run(self._ask(scope, body))

    async def _ask(self, scope: dict[str, Any], body: bytes) -> Answer:
        said: list[Any] = []
        parts = iter(range(0, len(body) or 1, CHUNK))

        async def receive() -> dict[str, Any]:
            at = next(parts, None)
            if at is None:
                return {"type": "http.disconnect"}
            more = at + CHUNK < len(body)
            return {"type": "http.request", "body": body[at : at + CHUNK], "more_body": more}

        async def send(message: Any) -> None:
            said.append(message)

        await self.app(scope, receive, send)
        headers = {k.decode(): v.decode() for k, v in said[0]["headers"]}
        content = b"".join(message.get("body", b"") for message in said[1:])
        return Answer(said[0]["status"], headers, content)
