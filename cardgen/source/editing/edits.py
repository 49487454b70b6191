"""Changes values of a YAML file by their path, and nothing else in it.

Comments, blank lines, quotes, brackets, indentation and line breaks stay as they are; a new key or
item is written as its neighbours are. What cannot be done so is refused with the place where an
author can do it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from cardgen.source.editing.patching import GONE, Edit, Patch, Patcher, as_said
from cardgen.source.editing.places import BREAK
from cardgen.source.editing.scalars import Hand
from cardgen.source.editing.written import Path, Written, parse
from cardgen.source.files import decode
from cardgen.source.yaml import load_yaml

_QUOTE = re.compile(r"""[-:,\[{] (['"])""")
_BOM = b"\xef\xbb\xbf"


def edited(path: str, data: bytes, edits: Iterable[Edit]) -> bytes:
    """Return the content of a file with some values changed.

    Raises SourceError for a file that cannot be read, or a value that cannot be changed alone.
    """
    load_yaml(decode(path, data))  # what is no YAML is reported first
    return EditedFile(path, data).edited(edits)


class EditedFile:
    """A file that is known to be YAML, as it is written."""

    def __init__(self, path: str, data: bytes) -> None:
        self.data = data
        self._path = path
        self._mark = _BOM if data.startswith(_BOM) else b""
        self._text = data[len(self._mark) :].decode("utf-8")
        self.root = parse(self._text)

    def edited(self, edits: Iterable[Edit]) -> bytes:
        """Return the content with some values changed; raises SourceError as `edited` does."""
        hand = _hand_of(self._text)
        text, root = self._text, self.root
        waiting = list(edits)
        while waiting:
            page = Patcher(self._path, text, root, hand)
            now, waiting = _apart(waiting)
            patches = [patch for edit in now for patch in page.patches(edit)]
            text = _applied(text, patches)
            root = _verified(page, text, now)
        return self._mark + text.encode("utf-8")


def _hand_of(text: str) -> Hand:
    """Return how the author of a file writes."""
    found = BREAK.search(text)
    quotes = _QUOTE.findall(text)
    quote = "'" if quotes.count("'") > quotes.count('"') else '"'
    return Hand(found[0] if found else "\n", quote)


def _apart(edits: Sequence[Edit]) -> tuple[list[Edit], list[Edit]]:
    """Return the first edits, of which none can touch the text of another, and all others.

    What an edit changes lies inside of the list or mapping around its value.
    """
    parents: set[Path] = set()
    above: set[Path] = set()
    for number, edit in enumerate(edits):
        parent = edit.path[:-1]
        around = {parent[:n] for n in range(len(parent) + 1)}
        if parent in above or around & parents:
            return list(edits[:number]), list(edits[number:])
        parents.add(parent)
        above |= around
    return list(edits), []


def _applied(text: str, patches: Iterable[Patch]) -> str:
    parts: list[str] = []
    at = 0
    for patch in sorted(patches, key=lambda one: (one.start, one.end)):
        parts += [text[at : patch.start], patch.text]
        at = patch.end
    return "".join([*parts, text[at:]])


def _verified(page: Patcher, text: str, edits: Sequence[Edit]) -> Written:
    """Return what a new text says, if that is what it should and nothing else."""
    expected = page.root.said()
    for edit in edits:
        expected = _replaced(expected, edit.path, edit.value)
    try:
        root = parse(text)
    except Exception as error:  # whatever the parser of YAML raises
        raise page.refused(edits[0].path, str(error).splitlines()[0]) from None
    if root.said() != expected:
        raise page.refused(edits[0].path, "other values would change as well")
    return root


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
