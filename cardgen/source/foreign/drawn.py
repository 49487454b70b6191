"""Reads tables that are drawn with lines of characters; Markdown is one kind of them."""

import csv
import io
import re
from itertools import groupby
from textwrap import dedent

_RULE = re.compile(r"(?=.*[-=\u2500-\u257f]{3})[-+=:|\s\u2500-\u257f]+")
_BAR = re.compile("[|\u2502\u2503\u2551]")

Block = list[list[str]]
"""The lines between two drawn lines, each with its cells."""


def undraw(text: str) -> str | None:
    """Return a drawn table as lines with tabs; None if no line is drawn above or below a header.

    Lines outside the table come before it.
    """
    lines = dedent(text.lstrip("\ufeff")).splitlines()
    texts = [[line] for line in lines if not _BAR.search(line) and not _RULE.fullmatch(line)]
    lines = [line for line in lines if _BAR.search(line) or _RULE.fullmatch(line)]
    if not any(map(_RULE.fullmatch, lines[:2])) or not any(map(_BAR.search, lines)):
        return None
    blocks: list[Block] = [
        [_cells(line) for line in block]
        for is_rule, block in groupby(lines, lambda line: bool(_RULE.fullmatch(line)))
        if not is_rule
    ]
    if len(blocks) > 1 and all(_keys(block) == _keys(blocks[0]) != [] for block in blocks):
        # A block for each card has the names of the values in front of them.
        rows = [_keys(blocks[0]), *map(_values, blocks)]
    elif len(blocks) == 2:
        rows = [_joined(blocks[0]), *([cell.strip() for cell in row] for row in blocks[1])]
    else:
        rows = list(map(_joined, blocks))
    output = io.StringIO()
    csv.writer(output, delimiter="\t", lineterminator="\n").writerows([*texts, *rows])
    return output.getvalue()


def _cells(line: str) -> list[str]:
    cells = _BAR.split(line.rstrip())
    return cells[not cells[0] : len(cells) - (not cells[-1])]


def _keys(block: Block) -> list[str]:
    """Return the first cells of a block of lines with two cells each."""
    is_pairs = len(block) > 1 and all(len(row) == 2 for row in block)
    return [row[0].strip() for row in block if row[0].strip()] if is_pairs else []


def _values(block: Block) -> list[str]:
    """Return the second cells; lines without a key go on with the value above, cut anywhere."""
    values: list[str] = []
    for key, text in block:
        if key.strip() or not values:
            values.append("")
        values[-1] += text[1:-1]
    return [" ".join(value.split()) for value in values]


def _joined(block: Block) -> list[str]:
    """Return the cells of a row that takes several lines."""
    return [" ".join(" ".join(cell).split()) for cell in zip(*block, strict=False)]
