"""Changes values of a file, or the order of its cards, and leaves all other text alone.

The new text is read again, and refused unless exactly the requested values have changed.

Entries of a list are moved, copied and removed as pieces of text. Comment lines directly above an
entry move with it, and so do lines below it that are indented further. All other text between two
entries keeps its position: blank lines, and comments between blank lines. Edits of a table change
the texts of its cells; all values are texts, and a row has all its cells.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain, dropwhile, takewhile, zip_longest
from typing import Any

from msgspec import Struct

from cardgen.core.diagnostics import Location, SourceError
from cardgen.source import problems
from cardgen.source.editing.patching import GONE, SHORT, Edit, Patch, Patcher, to_texts
from cardgen.source.editing.scalars import FileStyle
from cardgen.source.editing.written import (
    Path,
    Written,
    line_end,
    line_start,
    next_line,
    parse,
    value_at,
)
from cardgen.source.files import TABLES, decode
from cardgen.source.lines import BREAK
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
    """Parse JSON; ``names`` maps the file's keys to fields where the two differ."""
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
    """Return a key that is not in the text beside its value."""
    return Written("scalar", 0, 0, 0, raw=name)


def _json(node: YamlNode, text: str) -> Written:
    start = node.source.line_starts[node.line - 1] + node.column - 1
    if node.kind == "scalar":
        style = '"' if node.style == "double" else ""
        return Written("scalar", start, start, start + node.length, False, style, node.raw)
    value = Written(node.kind, start, start, start + 1, True, entries=[], items=[])
    if node.kind == "list":
        value.items = [_json(item, text) for item in node.value]
    else:
        keys = node.keys or {}
        value.entries = [
            (_json(keys[n], text), _json(item, text)) for n, item in node.value.items()
        ]
    last = max((inner.end for inner in value.inner()), default=value.end)
    value.end = text.index("]" if node.kind == "list" else "}", last) + 1
    return value


def written_rows(path: str, text: str, names: Mapping[str, str]) -> Written:
    """Parse the cards of a CSV text; the tag of the result is the delimiter.

    ``names`` maps columns to fields. If a row is too short for a cell, the cell has a tag: the
    delimiters to insert before its value.
    """
    dialect = dialect_of(path, text)
    starts = [0, *(line_break.end() for line_break in BREAK.finditer(text))]
    header: list[tuple[int, Written]] = []
    cards = Written("list", 0, 0, 0, items=[])
    for begin, _, values in records(SourceFile(path, text), dialect):
        start = starts[begin - 1]
        cell_spans = list(spans(text, values, start))
        end = cell_spans[-1][1]
        texts = [value.strip() for value in values]
        if "\r" in text:
            texts = [BREAK.sub("\n", value) for value in texts]
        if not header:
            named = [(n, names.get(text, plain_name(text))) for n, text in enumerate(texts) if text]
            header = [(n, _key(name)) for n, name in named if name != NOTE]
            cards.start = cards.body = cards.end = end if header else 0
            continue
        row = Written("map", start, start, end, True, entries=[])
        for number, key in header:
            missing = number + 1 - len(texts)
            raw = "" if missing > 0 else texts[number]
            span = (end, end) if missing > 0 else cell_spans[number]
            tag = dialect.delimiter * max(missing, 0)
            cell = Written("scalar", span[0], *span, False, "cell" if raw else "", raw, "", tag)
            row.entries.append((key, cell))
        if any(cell.raw for _, cell in row.entries):
            cards.items.append(row)
            cards.end = end
    deck = _deck(cards)
    deck.entries[0][0].end, deck.tag = cards.start, dialect.delimiter
    return deck


class CellPatcher(Patcher):
    """Turns edits of a table into patches; values are cells, and all of them texts."""

    def adapt_edit(self, edit: Edit) -> Edit:
        """Convert the values of an edit into texts of cells, None for empty cells."""
        value = edit.value
        row = value_at(self.root, edit.path[:2])
        if len(edit.path) == 2 and row is not None:
            cells = {key.raw: self._cell(value.get(key.raw)) for key, _ in row.entries}
            return Edit(edit.path, cells)
        return Edit(edit.path, self._cell(None if value is GONE else value))

    def _cell(self, value: Any) -> str | None:
        cell = as_cell(value)
        if isinstance(cell, str) or cell is None:
            return (cell or "").strip() or None
        text = json.dumps(cell)
        return text.replace(".", ",") if self.root.tag == ";" else text

    def start(self, parent: Written, number: int) -> int:
        """Return the offset of a row."""
        return parent.items[number].start

    def patches(self, edit: Edit) -> list[Patch]:
        """Return the patches for the cells that an edit changes."""
        row = value_at(self.root, edit.path[:2])
        if row is None or len(edit.path) > 3:
            raise self.refusal(edit.path, SHORT if row is None else "change the whole cell")
        new_values = edit.value if len(edit.path) == 2 else {str(edit.path[2]): edit.value}
        quoted_cells = [self.text[cell.start] == '"' for _, cell in row.entries if cell.raw]
        all_quoted = bool(quoted_cells) and all(quoted_cells)
        patches = []
        for name, value in new_values.items():
            cell = value_at(row, (name,))
            if cell is None and value is not None:
                raise self.refusal(edit.path, f"the table has no column `{name}`")
            if cell is not None and cell.to_texts() != value:
                quoted = all_quoted or self.text[cell.start : cell.start + 1] == '"'
                if "\r\n" in self.text[cell.start : cell.end]:
                    value = value and value.replace("\n", "\r\n")
                new_text = cell_text(value, f'{self.root.tag}"\r\n', quoted and value is not None)
                patches.append(Patch(cell.start, cell.end, cell.tag + new_text))
        return patches


