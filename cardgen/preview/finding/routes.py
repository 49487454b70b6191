"""What the page asks of the index."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from cardgen.preview.about.describe import picture
from cardgen.preview.finding.entries import Entry, Query, excerpt, marks, ranked, read_query
from cardgen.preview.finding.index import FindIndex

if TYPE_CHECKING:
    from cardgen.preview.live.live_project import LiveProject

_LIMIT, _MOST = 60, 500
_LONGEST = 200
"""Characters of a query."""


def routes(live: LiveProject) -> list[Route]:
    """Return the addresses of this room."""
    index = FindIndex(live)

    def found(query: Query, game: str, part: str, near: str, limit: int) -> dict[str, Any]:
        entries = index.entries(game)
        if part:
            entries = [one for one in entries if one.address[1:2] == (part,)]
        hits = ranked(entries, query, near) if query.words else []
        answer: dict[str, Any] = {
            "total": len(hits),
            "hits": [_hit(live, one, query) for one in hits[:limit]],
        }
        if part:
            answer["keys"] = [one.address[2] for one in hits if len(one.address) > 2]
        return answer

    async def find(request: Request) -> Response:
        """Find ``q`` in all games, or in one ``game``, or in one ``part`` of it.

        ``near`` names the game whose hits come first among equals. ``limit`` is how many hits are
        described; of a part, ``keys`` names all.
        """
        asked = request.query_params
        try:
            limit = min(max(int(asked.get("limit", _LIMIT)), 1), _MOST)
        except ValueError:
            raise HTTPException(400) from None
        query = read_query(asked.get("q", "")[:_LONGEST])
        game, part, near = (asked.get(name, "") for name in ("game", "part", "near"))
        return JSONResponse(await run_in_threadpool(found, query, game, part, near, limit))

    return [Route("/api/find", find, methods=["GET"])]


def _hit(live: LiveProject, one: Entry, query: Query) -> dict[str, Any]:
    names = ("kind", "address", "id", "title", "part")
    return {
        **{name: getattr(one, name) for name in names},
        "marks": marks(one.title, query),
        "excerpt": excerpt(one, query),
        **_picture(live, one),
    }


def _picture(live: LiveProject, one: Entry) -> dict[str, Any]:
    """Name the picture of what is found, as it is now."""
    loaded = live.loaded.get(one.address[0])
    if loaded is None:
        return {}
    with loaded.lock:
        known = loaded.texts.get(one.address[1]) if one.page >= 0 else loaded.shown.get(one.side)
    pages = known.results if known is not None else []
    number = max(one.page, 0)
    return picture(pages[number].frame) if number < len(pages) else {}
