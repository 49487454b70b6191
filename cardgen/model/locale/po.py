"""Reads and updates PO files, the message catalogues of GNU gettext, and changes single entries."""

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
from cardgen.model.locale.plurals import PluralRule, plural_rule
from cardgen.model.locale.translation import SourceText
from cardgen.source.node import SourceFile

if TYPE_CHECKING:
    from polib import POEntry, POFile


_TEXT = r'"(?:[^"\\]|\\.)*"'
_LINE = re.compile(
    rf"\s*|\s*#(?!~|\|).*|\s*(?:#~\s*)?(?:#?\|\s*)?"
    rf"(?:(?:msgctxt|msgid|msgid_plural|msgstr(?:\[\d+\])?)\s+)?{_TEXT}\s*"
)
MAX_LINES = 400_000
MAX_RUN = 10_000
"""The most lines of comments or of one text in a row: polib reads them in quadratic time."""
_ALIKE = 0.6
"""The least similarity (0 to 1) of two texts if the second is a changed version of the first."""
_FUZZY = "fuzzy"
_HEADER = "What stands in braces means the same in all languages, and stays as it is."
_CONTINUED = re.compile(r'\s*(?:#~\s*)?"')
_PLURAL = re.compile(r"\s*(?:#~\s*)?msgstr\[")
_FLAGS = re.compile(r"\s*#,")
_PREVIOUS = re.compile(r"\s*#\|")


class _PoLines(str):
    __slots__ = ()

    def splitlines(self, keepends: bool = False) -> list[str]:
        return self.split("\n")


class PoText(Struct, frozen=True):
    """A parsed PO file: its entries, and the first lines of their translations."""

    path: str
    entries: POFile
    lines: tuple[int, ...]

    def at(self, line: int | None) -> Location:
        """Return the location of the translation in the entry that begins on a line."""
        line = line or 1
        index = bisect_left(self.lines, line)
        return Location(self.path, self.lines[index] if index < len(self.lines) else line, 1, 6)


def parse_po(file: SourceFile) -> PoText:
    """Parse a PO file; raises SourceError with its faults."""
    import polib

    lines = file.text.split("\n")
    if len(lines) > MAX_LINES:
        location = Location(file.path, MAX_LINES + 1, 1)
        raise SourceError(problems.po_syntax(location, f"more than {MAX_LINES:,} lines"))
    run = 0
    for number, line in enumerate(lines, 1):
        run = run + 1 if line[:1] in ("#", '"') and line[:2] != "#~" else 0
        if run > MAX_RUN:
            location = Location(file.path, number, 1)
            raise SourceError(problems.po_syntax(location, f"more than {MAX_RUN:,} lines in a row"))
        # polib skips lines that it cannot parse, so they would be lost when the file is written.
        if not _LINE.fullmatch(line):
            raise SourceError(problems.po_syntax(Location(file.path, number, 1), "a strange line"))
    try:
        entries = polib.pofile(_PoLines(file.text or "\n"))
    except (OSError, ValueError) as error:
        line_match = re.search(r"line (\d+)", str(error))
        location = Location(file.path, int(line_match[1]) if line_match else 1, 1)
        raise SourceError(
            problems.po_syntax(location, "something is missing before this")
        ) from None
    for entry in entries:
        join_plural(entry)
    begin = [n for n, line in enumerate(lines, 1) if re.match(r"\s*(#~\s*)?msgstr\b", line)]
    text = PoText(file.path, entries, tuple(begin))
    first: dict[tuple[str, str], Location] = {}
    duplicates: list[Diagnostic] = []
    for entry in entries:
        if not entry.obsolete:
            location = text.at(entry.linenum)
            first_location = first.setdefault((entry.msgctxt or "", entry.msgid), location)
            if first_location != location:
                duplicates.append(problems.translated_twice(location, entry.msgid, first_location))
    if duplicates:
        raise SourceError(*duplicates)
    return text


def join_plural(entry: POEntry) -> None:
    """Turn an entry with plural forms into an entry of the text ``card|cards``."""
    if entry.msgid_plural:
        forms = [form for _, form in sorted(entry.msgstr_plural.items())]
        entry.msgid, entry.msgid_plural = f"{entry.msgid}|{entry.msgid_plural}", ""
        forms *= 2 if len(forms) == 1 else 1  # a language without plurals
        entry.msgstr, entry.msgstr_plural = "|".join(forms) if any(forms) else "", {}


