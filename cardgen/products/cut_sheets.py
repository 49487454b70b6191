"""Sheets of pieces to cut out: what the files of tokens, dice and boxes have in common.

The slug is the line of small type in a margin. Pages get mixed up on tables and in drawers, so it
names the game, the component and the sheet.
"""

from __future__ import annotations

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
    """Join the parts of a slug, leaving out those that are empty."""
    return " · ".join(part for part in parts if part)


def version_words(game: Game) -> str:
    """Name the version of a game, if it has one."""
    return game.say("version {version}", version=game.version) if game.version else ""


def unwritten(words: str, size: float) -> Frame:
    """Set no type: for pages that are made only to see where everything lies."""
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

    ``pages`` makes its pages when they are wanted, from a slug and the label of the ruler.
    ``parts`` is for the key: everything that the pages show besides these and their lines.
    """
    game, printer, title = request.game, request.printer, component.title
    variant = request.variant(component, paper=paper)
    path = variant.path(kind)

    def make(tools: Tools) -> PdfDocument:
        two_sided = duplex in ("long-edge", "short-edge")

        def slug(sheet: int, total: int, side: str) -> Frame:
            counted = game.say("sheet {number} of {total}", number=sheet, total=total)
            number = counted if total > 1 else ""
            shown = game.say(side) if two_sided else ""
            words = slug_words(game.title, title, number, shown, version_words(game))
            return tools.write(words, SLUG_PT)

        info = request.info(title, f"{subject}; print at actual size", duplex)

        def write(words: str, size: float) -> Frame:
            return tools.write(game.say(words), size)

        return PdfDocument(path, pages(write, slug, write(RULER_LABEL, SLUG_PT)), info)

    paper_and_printer = (as_tuples(request.paper(paper)), printer.margin, printer.offset(False))
    shown = (subject, duplex, paper_and_printer, parts)
    return request.artifact(path, variant, component, shown, make)