class Entries(Struct):
    """The text of a list, divided into its entries and the gaps around them.

    ``order`` has the former number of each entry, ``usual`` the gap to use by default.
    """

    bodies: list[str]
    gaps: list[str]
    usual: str
    order: list[int]

    def text(self) -> str:
        """Return the whole text."""
        return "".join(chain.from_iterable(zip_longest(self.gaps, self.bodies, fillvalue="")))

    def move(self, number: int, target: int) -> None:
        """Move an entry to another position."""
        self.bodies.insert(target, self.bodies.pop(number))
        self.order.insert(target, self.order.pop(number))

    def copy(self, number: int, behind: int) -> None:
        """Insert a copy of an entry behind another one, without the comments above the original."""
        lines = _LINE.findall(self.bodies[number])
        near = filter(self._is_plain, self.gaps[1:-1][max(behind - 1, 0) : behind + 1])
        self.gaps.insert(behind + 1, min(near, key=len, default=self.usual))
        self.bodies.insert(behind + 1, "".join(dropwhile(_COMMENT.match, lines)))
        self.order.insert(behind + 1, self.order[number])

    def remove(self, number: int) -> None:
        """Remove an entry, and the shorter gap beside it that has no comments."""
        del self.bodies[number], self.order[number]
        before, after = self.gaps[number : number + 2]
        inner = [(before, number > 0), (after, number < len(self.bodies))]
        plain = [gap for gap, is_inner in inner if is_inner and self._is_plain(gap)]
        if plain:
            joined_gap = after if min(plain, key=len) is before else before
        else:
            joined_gap = before + BREAK.sub("", after, count=1)
        self.gaps[number : number + 2] = [joined_gap]

    def _is_plain(self, gap: str) -> bool:
        return gap.strip() == self.usual.strip()


