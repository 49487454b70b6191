"""Downloads from the page: a picture, a file to print, a sheet of selected cards.

Pictures have the resolution of a printer. Files are byte for byte the same as in a build. A
refusal has a reason.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING

from msgspec.structs import replace
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from cardgen.backend.pdf import write_pdf
from cardgen.core.diagnostics import CardgenError
from cardgen.core.registry import plural
from cardgen.core.side_id import SideId
from cardgen.core.units import MM_PER_INCH
from cardgen.frame import Frame, Page
from cardgen.model.components.deck import decks_of
from cardgen.pipeline.resources import tools_of
from cardgen.pipeline.results import has_errors
from cardgen.preview import Json
from cardgen.preview.live.loaded_game import LoadedGame
from cardgen.preview.live.pictures import PictureCache
from cardgen.preview.live.print_pages import PrintPages
from cardgen.preview.web.requests import as_json, json_body, requested_game
from cardgen.products.artifact import PdfDocument
from cardgen.products.sheets import deck_sheets, shared_sheets, sheet_cards

if TYPE_CHECKING:
    from cardgen.preview.live.live_project import LiveProject

_NAMED = 3


class RefusalError(Exception):
    """A picture or file cannot be made; the message says why and what to do."""


def refuse_unread(loaded: LoadedGame) -> None:
    """Raise RefusalError while the data of a game has errors, as its sides are out of date."""
    if not loaded.current:
        raise RefusalError("The files of this game have errors; correct them first.")


def refuse_unfit(loaded: LoadedGame, sides: Iterable[str]) -> None:
    """Raise RefusalError if ``sides``, which are broken or pending, has any side."""
    unfit = sorted(set(sides))
    if not unfit:
        return
    with loaded.lock:
        waits = any(id in loaded.pending or (loaded.due and id not in loaded.specs) for id in unfit)
    named = ", ".join(unfit[:_NAMED]) + (" …" if len(unfit) > _NAMED else "")
    count = plural(len(unfit), "side")
    if waits:
        raise RefusalError(f"{count} still being laid out ({named}); try again in a moment.")
    have = "has" if len(unfit) == 1 else "have"
    raise RefusalError(f"{count} {have} errors ({named}); correct them first.")


DENSITIES = (150, 300, 600, 1200)
USUAL = 300
MOST_PIXELS = 200_000_000
"""The most pixels of one picture, enough for a board of 800 × 500 mm at 500 dpi."""


def picture(
    loaded: LoadedGame, side: str, dpi: int, bleed: bool, pictures: PictureCache
) -> tuple[str, bytes]:
    """Return the name and the bytes of a PNG of a side or page.

    Raises KeyError for an unknown side, and RefusalError for a broken or pending side or for more
    than `MOST_PIXELS`.
    """
    frame = _valid_frame(loaded, side)
    area = frame.bleed_rect if bleed else frame.trim
    width, height = (max(round(mm / MM_PER_INCH * dpi), 1) for mm in (area.width, area.height))
    if width * height > MOST_PIXELS:
        raise RefusalError(
            f"At {dpi} dpi this picture would be {width} × {height} pixels; choose a lower "
            "resolution or the print file."
        )
    library = loaded.library
    assert library is not None
    data = pictures.make_print_picture(frame, (width, height), dpi, bleed, library)
    return file_name(loaded.id, side, dpi, bleed), data


def file_name(game: str, side: str, dpi: int, bleed: bool) -> str:
    """Return ``<game>-<card>-face.png``, plus the area and the resolution unless they are usual."""
    id = SideId(side)
    parts = [game, id.part or id.component, id.side]
    if bleed:
        parts.append("bleed")
    if dpi != USUAL:
        parts.append(f"{dpi}dpi")
    return f"{'-'.join(part.replace('/', '-') for part in parts)}.png"


def _valid_frame(loaded: LoadedGame, side: str) -> Frame:
    refuse_unread(loaded)
    with loaded.lock:
        drawn, waits = loaded.side_results.get(side), side in loaded.pending
        text = loaded.texts.get(SideId(side).component)
        waits = waits or (text is not None and loaded.due)
        results = drawn.results if drawn is not None else text.results if text is not None else ()
    page_result = next((page for page in results if page.id == side), None)
    if page_result is None and side not in loaded.specs:
        raise KeyError(side)
    frame = page_result.frame if page_result is not None else None
    if frame is None or waits or has_errors(results):
        refuse_unfit(loaded, [side])
    assert frame is not None
    return frame


def sheet_of_cards(
    loaded: LoadedGame, planned: PrintPages, deck: str, cards: Collection[str], paper: str
) -> tuple[str, bytes]:
    """Return the name and the bytes of a PDF with some cards of a deck, on the sheets of the deck.

    Each card has as many copies as in the deck, and at least one. Raises KeyError for unknown
    cards and for papers that the game does not use.
    """
    refuse_unread(loaded)
    request = planned.request
    if request is None:
        raise RefusalError("This game cannot be printed; correct its errors first.")
    chosen_deck = next((item for item in decks_of(request.game) if item.id == deck), None)
    if chosen_deck is None or paper not in request.papers:
        raise KeyError(deck)
    title = f"{chosen_deck.title}, {plural(len(cards), 'selected card')}"
    chosen = [card for card in sheet_cards(request, chosen_deck, title) if card.id in cards]
    if not chosen or len(chosen) < len(cards):
        raise KeyError(deck)
    host = next(group[0] for group in shared_sheets(request.game) if chosen_deck in group)
    on_paper = [replace(card, copies=max(card.copies, 1)) for card in chosen]
    sheets = deck_sheets(request.with_options(papers=(paper,)), host, on_paper)
    document = sheets[0].make(tools_of(planned.library))
    assert isinstance(document, PdfDocument)
    few = chosen[0].id if len(chosen) == 1 else f"{len(chosen)}-cards"
    return f"{loaded.id}-{deck}-{few}.{paper}.pdf", _write_document(loaded, planned, document)


def files_of(planned: PrintPages, component: str, side: str = "") -> list[Json]:
    """List the files that print a component; a deck may be on the sheets of another deck.

    With a side, ``on`` lists the pages that show it, counted from 1.
    """
    names = {component}
    for group in shared_sheets(planned.request.game) if planned.request is not None else ():
        if any(deck.id == component for deck in group):
            names.add(group[0].id)
    paths = [path for path, file in planned.artifacts.items() if file.variant.component in names]
    if not side:
        return [{"path": path} for path in paths]
    frame = planned.request.frames.get(SideId(side)) if planned.request is not None else None
    files: list[Json] = []
    for path in paths:
        pages = planned.pages(path) if frame is not None else ()
        on = [number for number, page in enumerate(pages, 1) if frame in shown_on([page])]
        files.append({"path": path, "on": on})
    return files


def shown_on(pages: Iterable[Page]) -> frozenset[Frame]:
    """Return the Frames of pages and all Frames inside them."""
    return frozenset(frame for page in pages for frame in (page.frame, *page.frame.descendants()))


def _write_document(loaded: LoadedGame, planned: PrintPages, document: PdfDocument) -> bytes:
    """Return the PDF of a document. Raises RefusalError if a side is broken or out of date."""
    refuse_unread(loaded)
    visible = {frame.fingerprint for frame in shown_on(document.pages)}
    refuse_unfit(loaded, (id for print, id in planned.stopgaps.items() if print in visible))
    return write_pdf(document.pages, document.info, planned.library)


_MOST_CARDS = 20_000


def routes(live: LiveProject) -> list[Route]:
    """Return the routes of downloads."""
    downloads, game = _Downloads(live), "/api/games/{game}"
    return [
        Route(f"{game}/picture", downloads.picture, methods=["GET"]),
        Route(f"{game}/files", as_json(live, downloads.files, "of", "side"), methods=["GET"]),
        Route(f"{game}/file", downloads.file, methods=["GET"]),
        Route(f"{game}/sheet", downloads.sheet, methods=["POST"]),
    ]


class _Downloads:
    """Makes downloads, one at a time, as each may be large."""

    def __init__(self, live: LiveProject) -> None:
        self._live = live
        self._lock = asyncio.Lock()

    async def picture(self, request: Request) -> Response:
        loaded, query = requested_game(request, self._live), request.query_params
        side, bleed = query.get("side", ""), query.get("area") == "bleed"
        dpi = query.get("dpi", str(USUAL))
        if dpi not in map(str, DENSITIES):
            raise HTTPException(400)
        pictures = self._live.pictures
        return await self._send(
            lambda: picture(loaded, side, int(dpi), bleed, pictures), "image/png"
        )

    def files(self, loaded: LoadedGame, component: str, side: str) -> list[Json]:
        return files_of(self._plan_pages(loaded), component, side)

    async def file(self, request: Request) -> Response:
        loaded, path = requested_game(request, self._live), request.query_params.get("path", "")

        def make() -> tuple[str, bytes]:
            planned = self._plan_pages(loaded)
            document = planned.document(path)
            if document is None:
                raise KeyError(path)
            data = _write_document(loaded, planned, document)
            return f"{loaded.id}-{path.rpartition('/')[2]}", data

        return await self._send(make, "application/pdf", inline="open" in request.query_params)

    async def sheet(self, request: Request) -> Response:
        loaded = requested_game(request, self._live)
        match await json_body(request):
            case {"deck": str(deck), "cards": [*cards], "paper": str(paper)} if 0 < len(
                cards
            ) < _MOST_CARDS and all(isinstance(card, str) for card in cards):
                chosen = frozenset(cards)
                return await self._send(
                    lambda: sheet_of_cards(loaded, self._plan_pages(loaded), deck, chosen, paper),
                    "application/pdf",
                )
        raise HTTPException(400)

    async def _send(
        self, make: Callable[[], tuple[str, bytes]], media: str, inline: bool = False
    ) -> Response:
        """Make a download and send it with its file name, or send the reason for a refusal."""
        try:
            async with self._lock:
                name, data = await run_in_threadpool(make)
        except KeyError:
            raise HTTPException(404) from None
        except (RefusalError, CardgenError) as error:
            return PlainTextResponse(str(error), 409)
        how = "inline" if inline else "attachment"
        headers = {"Content-Disposition": f'{how}; filename="{name}"'}
        return Response(data, media_type=media, headers=headers)

    def _plan_pages(self, loaded: LoadedGame) -> PrintPages:
        planned = self._live.print_pages(loaded)
        if planned is None:
            raise RefusalError("This game has not been read yet; try again in a moment.")
        return planned
