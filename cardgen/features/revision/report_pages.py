"""Pages in the look of a game that say what changed: strips that a template draws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from cardgen.backend.document import DocumentInfo
from cardgen.backend.pdf import write_pdf
from cardgen.core.diagnostics import Severity
from cardgen.core.errors import AssetError, LayoutError
from cardgen.core.geometry import Insets
from cardgen.features.revision.edition import Edition
from cardgen.features.stats.chart_marks import APART, Slice
from cardgen.features.stats.chart_pages import BAND, MARGIN, SLIM_BAND, column_width, pages
from cardgen.features.stats.chart_theme import Lettering, chart_theme
from cardgen.frame import Frame, Page
from cardgen.impose.papers import paper_size
from cardgen.layout.book.strips import Strip
from cardgen.layout.engine import Layout
from cardgen.model.record import Record
from cardgen.pipeline.resources import library_of, templates_of

if TYPE_CHECKING:
    from cardgen.assets.fonts import Font
    from cardgen.assets.images import Picture
    from cardgen.assets.library import Library
    from cardgen.core.diagnostics import Location

TEMPLATE = "changes.xml.j2"
HEADING = 9.0
TITLE_SIZES = range(30, 13, -1)


class Shelves:
    """What painting asks of a library, for Frames of several editions of a game."""

    def __init__(self, libraries: Sequence[Library]) -> None:
        self._libraries = libraries

    def font_by_key(self, key: str, at: Location | None = None) -> Font:
        """Return the font of whatever edition has it; raises AssetError."""
        for library in self._libraries[:-1]:
            try:
                return library.font_by_key(key, at)
            except AssetError:
                continue
        return self._libraries[-1].font_by_key(key, at)

    def picture_by_key(self, key: str, at: Location | None = None) -> Picture:
        """Return the picture of whatever edition has it; raises AssetError."""
        for library in self._libraries[:-1]:
            try:
                return library.picture_by_key(key, at)
            except AssetError:
                continue
        return self._libraries[-1].picture_by_key(key, at)


def painting_library(editions: Sequence[Edition], *more: Library) -> Library:
    """Return one library to paint Frames of all these editions with."""
    libraries = [*more, *(one.maker.session.library for one in editions)]
    return cast("Library", Shelves(libraries))


class ReportPages:
    """Makes the pages of one document of a game."""

    def __init__(self, now: Edition, paper: str, before: Sequence[Edition] = ()) -> None:
        self.game = now.game
        self.size = paper_size(paper)
        self.width = column_width(self.size, 1)
        root = now.maker.request.root
        library = library_of(root, now.game.id)
        self._library = painting_library((now, *before), library)
        theme = chart_theme(now.game.theme)
        self._templates = templates_of(root, now.game.id)
        self._shown: dict[str, Frame] = {}
        self._layout = Layout(theme, library, self._picture, self._templates.narrow)
        self._title = Lettering(theme, "stats-title", library)
        self.text = Lettering(theme, "stats-text", library)
        self._strips: list[Strip] = []
        self._again: Strip | None = None

    def heading(self, title: str, note: str) -> None:
        """Begin a section."""
        facts = {"title": self.text.legible(title), "note": self.text.legible(note)}
        self._again = _strip("heading", HEADING, {**facts, "note": "continued"})
        self._strips.append(replace(_strip("heading", HEADING, facts, APART), keep=True))

    def add(self, form: str, height: float, apart: float, /, **facts: Any) -> None:
        """Add a strip, so far from the one above."""
        self._strips.append(replace(_strip(form, height, facts, apart), head=self._again))

    def show(self, frame: Frame | None) -> str:
        """Return the name under which a template shows a Frame; empty for None."""
        if frame is None:
            return ""
        self._shown[frame.fingerprint] = frame
        return f"shown/{frame.fingerprint}"

    def pdf(self, title: str, line: str, foot: str) -> bytes:
        """Return all that was added as a PDF."""
        legible = self._title.legible(title)
        room = self.size.width - 2 * MARGIN
        fitting = (size for size in TITLE_SIZES if self._title.width(legible, size) <= room - 1)
        shared = {
            "x": MARGIN,
            "width": self.size.width,
            "height": self.size.height,
            "game": self.text.legible(self.game.title),
            "title": legible,
            "title_size": next(fitting, TITLE_SIZES[-1]),
            "line": self.text.legible(line),
            "foot": self.text.legible(foot),
        }
        laid = pages([self._strips], self.size, True)
        frames = [
            self._frame(
                {
                    **shared,
                    "number": number,
                    "total": len(laid),
                    "band": BAND if number == 1 else SLIM_BAND,
                    "marks": marks,
                }
            )
            for number, marks in enumerate(laid, 1)
        ]
        info = DocumentInfo(
            title=f"{self.game.title}: {title}", author=self.game.author, subject=line
        )
        return write_pdf([Page.of_sheet(frame) for frame in frames], info, self._library)

    def _frame(self, facts: dict[str, object]) -> Frame:
        """Lay out one page; a line that is cut short is no news."""
        context = {**self.game.context, "page": Record(facts)}
        element = self._templates.element(TEMPLATE, context, None)
        laid = self._layout.side(element, self.size, Insets())
        errors = [found for found in laid.diagnostics if found.severity is Severity.ERROR]
        if errors:
            raise LayoutError(*errors)
        return laid.frame

    def _picture(self, side: str) -> Frame | None:
        return self._shown[side.split("/")[1]]


def _strip(form: str, height: float, facts: Mapping[str, Any], before: float = 0.0) -> Slice:
    return Slice(height, _unpainted, before=before, mark={"form": form, **facts})


def _unpainted(*_: object) -> None:
    raise AssertionError("a template draws these pages")
