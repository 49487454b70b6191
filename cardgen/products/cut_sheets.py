"""Sheets of pieces to cut out: what the files of tokens, dice and boxes have in common.

The slug is the line of small type in a margin. Pages get mixed up on tables and in drawers, so it
names the game, the component and the sheet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from cardgen.core.fingerprint import as_tuples, digest
from cardgen.frame import Frame, Page
from cardgen.impose.dielines import LEGEND_PT
from cardgen.impose.duplex import Duplex
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
    return f"version {game.version}" if game.version else ""


STYLE = 1
"""Part of every key, to be raised when lines, hatching or legend are drawn in a new way."""


class CutSheets(Struct, frozen=True):
    """A PDF with the pieces of one component on one paper.

    ``pages`` makes its pages when they are wanted, from a slug and the label of the ruler.
    ``parts`` is for the key: everything that the pages show besides these and their lines.
    """

    request: ProductRequest
    kind: str
    component: Component
    paper: str
    subject: str
    parts: Any
    pages: Callable[[Write, Slug, Frame], Sequence[Page]]
    duplex: Duplex = "none"

    def artifact(self) -> Artifact:
        """Describe the file."""
        return Artifact(self._path, self.kind, self._key(), self._make)

    @property
    def _path(self) -> str:
        return f"{self.kind}/{self.component.id}.{self.paper}.pdf"

    def _key(self) -> str:
        game, printer = self.request.game, self.request.printer
        words = (game.title, game.version, game.author, self.component.title)
        return digest(
            (
                self.kind,
                (*words, self.paper, self.subject, self.duplex),
                as_tuples(self.request.paper(self.paper)),
                (printer.margin, printer.offset(landscape=False)),
                self.parts,
                (RULER_LABEL, SLUG_PT, LEGEND_PT, STYLE, self.request.versions),
            )
        )

    def _make(self, tools: Tools) -> PdfDocument:
        game, title, write = self.request.game, self.component.title, tools.write
        two_sided = self.duplex in ("long-edge", "short-edge")

        def slug(sheet: int, total: int, side: str) -> Frame:
            number = f"sheet {sheet} of {total}" if total > 1 else ""
            shown = side if two_sided else ""
            words = slug_words(game.title, title, number, shown, version_words(game))
            return write(words, SLUG_PT)

        info = self.request.info(title, f"{self.subject}; print at actual size", self.duplex)
        return PdfDocument(self._path, self.pages(write, slug, write(RULER_LABEL, SLUG_PT)), info)
