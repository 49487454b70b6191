"""A file with some values changed, or its cards in another order, and nothing else in it.

What comes out is read again, and refused if it says anything but what it should.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from cardgen.core.diagnostics import Location, SourceError
from cardgen.source import problems
from cardgen.source.editing.entries import Entries, entries_of
from cardgen.source.editing.patching import GONE, Edit, Patch, Patcher, as_said
from cardgen.source.editing.scalars import Hand
from cardgen.source.editing.tables import CellPatcher, written_json, written_rows
from cardgen.source.editing.written import BREAK, Path, Written, next_line, parse
from cardgen.source.files import decode
from cardgen.source.tables.delimited import ENCODINGS, encoding_of
from cardgen.source.yaml import load_yaml

_QUOTE = re.compile(r"""[-:,\[{] (['"])""")
_BOM = b"\xef\xbb\xbf"


class EditedFile:
    """A file that its reader has accepted, as it is written: YAML, JSON or CSV, by its name.

    ``names`` has the fields that columns of a deck fill, by what these are called in the file.
    """

    def __init__(self, path: str, data: bytes, names: Mapping[str, str] = {}) -> None:
        self.data = data
        self.path = path
        self.is_json = path.lower().endswith(".json")
        self.is_table = path.lower().endswith((".csv", ".tsv"))
        self._names = names
        self._mark, self._encoding = self._written_in(data)
        self.text = data[len(self._mark) :].decode(self._encoding)
        self.root = self._read(self.text)

    def _written_in(self, data: bytes) -> tuple[bytes, str]:
        """Return the mark at the beginning of a content, and its encoding."""
        if self.is_table:
            return encoding_of(data)
        return _BOM if data.startswith(_BOM) else b"", "utf-8"

    def edited(self, edits: Iterable[Edit]) -> bytes:
        """Return the content with some values changed.

        Raises SourceError for a value that cannot be changed alone.
        """
        text, root = self.text, self.root
        waiting = list(edits)
        while waiting:
            page = self._page(text, root)
            now, waiting = _apart([page.meant(edit) for edit in waiting])
            patches = [patch for edit in now for patch in page.patches(edit)]
            text = _applied(text, patches)
            root = self._verified(page, text, now)
        return self._encoded(text)

    def arranged(self, act: Callable[[Entries], object]) -> tuple[bytes, list[int]]:
        """Return the content with its cards in another order, and which each of them was.

        Raises SourceError where that would change more than the order.
        """
        page, key = self._page(self.text, self.root), self.root.entry("cards") or 0
        above, cards = self.root.entries[key]
        spans = [(page.start(cards, n), page.end(cards, n)) for n in range(len(cards.items))]
        floor = next_line(self.text, above.end)
        newline = page.hand.newline
        entries = entries_of(self.text, floor, spans, cards.flow, newline) if spans else None
        if entries is None:
            raise page.refused(("cards",), "its list is unusual")
        act(entries)
        data = self._encoded(entries.text())
        before, after = self._says(self.data), self._says(data)
        if {**before, "cards": [before["cards"][n] for n in entries.order]} != after:
            raise page.refused(("cards",), "other values would change as well")
        return data, entries.order

    def again(self, data: bytes) -> EditedFile:
        """Return the file with another content."""
        return EditedFile(self.path, data, self._names)

    def _read(self, text: str) -> Written:
        if self.is_json:
            return written_json(self.path, text, self._names)
        return written_rows(self.path, text, self._names) if self.is_table else parse(text)

    def _says(self, data: bytes) -> Any:
        """Return all that a content says, with aliases written out."""
        if self.is_json or self.is_table:
            return self.again(data).root.said()
        # A block text that ends with the file lacks the break that it has elsewhere (8.1.1.2).
        last = b"" if data.endswith((b"\n", b"\r")) else b"\n"
        return load_yaml(decode(self.path, data + last)).plain()

    def _page(self, text: str, root: Written) -> Patcher:
        newline, quotes = BREAK.search(text), _QUOTE.findall(text)
        quote = "'" if quotes.count("'") > quotes.count('"') else '"'
        hand = Hand(newline[0] if newline else "\n", quote, self.is_json)
        return (CellPatcher if self.is_table else Patcher)(self.path, text, root, hand)

    def _encoded(self, text: str) -> bytes:
        name = ENCODINGS.get(self._encoding, self._encoding)
        try:
            data = self._mark + text.encode(self._encoding)
        except UnicodeEncodeError as error:
            why = f"{name}, in which the file is written, has no `{text[error.start]}`"
            raise SourceError(problems.not_editable(Location(self.path), why)) from None
        mark, encoding = self._written_in(data)
        if data[len(mark) :].decode(encoding) != text:
            why = f"the file would no longer be known as {name}: save it as UTF-8"
            raise SourceError(problems.not_editable(Location(self.path), why))
        return data

    def _verified(self, page: Patcher, text: str, edits: Sequence[Edit]) -> Written:
        """Return what a new text says, if that is what it should and nothing else."""
        expected = page.root.said()
        for edit in edits:
            around, last = expected, edit.path[-1]
            for part in edit.path[:-1]:
                around = around[part]
            if edit.value is not GONE:
                around[last] = as_said(edit.value)
            elif isinstance(last, int) or last in around:
                del around[last]
        try:
            root = self._read(text)
        except Exception as error:  # whatever a parser raises
            raise page.refused(edits[0].path, str(error).splitlines()[0]) from None
        if root.said() != expected:
            raise page.refused(edits[0].path, "other values would change as well")
        return root


def _apart(edits: Sequence[Edit]) -> tuple[list[Edit], list[Edit]]:
    """Return the first edits that cannot touch each other's text, and all others.

    What an edit changes is inside of the list or mapping around its value.
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
