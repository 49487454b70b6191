"""Requests about what the games looked like before."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from cardgen.preview.history.difference import difference
from cardgen.preview.history.history import History
from cardgen.preview.live.loaded_game import LoadedGame


def routes(history: History) -> list[Route]:
    """Return the addresses of the history."""
    here = _HistoryRoutes(history)
    return [
        Route("/api/saves", here.saves, methods=["GET"]),
        Route("/api/games/{game}/states", here.states, methods=["GET"]),
        Route("/api/games/{game}/compare", here.compare, methods=["GET"]),
        Route("/api/difference", here.difference, methods=["GET"]),
    ]


class _HistoryRoutes:
    """Answers them."""

    def __init__(self, history: History) -> None:
        self.history = history

    async def saves(self, _: Request) -> Response:
        """List the last saves with what they changed."""
        return JSONResponse(await run_in_threadpool(self.history.live.saves.described))

    async def states(self, request: Request) -> Response:
        """List what a game can be compared with."""
        loaded = self._loaded(request)
        return JSONResponse(await run_in_threadpool(self.history.states, loaded))

    async def compare(self, request: Request) -> Response:
        """Say what differs from one of these states."""
        loaded, id = self._loaded(request), request.query_params.get("with", "")
        found = await run_in_threadpool(self.history.comparison, loaded, id)
        if found is None:
            raise HTTPException(404)
        return JSONResponse(found)

    async def difference(self, request: Request) -> Response:
        """Say where two pictures differ, as boxes in millimetres."""
        names = (request.query_params.get(name, "") for name in ("b", "p"))
        before, after = (self.history.live.frame(name) for name in names)
        if before is None or after is None:
            raise HTTPException(404)
        boxes = await run_in_threadpool(difference, before[0], after[0])
        return JSONResponse([[box.x, box.y, box.width, box.height] for box in boxes])

    def _loaded(self, request: Request) -> LoadedGame:
        loaded = self.history.live.loaded.get(request.path_params["game"])
        if loaded is None:
            raise HTTPException(404)
        return loaded
