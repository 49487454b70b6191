"""PO files, the message catalogues of GNU gettext.

They are read, kept up with the texts of a game, and changed in the lines of a single entry.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from types import MappingProxyType
from typing import TYPE_CHECKING

from msgspec import Struct

from cardgen.core.diagnostics import Diagnostic, Location, SourceError
from cardgen.model.locale import problems
from cardgen.model.locale.translation import Asked
from cardgen.source.node import SourceFile

if TYPE_CHECKING:
    from polib import POEntry, POFile


_TEXT = r'"(?:[^"\\]|\\.)*"'
_LINE = re.compile(
    rf"\s*|\s*#(?!~|\|).*|\s*(?:#~\s*)?(?:#?\|\s*)?"
    rf"(?:(?:msgctxt|msgid|msgid_plural|msgstr(?:\[\d+\])?)\s+)?{_TEXT}\s*"
)
_ALIKE = 0.6
"""How much of two texts is the same, at least, if one is taken for the other, changed."""
_FUZZY = "fuzzy"
_HEADER = "What stands in braces means the same in all languages, and stays as it is."
_CONTINUED = re.compile(r'\s*(?:#~\s*)?"')
_FLAGS = re.compile(r"\s*#,")
_PREVIOUS = re.compile(r"\s*#\|")


class PoText(Struct, frozen=True):
    """A PO file that can be read: its entries, and the lines on which their translations begin."""

    path: str
    entries: POFile
    lines: tuple[int, ...]

    def at(self, line: int | None) -> Location:
        """Return the place of the translation of an entry that begins on a line."""
        line = line or 1
        index = bisect_left(self.lines, line)
        return Location(self.path, self.lines[index] if index < len(self.lines) else line, 1, 6)


def parse_po(file: SourceFile) -> PoText:
    """Read a PO file; raises SourceError with everything that is wrong with its entries."""
    import polib

    lines = file.text.split("\n")
    for number, line in enumerate(lines, 1):
        # The library leaves out what it cannot read, which would be lost when it is written.
        if not _LINE.fullmatch(line):
            raise SourceError(problems.po_syntax(Location(file.path, number, 1), "a strange line"))
    try:
        entries = polib.pofile(file.text or "\n")
    except (OSError, ValueError) as error:
        found = re.search(r"line (\d+)", str(error))
        at = Location(file.path, int(found[1]) if found else 1, 1)
        raise SourceError(problems.po_syntax(at, "something is missing before this")) from None
    begin = [n for n, line in enumerate(lines, 1) if re.match(r"\s*(#~\s*)?msgstr\b", line)]
    text = PoText(file.path, entries, tuple(begin))
    first: dict[tuple[str, str], Location] = {}
    twice: list[Diagnostic] = []
    for entry in entries:
        if not entry.obsolete:
            at = text.at(entry.linenum)
            known = first.setdefault((entry.msgctxt or "", entry.msgid), at)
            if known != at:
                twice.append(problems.translated_twice(at, entry.msgid, known))
    if twice:
        raise SourceError(*twice)
    return text


def is_of_one(context: str) -> bool:
    """Tell whether a context is that of one text; a whole rule text is one context."""
    return "." in context and not context.endswith(
        (".md", ".yaml", ".csv", ".tsv", ".jsonl", ".j2")
    )


class PoUpdate(Struct, frozen=True):
    """A PO file that has kept up with a game; it counts entries that are new, changed and gone."""

    text: str
    new: int
    changed: int
    gone: int


def updated(
    old: PoText | None,
    asked: Iterable[Sequence[Asked]],
    about: dict[str, str],
    notes: Mapping[str, str] = MappingProxyType({}),
) -> PoUpdate:
    """Return a PO file with an entry for each text; ``asked`` has the places of each.

    What translators have written stays: a text that has moved takes its translation along, one that
    has changed keeps it, marked as fuzzy, and that of a text that is gone is kept as obsolete. A
    file that is new says ``about`` itself what PO headers do. ``notes`` are what is to be said to
    translators, by context; other entries keep what was said.
    """
    import polib

    known = list(old.entries) if old is not None else []
    current_last = sorted(known, key=lambda one: not one.obsolete)
    by_key = {(one.msgctxt or "", one.msgid): one for one in current_last}
    current = {(one.msgctxt or "", one.msgid) for one in known if not one.obsolete}
    wanted = {(texts[0].context, texts[0].source): texts for texts in asked}
    left = [one for one in known if (one.msgctxt or "", one.msgid) not in wanted and one.msgstr]
    made = polib.POFile(wrapwidth=78)
    made.metadata = dict(old.entries.metadata) if old is not None else about
    made.header = old.entries.header if old is not None else _HEADER
    new = changed = taken = 0
    for (context, source), texts in wanted.items():
        entry = by_key.get((context, source))
        if entry is None:
            before = _earlier(context, source, left)
            entry = polib.POEntry(msgctxt=context, msgid=source)
            if before is None:
                new += 1
            else:
                left.remove(before)
                taken += not before.obsolete
                changed += _take_over(entry, before)
        if _FUZZY not in entry.flags:
            entry.previous_msgid = entry.previous_msgctxt = None
        entry.obsolete = False
        places = [one.at for one in texts if one.at is not None]
        entry.occurrences = [(at.path, str(at.line)) for at in places]
        entry.comment = notes.get(context, entry.comment)
        made.append(entry)
    kept = {id(one) for one in (*made, *left)}
    noted = [one for one in known if one.tcomment and id(one) not in kept and not one.msgstr]
    for one in (*left, *noted):
        one.obsolete, one.occurrences = True, []
        made.append(one)
    gone = len(current - wanted.keys()) - taken
    return PoUpdate(f"{made}".rstrip() + "\n", new, changed, gone)


def _earlier(context: str, source: str, left: Sequence[POEntry]) -> POEntry | None:
    """Return the translated entry that a text had before it moved or changed."""
    same = next((one for one in left if one.msgid == source), None)
    if same is not None:
        return same
    inside = [one for one in left if one.msgctxt == context]
    if is_of_one(context):
        return inside[-1] if inside else None
    match = SequenceMatcher(b=source, autojunk=False)
    best, found = _ALIKE, None
    for one in inside:
        match.set_seq1(one.msgid)
        if match.real_quick_ratio() >= best and match.quick_ratio() >= best:
            alike = match.ratio()
            best, found = (alike, one) if alike >= best else (best, found)
    return found


def _take_over(entry: POEntry, before: POEntry) -> bool:
    """Take the work of translators over into an entry; return whether the text has changed."""
    entry.msgstr, entry.tcomment, entry.flags = before.msgstr, before.tcomment, [*before.flags]
    translated = before.previous_msgid if before.previous_msgid is not None else before.msgid
    if translated == entry.msgid:
        if before.previous_msgid is not None and _FUZZY in entry.flags:
            entry.flags.remove(_FUZZY)
        return False
    entry.previous_msgid = translated
    if _FUZZY not in entry.flags:
        entry.flags.insert(0, _FUZZY)
    return True


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
