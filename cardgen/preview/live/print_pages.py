"""The pages of every product as Frames: what would be printed, without printing it.

Products are planned from the game of the moment; what is broken is shown in its last state, or
blank.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from threading import Lock
from weakref import WeakKeyDictionary

from msgspec import Struct

from cardgen.assets.library import Library
from cardgen.core.diagnostics import CardgenError, Diagnostic
from cardgen.core.side_id import SideId
from cardgen.frame import Frame, Page
from cardgen.model.printer import load_printer
from cardgen.model.sides import SideSpec
from cardgen.pipeline.resources import tools_of
from cardgen.pipeline.results import LaidOut, TextResult, has_errors
from cardgen.preview.live.loaded_game import LoadedGame
from cardgen.products.artifact import Artifact, PdfDocument
from cardgen.products.planning import plan
from cardgen.products.request import ProductRequest


def current_request(
    loaded: LoadedGame, newer: Mapping[str, TextResult], report: Callable[[Diagnostic], None]
) -> tuple[ProductRequest, Mapping[str, str]] | None:
    """Return what the products of a game are planned from now; None before it is loaded.

    With it come the fingerprints of Frames that replace sides that are broken or still to be laid
    out, with the ids of those. ``newer`` holds booklets that the game has not taken yet. Raises
    CardgenError for a ``printer.yaml`` that cannot be read.
    """
    with loaded.lock:
        game, work = loaded.game, loaded.work
        sides, specs, shown = dict(loaded.sides), loaded.specs, dict(loaded.shown)
        texts, unfit = {**loaded.texts, **newer}, set(loaded.pending)
        stale = {*texts} - {*newer} if loaded.due else set()
    if game is None or work is None:
        return None
    laid_out: list[LaidOut] = [*shown.values(), *texts.values()]
    frames = {r.id: r.frame for one in laid_out for r in one.results if r.frame is not None}
    unfit |= {r.id for one in laid_out if has_errors(one.results) for r in one.results}
    unfit |= {r.id for id in stale for r in texts[id].results}

    def fill(spec: SideSpec) -> None:
        if spec.id not in frames:
            frames[spec.id] = Frame(spec.size, (), spec.bleed)
            unfit.add(spec.id)

    for spec in specs.values():
        fill(spec)
    for id, flow in game.flows().items():
        sides[id] = flow.sides(len(texts[id].results) if id in texts else 1)
        for one in sides[id]:
            fill(one.face)
    request = ProductRequest(
        game,
        sides,
        frames,
        load_printer(loaded.root),
        render=work.templates.render,  # for the scripts of virtual tables alone
        report=lambda found: report(*loaded.places.located([found])),
    )
    return request, {frames[id].fingerprint: id for id in map(SideId, unfit) if id in frames}


ON_PAPER = ("boards", "booklets", "boxes", "sheets", "tokens")
"""The products that are pages; a virtual table is looked at on the virtual table."""


class PrintPages(Struct):
    """The products of one state of a game; what is broken is as it was last, or blank.

    Pages are imposed when they are asked for, in 2 to 15 ms. ``request`` is what the files were
    planned from, None if that is impossible; ``stopgaps`` came with it.
    """

    artifacts: Mapping[str, Artifact]
    found: tuple[Diagnostic, ...]
    library: Library
    request: ProductRequest | None
    stopgaps: Mapping[str, str]

    def pages(self, path: str) -> tuple[Page, ...]:
        """Return the pages of one file; KeyError if there is none of that path."""
        document = self.document(path)
        return tuple(document.pages) if document is not None else ()

    def document(self, path: str) -> PdfDocument | None:
        """Return what one file is to be; KeyError if there is none of that path."""
        made = self.artifacts[path].make(tools_of(self.library))
        return made if isinstance(made, PdfDocument) else None


class PlannedPages:
    """The products of each game, planned once for each state of the project."""

    def __init__(self) -> None:
        self._pages: WeakKeyDictionary[LoadedGame, tuple[int, PrintPages]] = WeakKeyDictionary()
        self._lock = Lock()

    def pages(self, loaded: LoadedGame, current: Callable[[], int]) -> PrintPages | None:
        """Return the products of a game; ``current`` returns the number of the project's state."""
        with self._lock:
            generation = current()
            planned, pages = self._pages.get(loaded, (-1, None))
            if planned != generation:
                pages = plan_pages(loaded, {})
                if pages is not None:
                    self._pages[loaded] = (generation, pages)
            return pages


def plan_pages(loaded: LoadedGame, newer: Mapping[str, TextResult]) -> PrintPages | None:
    """Plan the products of a game as it is now; None before it is loaded.

    ``newer`` holds booklets that the game has not taken yet.
    """
    library = loaded.library
    if library is None:
        return None
    found: list[Diagnostic] = []
    artifacts: dict[str, Artifact] = {}
    request: ProductRequest | None = None
    stopgaps: Mapping[str, str] = {}
    try:
        current = current_request(loaded, newer, found.append)
        if current is None:
            return None
        request, stopgaps = current
        for name in ON_PAPER:
            try:
                artifacts.update((a.path, a) for a in plan(request, (name,)))
            except CardgenError as error:
                found += error.diagnostics
    except CardgenError as error:
        found += error.diagnostics
    return PrintPages(artifacts, tuple(found), library, request, stopgaps)
