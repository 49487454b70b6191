"""How well the pages of a booklet are filled."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from msgspec import Struct
from pieces import ROOT, Desk, desk

from cardgen.frame import Frame, Text
from cardgen.layout.book import pages
from cardgen.layout.book.strips import Column
from cardgen.model.flowing import FlowSpec

SHORT = 3
"""Letters: a last line with no more of them is too short."""
FEW = 5
"""Items: a list with no more of them stays on one page."""
LOW = 0.75
"""The least share of a page that is filled."""
_MARKER = re.compile(r"•|\d+\.")
"""What stands before an item of a list."""


class Afresh(Desk):
    """The pages of a game are filled anew; what they picture is laid out."""

    def _stored_text(self, spec: FlowSpec) -> None:
        return None


class PageCraft(Struct, frozen=True):
    """What was measured on one page: ``fill`` as a share of the text's height.

    ``lines`` are the lengths in characters of lines of running text that are full, ``short``
    the last lines of paragraphs that are too short.
    """

    number: int
    fill: float
    lines: tuple[int, ...]
    short: tuple[str, ...]


class BookCraft(Struct, frozen=True):
    """What was measured in one booklet; ``split`` are the lines of its text where a list begins
    that is torn although it is short."""

    count: int
    pages: tuple[PageCraft, ...]
    split: tuple[int, ...]

    @property
    def mean(self) -> float:
        """The mean length of all full lines."""
        lines = [length for page in self.pages for length in page.lines]
        return sum(lines) / len(lines)


def measured(name: str, booklet: str = "rules") -> BookCraft:
    """Lay out the booklet of a game and measure its pages."""
    columns: list[Column] = []

    class Caught(pages.Book):
        def _columns(self) -> list[Column]:
            nonlocal columns
            columns = super()._columns()
            return columns

    work = Afresh(ROOT, desk(ROOT, name).game)
    flow = work.game.components[booklet].flow(work.game)
    assert flow is not None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pages, "Book", Caught)
        laid = work.text(flow).results
    frames = [page.frame for page in laid if page.frame is not None]
    before = 1 if flow.cover else 0
    room = flow.size.height - flow.margins.top - flow.margins.bottom
    path = f"card_data/{name}/{Path('rules.md')}"
    size = flow.theme.styles[flow.styles["text"]].size
    lines = [dict(_lines(frames[before + i], path, size)) for i in range(len(columns))]
    last: dict[str, int] = {stamp: i for i, page in enumerate(lines) for stamp, _ in page}
    found = []
    for i, column in enumerate(columns):
        ends = {stamp: max(y for s, y in lines[i] if s == stamp) for stamp, _ in lines[i]}
        closing = {(s, y) for s, y in ends.items() if last[s] == i}
        wide = flow.measure or flow.size.width - flow.margins.inner - flow.margins.outer
        full = [
            len(words.strip())
            for key, (words, width) in lines[i].items()
            if key not in closing and width > 0.7 * wide
        ]
        short = [words for key in closing if _is_short(words := lines[i][key][0], key, lines[i])]
        fill = column.height / room
        found.append(PageCraft(before + i + 1, fill, tuple(full), tuple(short)))
    return BookCraft(len(frames), tuple(found), tuple(_split(work.game.id, last, lines)))


def _is_short(words: str, key: tuple[str, float], lines: dict[tuple[str, float], object]) -> bool:
    alone = sum(stamp == key[0] for stamp, _ in lines) == 1
    return not alone and len(re.sub(r"\W", "", words)) <= SHORT


def _lines(
    frame: Frame, path: str, size: float
) -> Iterator[tuple[tuple[str, float], tuple[str, float]]]:
    """Yield the lines of running text: the stamp and baseline, the words and their width."""
    found: dict[tuple[str, float], list[Text]] = {}
    for item in frame.items:
        if not isinstance(item, Text) or _MARKER.fullmatch(item.string):
            continue
        if item.stamp.startswith(f"{path}:"):
            found.setdefault((item.stamp, round(item.y, 1)), []).append(item)
    for key, runs in found.items():
        if any(abs(run.size - size) < 0.01 for run in runs):
            runs.sort(key=lambda run: run.x)
            words = " ".join(run.string.strip() for run in runs)
            yield key, (words, runs[-1].x + runs[-1].width - runs[0].x)


def _split(
    name: str, last: dict[str, int], lines: list[dict[tuple[str, float], tuple[str, float]]]
) -> Iterator[int]:
    """Yield the lines where short lists begin that stand on more than one page."""
    text = (ROOT / "card_data" / name / "rules.md").read_text(encoding="utf-8")
    first: dict[int, int] = {}
    for i, page in reversed(list(enumerate(lines))):
        first.update({int(stamp.split(":")[1]): i for stamp, _ in page})
    final = {int(stamp.split(":")[1]): i for stamp, i in last.items()}
    tokens = MarkdownIt("commonmark").parse(text)
    for i, token in enumerate(tokens):
        if token.type not in ("bullet_list_open", "ordered_list_open") or token.map is None:
            continue
        close = next(
            j
            for j in range(i, len(tokens))
            if tokens[j].level == token.level and tokens[j].nesting == -1
        )
        items = sum(
            t.type == "list_item_open" and t.level == token.level + 1 for t in tokens[i:close]
        )
        inside = range(token.map[0] + 1, token.map[1] + 1)
        on = {first[n] for n in inside if n in first} | {final[n] for n in inside if n in final}
        if items <= FEW and len(on) > 1:
            yield token.map[0] + 1
