"""Changes values of a YAML file by their path, and nothing else in it.

Comments, blank lines, quotes, brackets, indentation and line breaks stay as they are; a new key or
item is written as its neighbours are. What cannot be done so is refused with the place where an
author can do it.
"""

from __future__ import annotations

import re
from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import groupby
from typing import Any

from msgspec import Struct

from cardgen.core.diagnostics import Location
from cardgen.core.errors import SourceError
from cardgen.source import problems
from cardgen.source.editing import scalars
from cardgen.source.editing.scalars import Hand
from cardgen.source.editing.written import Path, Written, parse
from cardgen.source.files import decode
from cardgen.source.yaml import load_yaml

_BREAK = re.compile(r"\r\n|\n|\r")
_QUOTE = re.compile(r"""[-:,\[{] (['"])""")
_COLON = re.compile(r"\s*:")
_BOM = b"\xef\xbb\xbf"
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


class _Patch(Struct, frozen=True):
    start: int
    end: int
    text: str


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
        page = _Page(path, text, parse(text), hand, first)
        later: list[Edit] = []
        patches: list[_Patch] = []
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
    found = _BREAK.search(text)
    quotes = _QUOTE.findall(text)
    quote = "'" if quotes.count("'") > quotes.count('"') else '"'
    return Hand(found[0] if found else "\n", quote)


def value_at(root: Written, path: Path) -> Written | None:
    """Return what is written at a path; None where there is nothing."""
    for part in path:
        if root.kind == "map" and isinstance(part, str):
            number = root.entry(part)
            if number is None:
                return None
            root = root.entries[number][1]
        elif root.kind == "list" and isinstance(part, int) and 0 <= part < len(root.items):
            root = root.items[part]
        else:
            return None
    return root


class _Taken:
    """The places that are changed already: in the text, and in the tree."""

    def __init__(self) -> None:
        self._spans: list[tuple[int, int]] = []
        self._paths: set[Path] = set()
        self._around: set[Path] = set()

    def add(self, edit: Edit, patches: Sequence[_Patch]) -> bool:
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


def _apply(text: str, patches: Iterable[_Patch]) -> str:
    parts: list[str] = []
    at = 0
    for patch in sorted(patches, key=lambda one: (one.start, one.end)):
        parts += [text[at : patch.start], patch.text]
        at = patch.end
    return "".join([*parts, text[at:]])


def _verified(page: _Page, text: str, edits: Sequence[Edit]) -> str:
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
        return _said(new)
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


