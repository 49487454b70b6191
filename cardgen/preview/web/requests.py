"""Read requests, and refuse requests that make no sense."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from cardgen.core.diagnostics import CardgenError
from cardgen.preview.live.live_project import LiveProject
from cardgen.preview.live.loaded_game import LoadedGame

BODY_LIMIT = 100_000
_DEPTH_LIMIT = 40  # levels of nested lists and mappings, far more than the page sends


def requested_game(request: Request, live: LiveProject) -> LoadedGame:
    """Return the game of a request; a game that has not been read yet is read next."""
    id = request.path_params["game"]
    loaded = live.loaded.get(id)
    if loaded is not None:
        return loaded
    if id not in live.unread_games():
        raise HTTPException(404, "there is no such game")
    live.prioritize(id, ())
    raise HTTPException(503, "the game has not been read yet", {"Retry-After": "1"})


def as_json(
    live: LiveProject, describe: Callable[..., Any], *names: str
) -> Callable[[Request], Awaitable[Response]]:
    """Return a request handler that answers with ``describe`` of the game, as JSON.

    ``names`` are the query parameters to pass to ``describe`` as texts. The answer to None is 404,
    the answer to a CardgenError is 409.
    """

    async def answer(request: Request) -> Response:
        loaded = requested_game(request, live)
        values = [request.query_params.get(name, "") for name in names]
        try:
            description = await run_in_threadpool(describe, loaded, *values)
        except CardgenError as error:
            raise HTTPException(409, str(error)) from None
        if description is None:
            raise HTTPException(404)
        return JSONResponse(description)

    return answer


async def json_body(request: Request, limit: int = BODY_LIMIT) -> Any:
    """Return the JSON of a request body; read at most ``limit`` bytes of it."""
    body = bytearray()
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > limit:
                raise HTTPException(413)
        value = json.loads(body)
        json.dumps(value, ensure_ascii=False).encode()  # refuses lone surrogates
    except (ClientDisconnect, ValueError, RecursionError):
        raise HTTPException(400) from None
    if _is_deeper(value, _DEPTH_LIMIT):
        raise HTTPException(400)
    return value


def _is_deeper(value: Any, levels: int) -> bool:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return not levels or any(_is_deeper(item, levels - 1) for item in inner)


def number(text: str | None) -> float:
    """Return the number of a query parameter."""
    try:
        value = float(text or "")
    except ValueError:
        raise HTTPException(400) from None
    if not -1e6 < value < 1e6:
        raise HTTPException(400)
    return value
