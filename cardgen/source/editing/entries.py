"""Edits single entries of a long list, such as the cards of a deck, without parsing the others.

An entry without brackets is all lines from its dash to the next dash. What an editor of its own
makes of these lines stands in the file as it does alone: the next dash ends whatever is open.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import yaml

from cardgen.source.editing.edits import edited_text, hand_of
from cardgen.source.editing.patching import Edit
from cardgen.source.editing.written import Written, parse
from cardgen.source.node import YamlNode

_ANCHOR = re.compile(r"(?:^|[\s\[{,])[&*][\w-]", re.MULTILINE)
_DASH = re.compile(r" *- ")


class Entries:
    """The entries of a block list in a text that was parsed into ``nodes``; see `opened`."""

    def __init__(self, path: str, text: str, nodes: Sequence[YamlNode]) -> None:
        self._path = path
        self._text = text
        self._lines = text.split("\n")
        starts = [node.line - 1 for node in nodes]
        self._spans = list(zip(starts, [*starts[1:], len(self._lines)], strict=True))
        self._edits: dict[int, list[Edit]] = {}

    def part(self, number: int) -> Written | None:
        """Return an entry as it is written, in a list of its own; None if it is no such entry."""
        text = self._part(number)
        if not _DASH.match(text):
            return None
        try:
            root = parse(text)
        except (yaml.YAMLError, AssertionError):
            return None
        return root if root.kind == "list" and not root.flow and len(root.items) == 1 else None

    def _part(self, number: int) -> str:
        first, last = self._spans[number]
        lines = self._lines[first:last]
        return "\n".join(lines) + ("\n" if last < len(self._lines) else "")

    def edit(self, number: int, edit: Edit) -> None:
        """Note an edit, whose path begins in the list of `part`."""
        self._edits.setdefault(number, []).append(edit)

    def edited(self) -> str:
        """Return the text with all edits; raises SourceError for one that is impossible."""
        hand = hand_of(self._text)
        made: list[str] = []
        done = 0
        for number in sorted(self._edits):
            first, last = self._spans[number]
            made += [f"{line}\n" for line in self._lines[done:first]]
            part = self._part(number)
            made.append(edited_text(self._path, part, self._edits[number], hand, first + 1))
            done = last
        return "".join(made) + "\n".join(self._lines[done:])


def opened(path: str, text: str, nodes: Sequence[YamlNode]) -> Entries | None:
    """Return the entries of a list; None if they have to be edited with the file around them.

    ``text`` is what was parsed into ``nodes``, but for the kind of its line breaks.
    """
    if not nodes or text.count("\r") != text.count("\r\n") or _ANCHOR.search(text):
        return None
    return Entries(path, text, nodes)
