"""Sheets of Excel workbooks as XML: which there are, how far they reach, which formulas failed.

Calamine reads the values. What it leaves out is looked up here (ECMA-376, part 1, chapter 18).
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from xml.etree import ElementTree

from cardgen.core.diagnostics import Diagnostic, Location
from cardgen.core.errors import SourceError
from cardgen.source.tables import problems
from cardgen.source.tables.reach import INSIDE, refuse_far, refuse_heavy

_BOOK, _LINKS = "xl/workbook.xml", "xl/_rels/workbook.xml.rels"
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_STRICT = "{http://purl.oclc.org/ooxml/officeDocument/relationships}id"
_PREFIX = rb"""<(?:[^\s<>/:"']+:)?"""
# Rows and cells of a sheet (ECMA-376, 18.3.1.73 and 18.3.1.4).
_ROW = re.compile(_PREFIX + rb"row(?=[\s/>])" + INSIDE + b">")
_CELL_START = re.compile(_PREFIX + rb"c(?=[\s/>])" + INSIDE + b">")
_CELL = re.compile(
    _PREFIX + rb"c(?=[\s/>])" + INSIDE + rb"(?<!/)>(.*?)</(?:[^\s<>/:]+:)?c\s*>", re.DOTALL
)
_CELL_BEGIN = re.compile(_PREFIX + rb"c(?=[\s/>])")
# As nearly every program writes them: found twenty times as fast as any cell.
_COMMON = re.compile(
    rb"""<c r="([A-Z]{1,3})([0-9]{1,7})"(?: s="[0-9]+")?(?: t="[a-zA-Z]+")?( ?/)?>"""
)
_REFERENCE = re.compile(rb"""(?<![^\s])r\s*=\s*["']([^"'<>]*)["']""")
_PLAIN = re.compile(rb"([A-Z]{1,3})([0-9]{1,7})")
_SHARED = re.compile(
    rb"""\bt\s*=\s*["']s["'][^<>]*>\s*<(?:[^\s<>/:]+:)?v[^<>]*>\s*([0-9]{1,9})\s*<"""
)
_STRING = re.compile(rb"<(?:[^\s<>/:]+:)?si(?:\s[^<>]*)?>(.*?)</(?:[^\s<>/:]+:)?si\s*>", re.DOTALL)
_FAILED = re.compile(rb"""\bt\s*=\s*["']e["']""")
_TEXT = re.compile(rb"""\bt\s*=\s*["'](?:str|inlineStr)["']""")  # of which an empty one is fine
_FORMULA = re.compile(rb"<(?:\w+:)?f[\s/>]")
_VALUE = re.compile(rb"<(?:\w+:)?v(?:\s[^<>]*)?>([^<]*)<")


def sheet_parts(at: Location, parts: Mapping[str, bytes]) -> dict[str, str]:
    """Return the part of each sheet of cells, by the sheet's name, in order.

    Raises SourceError if the workbook does not say.
    """
    try:
        book = ElementTree.fromstring(parts[_BOOK])
        links = ElementTree.fromstring(parts[_LINKS])
    except (ElementTree.ParseError, KeyError, ValueError) as error:
        reason = f"its list of sheets is damaged ({error})"
        raise SourceError(problems.broken_workbook(at, reason)) from None
    targets = {
        link.get("Id"): posixpath.normpath(posixpath.join("/xl", link.get("Target") or ""))[1:]
        for link in links
        if (link.get("Type") or "").endswith("/worksheet")
    }
    by_name = {name.lower(): name for name in parts}
    found = {}
    for one in book.iter():
        if one.tag.rpartition("}")[2] == "sheet" and (name := one.get("name")):
            target = targets.get(one.get(_RELATION) or one.get(_STRICT))
            if target is not None and (part := by_name.get(target.lower())):
                found[name] = part
    return found


def holds(xml: bytes) -> bool:
    """Whether a sheet has a cell that holds something."""
    return any(not found[1].endswith(b"/") for found in _CELL_START.finditer(xml))


def measure(at: Location, xml: bytes) -> None:
    """Refuse a sheet whose cells reach too far; cells that are only formatted do not count."""
    rows = columns = unplaced = 0
    common = _COMMON.findall(xml)
    usual = len(common) == len(_CELL_BEGIN.findall(xml))
    if usual:
        full = [one for one in common if not one[2]]
        columns = max(map(_number, {letters for letters, _, _ in full}), default=0)
        rows = max((int(digits) for _, digits, _ in full), default=0)
    for inside in () if usual else _CELL_START.findall(xml):
        if inside.endswith(b"/"):
            continue
        reference = _REFERENCE.search(inside)
        if reference is None:
            unplaced += 1
            continue
        plain = _PLAIN.fullmatch(reference[1])
        if plain is None:
            raise SourceError(problems.broken_workbook(at, "a cell has no place"))
        rows = max(rows, int(plain[2]))
        columns = max(columns, _number(plain[1]))
    starts = [*_ROW.finditer(xml)]
    for found in starts:
        reference = _REFERENCE.search(found[1])
        if reference is not None and not found[1].endswith(b"/"):
            if not reference[1].isdigit() or len(reference[1]) > 7:
                raise SourceError(problems.broken_workbook(at, "a row has no number"))
            rows = max(rows, int(reference[1]))
    if unplaced:  # such cells, and rows, follow each other
        ends = [*(found.start() for found in starts[1:]), len(xml)]
        widths = [
            len(_CELL_START.findall(xml, found.end(), end))
            for found, end in zip(starts, ends, strict=True)
        ]
        rows, columns = max(rows, len(starts)), max(columns, *widths, unplaced if not widths else 0)
    refuse_far(at, rows, columns)


def _number(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + letter - ord("A") + 1
    return number


def weigh(at: Location, xml: bytes, strings: bytes) -> None:
    """Refuse a sheet whose cells share a long text many times: each gets a copy of its own."""
    sizes = [len(text) for text in _STRING.findall(strings)]
    shared = [int(number) for number in _SHARED.findall(xml)]
    refuse_heavy(at, sum(sizes[number] for number in shared if number < len(sizes)))


def formula_faults(path: str, sheet: str, xml: bytes) -> dict[tuple[int, int], Diagnostic]:
    """Find formulas that failed or were never calculated, by row and column from 0."""
    found: dict[tuple[int, int], Diagnostic] = {}
    if not (_FORMULA.search(xml) or _FAILED.search(xml)):
        return found
    for attributes, content in _CELL.findall(xml):
        failed = _FAILED.search(attributes)
        if not failed and not _FORMULA.search(content):
            continue
        reference = _REFERENCE.search(attributes)
        plain = _PLAIN.fullmatch(reference[1]) if reference else None
        if plain is None:
            continue
        row, column = int(plain[2]) - 1, _number(plain[1]) - 1
        value = _VALUE.search(content)
        at = Location(path, row + 1, column + 1, 1, sheet)
        if failed:
            shown = value[1].decode("utf-8", "replace") if value else "#ERROR"
            found[row, column] = problems.error_value(at, shown)
        elif not (value and value[1]) and not _TEXT.search(attributes):
            found[row, column] = problems.no_value(at)
    return found
