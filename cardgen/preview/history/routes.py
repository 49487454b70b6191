"""What the page asks of earlier states of the games."""

from __future__ import annotations

from msgspec.structs import astuple
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cardgen.preview.history.difference import difference
from cardgen.preview.history.history import History
from cardgen.preview.web.asked import answered, game_asked


def routes(history: History) -> list[Route]:
    """Return the addresses of this room."""
    live = history.live

    async def saves(_: Request) -> Response:
        """List the last saves with what they changed."""
        return await answered(live.saves.described)

    async def states(request: Request) -> Response:
        """List what a game can be compared with."""
        return await answered(history.states, game_asked(request, live))

    async def compare(request: Request) -> Response:
        """Say what differs from one of these states."""
        loaded, id = game_asked(request, live), request.query_params.get("with", "")
        return await answered(history.comparison, loaded, id)

    async def differs(request: Request) -> Response:
        """Say where two pictures differ, as boxes in millimetres."""
        before, after = (live.frame(request.query_params.get(name, "")) for name in ("b", "p"))
        if before is None or after is None:
            raise HTTPException(404)
        return await answered(lambda: [astuple(one) for one in difference(before[0], after[0])])

    return [
        Route("/api/saves", saves, methods=["GET"]),
        Route("/api/games/{game}/states", states, methods=["GET"]),
        Route("/api/games/{game}/compare", compare, methods=["GET"]),
        Route("/api/difference", differs, methods=["GET"]),
    ]
