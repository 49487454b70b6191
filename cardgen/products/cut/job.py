"""What the files of one component on one paper for a cutting machine have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from cardgen.backend.cutfiles import dxf, svg
from cardgen.backend.document import DocumentInfo
from cardgen.core.fingerprint import digest
from cardgen.core.papers import label_of
from cardgen.core.units import MM_PER_INCH
from cardgen.core.value import as_tuples
from cardgen.frame import Frame, Item, Page, Shape
from cardgen.frame.dies import Dies
from cardgen.impose.cutters.layouts import Registration
from cardgen.impose.cutters.marks import registration_marks
from cardgen.impose.marks import FOLD, HAIRLINE
from cardgen.model.game import Component
from cardgen.products.artifact import Artifact, PdfDocument
from cardgen.products.options import Machine
from cardgen.products.request import ProductRequest
from cardgen.products.slug import slug_words, version_words
from cardgen.products.tools import Tools

KIND = "cut"
DPI = 300
STYLE = 1
"""Part of every key, to be raised when marks or words are set in a new way."""
_BOUND: Mapping[str, Literal["long-edge", "short-edge"]] = {
    "long-edge": "long-edge",
    "short-edge": "short-edge",
}


class CutJob(Struct, frozen=True):
    """What the files of one component on one paper have in common."""

    request: ProductRequest
    component: Component
    paper: str
    machine: Machine
    parts: Any
    """For the keys: what the files show."""

    def path(self, ending: str, number: int = 0) -> str:
        """Name a file; sheets are numbered if there are several."""
        page = f".{number}" if number else ""
        return f"{KIND}/{self.component.id}.{self.paper}.{self.machine}{page}.{ending}"

    def artifact(
        self, ending: str, make: Callable[[Tools], PdfDocument | bytes], number: int = 0
    ) -> Artifact:
        """Describe a file."""
        game, request = self.request.game, self.request
        words = (game.title, game.version, game.author, self.component.title, self.paper)
        cutter = as_tuples(request.printer.cutter)
        key = digest((KIND, STYLE, ending, number, words, cutter, self.parts, request.versions))
        return Artifact(self.path(ending, number), KIND, key, make)

    def document(
        self, pages: Sequence[Page], subject: str, ending: str, duplex: Any
    ) -> PdfDocument:
        """Make a PDF of pages."""
        game = self.request.game
        info = DocumentInfo(
            title=f"{game.title}: {self.component.title}, to cut by machine",
            subject=f"{subject}; print at actual size",
            author=game.author,
            language=game.theme.language,
            duplex=_BOUND.get(duplex or "", "simplex"),
        )
        return PdfDocument(self.path(ending), pages, info)

    def slug(self, *words: str) -> str:
        """Say what a page is."""
        game = self.request.game
        return slug_words(game.title, self.component.title, *words, version_words(game))

    def paths(self, dies: Dies, number: int = 0) -> Iterator[Artifact]:
        """Describe the files with the paths of a sheet."""
        title = self.slug(label_of(self.paper))
        yield self.artifact("svg", lambda tools: svg(dies, title), number)
        if self.machine == "silhouette":
            yield self.artifact("dxf", lambda tools: dxf(dies), number)


def numbered(number: int, total: int) -> str:
    """Say which sheet of several a page is."""
    return f"sheet {number} of {total}" if total > 1 else ""


def trial_page(dies: Dies, marks: Registration, lines: Iterator[Item]) -> Page:
    """Make a page to try a cut on: marks, hairlines, and nothing that takes ink."""
    items: list[Item] = [Shape(path, stroke=HAIRLINE) for path in dies.cut]
    items += [Shape(path, stroke=FOLD) for path in dies.crease]
    return Page.of_sheet(Frame(dies.page, [*items, registration_marks(marks), *lines]))


def transparent(frame: Frame, tools: Tools) -> bytes:
    """Return a Frame as a picture that shows nothing where nothing is painted."""
    width, height = (
        max(round(side / MM_PER_INCH * DPI), 1) for side in (frame.size.width, frame.size.height)
    )
    return tools.camera.cutout(frame, (width, height))
