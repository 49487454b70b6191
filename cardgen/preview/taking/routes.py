"""What the page may take away: a picture, a file to print, a sheet of chosen cards."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from cardgen.core.diagnostics import CardgenError
from cardgen.preview.taking.pictures import DENSITIES, USUAL, picture
from cardgen.preview.taking.print_files import files_of, print_file, sheet_of_cards
from cardgen.preview.taking.refusal import RefusalError
from cardgen.preview.web.asked import game_asked, sent

if TYPE_CHECKING:
    from cardgen.preview.live.live_project import LiveProject
    from cardgen.preview.live.loaded_game import LoadedGame
    from cardgen.preview.live.print_pages import PrintPages

_MOST_CARDS = 20_000


def routes(live: LiveProject) -> list[Route]:
    """Return the addresses of this room."""
    taking, game = _Taking(live), "/api/games/{game}"
    return [
        Route(f"{game}/picture", taking.picture, methods=["GET"]),
        Route(f"{game}/files", taking.files, methods=["GET"]),
        Route(f"{game}/file", taking.file, methods=["GET"]),
        Route(f"{game}/sheet", taking.sheet, methods=["POST"]),
    ]


class _Taking:
    """Makes what is taken away, one thing at a time: each may be large."""

    def __init__(self, live: LiveProject) -> None:
        self._live = live
        self._one = asyncio.Lock()

    async def picture(self, request: Request) -> Response:
        """Send a PNG of a ``side`` at a density, with or without bleed."""
        loaded, query = game_asked(request, self._live), request.query_params
        side, bleed = query.get("side", ""), query.get("area") == "bleed"
        dpi = query.get("dpi", str(USUAL))
        if dpi not in map(str, DENSITIES):
            raise HTTPException(400)
        pictures = self._live.pictures
        return await self._made(
            lambda: picture(loaded, side, int(dpi), bleed, pictures), "image/png"
        )

    async def files(self, request: Request) -> Response:
        """List the files that print a component ``of`` the game, and the pages with a ``side``."""
        loaded, query = game_asked(request, self._live), request.query_params
        of, side = query.get("of", ""), query.get("side", "")
        return JSONResponse(
            await run_in_threadpool(lambda: files_of(self._planned(loaded), of, side))
        )

    async def file(self, request: Request) -> Response:
        """Send a file to print, by its path in the output of the game."""
        loaded, path = game_asked(request, self._live), request.query_params.get("path", "")

        def make() -> tuple[str, bytes]:
            data = print_file(loaded, self._planned(loaded), path)
            return f"{loaded.id}-{path.rpartition('/')[2]}", data

        return await self._made(make, "application/pdf", inline="open" in request.query_params)

    async def sheet(self, request: Request) -> Response:
        """Send a PDF with some cards of a deck."""
        loaded = game_asked(request, self._live)
        match await sent(request):
            case {"deck": str(deck), "cards": [*cards], "paper": str(paper)} if 0 < len(
                cards
            ) < _MOST_CARDS and all(isinstance(one, str) for one in cards):
                chosen = frozenset(cards)
                return await self._made(
                    lambda: sheet_of_cards(loaded, self._planned(loaded), deck, chosen, paper),
                    "application/pdf",
                )
        raise HTTPException(400)

    async def _made(
        self, make: Callable[[], tuple[str, bytes]], media: str, inline: bool = False
    ) -> Response:
        """Make something, and send it under its name; what is refused is said in words."""
        try:
            async with self._one:
                name, data = await run_in_threadpool(make)
        except KeyError:
            raise HTTPException(404) from None
        except (RefusalError, CardgenError) as error:
            return PlainTextResponse(str(error), 409)
        how = "inline" if inline else "attachment"
        headers = {"Content-Disposition": f'{how}; filename="{name}"'}
        return Response(data, media_type=media, headers=headers)

    def _planned(self, loaded: LoadedGame) -> PrintPages:
        planned = self._live.print_pages(loaded)
        if planned is None:
            raise RefusalError("This game has not been read yet; try again in a moment.")
        return planned
