"""Reads how workbooks show cells: numbers in formats, bold, italic and struck-out words.

Calamine returns only values. The formats are ECMA-376, part 1, chapter 18, and OpenDocument 1.3,
part 3.
"""

from __future__ import annotations

import io
import posixpath
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, iterparse

from msgspec import Struct

from cardgen.core.diagnostics import Location, SourceError, column_letters, column_number
from cardgen.source.tables import problems
from cardgen.source.tables.number_formats import BUILT_IN, EPOCH, EPOCH_OF_MACS, format_number
from cardgen.source.tables.workbooks import Workbook

Run = tuple[str, frozenset[str]]
"""A text within a cell with its looks: the signs `**`, `*`, and `~` for struck-out words."""
Cell = tuple[int, int, Sequence[Run], bool]
"""Row and column from 0, the texts of the cell, and True if it holds a number or a date."""

Unprinted = tuple[set[int], set[int], list[str], list[str]]
"""Hidden rows and columns from 0, and the cells with comments and with links."""

_STRUCK = "~"
_LAST_ROW, _LAST_COLUMN = 1_048_576, 16_384
_PLAIN: frozenset[str] = frozenset()
_PLACE = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
_ESCAPE = re.compile(r"_x00([0-7][0-9A-Fa-f])_")
_EMPTY = b"<empty/>"
_SPACES = 1000  # blanks in a row
_NUMBERS = ("float", "percentage", "currency", "date", "time")


class CellLooks(Struct, frozen=True):
    """How a sheet shows its cells.

    ``texts`` has the cells with a number or with bold or italic words, by row and column from 0.
    ``struck_rows`` has the rows with struck-out words: True if all their words are. A sheet does
    not show its ``hidden_rows`` and ``hidden_columns``. ``comments`` and ``links`` have
    their cells.
    """

    texts: Mapping[tuple[int, int], str]
    struck_rows: Mapping[int, bool]
    hidden_rows: Collection[int]
    hidden_columns: Collection[int]
    comments: Sequence[str]
    links: Sequence[str]


def cell_looks(workbook: Workbook, path: str, sheet: str, language: str) -> CellLooks:
    """Read the looks of a sheet; raises SourceError. Numbers have the separators of a language."""
    parts = workbook.parts
    texts: dict[tuple[int, int], str] = {}
    rows: dict[int, list[bool]] = {}
    try:
        if "content.xml" in parts:
            cells = _open_cells(parts["content.xml"], sheet)
            unprinted = _open_unprinted(parts["content.xml"], sheet)
        else:
            part = workbook.sheet_parts[sheet]
            cells = _excel_cells(parts, parts[part], language)
            unprinted = _excel_unprinted(parts, part)
        for row, column, runs, is_number in cells:
            rows.setdefault(row, []).extend(
                _STRUCK in looks for text, looks in runs if text.strip()
            )
            marks = {looks - {_STRUCK} for text, looks in runs if text.strip()}
            # A cell that is bold or italic as a whole is a matter of its column, not of its words.
            if is_number or len(marks) > 1:
                texts[row, column] = _mark_runs(runs) if len(marks) > 1 else runs[0][0]
    except (ElementTree.ParseError, ValueError, LookupError, RecursionError) as error:
        reason = f"the looks of its cells are damaged ({error})"
        raise SourceError(problems.broken_workbook(Location(path), reason)) from None
    struck_rows = {row: all(struck) for row, struck in rows.items() if any(struck)}
    return CellLooks(texts, struck_rows, *unprinted)


def _mark_runs(runs: Iterable[Run]) -> str:
    """Return the runs of a cell as markup, with the signs directly at the first and last word."""
    pieces = []
    for looks, group in groupby(runs, lambda run: run[1] - {_STRUCK}):
        for line in re.split(r"(?<=\n)", "".join(text for text, _ in group).replace("*", r"\*")):
            words, sign = line.strip(), "".join(sorted(looks))
            pieces.append(line.replace(words, f"{sign}{words}{sign}") if words else line)
    return "".join(pieces).strip()


def _name(element: Element) -> str:
    return element.tag.rpartition("}")[2]


def _attribute(element: Element, name: str, default: str = "") -> str:
    return next((v for key, v in element.items() if key.rpartition("}")[2] == name), default)


def _all(element: Element, name: str) -> list[Element]:
    return [child for child in element.iter() if _name(child) == name]


