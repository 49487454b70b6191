"""Files to print, byte for byte as a build writes them, and sheets of some cards alone."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from msgspec.structs import replace

from cardgen.backend.pdf import write_pdf
from cardgen.core.registry import plural
from cardgen.frame import Frame, Page
from cardgen.model.components.deck import decks_of
from cardgen.pipeline.resources import tools_of
from cardgen.preview.live.loaded_game import LoadedGame
from cardgen.preview.live.print_pages import PrintPages
from cardgen.preview.taking.refusal import RefusalError, refuse_unfit, refuse_unread
from cardgen.products.artifact import PdfDocument
from cardgen.products.sheets import deck_sheets, shared_sheets, sheet_cards


def print_file(loaded: LoadedGame, planned: PrintPages, path: str) -> bytes:
    """Return the bytes of a file as a build writes them.

    Raises KeyError for an unknown path, and RefusalError while one of its sides is broken.
    """
    document = planned.document(path)
    if document is None:
        raise KeyError(path)
    return _written(loaded, planned, document)


def sheet_of_cards(
    loaded: LoadedGame, planned: PrintPages, deck: str, cards: Collection[str], paper: str
) -> tuple[str, bytes]:
    """Return the name and the bytes of a PDF with some cards of a deck, on sheets like its own.

    Each card has as many copies as in the deck, and at least one. Raises KeyError for unknown
    cards and for papers that the game does not use.
    """
    refuse_unread(loaded)
    request = planned.request
    if request is None:
        raise RefusalError("Nothing can be put on paper; mend the errors first.")
    one = next((one for one in decks_of(request.game) if one.id == deck), None)
    if one is None or paper not in request.papers:
        raise KeyError(deck)
    title = f"{one.title}, {plural(len(cards), 'selected card')}"
    chosen = [card for card in sheet_cards(request, one, title) if card.id in cards]
    if not chosen or len(chosen) < len(cards):
        raise KeyError(deck)
    host = next(group[0] for group in shared_sheets(request.game) if one in group)
    on_paper = [replace(card, copies=max(card.copies, 1)) for card in chosen]
    sheets = deck_sheets(request.with_options(papers=(paper,)), host, on_paper)
    made = sheets[0].make(tools_of(planned.library))
    assert isinstance(made, PdfDocument)
    few = chosen[0].id if len(chosen) == 1 else f"{len(chosen)}-cards"
    return f"{loaded.id}-{deck}-{few}.{paper}.pdf", _written(loaded, planned, made)


def files_of(planned: PrintPages, component: str, side: str = "") -> list[dict[str, Any]]:
    """List the files that print a component, its guests' sheets those of their host.

    With a side, ``on`` are the pages that show it, counted from 1.
    """
    names = {component}
    for group in shared_sheets(planned.request.game) if planned.request is not None else ():
        if any(deck.id == component for deck in group):
            names.add(group[0].id)
    found: list[dict[str, Any]] = []
    for path in planned.artifacts:
        if path.rpartition("/")[2].partition(".")[0] in names:
            on = {"on": _pages_with(planned, path, side)} if side else {}
            found.append({"path": path, **on})
    return found


def _pages_with(planned: PrintPages, path: str, side: str) -> list[int]:
    assert planned.request is not None
    frame = planned.request.frames.get(side)
    pages = planned.pages(path) if frame is not None else ()
    return [n for n, page in enumerate(pages, 1) if frame in shown_on([page])]


def shown_on(pages: Iterable[Page]) -> frozenset[Frame]:
    """Return all Frames that pages show, and those of the pages themselves."""
    return frozenset(frame for page in pages for frame in (page.frame, *page.frame.descendants()))


def _written(loaded: LoadedGame, planned: PrintPages, document: PdfDocument) -> bytes:
    """Write a document, of which every side must be whole and up to date."""
    refuse_unread(loaded)
    shown = {frame.fingerprint for frame in shown_on(document.pages)}
    refuse_unfit(loaded, (id for print, id in planned.stopgaps.items() if print in shown))
    return write_pdf(document.pages, document.info, planned.library)
