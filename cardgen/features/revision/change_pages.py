"""Pages that show what changed: before and after side by side, and the pull list."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.features.revision.baseline import Baseline
from cardgen.features.revision.changes import Changes
from cardgen.features.revision.edition import Edition
from cardgen.features.revision.entries import ChangeEntry, Pair, sections
from cardgen.features.revision.html_report import html_page
from cardgen.features.revision.pull_list import PullSection
from cardgen.features.revision.report_pages import ReportPages
from cardgen.features.revision.wording import around, summary, version_said
from cardgen.frame import Frame
from cardgen.model.record import Record

HIGH, WIDE = 43.0, 58.0
"""Greatest height and width of a picture, in mm."""
CARD, CORNER = 40.0, 3.0
"""What is larger than a token has round corners."""
LINE = 4.4
ARROW = 8.0
LONG = 150
"""Letters of a value: more than that is cut down to where the values differ."""


def page_of(
    base: Baseline, now: Edition, changes: Changes, notes: Sequence[str], ending: str
) -> bytes:
    """Return a page of all differences, as HTML or PDF."""
    shown = sections(base, now, changes)
    line = summary(changes) or "nothing has changed"
    against = f"against {base.name}"
    if ending == ".html":
        return html_page(now, base.editions, shown, against, line, notes)
    folio = ReportPages(now, now.game.print.papers[0], base.editions)
    for section in shown:
        folio.heading(section.title, section.note)
        for entry in section.entries:
            _entry(folio, entry)
    for note in notes:
        folio.add("note", LINE * 2, 4.0, text=folio.text.legible(note))
    return folio.pdf("What changed", line, against)


def pull_page(now: Edition, against: str, pulls: Sequence[PullSection], paper: str) -> bytes:
    """Return the pull list as a PDF, with boxes to tick."""
    folio = ReportPages(now, paper)
    for section in pulls:
        folio.heading(section.title, section.note)
        for said, some in (("take out", section.out), ("put in", section.into)):
            for pull in some:
                folio.add(
                    "pull",
                    6.2,
                    0.0,
                    said=said,
                    count=f"{pull.count} ×" if pull.count else "all",
                    title=folio.text.legible(pull.title),
                    name=folio.text.legible(pull.name if pull.name != pull.title else ""),
                    why=folio.text.legible(pull.why),
                )
    line = f"in the box: {against} · now: {version_said(now.game.version)}"
    return folio.pdf("Pull list", line, "tick off what is done")


def _entry(folio: ReportPages, entry: ChangeEntry) -> None:
    """Add a strip for a change: pictures on the left, words on the right."""
    before, after = _sizes(entry.pair)
    pictured = entry.pair is not None
    left = before[0] + after[0] + ARROW + 6.0 if pictured else 0.0
    lines = [_line(folio, *field) for field in entry.fields]
    room = folio.width - left
    rows = sum(_rows(folio, f"{name} {old} → {new}", room) for name, old, new in lines)
    said = [folio.text.legible(text) for text in entry.said]
    high = max(before[1], after[1], 12.0 + LINE * (rows + len(said)))
    folio.add(
        "entry",
        min(high, 200.0),
        5.0,
        kind=entry.kind,
        title=folio.text.legible(entry.title),
        name=folio.text.legible(entry.name),
        said=tuple(said),
        fields=tuple(Record({"name": name, "old": old, "new": new}) for name, old, new in lines),
        pictured=pictured,
        before=_picture(folio, entry.pair.before if entry.pair else None, before),
        after=_picture(folio, entry.pair.after if entry.pair else None, after),
        missing=entry.pair.missing if entry.pair else "",
        arrow=ARROW,
        left=left,
    )


def _line(folio: ReportPages, name: str, old: str, new: str) -> tuple[str, str, str]:
    one, other = around(old, new, LONG)
    return name, folio.text.legible(one), folio.text.legible(other)


def _rows(folio: ReportPages, text: str, room: float) -> int:
    """Guess how many lines a text takes, words being ragged."""
    return 1 + int(folio.text.width(text) * 1.08 / max(room, 1.0))


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


def _picture(folio: ReportPages, frame: Frame | None, size: tuple[float, float]) -> Record:
    large = frame is not None and min(frame.size.width, frame.size.height) > CARD
    radius = CORNER if large else 0.5
    scale = size[0] / frame.size.width if frame is not None else 1.0
    return Record(
        {
            "ref": folio.show(frame),
            "width": size[0],
            "height": size[1],
            "radius": radius,
            "corner": round(radius * scale, 3),
        }
    )