def _said(value: Any) -> Any:
    """Return a value as `Written.said` has it."""
    if isinstance(value, Mapping):
        return {name: _said(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_said(inner) for inner in value]
    if value is None or isinstance(value, str):
        return None if value is None else str(value)
    return scalars.scalar(value, None, "", Hand("\n", '"'), False)


class _Page:
    """A file that is being edited: its text, and what stands where."""

    def __init__(self, path: str, text: str, root: Written, hand: Hand, first: int) -> None:
        self.path = path
        self.text = text
        self.root = root
        self.hand = hand
        self.first = first
        self.named = {one.anchor: one for one in _all(root) if one.anchor and one.kind != "alias"}
        self.used = {one.anchor for one in _all(root) if one.kind == "alias"}

    def at(self, offset: int) -> Location:
        """Return the place of a character."""
        before = _BREAK.split(self.text[:offset])
        return Location(self.path, len(before) + self.first - 1, len(before[-1]) + 1)

    def refused(self, path: Path, why: str) -> SourceError:
        """Refuse an edit that would change more than its value."""
        found = next(
            (one for n in range(len(path), -1, -1) if (one := value_at(self.root, path[:n]))),
            self.root,
        )
        return SourceError(problems.not_editable(self.at(found.start), why))

    def patches(self, edit: Edit) -> list[_Patch]:
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
            for one in _all(_values(parent)[number]):
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
    ) -> Iterator[_Patch]:
        """Yield what turns one value into another."""
        old = _values(parent)[number]
        self._shared(old, path)
        if _same(old, value):
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
            for one in _all(old):
                self._shared(one, path, alias=False)
            yield from self._put(parent, number, value, flow)

    def _put(self, parent: Written, number: int, value: Any, flow: bool) -> Iterator[_Patch]:
        """Yield what writes a value in place of another that is not like it."""
        old = _values(parent)[number]
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
            yield _Patch(start, old.end, said + (" " if tight else ""))
            return
        if old.anchor or old.tag:
            raise SourceError(
                problems.not_editable(self.at(old.start), "it has an anchor or a tag")
            )
        begin = self._lead(parent, number)
        yield _Patch(begin, begin, " " + said)
        yield _Patch(self._line_end(begin), old.end, "")

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
            return self._dash(parent, number) + 1
        raise SourceError(
            problems.not_editable(self.at(parent.entries[number][0].start), "its key is unusual")
        )

    def _inline(self, value: Any, old: Written | None, flow: bool) -> str:
        """Write a value on one line."""
        if isinstance(value, Mapping):
            parts = [
                f"{scalars.key(name, self.hand, True)}: {self._inline(inner, None, True)}"
                for name, inner in value.items()
            ]
            return "{" + ", ".join(parts) + "}"
        if isinstance(value, list | tuple):
            return "[" + ", ".join(self._inline(inner, None, True) for inner in value) + "]"
        return scalars.scalar(value, old, self.text, self.hand, flow)

    # Lists and mappings

    def _change_items(
        self, old: Written, values: list[Any], flow: bool, path: Path
    ) -> Iterator[_Patch]:
        """Yield what turns the items of a list into others; those that stay are left alone."""
        before = [repr(item.said()) for item in old.items]
        after = [repr(_said(value)) for value in values]
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
                    for inner in _all(one):
                        self._shared(inner, path, alias=False)
                yield self._removal(old, low + both, high)
            if last - first > both:
                new = values[first + both : last]
                yield self._new_items(old, low + both, new, flow)

    def _change_entries(
        self, old: Written, values: Mapping[str, Any], flow: bool, path: Path
    ) -> Iterator[_Patch]:
        """Yield what turns the entries of a mapping into others that have some of its keys."""
        names = [key.raw for key, _ in old.entries]
        for number, name in enumerate(names):
            if name in values:
                yield from self._change(old, number, values[name], flow, path)
        for low, high in _runs([name not in values for name in names]):
            for _, one in old.entries[low:high]:
                for inner in _all(one):
                    self._shared(inner, path, alias=False)
            yield self._removal(old, low, high)
        new = {name: value for name, value in values.items() if name not in names}
        if new:
            last = max(n for n, name in enumerate(names) if name in values)
            yield self._new_entries(old, last, new, flow)

    def _new_key(self, parent: Written, name: str, edit: Edit, flow: bool) -> _Patch:
        names = [key.raw for key, _ in parent.entries]
        after = len(names) - 1
        if name in edit.order:
            before = set(edit.order[: edit.order.index(name)])
            known = [n for n, one in enumerate(names) if one in before]
            after = known[-1] if known else min(0, after)
        return self._new_entries(parent, after, {name: edit.value}, flow)

    def _new_entries(
        self, parent: Written, after: int, values: Mapping[str, Any], flow: bool
    ) -> _Patch:
        """Write new keys behind an entry of a mapping."""
        said = [
            f"{scalars.key(name, self.hand, flow)}: {self._inline(value, None, flow)}"
            for name, value in values.items()
        ]
        if not parent.entries:
            return _Patch(parent.end - 1, parent.end - 1, ", ".join(said))
        if parent.flow:
            starts = [key.start for key, _ in parent.entries]
            return self._behind_in_brackets(starts, self._end(parent, after), said)
        column = " " * self._column(parent.entries[0][0].start)
        at = self._line_end(self._end(parent, after))
        return _Patch(at, at, "".join(f"{self.hand.newline}{column}{one}" for one in said))

    def _new_items(self, parent: Written, before: int, values: Sequence[Any], flow: bool) -> _Patch:
        """Write new items before one of a list, or behind the last."""
        said = [self._inline(value, None, flow) for value in values]
        if parent.flow:
            if before < len(parent.items):
                at = parent.items[before].start
                return _Patch(at, at, "".join(f"{one}, " for one in said))
            starts = [item.start for item in parent.items]
            return self._behind_in_brackets(starts, parent.items[-1].end, said)
        dash = self._dash(parent, 0)
        column = " " * self._column(dash)
        if before < len(parent.items):
            at = self._dash(parent, before)
            break_ = self.hand.newline + column
            return _Patch(at, at, "".join(f"- {one}{break_}" for one in said))
        at = self._line_end(self._end(parent, before - 1))
        return _Patch(at, at, "".join(f"{self.hand.newline}{column}- {one}" for one in said))

    def _behind_in_brackets(self, starts: Sequence[int], end: int, said: Sequence[str]) -> _Patch:
        """Write more values behind one that stands in brackets, each on a line if they all do."""
        last = starts[-1]
        line = self._line_start(last)
        alone = len(starts) > 1 and not self.text[line:last].strip()
        lead = self.hand.newline + self.text[line:last] if alone else " "
        return _Patch(end, end, "".join(f",{lead}{one}" for one in said))

    # Removing

    def _removal(self, parent: Written, low: int, high: int) -> _Patch:
        """Take out some values of a list or mapping with all that belongs to them."""
        starts = self._starts(parent)
        count = len(starts)
        if high - low == count:
            empty = "{}" if parent.kind == "map" else "[]"
            if parent.flow:
                return _Patch(parent.start, parent.end, empty)
            begin = self._line_start(starts[0])
            if self.text[begin : starts[0]].strip() or parent is self.root:
                return _Patch(starts[0], parent.end, empty)
            lead = len(self.text[:begin].rstrip())
            if self.text[self._line_start(lead) : begin].strip().endswith(":") and (
                len(_BREAK.findall(self.text, lead, begin)) == 1
            ):  # directly below its key: what is left stands behind that
                return _Patch(lead, parent.end, " " + empty)
            return _Patch(starts[0], parent.end, empty)
        end = self._end(parent, high - 1)
        if parent.flow:
            if high < count:
                return _Patch(starts[low], starts[high], "")
            return _Patch(self._end(parent, low - 1), end, "")
        begin = self._line_start(starts[low])
        if self.text[begin : starts[low]].strip():  # behind the dash of the list around it
            return _Patch(starts[low], starts[high], "")
        stop = self._line_end(end)
        found = _BREAK.match(self.text, stop)
        return _Patch(begin, found.end() if found else stop, "")

    # Places

    def _starts(self, parent: Written) -> list[int]:
        if parent.kind == "map":
            return [key.start for key, _ in parent.entries]
        if parent.flow:
            return [item.start for item in parent.items]
        return [self._dash(parent, n) for n in range(len(parent.items))]

    def _end(self, parent: Written, number: int) -> int:
        if parent.kind == "map":
            key, value = parent.entries[number]
            return max(key.end, value.end)
        return max(parent.items[number].start, parent.items[number].end)

    def _dash(self, parent: Written, number: int) -> int:
        """Return the place of the dash before an item; all dashes of a list stand below it."""
        first = self.text.index("-", parent.start)
        if not number:
            return first
        column = self._column(first)
        line = self._line_start(parent.items[number].start)
        while line > first:
            if self.text[line : line + column + 1].strip(" ") == "-":
                return line + column
            line = self._line_start(line - 1)
        raise SourceError(
            problems.not_editable(self.at(parent.items[number].start), "its list is unusual")
        )

    def _column(self, offset: int) -> int:
        return offset - self._line_start(offset)

    def _line_start(self, offset: int) -> int:
        return max(self.text.rfind("\n", 0, offset), self.text.rfind("\r", 0, offset)) + 1

    def _line_end(self, offset: int) -> int:
        found = _BREAK.search(self.text, offset)
        return found.start() if found else len(self.text)


def _runs(wanted: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Yield where each run of true values begins and ends."""
    start = 0
    for is_wanted, run in groupby(wanted):
        end = start + len(list(run))
        if is_wanted:
            yield start, end
        start = end


def _values(parent: Written) -> list[Written]:
    return parent.items if parent.kind == "list" else [value for _, value in parent.entries]


def _all(root: Written) -> Iterator[Written]:
    """Yield a value and all that is inside."""
    waiting = [root]
    while waiting:
        one = waiting.pop()
        yield one
        waiting += one.inner()


def _same(old: Written, value: Any) -> bool:
    """Whether a value is written already, in its type."""
    if old.kind == "alias" or old.said() != _said(value):
        return False
    if old.kind != "scalar":
        return True
    if not isinstance(value, str):
        return not old.style
    return bool(old.style) or isinstance(value, scalars.Word) or scalars.keeps_type(value)
