"""Changes values of a YAML file by their path, and nothing else in it.

Comments, blank lines, quotes, brackets, indentation and line breaks stay as they are; a new key or
item is written as its neighbours are. What cannot be done so is refused with the place where an
author can do it.
"""

from __future__ import annotations

import re
from bisect import bisect_left, insort
from collections.abc import Iterable, Sequence
from typing import Any

from cardgen.source.editing.patching import GONE, Edit, Patch, Patcher, as_said
from cardgen.source.editing.places import BREAK
from cardgen.source.editing.scalars import Hand
from cardgen.source.editing.written import Path, parse
from cardgen.source.files import decode
from cardgen.source.yaml import load_yaml

_QUOTE = re.compile(r"""[-:,\[{] (['"])""")
_BOM = b"\xef\xbb\xbf"


def edited(path: str, data: bytes, edits: Iterable[Edit]) -> bytes:
    """Return the content of a file with some values changed.

    Raises SourceError for a file that cannot be read, or a value that cannot be changed alone.
    """
    load_yaml(decode(path, data))  # what is no YAML is told first
    mark = _BOM if data.startswith(_BOM) else b""
    text = data[len(mark) :].decode("utf-8")
    return mark + edited_text(path, text, edits, hand_of(text)).encode("utf-8")


def edited_text(path: str, text: str, edits: Iterable[Edit], hand: Hand, first: int = 1) -> str:
    """Return a text that is known to be YAML, with some values changed.

    It is a file, or a part of one that begins with the line ``first``.
    """
    waiting = list(edits)
    while waiting:
        page = Patcher(path, text, parse(text), hand, first)
        later: list[Edit] = []
        patches: list[Patch] = []
        done: list[Edit] = []
        taken = _Taken()
        for edit in waiting:
            made = page.patches(edit)
            if later or not taken.add(edit, made):
                later.append(edit)
            else:
                patches += made
                done.append(edit)
        text = _verified(page, _apply(text, patches), done)
        waiting = later
    return text


def hand_of(text: str) -> Hand:
    """Return how the author of a file writes."""
    found = BREAK.search(text)
    quotes = _QUOTE.findall(text)
    quote = "'" if quotes.count("'") > quotes.count('"') else '"'
    return Hand(found[0] if found else "\n", quote)


class _Taken:
    """The places that are changed already: in the text, and in the tree."""

    def __init__(self) -> None:
        self._spans: list[tuple[int, int]] = []
        self._paths: set[Path] = set()
        self._around: set[Path] = set()

    def add(self, edit: Edit, patches: Sequence[Patch]) -> bool:
        """Take the places of an edit, if none of them touches one that is taken."""
        outer = {edit.path[:n] for n in range(len(edit.path) + 1)}
        if edit.path in self._around or outer & self._paths:
            return False
        spans = [(one.start, one.end) for one in patches]
        if any(self._meets(*span) for span in spans):
            return False
        for span in spans:
            insort(self._spans, span)
        self._paths.add(edit.path)
        self._around |= outer
        return True

    def _meets(self, start: int, end: int) -> bool:
        """Whether a span touches one that is taken; those lie apart, but for those of one edit."""
        after = bisect_left(self._spans, (start, start))
        near = self._spans[max(after - 1, 0) : after + 1]
        return any(low <= end and start <= high for low, high in near)


def _apply(text: str, patches: Iterable[Patch]) -> str:
    parts: list[str] = []
    at = 0
    for patch in sorted(patches, key=lambda one: (one.start, one.end)):
        parts += [text[at : patch.start], patch.text]
        at = patch.end
    return "".join([*parts, text[at:]])


def _verified(page: Patcher, text: str, edits: Sequence[Edit]) -> str:
    """Return the new text, if it says what it should and nothing else."""
    expected = page.root.said()
    for edit in edits:
        expected = _replaced(expected, edit.path, edit.value)
    try:
        if parse(text).said() == expected:
            return text
    except Exception as error:  # whatever the parser of YAML raises
        raise page.refused(edits[0].path, str(error).splitlines()[0]) from None
    raise page.refused(edits[0].path, "other values would change as well")


def _replaced(value: Any, path: Path, new: Any) -> Any:
    """Return plain data with one value in it replaced."""
    if not path:
        return as_said(new)
    first, rest = path[0], path[1:]
    if isinstance(value, dict):
        copy: Any = dict(value)
        if not rest and new is GONE:
            copy.pop(first, None)
            return copy
        copy[first] = _replaced(value.get(first), rest, new)
        return copy
    copy = list(value)
    if not rest and new is GONE:
        del copy[first]
    else:
        copy[first] = _replaced(value[first], rest, new)
    return copy
