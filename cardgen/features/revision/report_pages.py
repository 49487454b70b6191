"""Pages in the look of a game that say what changed: strips that a template draws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from cardgen.assets.keyed import LibraryUnion
from cardgen.backend.pdf import DocumentInfo, write_pdf
from cardgen.features.revision.edition import Edition
from cardgen.frame import Frame, Page
from cardgen.impose.papers import paper_size
from cardgen.layout.report.pages import APART, MARGIN, MarkStrip, column_width, mark_strip
from cardgen.layout.report.report import ReportLayout
from cardgen.pipeline.resources import library_of, templates_of

TEMPLATE = "changes.xml.j2"
HEADING = 9.0


class ReportPages:
    """Makes the pages of one document of a game."""

    def __init__(self, now: Edition, paper: str, before: Sequence[Edition] = ()) -> None:
        self.game = now.game
        size = paper_size(paper)
        self.width = column_width(size, 1)
        root = now.maker.request.root
        library = library_of(root, now.game.id)
        templates = templates_of(root, now.game.id)
        editions = (one.maker.session.library for one in (now, *before))
        self._library = LibraryUnion([library, *editions])
        self._shown: dict[str, Frame] = {}
        self._report = ReportLayout(TEMPLATE, now.game, size, library, templates, self._picture)
        self.text = self._report.text
        self._strips: list[MarkStrip] = []
        self._again: MarkStrip | None = None

    def heading(self, title: str, note: str) -> None:
        """Begin a section."""
        title, note = self.text.legible(title), self.text.legible(note)
        self._again = mark_strip("heading", HEADING, title=title, note="continued")
        strip = mark_strip("heading", HEADING, APART, title=title, note=note)
        self._strips.append(replace(strip, keep=True))

    def add(self, form: str, height: float, apart: float, /, **facts: Any) -> None:
        """Add a strip, so far from the one above."""
        strip = mark_strip(form, height, apart, **facts)
        self._strips.append(replace(strip, head=self._again))

    def show(self, frame: Frame | None) -> str:
        """Return the name under which a template shows a Frame; empty for None."""
        if frame is None:
            return ""
        self._shown[frame.fingerprint] = frame
        return f"shown/{frame.fingerprint}"

    def pdf(self, title: str, line: str, foot: str) -> bytes:
        """Return all that was added as a PDF."""
        room = self._report.size.width - 2 * MARGIN
        line_said, foot_said = self.text.legible(line), self.text.legible(foot)
        pages = self._report.pages(
            title, [self._strips], True, room, line=line_said, foot=foot_said
        )
        frames = map(self._report.frame, pages)
        info = DocumentInfo(
            title=f"{self.game.title}: {title}", author=self.game.author, subject=line
        )
        return write_pdf([Page.of_sheet(frame) for frame in frames], info, self._library)

    def _picture(self, side: str) -> Frame | None:
        return self._shown[side.split("/")[1]]
