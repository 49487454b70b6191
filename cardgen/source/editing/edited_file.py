"""A file with some values changed, or its cards in another order, and nothing else in it.

What comes out is read again, and refused if it says anything but what it should.

Entries of a list are moved, copied and taken out as pieces of text. Comment lines directly above an
entry go with it, and so do those below that are indented further. Everything else between two
entries stays where it is: blank lines, and comments that stand alone. Cells of a table are changed
in its text: all are texts, and a row has all its cells.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain, dropwhile, takewhile, zip_longest
from typing import Any

from msgspec import Struct

from cardgen.core.diagnostics import Location, SourceError
from cardgen.source import problems
from cardgen.source.editing.patching import GONE, SHORT, Edit, Patch, Patcher, as_said
from cardgen.source.editing.scalars import Hand
from cardgen.source.editing.written import (
    BREAK,
    Path,
    Written,
    line_end,
    line_start,
    next_line,
    parse,
    value_at,
)
from cardgen.source.files import decode
from cardgen.source.node import SourceFile, YamlNode
from cardgen.source.tables.delimited import (
    ENCODINGS,
    cell_text,
    dialect_of,
    encoding_of,
    records,
    spans,
)
from cardgen.source.tables.json_text import load_json
from cardgen.source.tables.table import NOTE, as_cell, plain_name
from cardgen.source.yaml import load_yaml

_COMMENT = re.compile(r"([ \t]*)#")
_LINE = re.compile(rf"[^\r\n]*(?:{BREAK.pattern})|[^\r\n]+")
_QUOTE = re.compile(r"""[-:,\[{] (['"])""")
_BOM = b"\xef\xbb\xbf"


def written_json(path: str, text: str, names: Mapping[str, str]) -> Written:
    """Return the values of a JSON text; ``names`` has fields that keys of other names fill."""
    source = SourceFile(path, text)
    root = _json(load_json(source), text)
    if root.kind == "list":
        root = _deck(root)
    cards = root.entry("cards")
    for card in root.entries[cards][1].items if cards is not None else ():
        for key, _ in card.entries:
            key.raw = names.get(key.raw, key.raw)
    return root


def _deck(cards: Written) -> Written:
    return Written("map", 0, 0, cards.end, cards.flow, entries=[(_key("cards"), cards)])


def _key(name: str) -> Written:
    """Return a key that is not written beside its value."""
    return Written("scalar", 0, 0, 0, raw=name)


def _json(node: YamlNode, text: str) -> Written:
    start = node.source.line_starts[node.line - 1] + node.column - 1
    if node.kind == "scalar":
        style = '"' if node.style == "double" else ""
        return Written("scalar", start, start, start + node.length, False, style, node.raw)
    one = Written(node.kind, start, start, start + 1, True, entries=[], items=[])
    if node.kind == "list":
        one.items = [_json(item, text) for item in node.value]
    else:
        keys = node.keys or {}
        one.entries = [(_json(keys[n], text), _json(item, text)) for n, item in node.value.items()]
    last = max((inner.end for inner in one.inner()), default=one.end)
    one.end = text.index("]" if node.kind == "list" else "}", last) + 1
    return one


def written_rows(path: str, text: str, names: Mapping[str, str]) -> Written:
    """Return the cards of a CSV text; their tag is the delimiter.

    ``names`` has the fields that columns fill. A cell that a row is too short for has a tag, too:
    what is to be written before it.
    """
    dialect = dialect_of(path, text)
    starts = [0, *(found.end() for found in BREAK.finditer(text))]
    header: list[tuple[int, Written]] = []
    cards = Written("list", 0, 0, 0, items=[])
    for begin, _, values in records(SourceFile(path, text), dialect):
        start = starts[begin - 1]
        places = list(spans(text, values, start))
        end = places[-1][1]
        said = [value.strip() for value in values]
        if "\r" in text:
            said = [BREAK.sub("\n", value) for value in said]
        if not header:
            named = [(n, names.get(one, plain_name(one))) for n, one in enumerate(said) if one]
            header = [(n, _key(name)) for n, name in named if name != NOTE]
            cards.start = cards.body = cards.end = end if header else 0
            continue
        row = Written("map", start, start, end, True, entries=[])
        for number, key in header:
            missing = number + 1 - len(said)
            raw = "" if missing > 0 else said[number]
            at = (end, end) if missing > 0 else places[number]
            tag = dialect.delimiter * max(missing, 0)
            cell = Written("scalar", at[0], *at, False, "cell" if raw else "", raw, "", tag)
            row.entries.append((key, cell))
        if any(cell.raw for _, cell in row.entries):
            cards.items.append(row)
            cards.end = end
    made = _deck(cards)
    made.entries[0][0].end, made.tag = cards.start, dialect.delimiter
    return made


class CellPatcher(Patcher):
    """Finds out what to change in the text of a table: values are cells, all are texts."""

    def meant(self, edit: Edit) -> Edit:
        """Return an edit with texts for cells, or None for empty ones; a row has all its cells."""
        value = edit.value
        row = value_at(self.root, edit.path[:2])
        if len(edit.path) == 2 and row is not None:
            given = {key.raw: self._cell(value.get(key.raw)) for key, _ in row.entries}
            return Edit(edit.path, given)
        return Edit(edit.path, self._cell(None if value is GONE else value))

    def _cell(self, value: Any) -> str | None:
        one = as_cell(value)
        if isinstance(one, str) or one is None:
            return (one or "").strip() or None
        text = json.dumps(one)
        return text.replace(".", ",") if self.root.tag == ";" else text

    def start(self, parent: Written, number: int) -> int:
        """Return where a row begins."""
        return parent.items[number].start

    def patches(self, edit: Edit) -> list[Patch]:
        """Return the cells to write for an edit."""
        row = value_at(self.root, edit.path[:2])
        if row is None or len(edit.path) > 3:
            raise self.refused(edit.path, SHORT if row is None else "change the whole cell")
        given = edit.value if len(edit.path) == 2 else {str(edit.path[2]): edit.value}
        filled = [one for _, one in row.entries if one.raw]
        all_quoted = bool(filled) and all(self.text[one.start] == '"' for one in filled)
        made = []
        for name, value in given.items():
            cell = value_at(row, (name,))
            if cell is None and value is not None:
                raise self.refused(edit.path, f"the table has no column `{name}`")
            if cell is not None and cell.said() != value:
                quoted = all_quoted or self.text[cell.start : cell.start + 1] == '"'
                if "\r\n" in self.text[cell.start : cell.end]:
                    value = value and value.replace("\n", "\r\n")
                said = cell_text(value, f'{self.root.tag}"\r\n', quoted and value is not None)
                made.append(Patch(cell.start, cell.end, cell.tag + said))
        return made


class Entries(Struct):
    """Pieces of a text, and the gaps before, between and behind them.

    ``order`` tells which entry each piece was, ``usual`` is the gap where no other is near.
    """

    bodies: list[str]
    gaps: list[str]
    usual: str
    order: list[int]

    def text(self) -> str:
        """Return the whole text."""
        return "".join(chain.from_iterable(zip_longest(self.gaps, self.bodies, fillvalue="")))

    def move(self, number: int, to: int) -> None:
        """Let an entry be the one of another number."""
        self.bodies.insert(to, self.bodies.pop(number))
        self.order.insert(to, self.order.pop(number))

    def copy(self, number: int, behind: int) -> None:
        """Write an entry a second time, behind any other; the comments above it stay alone."""
        lines = _LINE.findall(self.bodies[number])
        near = filter(self._is_plain, self.gaps[1:-1][max(behind - 1, 0) : behind + 1])
        self.gaps.insert(behind + 1, min(near, key=len, default=self.usual))
        self.bodies.insert(behind + 1, "".join(dropwhile(_COMMENT.match, lines)))
        self.order.insert(behind + 1, self.order[number])

    def remove(self, number: int) -> None:
        """Take an entry out, with the shorter gap beside it that holds no comments."""
        del self.bodies[number], self.order[number]
        before, after = self.gaps[number : number + 2]
        inner = [(before, number > 0), (after, number < len(self.bodies))]
        plain = [gap for gap, is_inner in inner if is_inner and self._is_plain(gap)]
        if plain:
            rest = after if min(plain, key=len) is before else before
        else:
            rest = before + BREAK.sub("", after, count=1)
        self.gaps[number : number + 2] = [rest]

    def _is_plain(self, gap: str) -> bool:
        return gap.strip() == self.usual.strip()


def entries_of(
    text: str, floor: int, spans: Sequence[tuple[int, int]], flow: bool, newline: str
) -> Entries | None:
    """Divide a text into entries, which have ``spans`` below ``floor``; None if that is unclear.

    Entries in brackets (``flow``) may share lines, all others have lines of their own.
    """
    last = spans[-1][0]
    lead = text[line_start(text, last) : last]
    usual, bounds = newline, spans
    if not flow:
        bounds = _with_comments(text, floor, spans)
    elif lead.strip():
        usual = ", "
    else:
        usual = f",{newline}{lead}"
    edges = [0, *chain.from_iterable(bounds), len(text)]
    gaps = [text[start:end] for start, end in zip(edges[::2], edges[1::2], strict=True)]
    if any(gap.strip() != "," for gap in gaps[1:-1]) if flow else lead.strip():
        return None
    return Entries([text[start:end] for start, end in bounds], gaps, usual, list(range(len(spans))))


def _with_comments(
    text: str, floor: int, spans: Sequence[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Return where whole lines of entries begin and end, with the comments that belong to them."""
    column = spans[0][0] - line_start(text, spans[0][0])
    firsts: list[int] = []
    ends: list[int] = []
    for start, end in (*spans, (len(text), 0)):
        stop = line_start(text, start) if end else start
        lines = _LINE.findall(text, floor, stop)
        if not end:
            lines = list(takewhile(lambda line: not line.strip() or _COMMENT.match(line), lines))
        indents = [len(one[1]) if (one := _COMMENT.match(line)) else -1 for line in lines]
        lead = len(lines)
        while end and lead and 0 <= indents[lead - 1] <= column:
            lead -= 1
        deeper = max((n + 1 for n in range(lead) if indents[n] > column), default=0)
        if ends and deeper:
            ends[-1] = floor + len("".join(lines[:deeper]).rstrip("\r\n"))
        if end:
            firsts.append(stop - len("".join(lines[lead:])))
            ends.append(line_end(text, end))
            floor = next_line(text, end)
    return list(zip(firsts, ends, strict=True))


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
