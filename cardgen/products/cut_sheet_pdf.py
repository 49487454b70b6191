"""What the files of tokens, dice and boxes have in common: slug, ruler, key, PDF."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from cardgen.core.diagnostics import Diagnostic
from cardgen.core.errors import ImpositionError
from cardgen.core.fingerprint import digest
from cardgen.frame import Frame, Page
from cardgen.impose.dielines import LEGEND_PT
from cardgen.impose.duplex import Duplex
from cardgen.products.artifact import Artifact
from cardgen.products.order import Order
from cardgen.products.sheets import RULER_LABEL, SLUG_PT

Slug = Callable[[int, int, str], Frame]
STYLE = 1
"""Raise it when lines, hatching or legend are drawn in another way."""


def collected(plans: Iterable[Callable[[], Artifact]]) -> list[Artifact]:
    """Describe all files; raises ImpositionError with everything that does not fit."""
    artifacts: list[Artifact] = []
    failures: list[Diagnostic] = []
    for plan in plans:
        try:
            artifacts.append(plan())
        except ImpositionError as error:
            failures += error.diagnostics
    if failures:
        raise ImpositionError(*failures)
    return artifacts


@dataclass(frozen=True, slots=True)
class CutSheetJob:
    """A file to be: of a component, on a paper; ``pages`` makes its pages when asked."""

    order: Order
    kind: str
    id: str
    title: str
    paper: str
    subject: str
    parts: Any
    """Everything that the pages show besides slug and lines, for the key."""
    pages: Callable[[Slug, Frame], Sequence[Page]]
    duplex: Duplex = "none"

    def artifact(self) -> Artifact:
        """Describe the file."""
        return Artifact(self._path, self.kind, self._key(), self._make)

    @property
    def _path(self) -> str:
        return f"{self.kind}/{self.id}.{self.paper}.pdf"

    def _key(self) -> str:
        game, press = self.order.game, self.order.press
        return digest(
            (
                self.kind,
                (game.title, game.version, self.title, self.paper, self.subject, self.duplex),
                (press.printer.margin, press.printer.offset(landscape=False)),
                self.parts,
                (RULER_LABEL, SLUG_PT, LEGEND_PT, STYLE, press.versions),
            )
        )

    def _make(self) -> bytes:
        from cardgen.backend.pdf import DocumentInfo

        game, press = self.order.game, self.order.press
        info = DocumentInfo(
            title=f"{game.title}: {self.title}",
            subject=f"{self.subject}; print at actual size",
            author=game.author,
            duplex=self.duplex if self.duplex in ("long-edge", "short-edge") else "simplex",
        )
        pages = self.pages(self._slug, press.write(RULER_LABEL, SLUG_PT))
        return press.pdf(self._path, pages, info)

    def _slug(self, sheet: int, total: int, side: str) -> Frame:
        """Say what a page is, for whoever finds it on the table."""
        game = self.order.game
        version = f"version {game.version}" if game.version else ""
        number = f"sheet {sheet} of {total}" if total > 1 else ""
        shown = side if self.duplex in ("long-edge", "short-edge") else ""
        parts = (game.title, self.title, number, shown, version)
        return self.order.press.write(" · ".join(part for part in parts if part), SLUG_PT)
