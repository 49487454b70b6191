"""Pages in the look of a game: what changed, before and after side by side, and the pull list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from cardgen.assets.keyed import KeyedAssets, LibraryUnion
from cardgen.backend.document import DocumentInfo
from cardgen.backend.pdf import write_pdf
from cardgen.features.revision.change_list import ChangeEntry
from cardgen.features.revision.change_report import ChangeReport, Pair
from cardgen.features.revision.edition import Edition
from cardgen.features.revision.pull_list import PullSection
from cardgen.features.revision.wording import values_said
from cardgen.frame import Frame, Page
from cardgen.impose.papers import paper_size
from cardgen.layout.report.pages import APART, MARGIN, MarkStrip, column_width, mark_strip
from cardgen.layout.report.report import ReportLayout
from cardgen.model.printer import load_printer
from cardgen.model.record import Record
from cardgen.pipeline.resources import library_of, templates_of

TEMPLATE = "changes.xml.j2"
HEADING = 9.0
HIGH, WIDE = 43.0, 58.0
"""Greatest height and width of a picture, in mm."""
CARD, CORNER = 40.0, 3.0
"""What is larger than a token has round corners."""
LINE = 4.4
ARROW = 8.0
LONG = 150
"""Letters of a value: more than that is cut down to where the values differ."""


def change_pdf(report: ChangeReport) -> bytes:
    """Return a page of differences as a PDF."""
    pages = _Pages(report.now, report.now.game.print.papers[0], report.library)
    for section in report.sections:
        pages.heading(section.title, section.note)
        for entry in section.entries:
            _entry(pages, entry, report.pair(entry))
    for note in report.notes:
        pages.add("note", LINE * 2, 4.0, text=pages.text.legible(note))
    return pages.pdf("What changed", report.line, report.against)


def pull_pdf(
    now: Edition, states: Sequence[str], pulls: Sequence[PullSection], paper: str
) -> bytes:
    """Return the pull list as a PDF, with boxes to tick; ``states`` name both states."""
    pages = _Pages(now, paper, now.library)
    legible = pages.text.legible
    for section in pulls:
        pages.heading(section.title, section.note)
        for said, pull in section.tasks:
            pages.add(
                "pull",
                6.2,
                0.0,
                said=said,
                count=f"{pull.count} ×" if pull.count else "all",
                title=legible(pull.title),
                name=legible(pull.name if pull.name != pull.title else ""),
                why=legible(pull.why),
            )
    return pages.pdf("Pull list", " · ".join(states), "tick off what is done")


class _Pages:
    """Collects the strips of one document, then lays out its pages."""

    def __init__(self, now: Edition, paper: str, pictures: KeyedAssets) -> None:
        root = now.root
        size = paper_size(paper, own=load_printer(root).papers)
        library, templates = library_of(root, now.game.id), templates_of(root, now.game.id)
        self.game = now.game
        self.width = column_width(size, 1)
        self._report = ReportLayout(TEMPLATE, now.game, size, library, templates, self._picture)
        self.text = self._report.text
        self._library = LibraryUnion([library, pictures])
        self._shown: dict[str, Frame] = {}
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
        facts = {"line": self.text.legible(line), "foot": self.text.legible(foot)}
        room = self._report.size.width - 2 * MARGIN
        pages = self._report.pages(title, [self._strips], True, room, **facts)
        info = DocumentInfo(
            title=f"{self.game.title}: {title}",
            author=self.game.author,
            language=self.game.theme.language,
            subject=line,
        )
        frames = map(self._report.frame, pages)
        return write_pdf([Page.of_sheet(frame) for frame in frames], info, self._library)

    def _picture(self, side: str) -> Frame | None:
        return self._shown[side.split("/")[1]]


def _entry(pages: _Pages, entry: ChangeEntry, pair: Pair | None) -> None:
    """Add a strip for a change: pictures on the left, words on the right."""
    legible = pages.text.legible
    before, after = _sizes(pair)
    left = before[0] + after[0] + ARROW + 6.0 if pair else 0.0
    fields = []
    rows = 0
    for field in entry.fields:
        old, new = map(legible, values_said(field, LONG))
        fields.append(Record({"name": field.name, "old": old, "new": new}))
        rows += _rows(pages, f"{field.name} {old} → {new}", pages.width - left)
    said = tuple(map(legible, entry.lines))
    high = max(before[1], after[1], 12.0 + LINE * (rows + len(said)))
    pages.add(
        "entry",
        min(high, 200.0),
        5.0,
        kind=entry.kind,
        title=legible(entry.title),
        name=legible(entry.name),
        said=said,
        fields=tuple(fields),
        pictured=pair is not None,
        before=_picture(pages, pair.before if pair else None, before),
        after=_picture(pages, pair.after if pair else None, after),
        missing=pair.missing if pair else "",
        arrow=ARROW,
        left=left,
    )


def _rows(pages: _Pages, text: str, room: float) -> int:
    """Guess how many lines a text takes, words being ragged."""
    return 1 + int(pages.text.width(text) * 1.08 / max(room, 1.0))


def _sizes(pair: Pair | None) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return width and height of both pictures; one that is missing is as large as the other."""
    if pair is None:
        return (0.0, 0.0), (0.0, 0.0)
    before = _size(pair.before or pair.after)
    return before, _size(pair.after or pair.before)


def _size(frame: Frame | None) -> tuple[float, float]:
    if frame is None:
        return (HIGH * 0.7, HIGH)
    width, height = frame.size.width, frame.size.height
    scale = min(WIDE / width, HIGH / height, 1.0)
    return round(width * scale, 3), round(height * scale, 3)


def _picture(pages: _Pages, frame: Frame | None, size: tuple[float, float]) -> Record:
    large = frame is not None and min(frame.size.width, frame.size.height) > CARD
    radius = CORNER if large else 0.5
    scale = size[0] / frame.size.width if frame is not None else 1.0
    return Record(
        {
            "ref": pages.show(frame),
            "width": size[0],
            "height": size[1],
            "radius": radius,
            "corner": round(radius * scale, 3),
        }
    )
