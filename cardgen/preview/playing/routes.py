"""What the page asks to lay out a table and to hold cards in a hand."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from cardgen.core.geometry import Rect
from cardgen.preview.live.live_project import LiveProject
from cardgen.preview.playing.hand import MOST_CARDS, alike_in
from cardgen.preview.playing.table import planned_table
from cardgen.preview.web.asked import game_asked, number, told


def routes(live: LiveProject) -> list[Route]:
    """Return the addresses of this room."""

    async def alike(request: Request) -> Response:
        """Say which sides look the same in a part of them."""
        loaded = game_asked(request, live)
        query = request.query_params
        x, y, width, height = (number(query.get(name)) for name in ("x", "y", "w", "h"))
        sides = query.getlist("side")[:MOST_CARDS]
        part = Rect(x, y, width, height)
        return JSONResponse({"groups": await run_in_threadpool(alike_in, loaded, sides, part)})

    return [
        Route("/api/games/{game}/table", told(live, planned_table), methods=["GET"]),
        Route("/api/games/{game}/alike", alike, methods=["GET"]),
    ]
