"""The pages of every product as Frames: what would be printed, without printing it."""

from __future__ import annotations

from collections.abc import Mapping
from threading import Lock

from msgspec import Struct, field

from cardgen.assets.library import Library
from cardgen.core.diagnostics import Diagnostic
from cardgen.core.errors import CardgenError
from cardgen.frame import Page
from cardgen.pipeline.resources import tools_of
from cardgen.preview.live.current_request import current_request
from cardgen.preview.live.loaded_game import LoadedGame, LoadedText
from cardgen.products.artifact import Artifact, PdfDocument
from cardgen.products.planning import plan
from cardgen.products.request import ProductRequest

ON_PAPER = ("boards", "booklets", "boxes", "sheets", "tokens")
"""The products that are pages; a virtual table is looked at on the virtual table."""


class PrintPages(Struct):
    """The products of one state of a game; what is broken is as it was last, or blank.

    Pages are made when they are asked for, by whichever thread asks first. ``request`` is what
    the files were planned from, None if that is impossible. ``stopgaps`` are the Frames that stand
    in for sides that are broken or still to be laid out, with the ids of those.
    """

    artifacts: Mapping[str, Artifact]
    found: tuple[Diagnostic, ...]
    library: Library
    request: ProductRequest | None
    stopgaps: Mapping[str, str]
    _made: dict[str, PdfDocument | None] = {}
    _lock: Lock = field(default_factory=Lock)

    def pages(self, path: str) -> tuple[Page, ...]:
        """Return the pages of one file; KeyError if there is none of that path."""
        document = self.document(path)
        return tuple(document.pages) if document is not None else ()

    def document(self, path: str) -> PdfDocument | None:
        """Return what one file is to be; KeyError if there is none of that path."""
        artifact = self.artifacts[path]
        with self._lock:
            if path not in self._made:
                made = artifact.make(tools_of(self.library))
                self._made[path] = made if isinstance(made, PdfDocument) else None
            return self._made[path]


def plan_pages(loaded: LoadedGame, newer: Mapping[str, LoadedText]) -> PrintPages | None:
    """Plan the products of a game as it is now; None before it is loaded.

    ``newer`` holds booklets that the game has not taken yet.
    """
    library = loaded.library
    if library is None:
        return None
    found: list[Diagnostic] = []
    artifacts: dict[str, Artifact] = {}
    current = None
    try:
        current = current_request(loaded, newer, found.append)
        if current is None:
            return None
        for name in ON_PAPER:
            try:
                artifacts.update((a.path, a) for a in plan(current.request, (name,)))
            except CardgenError as error:
                found += error.diagnostics
    except CardgenError as error:
        found += error.diagnostics
    request = current.request if current is not None else None
    stopgaps = current.stopgaps if current is not None else {}
    return PrintPages(artifacts, tuple(found), library, request, stopgaps)
