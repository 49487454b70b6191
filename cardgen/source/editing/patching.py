"""Changes values of a YAML file by their path, and nothing else in it.

Comments, blank lines, quotes, brackets, indentation and line breaks stay. A new key or item is
written as its neighbours are, and what belongs to a value goes with it. What cannot be done so is
refused with the place where an author can do it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import groupby
from typing import Any

from msgspec import Struct

from cardgen.core.diagnostics import Location, SourceError
from cardgen.source import problems
from cardgen.source.editing import scalars
from cardgen.source.editing.scalars import Hand
from cardgen.source.editing.written import Path, Written, parse, value_at
from cardgen.source.files import decode
from cardgen.source.yaml import load_yaml

BREAK = re.compile(r"\r\n|\n|\r")


class Places:
    """A file that is being edited: its text, and what stands where."""

    def __init__(self, path: str, text: str, root: Written, hand: Hand) -> None:
        self.path = path
        self.text = text
        self.root = root
        self.hand = hand
        inside = list(everything(root))
        self.named = {one.anchor: one for one in inside if one.anchor and one.kind != "alias"}
        self.used = {one.anchor for one in inside if one.kind == "alias"}

    def at(self, offset: int) -> Location:
        """Return the place of a character."""
        before = BREAK.split(self.text[:offset])
        return Location(self.path, len(before), len(before[-1]) + 1)

    def refused(self, path: Path, why: str) -> SourceError:
        """Refuse an edit that would change more than its value."""
        found = next(
            (one for n in range(len(path), -1, -1) if (one := value_at(self.root, path[:n]))),
            self.root,
        )
        return SourceError(problems.not_editable(self.at(found.start), why))

    def starts(self, parent: Written) -> list[int]:
        """Return where the values of a list or mapping begin, with dashes or keys."""
        if parent.kind == "map":
            return [key.start for key, _ in parent.entries]
        if parent.flow:
            return [item.start for item in parent.items]
        return [self.dash(parent, n) for n in range(len(parent.items))]

    def end(self, parent: Written, number: int) -> int:
        """Return where a value of a list or mapping ends."""
        if parent.kind == "map":
            key, value = parent.entries[number]
            return max(key.end, value.end)
        return max(parent.items[number].start, parent.items[number].end)

    def dash(self, parent: Written, number: int) -> int:
        """Return the place of the dash before an item; all dashes of a list stand below it."""
        first = self.text.index("-", parent.start)
        if not number:
            return first
        column = self.column(first)
        line = self.line_start(parent.items[number].start)
        while line > first:
            if self.text[line : line + column + 1].strip(" ") == "-":
                return line + column
            line = self.line_start(line - 1)
        raise SourceError(
            problems.not_editable(self.at(parent.items[number].start), "its list is unusual")
        )

    def column(self, offset: int) -> int:
        """Return how many characters stand before one in its line."""
        return offset - self.line_start(offset)

    def line_start(self, offset: int) -> int:
        """Return where the line of a character begins."""
        return max(self.text.rfind("\n", 0, offset), self.text.rfind("\r", 0, offset)) + 1

    def line_end(self, offset: int) -> int:
        """Return where the line of a character ends, before its break."""
        found = BREAK.search(self.text, offset)
        return found.start() if found else len(self.text)


def values_of(parent: Written) -> list[Written]:
    """Return the values directly inside of a list or mapping, by their numbers."""
    return parent.items if parent.kind == "list" else [value for _, value in parent.entries]


def everything(root: Written) -> Iterator[Written]:
    """Yield a value and all that is inside."""
    waiting = [root]
    while waiting:
        one = waiting.pop()
        yield one
        waiting += one.inner()


_COLON = re.compile(r"\s*:")
GONE: Any = object()
"""The value of a key that is to be removed."""


class Edit(Struct, frozen=True):
    """A new value for what stands at a path.

    A value is a text, number, flag or None, a list or a mapping of such, a `Word`, or `GONE`.
    ``order`` names keys in the order in which a mapping has them, for one that is new.
    """

    path: Path
    value: Any
    order: tuple[str, ...] = ()


class Patch(Struct, frozen=True):
    """New characters in place of those from ``start`` up to ``end``."""

    start: int
    end: int
    text: str


class Patcher(Places):
    """Finds out what to change in a text for an edit."""

    def patches(self, edit: Edit) -> list[Patch]:
        """Return what to change in the text for an edit."""
        parent, flow = self.root, self.root.flow
        for part in edit.path[:-1]:
            self._shared(parent, edit.path)
            inner = value_at(parent, (part,))
            if inner is None or inner.kind not in ("list", "map"):
                if inner is not None and inner.kind == "alias":
                    self._shared(inner, edit.path)
                raise self.refused(edit.path, "there is nothing to put it into")
            parent, flow = inner, flow or inner.flow
        if not edit.path:
            raise self.refused(edit.path, "it is the whole file")
        self._shared(parent, edit.path)
        last = edit.path[-1]
        number = parent.entry(last) if isinstance(last, str) and parent.kind == "map" else last
        if isinstance(last, int) and (parent.kind != "list" or not last < len(parent.items)):
            raise self.refused(edit.path, "the list is shorter")
        if isinstance(last, str) and parent.kind != "map":
            raise self.refused(edit.path, "there is nothing to put it into")
        if edit.value is GONE:
            if not isinstance(number, int):
                return []
            for one in everything(values_of(parent)[number]):
                self._shared(one, edit.path, alias=False)
            return [self._removal(parent, number, number + 1)]
        if number is None:
            return [self._new_key(parent, str(last), edit, flow)]
        assert isinstance(number, int)
        return list(self._change(parent, number, edit.value, flow, edit.path))

    def _shared(self, one: Written, path: Path, alias: bool = True) -> None:
        """Refuse to change what stands in more than one place."""
        if one.kind == "alias" and alias:
            source = self.named.get(one.anchor)
            where = self.at(source.start) if source is not None else None
            said = f"{where.path}:{where.line}" if where is not None else f"`&{one.anchor}`"
            raise SourceError(problems.edit_of_alias(self.at(one.start), one.anchor, said))
        if one.kind != "alias" and one.anchor in self.used:
            raise SourceError(problems.edit_of_anchor(self.at(one.start), one.anchor))

    # One value

    def _change(
        self, parent: Written, number: int, value: Any, flow: bool, path: Path
    ) -> Iterator[Patch]:
        """Yield what turns one value into another."""
        old = values_of(parent)[number]
        self._shared(old, path)
        if is_same(old, value):
            return
        inside = flow or old.flow
        if old.kind == "list" and isinstance(value, list | tuple) and value and old.items:
            yield from self._change_items(old, list(value), inside, path)
        elif (
            old.kind == "map"
            and isinstance(value, Mapping)
            and any(key.raw in value for key, _ in old.entries)
        ):
            yield from self._change_entries(old, value, inside, path)
        else:
            for one in everything(old):
                self._shared(one, path, alias=False)
            yield from self._put(parent, number, value, flow)

    def _put(self, parent: Written, number: int, value: Any, flow: bool) -> Iterator[Patch]:
        """Yield what writes a value in place of another that is not like it."""
        old = values_of(parent)[number]
        said = self._inline(value, old, flow)
        if old.kind == "scalar" or old.flow:
            start = old.body if old.kind == "scalar" else old.start
            glued = start > 0 and self.text[start - 1] not in " \t\r\n[{(" and start == old.end
            if glued and parent.flow and parent.kind == "map" and not self._colon(parent, number):
                said = ": " + said
            elif glued:
                said = " " + said
            after = self.text[old.end : old.end + 1]
            tight = start == old.end and after and after not in " \t\r\n,]}"
            yield Patch(start, old.end, said + (" " if tight else ""))
            return
        if old.anchor or old.tag:
            raise SourceError(
                problems.not_editable(self.at(old.start), "it has an anchor or a tag")
            )
        begin = self._lead(parent, number)
        yield Patch(begin, begin, " " + said)
        yield Patch(self.line_end(begin), old.end, "")

    def _colon(self, parent: Written, number: int) -> bool:
        key, value = parent.entries[number]
        return ":" in self.text[key.end : value.start]

    def _lead(self, parent: Written, number: int) -> int:
        """Return the place behind the colon or dash before a value."""
        if parent.kind == "map":
            colon = _COLON.match(self.text, parent.entries[number][0].end)
            if colon:
                return colon.end()
        else:
            return self.dash(parent, number) + 1
        raise SourceError(
            problems.not_editable(self.at(parent.entries[number][0].start), "its key is unusual")
        )

    def _inline(self, value: Any, old: Written | None, flow: bool) -> str:
        """Write a value on one line."""
        if isinstance(value, Mapping | list | tuple):
            return scalars.inline(value, self.hand)
        return scalars.scalar(value, old, self.text, self.hand, flow)

    # Lists and mappings

    def _change_items(
        self, old: Written, values: list[Any], flow: bool, path: Path
    ) -> Iterator[Patch]:
        """Yield what turns the items of a list into others; those that stay are left alone."""
        before = [repr(item.said()) for item in old.items]
        after = [repr(as_said(value)) for value in values]
        for what, low, high, first, last in SequenceMatcher(
            None, before, after, autojunk=False
        ).get_opcodes():
            if what == "equal":
                continue
            both = min(high - low, last - first)
            for n in range(both):
                yield from self._change(old, low + n, values[first + n], flow, path)
            if high - low > both:
                for one in old.items[low + both : high]:
                    for inner in everything(one):
                        self._shared(inner, path, alias=False)
                yield self._removal(old, low + both, high)
            if last - first > both:
                new = values[first + both : last]
                yield self._new_items(old, low + both, new, flow)

    def _change_entries(
        self, old: Written, values: Mapping[str, Any], flow: bool, path: Path
    ) -> Iterator[Patch]:
        """Yield what turns the entries of a mapping into others that have some of its keys."""
        names = [key.raw for key, _ in old.entries]
        for number, name in enumerate(names):
            if name in values:
                yield from self._change(old, number, values[name], flow, path)
        for low, high in _runs([name not in values for name in names]):
            for _, one in old.entries[low:high]:
                for inner in everything(one):
                    self._shared(inner, path, alias=False)
            yield self._removal(old, low, high)
        new = {name: value for name, value in values.items() if name not in names}
        if new:
            last = max(n for n, name in enumerate(names) if name in values)
            yield self._new_entries(old, last, new, flow)

    def _new_key(self, parent: Written, name: str, edit: Edit, flow: bool) -> Patch:
        names = [key.raw for key, _ in parent.entries]
        after = len(names) - 1
        if name in edit.order:
            before = set(edit.order[: edit.order.index(name)])
            known = [n for n, one in enumerate(names) if one in before]
            after = known[-1] if known else min(0, after)
        return self._new_entries(parent, after, {name: edit.value}, flow)

    def _new_entries(
        self, parent: Written, after: int, values: Mapping[str, Any], flow: bool
    ) -> Patch:
        """Write new keys behind an entry of a mapping."""
        said = [
            f"{scalars.key(name, self.hand, flow)}: {self._inline(value, None, flow)}"
            for name, value in values.items()
        ]
        if not parent.entries:
            return Patch(parent.end - 1, parent.end - 1, ", ".join(said))
        if parent.flow:
            starts = [key.start for key, _ in parent.entries]
            return self._behind_in_brackets(starts, self.end(parent, after), said)
        column = " " * self.column(parent.entries[0][0].start)
        at = self.line_end(self.end(parent, after))
        return Patch(at, at, "".join(f"{self.hand.newline}{column}{one}" for one in said))

    def _new_items(self, parent: Written, before: int, values: Sequence[Any], flow: bool) -> Patch:
        """Write new items before one of a list, or behind the last."""
        said = [self._inline(value, None, flow) for value in values]
        if parent.flow:
            if before < len(parent.items):
                at = parent.items[before].start
                return Patch(at, at, "".join(f"{one}, " for one in said))
            starts = [item.start for item in parent.items]
            return self._behind_in_brackets(starts, parent.items[-1].end, said)
        dash = self.dash(parent, 0)
        column = " " * self.column(dash)
        if before < len(parent.items):
            at = self.dash(parent, before)
            break_ = self.hand.newline + column
            return Patch(at, at, "".join(f"- {one}{break_}" for one in said))
        at = self.line_end(self.end(parent, before - 1))
        return Patch(at, at, "".join(f"{self.hand.newline}{column}- {one}" for one in said))

    def _behind_in_brackets(self, starts: Sequence[int], end: int, said: Sequence[str]) -> Patch:
        """Write more values behind one that stands in brackets, each on a line if they all do."""
        last = starts[-1]
        line = self.line_start(last)
        alone = len(starts) > 1 and not self.text[line:last].strip()
        lead = self.hand.newline + self.text[line:last] if alone else " "
        return Patch(end, end, "".join(f",{lead}{one}" for one in said))

    # Removing

    def _removal(self, parent: Written, low: int, high: int) -> Patch:
        """Take out some values of a list or mapping with all that belongs to them."""
        starts = self.starts(parent)
        count = len(starts)
        if high - low == count:
            empty = "{}" if parent.kind == "map" else "[]"
            if parent.flow:
                return Patch(parent.start, parent.end, empty)
            begin = self.line_start(starts[0])
            if self.text[begin : starts[0]].strip() or parent is self.root:
                return Patch(starts[0], parent.end, empty)
            lead = len(self.text[:begin].rstrip())
            if self.text[self.line_start(lead) : begin].strip().endswith(":") and (
                len(BREAK.findall(self.text, lead, begin)) == 1
            ):  # directly below its key: what is left stands behind that
                return Patch(lead, parent.end, " " + empty)
            return Patch(starts[0], parent.end, empty)
        end = self.end(parent, high - 1)
        if parent.flow:
            if high < count:
                return Patch(starts[low], starts[high], "")
            return Patch(self.end(parent, low - 1), end, "")
        begin = self.line_start(starts[low])
        if self.text[begin : starts[low]].strip():  # behind the dash of the list around it
            return Patch(starts[low], starts[high], "")
        stop = self.line_end(end)
        found = BREAK.match(self.text, stop)
        return Patch(begin, found.end() if found else stop, "")


def as_said(value: Any) -> Any:
    """Return a value as `Written.said` has it."""
    if isinstance(value, Mapping):
        return {name: as_said(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [as_said(inner) for inner in value]
    if value is None or isinstance(value, str):
        return None if value is None else str(value)
    return scalars.scalar(value, None, "", Hand("\n", '"'), False)


def _runs(wanted: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Yield where each run of true values begins and ends."""
    start = 0
    for is_wanted, run in groupby(wanted):
        end = start + len(list(run))
        if is_wanted:
            yield start, end
        start = end


def is_same(old: Written, value: Any) -> bool:
    """Whether a value is written already, in its type."""
    if old.kind == "alias" or old.said() != as_said(value):
        return False
    if old.kind != "scalar":
        return True
    if not isinstance(value, str):
        return not old.style
    return bool(old.style) or isinstance(value, scalars.Word) or scalars.keeps_type(value)


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
