"""Check that a PDF is the benchmark's deck: ``python verify.py FILE.pdf CARDS [--fronts-only]``.

Counts pages, looks at their size, and reads every card's number back from the text. Of a
folder with pictures of the deck (``cards-*.png``) it counts the cells. A separate process, so
that the runner stays small and never loads a PDF library.
"""

from __future__ import annotations

import argparse
import re
import struct
from pathlib import Path

import pypdfium2

_PER_PAGE = 9
_A4 = (595, 842)
_CELL = (744, 1039)


def faults(path: Path, cards: int, *, fronts_only: bool) -> list[str]:
    """Return a description of each fault of a PDF."""
    document = pypdfium2.PdfDocument(path)
    wrong = []
    pages = -(-cards // _PER_PAGE) * (1 if fronts_only else 2)
    if len(document) != pages:
        wrong.append(f"{len(document)} pages instead of {pages}")
    number = re.compile(rf"(\d+)\s*/\s*{cards}\b")
    seen: list[int] = []
    for index in range(len(document)):
        page = document[index]
        if tuple(round(side) for side in page.get_size()) != _A4:
            wrong.append(f"page {index + 1} is not A4")
        seen += [int(match) for match in number.findall(page.get_textpage().get_text_range())]
    if sorted(seen) != list(range(1, cards + 1)):
        wrong.append(f"{len(seen)} cards with {len(set(seen))} numbers instead of {cards}")
    return wrong


def picture_faults(folder: Path, cards: int) -> list[str]:
    """Return a description of each fault of the pictures; a cell may be one pixel too large."""
    files = [file for file in folder.glob("cards-*.png") if "back" not in file.name]
    cells = 0
    for file in files:
        width, height = struct.unpack(">LL", file.read_bytes()[16:24])
        columns, rows = round(width / _CELL[0]), round(height / _CELL[1])
        if abs(width - columns * _CELL[0]) > columns or abs(height - rows * _CELL[1]) > rows:
            return [f"{file.name} has {width} x {height} pixels"]
        cells += columns * rows
    spare = cells - cards
    return [] if 0 <= spare < 15 else [f"{cells} cells in {len(files)} pictures for {cards} cards"]


def _main() -> None:
    parser = argparse.ArgumentParser(description="Check a PDF or pictures of the benchmark's deck.")
    parser.add_argument("pdf", type=Path)
    parser.add_argument("cards", type=int)
    parser.add_argument("--fronts-only", action="store_true")
    options = parser.parse_args()
    if options.pdf.is_dir():
        wrong = picture_faults(options.pdf, options.cards)
    else:
        wrong = faults(options.pdf, options.cards, fronts_only=options.fronts_only)
    if wrong:
        raise SystemExit(f"{options.pdf}: " + "; ".join(wrong))
    print(f"{options.pdf}: {options.cards} cards, as they should be")


if __name__ == "__main__":
    _main()
