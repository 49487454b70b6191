"""One translation written into a PO file: only lines of its entry change."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from cardgen.model.locale.po import PoText, is_of_one
from cardgen.model.locale.translation import Asked
from cardgen.source.node import SourceFile

if TYPE_CHECKING:
    from polib import POEntry

_CONTINUED = re.compile(r'\s*(?:#~\s*)?"')
_FLAGS = re.compile(r"\s*#,")
_PREVIOUS = re.compile(r"\s*#\|")


def translate_entry(
    file: SourceFile, po: PoText, asked: Asked, text: str, used: Collection[tuple[str, str]]
) -> str:
    """Return the text of a PO file, which was parsed, with another translation of a text.

    The entry is no longer fuzzy, and says no more what its text was before. A single text that has
    changed takes its entry over, if that is not among those ``used``, by context and text. Where
    there is none, one comes behind all others that count. All other lines stay. Raises ValueError
    for an entry with plural forms, which cardgen never reads.
    """
    lines = file.text.split("\n")
    # The entry of the text, or one that its text has left.
    here = [one for one in po.entries if not one.obsolete and (one.msgctxt or "") == asked.context]
    same = [one for one in here if one.msgid == asked.source]
    if not same and is_of_one(asked.context):
        same = [one for one in here if one.msgstr and (asked.context, one.msgid) not in used]
    if not same:
        # Obsolete entries follow those that count.
        current = [line for line in po.lines if not lines[line - 1].lstrip().startswith("#~")]
        end = _end(lines, current[-1]) if current else 0
        apart = [""] if end else []
        return "\n".join([*lines[:end], *apart, *_new_entry(asked, text), *lines[end:]])
    entry = same[-1]
    if entry.msgid_plural:
        raise ValueError("its entry has plural forms")
    begin = po.at(entry.linenum).line
    before = [line for line in po.lines if line < begin]
    head = _end(lines, before[-1]) if before else 0
    about = [one for line in lines[head : begin - 1] if (one := _without_fuzzy(line)) is not None]
    if entry.msgid != asked.source:
        at = next(n for n, line in enumerate(about) if re.match(r"\s*msgid\b", line))
        about = [*about[:at], *_said("msgid", asked.source)]
    return "\n".join([*lines[:head], *about, *_said("msgstr", text), *lines[_end(lines, begin) :]])


def _end(lines: Sequence[str], begin: int) -> int:
    """Return on how many lines there is the translation that begins on a line, and all before."""
    end = begin
    while end < len(lines) and _CONTINUED.match(lines[end]):
        end += 1
    return end


def _without_fuzzy(line: str) -> str | None:
    """Return a line above a translation as it stays; None if nothing of it does."""
    if _PREVIOUS.match(line):
        return None
    if not _FLAGS.match(line):
        return line
    flags = [flag.strip() for flag in line.partition(",")[2].split(",")]
    left = [flag for flag in flags if flag != "fuzzy"]
    return line if left == flags else f"#, {', '.join(left)}" if left else None


def _said(keyword: str, text: str) -> list[str]:
    """Write a text behind its keyword, in lines as long as those of `updated`."""
    from polib import POEntry

    lines = _lines(POEntry(msgid=text, msgstr=text))
    middle = next(n for n, line in enumerate(lines) if line.startswith("msgstr"))
    return lines[middle:] if keyword == "msgstr" else lines[:middle]


def _new_entry(asked: Asked, text: str) -> list[str]:
    from polib import POEntry

    places = [(asked.at.path, str(asked.at.line))] if asked.at is not None else []
    return _lines(
        POEntry(msgctxt=asked.context, msgid=asked.source, msgstr=text, occurrences=places)
    )


def _lines(entry: POEntry) -> list[str]:
    return str(entry).rstrip("\n").split("\n")
