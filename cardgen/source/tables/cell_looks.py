"""Reads how workbooks show cells: numbers in formats, bold, italic and struck-out words.

Calamine returns only values. The formats are ECMA-376, part 1, chapter 18, and OpenDocument 1.3,
part 3.
"""

import io
import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, iterparse

from msgspec import Struct, field

from cardgen.core.diagnostics import Location, SourceError, column_letters, column_number
from cardgen.source.tables import problems
from cardgen.source.tables.number_formats import BUILT_IN, EPOCH, EPOCH_OF_MACS, format_number
from cardgen.source.tables.workbooks import Workbook

Run = tuple[str, frozenset[str]]
"""A text within a cell with its looks: the signs `**`, `*`, and `~` for struck-out words."""
Cell = tuple[int, int, Sequence[Run], bool]
"""Row and column from 0, the texts of the cell, and True if it holds a number or a date."""

_STRUCK = "~"
_LAST_ROW, _LAST_COLUMN = 1_048_576, 16_384
_PLAIN: frozenset[str] = frozenset()
_PLACE = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
_ESCAPE = re.compile(r"_x00([0-7][0-9A-Fa-f])_")
_EMPTY = b"<empty/>"
_SPACES = 1000  # blanks in a row
_NUMBERS = ("float", "percentage", "currency", "date", "time")


class CellLooks(Struct):
    """How a sheet shows its cells.

    ``texts`` has the cells with a number or with bold or italic words, by row and column from 0.
    ``struck_rows`` has the rows with struck-out words: True if all their words are. A sheet does
    not show its ``hidden_rows`` and ``hidden_columns``. ``comments`` and ``links`` have
    their cells.
    """

    texts: dict[tuple[int, int], str] = field(default_factory=dict)
    struck_rows: dict[int, bool] = field(default_factory=dict)
    hidden_rows: set[int] = field(default_factory=set)
    hidden_columns: set[int] = field(default_factory=set)
    comments: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)


def cell_looks(workbook: Workbook, path: str, sheet: str, language: str) -> CellLooks:
    """Read the looks of a sheet; raises SourceError. Numbers have the separators of a language."""
    parts, looks = workbook.parts, CellLooks()
    rows: dict[int, list[bool]] = {}
    try:
        if "content.xml" in parts:
            cells = _open_cells(parts["content.xml"], sheet, looks)
        else:
            cells = _excel_cells(parts, workbook.sheet_parts[sheet], language, looks)
        for row, column, runs, is_number in cells:
            rows.setdefault(row, []).extend(
                _STRUCK in signs for text, signs in runs if text.strip()
            )
            marks = {signs - {_STRUCK} for text, signs in runs if text.strip()}
            # A cell that is bold or italic as a whole is a matter of its column, not of its words.
            if is_number or len(marks) > 1:
                looks.texts[row, column] = _mark_runs(runs) if len(marks) > 1 else runs[0][0]
    except (ElementTree.ParseError, ValueError, LookupError, RecursionError) as error:
        reason = f"the looks of its cells are damaged ({error})"
        raise SourceError(problems.broken_workbook(Location(path), reason)) from None
    looks.struck_rows |= {row: all(struck) for row, struck in rows.items() if any(struck)}
    return looks


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


def _excel_cells(
    parts: Mapping[str, bytes], part: str, language: str, looks: CellLooks
) -> Iterator[Cell]:
    """Yield the cells of a sheet; note hidden rows and columns, comments and links."""
    shared = [_runs(item) for item in _elements(parts.get("xl/sharedStrings.xml", _EMPTY), "si")]
    styles = _styles(ElementTree.fromstring(parts.get("xl/styles.xml", _EMPTY)))
    is_mac = re.search(rb"date1904=.(?:1|true)", parts["xl/workbook.xml"]) is not None
    epoch = EPOCH_OF_MACS if is_mac else EPOCH
    row = -1
    for element in _elements(parts[part], "row", "col", "hyperlink"):
        name, is_hidden = _name(element), element.get("hidden") in ("1", "true")
        if name == "hyperlink":
            looks.links.append(element.get("ref", ""))
        elif name == "col" and is_hidden:
            last = min(int(element.get("max", "1")), _LAST_COLUMN)
            looks.hidden_columns.update(range(int(element.get("min", "1")) - 1, last))
        if name != "row":
            continue
        row, column = int(element.get("r") or row + 2) - 1, -1
        looks.hidden_rows |= {row} if is_hidden else set()
        for cell in element:
            place = _PLACE.fullmatch(cell.get("r") or "")
            column = column_number(place[1]) - 1 if place else column + 1
            code, signs = styles[int(cell.get("s") or 0)]
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
            yield row, column, [(text, own | signs) for text, own in runs], bool(number_text)
    looks.comments += _excel_comments(parts, part)


