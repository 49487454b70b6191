"""Reports about a game, in its own look: a template with marks in, Frames out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cardgen.assets.library import Library
from cardgen.core.diagnostics import Severity
from cardgen.core.errors import LayoutError
from cardgen.core.geometry import Insets, Size
from cardgen.frame import Frame
from cardgen.layout.canvas import CardPictures
from cardgen.layout.engine import Layout
from cardgen.layout.report.lettering import Lettering
from cardgen.layout.report.pages import BAND, MARGIN, SLIM_BAND, MarkStrip, pages
from cardgen.layout.report.theme import report_theme
from cardgen.model.game import Game
from cardgen.model.record import Record
from cardgen.template.environment import Templates

TITLE_SIZES = range(30, 13, -1)


class ReportLayout:
    """Lays out the pages of reports about one game, all with the same template."""

    def __init__(
        self,
        template: str,
        game: Game,
        size: Size,
        library: Library,
        templates: Templates,
        pictures: CardPictures,
    ) -> None:
        self.game = game
        self.size = size
        self.theme = report_theme(game.theme)
        self.text = Lettering(self.theme, "stats-text", library)
        self._title = Lettering(self.theme, "stats-title", library)
        self._template = template
        self._templates = templates
        self._layout = Layout(self.theme, library, pictures, templates.narrow)

    def pages(
        self,
        title: str,
        parts: Sequence[Sequence[MarkStrip]],
        wide: bool,
        title_width: float,
        **facts: Any,
    ) -> list[dict[str, Any]]:
        """Return what the template is told about each page; ``facts`` are told on every page.

        The title is set as large as its width allows.
        """
        legible = self._title.legible(title)
        fitting = (z for z in TITLE_SIZES if self._title.width(legible, z) <= title_width - 1)
        shared = {
            "x": MARGIN,
            "width": self.size.width,
            "game": self.text.legible(self.game.title),
            "title": legible,
            "title_width": title_width,
            "title_size": next(fitting, TITLE_SIZES[-1]),
            **facts,
        }
        laid = pages(parts, self.size, wide)
        return [
            {
                **shared,
                "number": number,
                "total": len(laid),
                "band": BAND if number == 1 else SLIM_BAND,
                "marks": marks,
            }
            for number, marks in enumerate(laid, 1)
        ]

    def frame(self, page: Mapping[str, Any], height: float | None = None) -> Frame:
        """Lay out one page, with a height of its own if one is given; raises LayoutError.

        Warnings are dropped: a line that is cut short is no news.
        """
        size = Size(self.size.width, height or self.size.height)
        facts = Record({**page, "height": size.height})
        element = self._templates.element(
            self._template, {**self.game.context, "page": facts}, None
        )
        laid = self._layout.side(element, size, Insets())
        errors = [found for found in laid.diagnostics if found.severity is Severity.ERROR]
        if errors:
            raise LayoutError(*errors)
        return laid.frame
