"""Changes values of a file by their path, or the order of its cards, and nothing else in it.

Comments, blank lines, quotes, brackets, indentation and line breaks stay. A new key or item is
written as its neighbours are, and what belongs to a value goes with it. What cannot be done so is
refused with the place where an author can do it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import cached_property
from typing import Any

from msgspec import Struct

from cardgen.core.diagnostics import Location, SourceError
from cardgen.source import problems
from cardgen.source.editing import scalars
from cardgen.source.editing.scalars import Hand
from cardgen.source.editing.written import (
    BREAK,
    Path,
    Written,
    line_end,
    line_start,
    next_line,
    value_at,
)

SHORT = "the list is shorter"


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
_GAP = re.compile(r"(?:\s|#[^\r\n]*)*")
"""What may come before the dash of an item."""
GONE: Any = object()
"""The value of a key that is to be removed."""


class Edit(Struct, frozen=True):
    """A new value for a path.

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


class Patcher:
    """Finds out what to change in a text for an edit."""

    def __init__(self, path: str, text: str, root: Written, hand: Hand) -> None:
        self.path = path
        self.text = text
        self.root = root
        self.hand = hand

    @cached_property
    def named(self) -> dict[str, Written]:
        """The values that have an anchor, by its name."""
        inside = everything(self.root)
        return {one.anchor: one for one in inside if one.anchor and one.kind != "alias"}

    @cached_property
    def used(self) -> set[str]:
        """The anchors that are repeated somewhere."""
        return {one.anchor for one in everything(self.root) if one.kind == "alias"}

    def meant(self, edit: Edit) -> Edit:
        """Return an edit with its value as the file can hold it."""
        return edit

    def patches(self, edit: Edit) -> list[Patch]:
        """Return what to change in the text for an edit."""
        if not edit.path:
            raise self.refused(edit.path, "it is the whole file")
        parents = [self.root]
        for part in edit.path[:-1]:
            self._shared(parents[-1])
            inner = value_at(parents[-1], (part,))
            if inner is not None and inner.kind == "alias":
                self._shared(inner)
            if inner is None or inner.kind == "scalar":
                raise self.refused(edit.path, "there is nothing to put it into")
            parents.append(inner)
        parent, last = parents[-1], edit.path[-1]
        flow = any(one.flow for one in parents)
        self._shared(parent)
        if parent.kind != ("map" if isinstance(last, str) else "list"):
            why = "there is nothing to put it into" if isinstance(last, str) else SHORT
            raise self.refused(edit.path, why)
        number = parent.entry(last) if isinstance(last, str) else last
        if number is None:
            return [] if edit.value is GONE else [self._new_key(parent, str(last), edit, flow)]
        if number >= len(values_of(parent)):
            raise self.refused(edit.path, SHORT)
        if edit.value is not GONE:
            return list(self._change(parent, number, edit.value, flow))
        if len(values_of(parent)) > 1:
            return [self._removal(parent, number, number + 1)]
        self._free(parent)
        empty: Any = {} if parent.kind == "map" else []
        if parent is self.root:
            begin = parent.start if parent.flow else self.start(parent, 0)
            return [Patch(begin, parent.end, scalars.inline(empty, self.hand))]
        around = parents[-2]
        at = next(n for n, one in enumerate(values_of(around)) if one is parent)
        return list(self._put(around, at, empty, any(one.flow for one in parents[:-1])))

    # What may be changed, and where it is

    def _shared(self, one: Written) -> None:
        """Refuse to change a value that other places share."""
        if one.kind == "alias":
            source = self.named.get(one.anchor)
            where = self.at(source.start) if source is not None else None
            said = f"{where.path}:{where.line}" if where is not None else f"`&{one.anchor}`"
            raise SourceError(problems.edit_of_alias(self.at(one.start), one.anchor, said))
        if one.anchor in self.used:
            raise SourceError(problems.edit_of_anchor(self.at(one.start), one.anchor))

    def _free(self, old: Written) -> None:
        """Refuse to take out what other places repeat."""
        for one in everything(old):
            if one.kind != "alias":
                self._shared(one)

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

    def start(self, parent: Written, number: int) -> int:
        """Return where a value of a list or mapping begins, with its dash or key."""
        if parent.kind == "map":
            return parent.entries[number][0].start
        if parent.flow:
            return parent.items[number].start
        gap = _GAP.match(self.text, self.end(parent, number - 1) if number else parent.body)
        if gap is None or self.text[gap.end() : gap.end() + 1] != "-":
            place = self.at(parent.items[number].start)
            raise SourceError(problems.not_editable(place, "its list is unusual"))
        return gap.end()

    def end(self, parent: Written, number: int) -> int:
        """Return where a value of a list or mapping ends."""
        value = values_of(parent)[number]
        before = parent.entries[number][0].end if parent.kind == "map" else value.start
        return max(before, value.end)

    # One value

    def _change(self, parent: Written, number: int, value: Any, flow: bool) -> Iterator[Patch]:
        old = values_of(parent)[number]
        self._shared(old)
        if is_same(old, value):
            return
        if (old.kind == "list" and isinstance(value, list | tuple) and value and old.items) or (
            old.kind == "map"
            and isinstance(value, Mapping)
            and any(key.raw in value for key, _ in old.entries)
        ):
            yield from self._change_inside(old, value, flow or old.flow)
        else:
            self._free(old)
            yield from self._put(parent, number, value, flow)

    def _put(self, parent: Written, number: int, value: Any, flow: bool) -> Iterator[Patch]:
        """Yield what writes a value in place of another that is not like it."""
        old = values_of(parent)[number]
        if isinstance(value, Mapping | list | tuple):
            said = scalars.inline(value, self.hand)
        else:
            said = scalars.scalar(value, old, self.text, self.hand, flow)
        if old.kind == "scalar" or old.flow:
            start = old.body if old.kind == "scalar" else old.start
            glued = start > 0 and self.text[start - 1] not in " \t\r\n[{(" and start == old.end
            space = " "
            if parent.flow and parent.kind == "map":
                between = self.text[parent.entries[number][0].end : old.start]
                space = " " if ":" in between else ": "
            after = self.text[old.end : old.end + 1]
            tight = start == old.end and after not in {"", *" \t\r\n,]}"}
            yield Patch(start, old.end, space * glued + said + " " * tight)
            return
        if old.tag:
            raise SourceError(problems.not_editable(self.at(old.start), "it has a tag"))
        first = self.start(old, 0)
        begin = len(self.text[: old.body].rstrip()) if old.anchor else self._lead(parent, number)
        if len(BREAK.findall(self.text, begin, first)) == 1:  # directly below its key
            yield Patch(begin, begin, " " + said)
            yield Patch(line_end(self.text, begin), old.end, "")
        else:
            yield Patch(first, old.end, said)

    def _lead(self, parent: Written, number: int) -> int:
        """Return the place behind the colon or dash before a value."""
        if parent.kind == "list":
            return self.start(parent, number) + 1
        key, _ = parent.entries[number]
        if colon := _COLON.match(self.text, key.end):
            return colon.end()
        raise SourceError(problems.not_editable(self.at(key.start), "its key is unusual"))

    def _entries(self, values: Mapping[str, Any], flow: bool) -> list[str]:
        return [
            f"{scalars.inline(name, self.hand, flow)}: {scalars.inline(value, self.hand, flow)}"
            for name, value in values.items()
        ]

    # Lists and mappings

    def _change_inside(self, old: Written, value: Any, flow: bool) -> Iterator[Patch]:
        """Yield what turns a list or mapping into another; what stays is left alone.

        Items are told apart by what they say, entries by their keys.
        """
        is_map = old.kind == "map"
        if is_map:
            before = [key.raw for key, _ in old.entries]
            kept = [name for name in before if name in value]
            after = [*kept, *(name for name in value if name not in kept)]
            values = [value[name] for name in after]
        else:
            before = [repr(item.said()) for item in old.items]
            after = [repr(as_said(one)) for one in value]
            values = list(value)
        matcher = SequenceMatcher(None, before, after, autojunk=False)
        for what, low, high, first, last in matcher.get_opcodes():
            if (what == "equal") == is_map:
                both = min(high - low, last - first)
                for n in range(both):
                    yield from self._change(old, low + n, values[first + n], flow)
                low, first = low + both, first + both
            if what != "equal" and low < high:
                yield self._removal(old, low, high)
            if what != "equal" and first < last:
                new = values[first:last]
                if is_map:
                    said = self._entries(dict(zip(after[first:last], new, strict=True)), flow)
                else:
                    said = [scalars.inline(one, self.hand, flow) for one in new]
                yield self._insertion(old, low, said)

    def _new_key(self, parent: Written, name: str, edit: Edit, flow: bool) -> Patch:
        names = [key.raw for key, _ in parent.entries]
        number = len(names)
        if name in edit.order:
            before = set(edit.order[: edit.order.index(name)])
            known = [n for n, one in enumerate(names, 1) if one in before]
            number = known[-1] if known else min(1, number)
        return self._insertion(parent, number, self._entries({name: edit.value}, flow))

    def _insertion(self, parent: Written, number: int, said: Sequence[str]) -> Patch:
        """Write new values behind as many of a list or mapping."""
        count = len(values_of(parent))
        if not count:
            return Patch(parent.end - 1, parent.end - 1, ", ".join(said))
        first = self.start(parent, 0)
        if parent.flow:
            if not number:
                return Patch(first, first, "".join(f"{one}, " for one in said))
            last, end = self.start(parent, count - 1), self.end(parent, number - 1)
            line = line_start(self.text, last)
            alone = count > 1 and not self.text[line:last].strip()
            lead = self.hand.newline + self.text[line:last] if alone else " "
            return Patch(end, end, "".join(f",{lead}{one}" for one in said))
        lead = self.hand.newline + " " * (first - line_start(self.text, first))
        said = [f"- {one}" for one in said] if parent.kind == "list" else said
        if not number:
            return Patch(first, first, "".join(one + lead for one in said))
        at = line_end(self.text, self.end(parent, number - 1))
        return Patch(at, at, "".join(lead + one for one in said))

    def _removal(self, parent: Written, low: int, high: int) -> Patch:
        """Take out some but not all values of a list or mapping, with all that belongs to them."""
        for one in values_of(parent)[low:high]:
            self._free(one)
        start, end = self.start(parent, low), self.end(parent, high - 1)
        if parent.flow and high == len(values_of(parent)):
            return Patch(self.end(parent, low - 1), end, "")
        begin = line_start(self.text, start)
        if parent.flow or self.text[begin:start].strip():  # behind the dash of the list around it
            return Patch(start, self.start(parent, high), "")
        return Patch(begin, next_line(self.text, end), "")


def as_said(value: Any) -> Any:
    """Return a value as `Written.said` has it."""
    if isinstance(value, Mapping):
        return {name: as_said(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [as_said(inner) for inner in value]
    if value is None or isinstance(value, str):
        return None if value is None else str(value)
    return scalars.inline(value, Hand("\n", '"'), False)


def is_same(old: Written, value: Any) -> bool:
    """Whether a value is written already, in its type."""
    if old.kind == "alias" or old.said() != as_said(value):
        return False
    if old.kind != "scalar":
        return True
    if not isinstance(value, str):
        return not old.style
    return bool(old.style) or isinstance(value, scalars.Word) or scalars.keeps_type(value)