def _styles(styles: Element) -> list[tuple[str, frozenset[str]]]:
    """Return the number format of each style of cells, and its looks if it is struck out."""
    fonts, formats = (next(iter(_all(styles, tag)), ()) for tag in ("fonts", "cellXfs"))
    looks = [_looks(font) & {_STRUCK} for font in fonts] or [_PLAIN]
    codes = {int(f.get("numFmtId", 0)): f.get("formatCode", "") for f in _all(styles, "numFmt")}
    codes = BUILT_IN | codes
    numbers = [(int(f.get("numFmtId", 0)), int(f.get("fontId", 0))) for f in formats] or [(0, 0)]
    return [(codes.get(number, "General"), looks[font]) for number, font in numbers]


def _elements(xml: bytes, *names: str) -> Iterator[Element]:
    """Yield the elements with these names, and free each one afterwards."""
    for _, element in iterparse(io.BytesIO(xml)):
        if _name(element) in names:
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


def _excel_comments(parts: Mapping[str, bytes], part: str) -> list[str]:
    folder, file = posixpath.split(part)
    relations = ElementTree.fromstring(parts.get(f"{folder}/_rels/{file}.rels", _EMPTY))
    targets = [r.get("Target", "") for r in relations if r.get("Type", "").endswith("/comments")]
    paths = [posixpath.normpath(posixpath.join("/", folder, target))[1:] for target in targets]
    return [
        f"{comment.get('ref', '')} `{_plain(comment)}`"
        for path in paths
        for comment in _all(ElementTree.fromstring(parts.get(path, _EMPTY)), "comment")
    ]


def _plain(element: Element) -> str:
    return " ".join("".join(element.itertext()).split())[:60]


# ---- OpenDocument --------------------------------------------------------------------------------


def _open_cells(xml: bytes, sheet: str, looks: CellLooks) -> Iterator[Cell]:
    """Yield the cells of a sheet; note hidden rows and columns, comments and links."""
    styles: dict[str, frozenset[str]] = {}
    name, row, column = "", 0, 0
    for event, element in iterparse(io.BytesIO(xml), ("start", "end")):
        kind = _name(element)
        is_hidden = name == sheet and _attribute(element, "visibility", "visible") != "visible"
        if event == "start":
            if kind == "table":
                name, row, column = _attribute(element, "name"), 0, 0
        elif kind == "style":
            styles[_attribute(element, "name")] = _open_looks(element)
        elif kind == "table-column":
            end = column + int(_attribute(element, "number-columns-repeated", "1"))
            if is_hidden:
                looks.hidden_columns.update(range(column, min(end, _LAST_COLUMN)))
            column = end
        elif kind == "table-row":
            end = row + int(_attribute(element, "number-rows-repeated", "1"))
            if is_hidden:
                looks.hidden_rows.update(range(row, min(end, _LAST_ROW)))
            if name == sheet:
                yield from _open_row(element, row, end, styles, looks)
            row = end
            element.clear()


def _open_row(
    line: Element, row: int, end: int, styles: Mapping[str, frozenset[str]], looks: CellLooks
) -> Iterator[Cell]:
    """Yield the cells of a row, which repeats until the row ``end``."""
    column = 0
    for cell in line:
        cell_name = f"{column_letters(column + 1)}{row + 1}"
        looks.comments += [f"{cell_name} `{_plain(note)}`" for note in _all(cell, "annotation")]
        looks.links += [cell_name] if _all(cell, "a") else []
        times = int(_attribute(cell, "number-columns-repeated", "1"))
        struck = styles.get(_attribute(cell, "style-name"), _PLAIN) & {_STRUCK}
        lines = [list(_spans(p, styles, struck)) for p in cell if _name(p) == "p"]
        runs = [run for spans in lines for run in [*spans, ("\n", _PLAIN)]]
        is_number = _attribute(cell, "value-type") in _NUMBERS
        if is_number and runs:
            runs = [("".join(text for text, _ in runs).strip(), struck)]
        for number in range(row, end) if runs else ():
            for index in range(column, column + times):
                yield number, index, runs, is_number and bool(runs[0][0])
        column += times


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