# ---- Excel ---------------------------------------------------------------------------------------


def _excel_cells(parts: Mapping[str, bytes], xml: bytes, language: str) -> Iterator[Cell]:
    shared = [_runs(item) for item in _elements(parts.get("xl/sharedStrings.xml", _EMPTY), "si")]
    styles = _styles(ElementTree.fromstring(parts.get("xl/styles.xml", _EMPTY)))
    is_mac = re.search(rb"date1904=.(?:1|true)", parts["xl/workbook.xml"]) is not None
    epoch = EPOCH_OF_MACS if is_mac else EPOCH
    row = -1
    for line in _elements(xml, "row"):
        row, column = int(line.get("r") or row + 2) - 1, -1
        for cell in line:
            place = _PLACE.fullmatch(cell.get("r") or "")
            column = column_number(place[1]) - 1 if place else column + 1
            code, looks = styles[int(cell.get("s") or 0)]
            kind = cell.get("t", "n")
            value = next((child.text or "" for child in cell if _name(child) == "v"), "")
            number_text = None
            if kind == "n" and value:
                number_text = format_number(float(value), code, language, epoch)
            if kind == "s":
                runs = shared[int(value)]
            elif kind == "inlineStr":
                runs = [run for item in cell for run in _runs(item)]
            else:
                runs = [(number_text or value, _PLAIN)]
            yield row, column, [(text, own | looks) for text, own in runs], bool(number_text)


def _styles(styles: Element) -> list[tuple[str, frozenset[str]]]:
    """Return the number format of each style of cells, and its looks if it is struck out."""
    fonts, formats = (next(iter(_all(styles, tag)), ()) for tag in ("fonts", "cellXfs"))
    looks = [_looks(font) & {_STRUCK} for font in fonts] or [_PLAIN]
    codes = {int(f.get("numFmtId", 0)): f.get("formatCode", "") for f in _all(styles, "numFmt")}
    codes = BUILT_IN | codes
    numbers = [(int(f.get("numFmtId", 0)), int(f.get("fontId", 0))) for f in formats] or [(0, 0)]
    return [(codes.get(number, "General"), looks[font]) for number, font in numbers]


def _elements(xml: bytes, name: str) -> Iterator[Element]:
    """Yield the elements with a name, and free each one afterwards."""
    for _, element in iterparse(io.BytesIO(xml)):
        if _name(element) == name:
            yield element
            element.clear()


def _runs(item: Element) -> list[Run]:
    """Return the runs of a text of Excel, without its phonetic guides."""
    runs = []
    for child in item:
        text = "".join(part.text or "" for part in _all(child, "t"))
        if text and _name(child) in ("r", "t"):
            plain = _ESCAPE.sub(lambda match: chr(int(match[1], 16)), text).replace("\r\n", "\n")
            runs.append((plain, _looks(child)))
    return runs


def _looks(run: Element) -> frozenset[str]:
    """Return the looks of a run or a font of Excel."""
    signs = {"b": "**", "i": "*", "strike": _STRUCK}
    switches = (element for element in run.iter() if _name(element) in signs)
    return frozenset(signs[_name(e)] for e in switches if e.get("val") not in ("0", "false"))


def _excel_unprinted(parts: Mapping[str, bytes], part: str) -> Unprinted:
    """Return the hidden rows and columns of a sheet, and its cells with comments and links."""
    rows: set[int] = set()
    columns: set[int] = set()
    links: list[str] = []
    number = 0
    for _, element in iterparse(io.BytesIO(parts[part])):
        name, is_hidden = _name(element), element.get("hidden") in ("1", "true")
        if name == "row":
            number = int(element.get("r") or number + 1)
            rows |= {number - 1} if is_hidden else set()
        elif name == "col" and is_hidden:
            last = min(int(element.get("max", "1")), _LAST_COLUMN)
            columns |= set(range(int(element.get("min", "1")) - 1, last))
        elif name == "hyperlink":
            links.append(element.get("ref", ""))
        if name != "c":
            element.clear()
    folder, file = posixpath.split(part)
    relations = ElementTree.fromstring(parts.get(f"{folder}/_rels/{file}.rels", _EMPTY))
    targets = [r.get("Target", "") for r in relations if r.get("Type", "").endswith("/comments")]
    paths = [posixpath.normpath(posixpath.join("/", folder, target))[1:] for target in targets]
    comments = [
        f"{comment.get('ref', '')} `{_plain(comment)}`"
        for path in paths
        for comment in _all(ElementTree.fromstring(parts.get(path, _EMPTY)), "comment")
    ]
    return rows, columns, comments, links


