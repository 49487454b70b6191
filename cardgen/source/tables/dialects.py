"""How a CSV file is written: its encoding, and what stands between its values.

Nothing in such a file says so (RFC 4180 leaves both open), so it is told from the first lines.
"""

from __future__ import annotations

import codecs
import contextlib
import csv
import io
import re

from msgspec import Struct

from cardgen.core.diagnostics import Diagnostic, Location, SourceError
from cardgen.source.files import decode
from cardgen.source.node import SourceFile
from cardgen.source.tables import problems

_DELIMITERS = (",", ";", "\t")
_LOOK = 100  # records
_LOOK_BYTES = 64_000
_SEP = re.compile(r"sep=([,;\t])\n", re.IGNORECASE)
"""The line by which Excel is told what stands between values; it is no row."""
_WIDE = {codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
_FOREIGN = {b"PK\x03\x04": "a workbook or an archive", b"\xd0\xcf\x11\xe0": "an old workbook"}


class Dialect(Struct, frozen=True):
    """What stands between values, whether a comma is the decimal mark, and lines before the header.

    A comma is a decimal mark where values are told apart by semicolons: spreadsheet programs write
    semicolons exactly where the comma is taken.
    """

    delimiter: str = ","
    skipped: int = 0

    @property
    def decimal_comma(self) -> bool:
        """Whether `1,5` is a number."""
        return self.delimiter == ";"


def dialect_of(path: str, text: str) -> Dialect:
    """Tell how a table is written from its first lines.

    A delimiter fits the better the more rows have as many values as the header.
    """
    named = _SEP.match(text)
    if named is not None:
        return Dialect(named[1], 1)
    if path.lower().endswith(".tsv"):
        return Dialect("\t")
    return Dialect(max(_DELIMITERS, key=lambda one: _fit(text[:_LOOK_BYTES], one)))


def _fit(text: str, delimiter: str) -> tuple[bool, float, int]:
    """Say how well a delimiter fits: more than one column, even rows, many columns."""
    widths = []
    try:
        for cells in csv.reader(io.StringIO(text, newline="\n"), delimiter=delimiter):
            if cells:
                widths.append(len(cells))
            if len(widths) == _LOOK:
                break
    except csv.Error:
        pass
    while len(widths) > 1 and widths[0] == 1:  # a title above the header
        del widths[0]
    first, rest = (widths or [1])[0], widths[1:-1] or widths[1:]  # the last one may be cut
    even = sum(width == first for width in rest) / len(rest) if rest else 1.0
    return first > 1, even if first > 1 else 0.0, first


def decode_table(path: str, data: bytes) -> tuple[SourceFile, tuple[Diagnostic, ...]]:
    """Turn the bytes of a CSV file into text, with a warning where the encoding was guessed.

    Raises SourceError at the first byte that is no text in any encoding.
    """
    for magic, what in _FOREIGN.items():
        if data.startswith(magic):
            raise SourceError(problems.wrong_ending(Location(path), what))
    for mark, encoding in _WIDE.items():
        if data.startswith(mark):
            try:
                text = data.decode(encoding)
            except UnicodeDecodeError as error:
                raise SourceError(problems.cut_encoding(Location(path), error.reason)) from None
            return decode(path, text.encode("utf-8", "surrogatepass")), ()
    try:
        return decode(path, data), ()
    except SourceError as error:
        [found] = error.diagnostics
        if found.code != problems.NOT_UTF8:
            raise
        encoding = guessed(data)
        if not encoding:
            raise error from None
        text = data.decode(encoding)
    source = decode(path, text.encode())
    at = found.at
    assert at is not None
    line = source.text.split("\n")[at.line - 1]
    word = next((w for w in re.findall(r"\w*[^\x00-\x7f]+\w*", line[max(at.column - 30, 0) :])), "")
    return source, (problems.guessed_encoding(at, path, word, ENCODINGS[encoding]),)


ENCODINGS = {
    "cp932": "Shift-JIS",
    "cp1251": "Windows-1251",
    "mac_roman": "Mac Roman",
    "cp1252": "Windows-1252",
}
"""The encodings that are told by their letters, with their names."""
_KANA = re.compile(r"[\u3041-\u30ff]")
_JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
_MAC = re.compile(rb"[A-Za-z][\x80-\x9f](?=[A-Za-z\s,;.])|[\x80-\x9f][a-z]{2}")
"""Bytes that are accented letters on a Mac, and signs between letters in Windows-1252."""


def guessed(data: bytes) -> str:
    """Tell the encoding of a text by its letters; empty if it is in none that is known."""
    high = [byte for byte in data if byte > 0x7F]
    with contextlib.suppress(UnicodeDecodeError):
        text = data.decode("cp932")
        if _KANA.search(text) and 3 * len(_JAPANESE.findall(text)) > len(high):
            return "cp932"
    letters = sum(chr(byte).isalpha() for byte in data if byte < 0x80)
    if sum(byte >= 0xC0 for byte in high) > max(letters, 0.9 * len(high)) - 1:
        return "cp1251"
    if 2 * len(_MAC.findall(data)) > len(high):
        return "mac_roman"
    with contextlib.suppress(UnicodeDecodeError):
        data.decode("cp1252")
        return "cp1252"
    return ""
