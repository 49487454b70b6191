"""What the page asks of earlier states of the games."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from cardgen.comparison.painted_boxes import difference
from cardgen.preview.history.history import History
from cardgen.preview.web.asked import told


def routes(history: History) -> list[Route]:
    """Return the addresses of this room."""
    live = history.live

    async def saves(_: Request) -> Response:
        """List the last saves with what they changed."""
        return JSONResponse(await run_in_threadpool(live.saves.described))

    async def differs(request: Request) -> Response:
        """Say where two pictures differ, as boxes in millimetres."""
        before, after = (live.frame(request.query_params.get(name, "")) for name in ("b", "p"))
        if before is None or after is None:
            raise HTTPException(404)
        boxes = await run_in_threadpool(difference, before[0], after[0])
        return JSONResponse([[box.x, box.y, box.width, box.height] for box in boxes])

    return [
        Route("/api/saves", saves, methods=["GET"]),
        Route("/api/games/{game}/states", told(live, history.states), methods=["GET"]),
        Route("/api/games/{game}/compare", told(live, history.comparison, "with"), methods=["GET"]),
        Route("/api/difference", differs, methods=["GET"]),
    ]