def split_plural(entry: POEntry, rule: PluralRule) -> None:
    """Turn an entry of the text ``card|cards`` into an entry with plural forms."""
    entry.msgid, entry.msgid_plural = entry.msgid.split("|")
    forms = entry.msgstr.split("|") if entry.msgstr else []
    forms += [""] * (rule.count - len(forms))
    entry.msgstr, entry.msgstr_plural = "", dict(enumerate(forms))


def is_of_one(context: str) -> bool:
    """Return whether a context has only one text; a rule text or template has many."""
    return "." in context and not context.endswith(
        (".md", ".yaml", ".csv", ".tsv", ".jsonl", ".j2")
    )


class PoUpdate(Struct, frozen=True):
    """The updated text of a PO file, with the numbers of new, changed and unused entries."""

    text: str
    new: int
    changed: int
    gone: int


def update_po(
    old: PoText | None,
    source_texts: Iterable[Sequence[SourceText]],
    metadata: dict[str, str],
    notes: Mapping[str, str] = MappingProxyType({}),
) -> PoUpdate:
    """Return a PO file with an entry for each of the source texts, grouped by equal texts.

    Work of translators is kept: a moved text keeps its translation, a changed text keeps it marked
    as fuzzy, and entries of deleted texts become obsolete. A text without a translation gets the
    one of an equal text, marked as fuzzy. ``metadata`` is added to the header. ``notes`` are
    comments for translators by context; other entries keep their comments.
    """
    import polib

    # Current entries come last, so that they win over obsolete ones with the same key.
    old_entries = list(old.entries) if old is not None else []
    current_last = sorted(old_entries, key=lambda entry: not entry.obsolete)
    by_key = {_key(entry): entry for entry in current_last}
    current = {_key(entry) for entry in old_entries if not entry.obsolete}
    texts_by_key = {texts[0].key: texts for texts in source_texts}
    # Translations of texts that no longer exist: new texts may take them over.
    leftover = [e for e in old_entries if _key(e) not in texts_by_key and e.msgstr]
    po_file = polib.POFile(wrapwidth=78)
    po_file.metadata = dict(old.entries.metadata) if old is not None else {}
    po_file.metadata |= {key: metadata[key] for key in metadata if key not in po_file.metadata}
    po_file.header = old.entries.header if old is not None else _HEADER
    rule = plural_rule(po_file.metadata.get("Language", ""))
    same_texts = {e.msgid: e.msgstr for e in old_entries if e.msgstr and _FUZZY not in e.flags}
    plurals: list[POEntry] = []
    new = changed = reused = 0
    for (context, source), texts in texts_by_key.items():
        entry = by_key.get((context, source))
        if entry is None:
            earlier = _earlier(context, source, leftover)
            entry = polib.POEntry(msgctxt=context, msgid=source)
            if earlier is None:
                new += 1
            else:
                leftover.remove(earlier)
                reused += not earlier.obsolete
                changed += _take_over(entry, earlier)
        if _FUZZY not in entry.flags:
            entry.previous_msgid = entry.previous_msgctxt = None
        if not entry.msgstr and source in same_texts:
            entry.msgstr, entry.flags = same_texts[source], [_FUZZY, *entry.flags]
        plurals += [entry] if texts[0].has_plural and rule.count > 1 else []
        entry.obsolete = False
        places = [text.location for text in texts if text.location is not None]
        entry.occurrences = [(location.path, str(location.line)) for location in places]
        entry.comment = notes.get(context, entry.comment)
        po_file.append(entry)
    # What is left becomes obsolete; entries without translation only if they have a comment.
    kept_ids = {id(entry) for entry in (*po_file, *leftover)}
    unused = (entry for entry in old_entries if id(entry) not in kept_ids)
    commented = [entry for entry in unused if entry.tcomment and not entry.msgstr]
    for old_entry in (*leftover, *commented):
        old_entry.obsolete, old_entry.occurrences = True, []
        po_file.append(old_entry)
    for entry in plurals:
        split_plural(entry, rule)
    gone = len(current - texts_by_key.keys()) - reused
    return PoUpdate(f"{po_file}".rstrip() + "\n", new, changed, gone)


def _earlier(context: str, source: str, leftover: Sequence[POEntry]) -> POEntry | None:
    """Return the leftover entry of a text that has moved or changed, if any."""
    same = next((entry for entry in leftover if entry.msgid == source), None)
    if same is not None:
        return same
    inside = [entry for entry in leftover if entry.msgctxt == context]
    if is_of_one(context):
        return inside[-1] if inside else None
    match = SequenceMatcher(b=source, autojunk=False)
    best, best_entry = _ALIKE, None
    for candidate in inside:
        match.set_seq1(candidate.msgid)
        if match.real_quick_ratio() >= best and match.quick_ratio() >= best:
            ratio = match.ratio()
            best, best_entry = (ratio, candidate) if ratio >= best else (best, best_entry)
    return best_entry


