"""Sheets of pieces to cut out, for the files of tokens, dice and boxes.

The slug is the line of small type in a margin. Pages get mixed up on tables and in drawers, so it
names the game, the component and the sheet.
"""

from collections.abc import Callable, Sequence
from typing import Any

from cardgen.core.choices import Duplex
from cardgen.core.fingerprint import as_tuples
from cardgen.core.geometry import Size
from cardgen.frame import Frame, Page
from cardgen.impose.marks import Write
from cardgen.impose.workpage import Slug
from cardgen.model.game import Component, Game
from cardgen.products.artifact import Artifact, PdfDocument, Tools
from cardgen.products.request import ProductRequest

SLUG_PT = 5.5
RULER_LABEL = "100 mm: print at 100 %"


def slug_words(*parts: str) -> str:
    """Join the parts of a slug that are not empty."""
    return " · ".join(part for part in parts if part)


def version_words(game: Game) -> str:
    """Name the version of a game, if it has one."""
    return game.say("version {version}", version=game.version) if game.version else ""


def write_nothing(words: str, size: float) -> Frame:
    """Return an empty Frame, for pages on which only the positions of pieces matter."""
    return Frame(Size(0.0, 0.0), ())


def cut_sheets(
    request: ProductRequest,
    kind: str,
    component: Component,
    paper: str,
    subject: str,
    parts: Any,
    pages: Callable[[Write, Slug, Frame], Sequence[Page]],
    duplex: Duplex = "none",
) -> Artifact:
    """Describe a PDF with the pieces of one component on one paper.

    ``pages`` makes its pages from a function that writes text, a slug and the label of the ruler.
    ``parts`` is for the key: the content of the pages without slugs, labels and lines.
    """
    game, printer, title = request.game, request.printer, component.title
    variant = request.variant(component, paper=paper)
    path = variant.path(kind)

    def make(tools: Tools) -> PdfDocument:
        two_sided = duplex in ("long-edge", "short-edge")

        def slug(sheet: int, total: int, side: str) -> Frame:
            counted = game.say("sheet {number} of {total}", number=sheet, total=total)
            number = counted if total > 1 else ""
            side_label = game.say(side) if two_sided else ""
            words = slug_words(game.title, title, number, side_label, version_words(game))
            return tools.write(words, SLUG_PT)

        info = request.info(title, f"{subject}; print at actual size", duplex)

        def write(words: str, size: float) -> Frame:
            return tools.write(game.say(words), size)

        return PdfDocument(path, pages(write, slug, write(RULER_LABEL, SLUG_PT)), info)

    paper_and_printer = (as_tuples(request.paper(paper)), printer.margin, printer.offset(False))
    contents = (subject, duplex, paper_and_printer, parts)
    return request.artifact(path, variant, component, contents, make)