def _plain(element: Element) -> str:
    return " ".join("".join(element.itertext()).split())[:60]


# ---- OpenDocument --------------------------------------------------------------------------------


def _open_cells(xml: bytes, sheet: str) -> Iterator[Cell]:
    styles: dict[str, frozenset[str]] = {}
    name, row = "", 0
    for event, element in iterparse(io.BytesIO(xml), ("start", "end")):
        kind = _name(element)
        if kind == "table" and event == "start":
            name, row = _attribute(element, "name"), 0
        elif kind == "style" and event == "end":
            styles[_attribute(element, "name")] = _open_looks(element)
        elif kind == "table-row" and event == "end":
            end = row + int(_attribute(element, "number-rows-repeated", "1"))
            column = 0
            for cell in element if name == sheet else ():
                times = int(_attribute(cell, "number-columns-repeated", "1"))
                looks = styles.get(_attribute(cell, "style-name"), _PLAIN) & {_STRUCK}
                lines = [list(_spans(p, styles, looks)) for p in cell if _name(p) == "p"]
                runs = [run for line in lines for run in [*line, ("\n", _PLAIN)]]
                is_number = _attribute(cell, "value-type") in _NUMBERS
                if is_number and runs:
                    runs = [("".join(text for text, _ in runs).strip(), looks)]
                for number in range(row, end) if runs else ():
                    for index in range(column, column + times):
                        yield number, index, runs, is_number and bool(runs[0][0])
                column += times
            row = end
            element.clear()


def _open_unprinted(xml: bytes, sheet: str) -> Unprinted:
    """Return the hidden rows and columns of a sheet, and its cells with comments and links."""
    rows: set[int] = set()
    columns: set[int] = set()
    comments: list[str] = []
    links: list[str] = []
    name, row, column = "", 0, 0
    for event, element in iterparse(io.BytesIO(xml), ("start", "end")):
        kind = _name(element)
        if kind == "table" and event == "start":
            name, row, column = _attribute(element, "name"), 0, 0
        is_hidden = _attribute(element, "visibility", "visible") != "visible"
        if event == "start" or kind not in ("table-row", "table-column"):
            continue
        if kind == "table-column":
            end = column + int(_attribute(element, "number-columns-repeated", "1"))
            if name == sheet and is_hidden:
                columns |= set(range(column, min(end, _LAST_COLUMN)))
            column = end
            continue
        end = row + int(_attribute(element, "number-rows-repeated", "1"))
        if name == sheet:
            rows |= set(range(row, min(end, _LAST_ROW))) if is_hidden else set()
            place = 0
            for cell in element:
                cell_name = f"{column_letters(place + 1)}{row + 1}"
                comments += [f"{cell_name} `{_plain(note)}`" for note in _all(cell, "annotation")]
                links += [cell_name] if _all(cell, "a") else []
                place += int(_attribute(cell, "number-columns-repeated", "1"))
        row = end
        element.clear()
    return rows, columns, comments, links


def _open_looks(style: Element) -> frozenset[str]:
    looks = set()
    for properties in _all(style, "text-properties"):
        line = _attribute(properties, "text-line-through-style", "none")
        looks |= {"**"} if _attribute(properties, "font-weight") == "bold" else set()
        looks |= {"*"} if _attribute(properties, "font-style") == "italic" else set()
        looks |= {_STRUCK} if line != "none" else set()
    return frozenset(looks)


def _spans(
    element: Element, styles: Mapping[str, frozenset[str]], looks: frozenset[str]
) -> Iterator[Run]:
    """Yield the texts within a paragraph of OpenDocument."""
    kind = _name(element)
    if kind == "span":
        looks |= styles.get(_attribute(element, "style-name"), _PLAIN)
    breaks = {
        "line-break": "\n",
        "tab": "\t",
        "s": " " * min(int(_attribute(element, "c", "1")), _SPACES),
    }
    yield breaks.get(kind, "") + (element.text or ""), looks
    for child in element:
        yield from _spans(child, styles, looks)
        yield child.tail or "", looks
