"""The pages of all products as Frames, without writing files.

Products are planned from the current game. A broken side has its last good Frame, or is blank.
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
from cardgen.pipeline.results import AnyResult, TextResult, has_errors
from cardgen.preview.live.loaded_game import LoadedGame
from cardgen.products.artifact import Artifact, PdfDocument
from cardgen.products.planning import plan_artifacts
from cardgen.products.request import ProductRequest


def current_request(
    loaded: LoadedGame, newer: Mapping[str, TextResult], report: Callable[[Diagnostic], None]
) -> tuple[ProductRequest, Mapping[str, str]] | None:
    """Return the request from which products are planned now, or None before the game is loaded.

    The second value has the fingerprints of the Frames that replace broken and pending sides, with
    the ids of those sides. ``newer`` has booklets that the game has not taken yet. Raises
    CardgenError if ``printer.yaml`` cannot be read.
    """
    with loaded.lock:
        game, work = loaded.game, loaded.work
        sides, specs, side_results = dict(loaded.sides), loaded.specs, dict(loaded.side_results)
        texts, unfit = {**loaded.texts, **newer}, set(loaded.pending)
        stale = {*texts} - {*newer} if loaded.due else set()
    if game is None or work is None:
        return None
    laid_out: list[AnyResult] = [*side_results.values(), *texts.values()]
    frames = {r.id: r.frame for result in laid_out for r in result.results if r.frame is not None}
    unfit |= {r.id for result in laid_out if has_errors(result.results) for r in result.results}
    unfit |= {r.id for id in stale for r in texts[id].results}

    def fill(spec: SideSpec) -> None:
        if spec.id not in frames:
            frames[spec.id] = Frame(spec.size, (), spec.bleed)
            unfit.add(spec.id)

    for spec in specs.values():
        fill(spec)
    for id, flow in game.flows().items():
        sides[id] = flow.sides(len(texts[id].results) if id in texts else 1)
        for design in sides[id]:
            fill(design.face)
    request = ProductRequest(
        game,
        sides,
        frames,
        load_printer(loaded.root),
        render=work.templates.render,  # only for the scripts of virtual tables
        report=lambda diagnostic: report(*loaded.places.locate([diagnostic])),
    )
    return request, {frames[id].fingerprint: id for id in map(SideId, unfit) if id in frames}


ON_PAPER = ("boards", "booklets", "boxes", "sheets", "tokens")
"""The products that consist of pages; the page shows a virtual table in another view."""


class PrintPages(Struct):
    """The products of one state of a game; broken sides have their last good Frame or are blank.

    Pages are imposed on request, in 2 to 15 ms. ``request`` and ``stopgaps`` are the results of
    `current_request`; ``request`` is None if the products cannot be planned.
    """

    artifacts: Mapping[str, Artifact]
    diagnostics: tuple[Diagnostic, ...]
    library: Library
    request: ProductRequest | None
    stopgaps: Mapping[str, str]

    def pages(self, path: str) -> tuple[Page, ...]:
        """Return the pages of one file. Raises KeyError for an unknown path."""
        document = self.document(path)
        return tuple(document.pages) if document is not None else ()

    def document(self, path: str) -> PdfDocument | None:
        """Return one file as a PDF document, if it is one. Raises KeyError for an unknown path."""
        content = self.artifacts[path].make(tools_of(self.library))
        return content if isinstance(content, PdfDocument) else None


class PlannedPages:
    """The products of each game, planned once for each generation of the project."""

    def __init__(self) -> None:
        self._pages: WeakKeyDictionary[LoadedGame, tuple[int, PrintPages]] = WeakKeyDictionary()
        self._lock = Lock()

    def pages(self, loaded: LoadedGame, current: Callable[[], int]) -> PrintPages | None:
        """Return the products of a game; ``current`` returns the generation of the project."""
        with self._lock:
            generation = current()
            planned, pages = self._pages.get(loaded, (-1, None))
            if planned != generation:
                pages = plan_pages(loaded, {})
                if pages is not None:
                    self._pages[loaded] = (generation, pages)
            return pages


def plan_pages(loaded: LoadedGame, newer: Mapping[str, TextResult]) -> PrintPages | None:
    """Plan the products of the current game; None before it is loaded.

    ``newer`` has booklets that the game has not taken yet.
    """
    library = loaded.library
    if library is None:
        return None
    diagnostics: list[Diagnostic] = []
    artifacts: dict[str, Artifact] = {}
    request: ProductRequest | None = None
    stopgaps: Mapping[str, str] = {}
    try:
        current = current_request(loaded, newer, diagnostics.append)
        if current is None:
            return None
        request, stopgaps = current
        artifacts = {artifact.path: artifact for artifact in plan_artifacts(request, ON_PAPER)}
    except CardgenError as error:
        diagnostics += error.diagnostics
    return PrintPages(artifacts, tuple(diagnostics), library, request, stopgaps)