def entries_of(
    text: str, floor: int, spans: Sequence[tuple[int, int]], flow: bool, newline: str
) -> Entries | None:
    """Divide a text into entries, given their ``spans``, below ``floor``; None if that is unclear.

    Entries in brackets (``flow``) can share lines; other entries have their own lines.
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
    """Return the spans of whole lines of entries, including the comments that belong to them."""
    column = spans[0][0] - line_start(text, spans[0][0])
    firsts: list[int] = []
    ends: list[int] = []
    for start, end in (*spans, (len(text), 0)):
        stop = line_start(text, start) if end else start
        lines = _LINE.findall(text, floor, stop)
        if not end:
            lines = list(takewhile(lambda line: not line.strip() or _COMMENT.match(line), lines))
        indents = [len(comment[1]) if (comment := _COMMENT.match(line)) else -1 for line in lines]
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
    """The text of a YAML, JSON or CSV file that its reader has accepted.

    ``names`` maps the file's columns or keys to the fields that they fill.
    """

    def __init__(self, path: str, data: bytes, names: Mapping[str, str] = {}) -> None:
        self.data = data
        self.path = path
        self.is_json = path.lower().endswith(".json")
        self.is_table = path.lower().endswith(TABLES)
        self._names = names
        self._mark, self._encoding = self._detect_encoding(data)
        self.text = data[len(self._mark) :].decode(self._encoding)
        self.root = self._read(self.text)

    def _detect_encoding(self, data: bytes) -> tuple[bytes, str]:
        """Return the byte order mark of the content, and its encoding."""
        if self.is_table:
            return encoding_of(data)
        return _BOM if data.startswith(_BOM) else b"", "utf-8"

    def apply_edits(self, edits: Iterable[Edit]) -> bytes:
        """Return the content with edited values.

        Raises SourceError if an edit would also change other values.
        """
        text, root = self.text, self.root
        remaining = list(edits)
        while remaining:
            patcher = self._patcher(text, root)
            batch, remaining = _split_independent([patcher.adapt_edit(edit) for edit in remaining])
            patches = [patch for edit in batch for patch in patcher.patches(edit)]
            text = _apply_patches(text, patches)
            root = self._verify(patcher, text, batch)
        return self._encode(text)

    def rearrange_cards(self, change: Callable[[Entries], object]) -> tuple[bytes, list[int]]:
        """Return the content with its cards rearranged, and the former number of each card.

        Raises SourceError if that would change other values.
        """
        patcher, key = self._patcher(self.text, self.root), self.root.entry("cards") or 0
        above, cards = self.root.entries[key]
        spans = [(patcher.start(cards, n), patcher.end(cards, n)) for n in range(len(cards.items))]
        floor = next_line(self.text, above.end)
        newline = patcher.file_style.newline
        entries = entries_of(self.text, floor, spans, cards.flow, newline) if spans else None
        if entries is None:
            raise patcher.refusal(("cards",), "its list is unusual")
        change(entries)
        data = self._encode(entries.text())
        before, after = self._values(self.data), self._values(data)
        if {**before, "cards": [before["cards"][n] for n in entries.order]} != after:
            raise patcher.refusal(("cards",), "other values would change as well")
        return data, entries.order

    def add_column(self, heading: str) -> "EditedFile":
        """Return a table with one more column at the end, which is empty.

        Raises SourceError if a row has a value there.
        """
        cards, delimiter = self.root.entries[0][1], self.root.tag
        quoted = self.text[cards.start - 1 : cards.start] == '"'
        cell = cell_text(heading, f'{delimiter}"\r\n', quoted)
        ends = [(row.end, row.entries[-1][1].tag + delimiter) for row in cards.items]
        ends.append((cards.start, delimiter + cell))
        patches = [Patch(end, end, text) for end, text in ends]
        table = self.with_data(self._encode(_apply_patches(self.text, patches)))
        if any([*row.values()][-1] for row in table.root.to_texts()["cards"]):
            patcher = self._patcher(self.text, self.root)
            raise patcher.refusal(("cards",), f"there is no room for a column `{heading}`")
        return table

    def with_data(self, data: bytes) -> "EditedFile":
        """Return the same file with other content."""
        return EditedFile(self.path, data, self._names)

    def _read(self, text: str) -> Written:
        if self.is_json:
            return written_json(self.path, text, self._names)
        return written_rows(self.path, text, self._names) if self.is_table else parse(text)

    def _values(self, data: bytes) -> Any:
        """Return all values of the content; aliases are replaced by their values."""
        if self.is_json or self.is_table:
            return self.with_data(data).root.to_texts()
        # A block text at the end of a file can lack its final line break (8.1.1.2): add it.
        last = b"" if data.endswith((b"\n", b"\r")) else b"\n"
        return load_yaml(decode(self.path, data + last)).to_python()

    def _patcher(self, text: str, root: Written) -> Patcher:
        newline, quotes = BREAK.search(text), _QUOTE.findall(text)
        quote = "'" if quotes.count("'") > quotes.count('"') else '"'
        file_style = FileStyle(newline[0] if newline else "\n", quote, self.is_json)
        return (CellPatcher if self.is_table else Patcher)(self.path, text, root, file_style)

    def _encode(self, text: str) -> bytes:
        name = ENCODINGS.get(self._encoding, self._encoding)
        try:
            data = self._mark + text.encode(self._encoding)
        except UnicodeEncodeError as error:
            why = f"{name}, in which the file is written, has no `{text[error.start]}`"
            raise SourceError(problems.not_editable(Location(self.path), why)) from None
        mark, encoding = self._detect_encoding(data)
        if data[len(mark) :].decode(encoding) != text:
            why = f"the file would no longer be known as {name}: save it as UTF-8"
            raise SourceError(problems.not_editable(Location(self.path), why))
        return data

    def _verify(self, patcher: Patcher, text: str, edits: Sequence[Edit]) -> Written:
        """Parse the new text and check that it has exactly the requested changes."""
        expected = patcher.root.to_texts()
        for edit in edits:
            around, last = expected, edit.path[-1]
            for part in edit.path[:-1]:
                around = around[part]
            if edit.value is not GONE:
                around[last] = to_texts(edit.value)
            elif isinstance(last, int) or last in around:
                del around[last]
        try:
            root = self._read(text)
        except Exception as error:  # whatever a parser raises
            raise patcher.refusal(edits[0].path, str(error).splitlines()[0]) from None
        if root.to_texts() != expected:
            raise patcher.refusal(edits[0].path, "other values would change as well")
        return root


def _split_independent(edits: Sequence[Edit]) -> tuple[list[Edit], list[Edit]]:
    """Return the first edits that cannot touch each other's text, and the remaining edits.

    An edit changes only text inside the list or mapping that directly contains its value.
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


def _apply_patches(text: str, patches: Iterable[Patch]) -> str:
    parts: list[str] = []
    offset = 0
    for patch in sorted(patches, key=lambda patch: (patch.start, patch.end)):
        parts += [text[offset : patch.start], patch.text]
        offset = patch.end
    return "".join([*parts, text[offset:]])
