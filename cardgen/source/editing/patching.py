"""Turns edits of single values into patches of a file's text.

Comments, blank lines, quotes, brackets, indentation and line breaks stay. A new key or item gets
the layout of its neighbours, and a removed value takes its comments with it. An impossible edit
raises an error with the location where the author can make it by hand.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import cached_property
from typing import Any

from msgspec import Struct

from cardgen.core.diagnostics import Location, SourceError
from cardgen.source import problems
from cardgen.source.editing import scalars
from cardgen.source.editing.scalars import FileStyle
from cardgen.source.editing.written import Path, Written, line_end, line_start, next_line, value_at
from cardgen.source.lines import BREAK

SHORT = "the list is shorter"


def values_of(parent: Written) -> list[Written]:
    """Return the values directly inside a list or mapping, in order."""
    return parent.items if parent.kind == "list" else [value for _, value in parent.entries]


def walk_values(root: Written) -> Iterator[Written]:
    """Yield a value and all values inside it."""
    stack = [root]
    while stack:
        value = stack.pop()
        yield value
        stack += value.inner()


_COLON = re.compile(r"\s*:")
_GAP = re.compile(r"(?:\s|#[^\r\n]*)*")
"""White space and comments before the dash of an item."""
GONE: Any = object()
"""The value of an edit that removes a key."""


class Edit(Struct, frozen=True):
    """A new value for a path.

    A value is a text, number, flag or None, a list or a mapping of such values, a `Word`, or
    `GONE`. ``order`` is the usual order of the mapping's keys; it gives a new key its position.
    """

    path: Path
    value: Any
    order: tuple[str, ...] = ()


class Patch(Struct, frozen=True):
    """New text in place of the text from ``start`` up to ``end``."""

    start: int
    end: int
    text: str


class Patcher:
    """Turns edits into patches of a text."""

    def __init__(self, path: str, text: str, root: Written, file_style: FileStyle) -> None:
        self.path = path
        self.text = text
        self.root = root
        self.file_style = file_style

    @cached_property
    def anchored_values(self) -> dict[str, Written]:
        """The values with an anchor, by the anchor's name."""
        inside = walk_values(self.root)
        return {value.anchor: value for value in inside if value.anchor and value.kind != "alias"}

    @cached_property
    def repeated_anchors(self) -> set[str]:
        """The anchors that aliases repeat."""
        return {value.anchor for value in walk_values(self.root) if value.kind == "alias"}

    def adapt_edit(self, edit: Edit) -> Edit:
        """Return the edit with a value that the file format can hold."""
        return edit

    def patches(self, edit: Edit) -> list[Patch]:
        """Return the patches for an edit."""
        if not edit.path:
            raise self.refusal(edit.path, "it is the whole file")
        parents = [self.root]
        for part in edit.path[:-1]:
            self._require_unshared(parents[-1])
            inner = value_at(parents[-1], (part,))
            if inner is not None and inner.kind == "alias":
                self._require_unshared(inner)
            if inner is None or inner.kind == "scalar":
                raise self.refusal(edit.path, "there is nothing to put it into")
            parents.append(inner)
        parent, last = parents[-1], edit.path[-1]
        flow = any(ancestor.flow for ancestor in parents)
        self._require_unshared(parent)
        if parent.kind != ("map" if isinstance(last, str) else "list"):
            why = "there is nothing to put it into" if isinstance(last, str) else SHORT
            raise self.refusal(edit.path, why)
        number = parent.entry(last) if isinstance(last, str) else last
        if number is None:
            return [] if edit.value is GONE else [self._new_key(parent, str(last), edit, flow)]
        if number >= len(values_of(parent)):
            raise self.refusal(edit.path, SHORT)
        if edit.value is not GONE:
            return list(self._change(parent, number, edit.value, flow))
        if len(values_of(parent)) > 1:
            return [self._removal(parent, number, number + 1)]
        self._require_unshared_inside(parent)
        empty: Any = {} if parent.kind == "map" else []
        if parent is self.root:
            begin = parent.start if parent.flow else self.start(parent, 0)
            return [Patch(begin, parent.end, scalars.inline(empty, self.file_style))]
        container = parents[-2]
        position = next(n for n, value in enumerate(values_of(container)) if value is parent)
        in_flow = any(outer.flow for outer in parents[:-1])
        return list(self._replace(container, position, empty, in_flow))

    # Checks, and offsets of values

    def _require_unshared(self, value: Written) -> None:
        """Raise an error if changing the value would also change other places."""
        if value.kind == "alias":
            source = self.anchored_values.get(value.anchor)
            line = self.at(source.start).line if source is not None else 0
            reference = f"{self.path}:{line}" if line else f"`&{value.anchor}`"
            raise SourceError(problems.edit_of_alias(self.at(value.start), value.anchor, reference))
        if value.anchor in self.repeated_anchors:
            raise SourceError(problems.edit_of_anchor(self.at(value.start), value.anchor))

    def _require_unshared_inside(self, old: Written) -> None:
        """Raise an error if an alias repeats the value, or a value inside it."""
        for inner in walk_values(old):
            if inner.kind != "alias":
                self._require_unshared(inner)

    def at(self, offset: int) -> Location:
        """Return the location of a character."""
        before = BREAK.split(self.text[:offset])
        return Location(self.path, len(before), len(before[-1]) + 1)

    def refusal(self, path: Path, why: str) -> SourceError:
        """Return the error for an edit that would change more than its value."""
        nearest = next(
            (value for n in range(len(path), -1, -1) if (value := value_at(self.root, path[:n]))),
            self.root,
        )
        return SourceError(problems.not_editable(self.at(nearest.start), why))

    def start(self, parent: Written, number: int) -> int:
        """Return the offset of a value in a list or mapping, including its dash or key."""
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
        """Return the end of a value in a list or mapping."""
        value = values_of(parent)[number]
        before = parent.entries[number][0].end if parent.kind == "map" else value.start
        return max(before, value.end)

    # One value

    def _change(self, parent: Written, number: int, value: Any, flow: bool) -> Iterator[Patch]:
        old = values_of(parent)[number]
        self._require_unshared(old)
        if is_same(old, value):
            return
        if (old.kind == "list" and isinstance(value, list | tuple) and value and old.items) or (
            old.kind == "map"
            and isinstance(value, Mapping)
            and any(key.raw in value for key, _ in old.entries)
        ):
            yield from self._change_inside(old, value, flow or old.flow)
        else:
            self._require_unshared_inside(old)
            yield from self._replace(parent, number, value, flow)

    def _replace(self, parent: Written, number: int, value: Any, flow: bool) -> Iterator[Patch]:
        """Yield patches that replace a value with a value of another kind."""
        old = values_of(parent)[number]
        if isinstance(value, Mapping | list | tuple):
            new_text = scalars.inline(value, self.file_style)
        else:
            new_text = scalars.scalar(value, old, self.text, self.file_style, flow)
        if old.kind == "scalar" or old.flow:
            start = old.body if old.kind == "scalar" else old.start
            glued = start > 0 and self.text[start - 1] not in " \t\r\n[{(" and start == old.end
            space = " "
            if parent.flow and parent.kind == "map":
                between = self.text[parent.entries[number][0].end : old.start]
                space = " " if ":" in between else ": "
            after = self.text[old.end : old.end + 1]
            tight = start == old.end and after not in {"", *" \t\r\n,]}"}
            yield Patch(start, old.end, space * glued + new_text + " " * tight)
            return
        if old.tag:
            raise SourceError(problems.not_editable(self.at(old.start), "it has a tag"))
        first = self.start(old, 0)
        begin = (
            len(self.text[: old.body].rstrip()) if old.anchor else self._mark_end(parent, number)
        )
        if len(BREAK.findall(self.text, begin, first)) == 1:  # directly below its key
            yield Patch(begin, begin, " " + new_text)
            yield Patch(line_end(self.text, begin), old.end, "")
        else:
            yield Patch(first, old.end, new_text)

    def _mark_end(self, parent: Written, number: int) -> int:
        """Return the offset behind the colon or dash before a value."""
        if parent.kind == "list":
            return self.start(parent, number) + 1
        key, _ = parent.entries[number]
        if colon := _COLON.match(self.text, key.end):
            return colon.end()
        raise SourceError(problems.not_editable(self.at(key.start), "its key is unusual"))

    def _entries(self, values: Mapping[str, Any], flow: bool) -> list[str]:
        texts = [
            [scalars.inline(v, self.file_style, flow) for v in pair] for pair in values.items()
        ]
        return [f"{name}: {value}" for name, value in texts]

    # Lists and mappings

    def _change_inside(self, old: Written, value: Any, flow: bool) -> Iterator[Patch]:
        """Yield patches that turn a list or mapping into another one, and keep equal parts.

        Items are compared by their values, entries by their keys.
        """
        is_map = old.kind == "map"
        if is_map:
            before = [key.raw for key, _ in old.entries]
            kept_keys = [name for name in before if name in value]
            after = [*kept_keys, *(name for name in value if name not in kept_keys)]
            values = [value[name] for name in after]
        else:
            before = [repr(item.to_texts()) for item in old.items]
            after = [repr(to_texts(item)) for item in value]
            values = list(value)
        matcher = SequenceMatcher(None, before, after, autojunk=False)
        for opcode, low, high, first, last in matcher.get_opcodes():
            if (opcode == "equal") == is_map:
                shared_count = min(high - low, last - first)
                for n in range(shared_count):
                    yield from self._change(old, low + n, values[first + n], flow)
                low, first = low + shared_count, first + shared_count
            if opcode != "equal" and low < high:
                yield self._removal(old, low, high)
            if opcode != "equal" and first < last:
                new = values[first:last]
                if is_map:
                    new_texts = self._entries(dict(zip(after[first:last], new, strict=True)), flow)
                else:
                    new_texts = [scalars.inline(item, self.file_style, flow) for item in new]
                yield self._insertion(old, low, new_texts)

    def _new_key(self, parent: Written, name: str, edit: Edit, flow: bool) -> Patch:
        names = [key.raw for key, _ in parent.entries]
        number = len(names)
        if name in edit.order:
            before = set(edit.order[: edit.order.index(name)])
            earlier_numbers = [n for n, key in enumerate(names, 1) if key in before]
            number = earlier_numbers[-1] if earlier_numbers else min(1, number)
        return self._insertion(parent, number, self._entries({name: edit.value}, flow))

    def _insertion(self, parent: Written, number: int, texts: Sequence[str]) -> Patch:
        """Return a patch that inserts new values behind the first ``number`` values."""
        count = len(values_of(parent))
        if not count:
            return Patch(parent.end - 1, parent.end - 1, ", ".join(texts))
        first = self.start(parent, 0)
        if parent.flow:
            if not number:
                return Patch(first, first, "".join(f"{text}, " for text in texts))
            last, end = self.start(parent, count - 1), self.end(parent, number - 1)
            line = line_start(self.text, last)
            alone = count > 1 and not self.text[line:last].strip()
            lead = self.file_style.newline + self.text[line:last] if alone else " "
            return Patch(end, end, "".join(f",{lead}{text}" for text in texts))
        lead = self.file_style.newline + " " * (first - line_start(self.text, first))
        texts = [f"- {text}" for text in texts] if parent.kind == "list" else texts
        if not number:
            return Patch(first, first, "".join(text + lead for text in texts))
        offset = line_end(self.text, self.end(parent, number - 1))
        return Patch(offset, offset, "".join(lead + text for text in texts))

    def _removal(self, parent: Written, low: int, high: int) -> Patch:
        """Return a patch that removes some, but not all, values with their comments."""
        for value in values_of(parent)[low:high]:
            self._require_unshared_inside(value)
        start, end = self.start(parent, low), self.end(parent, high - 1)
        if parent.flow and high == len(values_of(parent)):
            return Patch(self.end(parent, low - 1), end, "")
        begin = line_start(self.text, start)
        if parent.flow or self.text[begin:start].strip():  # behind the dash of the list around it
            return Patch(start, self.start(parent, high), "")
        return Patch(begin, next_line(self.text, end), "")


def to_texts(value: Any) -> Any:
    """Convert a value to the form of `Written.to_texts`."""
    if isinstance(value, Mapping):
        return {name: to_texts(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [to_texts(inner) for inner in value]
    if value is None or isinstance(value, str):
        return None if value is None else str(value)
    return scalars.inline(value, FileStyle("\n", '"'), False)


def is_same(old: Written, value: Any) -> bool:
    """Whether the file already has this value, with the same type."""
    if old.kind == "alias" or old.to_texts() != to_texts(value):
        return False
    if old.kind != "scalar":
        return True
    if not isinstance(value, str):
        return not old.style
    return bool(old.style) or isinstance(value, scalars.Word) or scalars.keeps_type(value)
