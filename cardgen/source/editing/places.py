"""A text of YAML that is being edited, and where in it everything stands."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardgen.core.diagnostics import Location
from cardgen.core.errors import SourceError
from cardgen.source import problems
from cardgen.source.editing.scalars import Hand
from cardgen.source.editing.written import Path, Written, value_at

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