def _take_over(entry: POEntry, earlier: POEntry) -> bool:
    """Copy the translation of an earlier entry; return whether the source text has changed."""
    entry.msgstr, entry.tcomment, entry.flags = earlier.msgstr, earlier.tcomment, [*earlier.flags]
    translated = earlier.previous_msgid if earlier.previous_msgid is not None else earlier.msgid
    if translated == entry.msgid:
        if earlier.previous_msgid is not None and _FUZZY in entry.flags:
            entry.flags.remove(_FUZZY)
        return False
    entry.previous_msgid = translated
    if _FUZZY not in entry.flags:
        entry.flags.insert(0, _FUZZY)
    return True


def translate_entry(
    file: SourceFile, po: PoText, source: SourceText, text: str, used: Collection[tuple[str, str]]
) -> str:
    """Return the text of a PO file with a new translation of one source text.

    The entry loses its fuzzy mark and its previous text. A changed text takes over the entry of
    its context, unless that entry's key is ``used``. Without an entry, a new one is added behind
    the last current one. All other lines stay equal.
    """
    import polib

    lines = file.text.split("\n")
    # The entry of this text; or in its context one whose text no longer exists.
    current = [entry for entry in po.entries if not entry.obsolete]
    same = [entry for entry in current if _key(entry) == source.key]
    if not same and is_of_one(source.context):
        in_context = [entry for entry in current if entry.msgctxt == source.context]
        same = [entry for entry in in_context if entry.msgstr and _key(entry) not in used]
    if not same:
        # Obsolete entries are at the end, so the new one goes before them.
        starts = [line for line in po.lines if not lines[line - 1].lstrip().startswith("#~")]
        end = _end(lines, starts[-1]) if starts else 0
        blank_line = [""] if end else []
        return "\n".join([*lines[:end], *blank_line, *_new_entry(source, text), *lines[end:]])
    entry = same[-1]
    begin = po.at(entry.linenum).line
    before = [line for line in po.lines if line < begin]
    head = _end(lines, before[-1]) if before else 0
    shortened = map(_without_fuzzy, lines[head : begin - 1])
    head_lines = [line for line in shortened if line is not None]
    new_entry = polib.POEntry(msgid=source.source, msgstr=text)
    if _PLURAL.match(lines[begin - 1]) and source.source.count("|") == 1:
        split_plural(new_entry, PluralRule())
    new_lines = _lines(new_entry)
    middle = next(n for n, line in enumerate(new_lines) if line.startswith("msgstr"))
    if entry.msgid != source.source:
        msgid_line = next(n for n, line in enumerate(head_lines) if re.match(r"\s*msgid\b", line))
        head_lines = [*head_lines[:msgid_line], *new_lines[:middle]]
    translation = new_lines[middle:]
    return "\n".join([*lines[:head], *head_lines, *translation, *lines[_end(lines, begin) :]])


def _end(lines: Sequence[str], begin: int) -> int:
    """Return the last line, from 1, of the translation that begins on a line."""
    end = begin
    while end < len(lines) and (_CONTINUED.match(lines[end]) or _PLURAL.match(lines[end])):
        end += 1
    return end


def _without_fuzzy(line: str) -> str | None:
    """Return a line above a translation without its fuzzy flag; None to delete the line."""
    if _PREVIOUS.match(line):
        return None
    if not _FLAGS.match(line):
        return line
    flags = [flag.strip() for flag in line.partition(",")[2].split(",")]
    other_flags = [flag for flag in flags if flag != "fuzzy"]
    return line if other_flags == flags else f"#, {', '.join(other_flags)}" if other_flags else None


def _new_entry(source: SourceText, text: str) -> list[str]:
    from polib import POEntry

    places = (
        [(source.location.path, str(source.location.line))] if source.location is not None else []
    )
    context = source.context
    entry = POEntry(msgctxt=context, msgid=source.source, msgstr=text, occurrences=places)
    if source.has_plural:
        split_plural(entry, PluralRule())
    return _lines(entry)


def _key(entry: POEntry) -> tuple[str, str]:
    return entry.msgctxt or "", entry.msgid


def _lines(entry: POEntry) -> list[str]:
    return str(entry).rstrip("\n").split("\n")
