"""A script as a file for embossers and Braille displays: pages of 25 lines with 40 cells.

The format is that of Braille Formats 2016 (Braille Authority of North America): the title as a
running head on line 1 (1.7), the page number at the right of line 25 (1.14), chapters as centred
headings with an empty line before and after (4.4), then cell-5 and cell-7 headings (4.5, 4.6),
paragraphs from cell 3 with runovers in cell 1 (1.8), lists from cell 1 with runovers in cell 3 (8).
A heading is never the last on its page (4.3). Lines end with CR and LF, pages with a form feed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import Struct

from cardgen.products.text.passages import Passage

CELLS, LINES = 40, 25
_BODY = LINES - 2
"""Lines of a page without the running head and the page number."""
_MARGIN = 3
"""Empty cells at either side of a centred line, at least (4.4)."""
_BULLET = "_4"
_HEADINGS = {2: 4, 3: 6, 4: 6}
"""How far headings are indented that are not centred, by their level."""

Cells = Callable[[str], str]


class _Line(Struct, frozen=True):
    """A line, whether an empty one comes before it, and whether the next one stays with it."""

    cells: str
    apart: bool = False
    keep: bool = False


def brf(passages: Sequence[Passage], title: str, cells: Cells) -> bytes:
    """Write passages; ``cells`` turns a text into Braille."""
    head = _centred(wrapped(cells(title), CELLS - 2 * _MARGIN)[0])
    written = []
    for number, page in enumerate(_pages(_lines(passages, cells)), 1):
        top = head if number > 1 else ""  # the first page has the title itself
        lines = [top, *page, *[""] * (_BODY - len(page)), cells(str(number)).rjust(CELLS)]
        written.append("".join(f"{line.rstrip()}\r\n" for line in lines))
    return "\f".join([*written, ""]).encode("ascii")


def wrapped(cells: str, width: int, runover: int | None = None) -> list[str]:
    """Break cells into lines at spaces; a word longer than a line behind a hyphen, or anywhere.

    Lines after the first have ``runover`` cells, as many as the first if that is not given.
    """
    lines: list[str] = []
    line = ""
    for word in cells.split():
        room = width if not lines or runover is None else runover
        if line and len(line) + 1 + len(word) <= room:
            line += f" {word}"
            continue
        if line:
            lines.append(line)
            room = width if runover is None else runover
        while len(word) > room:
            cut = word.rfind("-", 1, room) + 1 or room
            lines.append(word[:cut])
            word, room = word[cut:], width if runover is None else runover
        line = word
    return [*lines, line] if line or not lines else lines


def _lines(passages: Sequence[Passage], cells: Cells) -> Iterator[_Line]:
    centred = False  # whether the last heading was: an empty line comes behind it
    for one in passages:
        heading = one.kind == "heading"
        for at, line in enumerate(_set(one, cells)):
            yield _Line(line, at == 0 and (heading or centred), heading)
        centred = heading and one.level not in _HEADINGS


def _set(one: Passage, cells: Cells) -> list[str]:
    """Return a passage as lines."""
    text = cells(one.text)
    if one.kind == "heading":
        indent = _HEADINGS.get(one.level, 0)
        if not indent:
            return [*map(_centred, wrapped(text, CELLS - 2 * _MARGIN))]
        return [" " * indent + line for line in wrapped(text, CELLS - indent)]
    first, after = 2 * one.level, 2 * one.level + 2
    if one.kind == "text":
        first, after = after, first
    elif one.kind == "item":
        text = f"{cells(one.mark) if one.mark else _BULLET} {text}"
    lines = wrapped(text, CELLS - first, CELLS - after)
    return [" " * (after if at else first) + line for at, line in enumerate(lines)]


def _centred(line: str) -> str:
    return " " * ((CELLS - len(line)) // 2) + line


def _pages(lines: Iterable[_Line]) -> Iterator[list[str]]:
    """Share lines out over pages; headings go with the line behind them."""
    page: list[str] = []
    for together in _runs(lines):
        if page and len(page) + sum(1 + one.apart for one in together) > _BODY:
            yield page
            page = []
        for one in together:
            page += [""] * (one.apart and bool(page))
            page.append(one.cells)
    if page:
        yield page


def _runs(lines: Iterable[_Line]) -> Iterator[list[_Line]]:
    """Yield lines that stay together: no more than go on a page with empty ones between them."""
    run: list[_Line] = []
    for line in lines:
        run.append(line)
        if not line.keep or len(run) == _BODY // 2:
            yield run
            run = []
    yield run
