"""Reading what a request says; what makes no sense is refused."""

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
_DEPTH_LIMIT = 40  # lists in lists in lists: what the page sends is far from that


def game_asked(request: Request, live: LiveProject) -> LoadedGame:
    """Return the game that a request names; one that has not been read yet is then read next."""
    id = request.path_params["game"]
    loaded = live.loaded.get(id)
    if loaded is not None:
        return loaded
    if id not in live.to_come():
        raise HTTPException(404, "there is no such game")
    live.prioritize(id, ())
    raise HTTPException(503, "the game has not been read yet", {"Retry-After": "1"})


def told(
    live: LiveProject, describe: Callable[..., Any], *names: str
) -> Callable[[Request], Awaitable[Response]]:
    """Return what answers a request with what ``describe`` says of its game, as JSON.

    ``names`` are the parameters that it takes as texts. None is answered with 404, and a refusal
    with 409.
    """

    async def answer(request: Request) -> Response:
        loaded = game_asked(request, live)
        given = [request.query_params.get(name, "") for name in names]
        try:
            found = await run_in_threadpool(describe, loaded, *given)
        except CardgenError as error:
            raise HTTPException(409, str(error)) from None
        if found is None:
            raise HTTPException(404)
        return JSONResponse(found)

    return answer


async def sent(request: Request, limit: int = BODY_LIMIT) -> Any:
    """Return the JSON that came with a request; no more than ``limit`` bytes are read of it."""
    body = bytearray()
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > limit:
                raise HTTPException(413)
        found = json.loads(body)
        json.dumps(found, ensure_ascii=False).encode()  # half a letter could be in no file
    except (ClientDisconnect, ValueError, RecursionError):
        raise HTTPException(400) from None
    if _is_deeper(found, _DEPTH_LIMIT):
        raise HTTPException(400)
    return found


def _is_deeper(value: Any, levels: int) -> bool:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return not levels or any(_is_deeper(one, levels - 1) for one in inner)


def number(text: str | None) -> float:
    """Return a number of a query."""
    try:
        value = float(text or "")
    except ValueError:
        raise HTTPException(400) from None
    if not -1e6 < value < 1e6:
        raise HTTPException(400)
    return value
