"""Charts of decks: statistics in, Frames out, and those as PDF and PNG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from cardgen.backend.document import DocumentInfo
from cardgen.backend.pdf import write_pdf
from cardgen.backend.raster import palette_png, rasterize
from cardgen.features.stats.chart_marks import ChartSetter
from cardgen.features.stats.wording import nothing
from cardgen.frame import Frame, Page
from cardgen.impose.papers import paper_size
from cardgen.layout.report.lettering import Lettering
from cardgen.layout.report.pages import BAND, FOOT, MARGIN, MarkStrip, column_width
from cardgen.layout.report.report import ReportLayout
from cardgen.model.components.deck import Deck
from cardgen.model.game import Game
from cardgen.model.record import Record
from cardgen.model.statistics import Comparison, DeckStatistics
from cardgen.pipeline.resources import templates_of
from cardgen.pipeline.session import Session

TEMPLATE = "stats.xml.j2"
DPI = 200
SHOWN = 3
CARD_HEIGHT, CARD_WIDTH = 38.0, 34.0


class ChartFile(Struct, frozen=True):
    """The pages of one file; the pictures of them are cropped below the charts."""

    title: str
    game: Game
    frames: tuple[Frame, ...]
    pictures: tuple[Frame, ...]
    session: Session

    def pdf(self) -> bytes:
        """Return all pages as a PDF."""
        info = DocumentInfo(
            title=f"{self.game.title}: {self.title}",
            author=self.game.author,
            language=self.game.theme.language,
            subject="counts of what the cards state",
        )
        found = [Page.of_sheet(frame) for frame in self.frames]
        return write_pdf(found, info, self.session.library, self.session.drawings)

    def pngs(self) -> list[bytes]:
        """Return each page as a picture."""
        found = []
        for frame in self.pictures:
            width, height = _pixels(frame.size.width), _pixels(frame.size.height)
            session = self.session
            image = rasterize(frame, width, height, session.library, session.drawings)
            found.append(palette_png(image))
        return found


class Charts:
    """Draws the charts of one game in its own colours and fonts."""

    def __init__(self, root: Path, game: Game) -> None:
        self.game = game
        self.size = paper_size(game.print.papers[0])
        self.session = Session(root, game)
        library = self.session.library
        templates = templates_of(root, game.id)
        self.report = ReportLayout(TEMPLATE, game, self.size, library, templates, self._picture)
        theme = self.report.theme
        ticks = Lettering(theme, "stats-tick", library)
        self.marks = ChartSetter(self.report.text, ticks, theme.colors)

    def deck(self, deck: DeckStatistics, every: bool) -> ChartFile:
        """Draw the charts of one deck: of ``every`` field, or of those with something to tell."""
        wide = sum(tally.telling or every for tally in deck.fields) < 2
        width = column_width(self.size, 1 if wide else 2)
        charts = self.marks.charts(deck, width, every)
        figures = [
            (deck.cards, "card" if deck.cards == 1 else "cards"),
            (deck.designs, "design" if deck.designs == 1 else "designs"),
        ]
        said = "" if charts else nothing(deck)
        return self._drawing(deck.title, figures, charts, wide, self._fan(deck.id), said)

    def compared(self, found: Sequence[Comparison]) -> ChartFile:
        """Draw what several decks have in common."""
        width = column_width(self.size, 1)
        charts = [self.marks.comparison(one, width) for one in found]
        decks = {deck.id for one in found for deck in one.decks}
        figures = [(len(decks), "decks"), (len(found), "field" if len(found) == 1 else "fields")]
        return self._drawing("Decks compared", figures, charts, True, (), "")

    def _drawing(
        self,
        title: str,
        figures: Sequence[tuple[int, str]],
        charts: Sequence[Sequence[MarkStrip]],
        wide: bool,
        cards: Sequence[Record],
        said: str,
    ) -> ChartFile:
        right = min((card.x for card in cards), default=self.size.width - MARGIN)
        width = right - MARGIN - (6.0 if cards else 0.0)
        version = f", version {self.game.version}" if self.game.version else ""
        pages = self.report.pages(
            title,
            charts,
            wide,
            width,
            figures=tuple(Record({"number": n, "noun": noun}) for n, noun in figures),
            cards=cards,
            said=said,
            foot=self.report.text.legible(f"{self.game.title}{version} · copies are counted"),
        )
        frames = tuple(map(self.report.frame, pages))
        pictures = tuple(self.report.frame(page, self._end(page)) for page in pages)
        return ChartFile(title, self.game, frames, pictures, self.session)

    def _end(self, page: Mapping[str, Any]) -> float:
        """Return where a page may end: below its charts."""
        end = max((mark.y + mark.height for mark in page["marks"]), default=BAND + FOOT)
        return min(end + FOOT, self.size.height)

    def _picture(self, id: str) -> Frame | None:
        spec = self.session.specs.get(id)
        if spec is None:
            raise LookupError(*(known.rpartition("/")[0] for known in self.session.specs))
        return self.session.side(spec, drawn=False).frame

    def _fan(self, id: str) -> tuple[Record, ...]:
        """Choose some cards of a deck to show; broken ones are skipped: `check` reports them."""
        deck = self.game.components[id]
        assert isinstance(deck, Deck)
        names = [name for name in self.game.showcase if name.startswith(f"{id}/")]
        names += [f"{id}/{card.id}" for card in deck.cards if card.copies]
        shown: list[str] = []
        for name in dict.fromkeys(names):
            if len(shown) == SHOWN:
                break
            if self.session.side(self.session.specs[f"{name}/face"], drawn=False).frame:
                shown.append(name)
        scale = min(CARD_HEIGHT / deck.size.height, CARD_WIDTH / deck.size.width)
        width, height = deck.size.width * scale, deck.size.height * scale
        step = width * 0.62
        left = self.size.width - MARGIN - width - step * (len(shown) - 1)
        turns = {1: (0,), 2: (-5, 5), 3: (-8, 0, 8)}.get(len(shown), ())
        return tuple(
            Record(
                {
                    "ref": name,
                    "x": round(left + index * step, 3),
                    "y": round((BAND - height) / 2 + abs(turn) * 0.16, 3),
                    "width": round(width, 3),
                    "height": round(height, 3),
                    "rotate": turn,
                }
            )
            for index, (name, turn) in enumerate(zip(shown, turns, strict=True))
        )


def _pixels(length: float) -> int:
    return round(length / 25.4 * DPI)
