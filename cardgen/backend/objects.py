"""Objects of a PDF (ISO 32000-2, 7.3), and the file that numbers them (7.5).

Values are plain: a dict is a dictionary, a list an array, and what is written as it is, such as a
number, a reference or a name with its slash, is a string or an integer.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

Value = str | int | Sequence["Value"] | Mapping[str, "Value"]
Dictionary = Mapping[str, Value]

_HEADER = b"%PDF-1.6\n%\xe2\xe3\xcf\xd3\n"  # what is not ASCII says that the file is binary (7.5.2)
_IRREGULAR = re.compile(rb"[^A-Za-z0-9_.+-]")
_ESCAPED = re.compile(r"[()\\]")


def name(text: str) -> str:
    """Write any text as a name (7.3.5)."""
    return "/" + _IRREGULAR.sub(lambda m: b"#%02x" % m[0][0], text.encode()).decode("ascii")


def text(words: str) -> str:
    """Write words for readers (7.9.2.2): as they are, if they are ASCII, else in UTF-16."""
    if words.isascii() and words.isprintable():
        return f"({_ESCAPED.sub(lambda m: chr(92) + m[0], words)})"
    return f"<feff{words.encode('utf-16-be').hex()}>"


def number(value: float, digits: int) -> str:
    """Write a number with so many digits at most."""
    return f"{value:.{digits}f}".rstrip("0").rstrip(".") or "0"


class PdfFile:
    """A file in the making: objects are numbered as they come, and written at once."""

    def __init__(self) -> None:
        self._parts = [_HEADER]
        self._size = len(_HEADER)
        self._offsets: list[int] = []

    def reserve(self) -> str:
        """Return a reference to an object that is still to be written."""
        self._offsets.append(0)
        return f"{len(self._offsets)} 0 R"

    def put(self, value: Value, at: str = "") -> str:
        """Write an object, ``at`` a reserved reference if there is one; return the reference."""
        return self._write(at, _written(value).encode("ascii"))

    def stream(self, dictionary: Dictionary, data: bytes, at: str = "") -> str:
        """Write a stream (7.3.8); its dictionary needs no length."""
        head = _written({**dictionary, "Length": len(data)}).encode("ascii")
        return self._write(at, head, b"\nstream\n", data, b"\nendstream")

    def _write(self, at: str, *parts: bytes) -> str:
        at = at or self.reserve()
        number = int(at.partition(" ")[0])
        self._offsets[number - 1] = self._size
        whole = (b"%d 0 obj\n" % number, *parts, b"\nendobj\n")
        self._parts += whole
        self._size += sum(map(len, whole))
        return at

    def finish(self, root: str, info: str, identifier: str) -> bytes:
        """Return the file; ``identifier`` is hexadecimal (14.4)."""
        count = len(self._offsets) + 1
        rows = "".join([f"{offset:010d} 00000 n \n" for offset in self._offsets])
        trailer: Dictionary = {
            "Size": count,
            "Root": root,
            "Info": info,
            "ID": [f"<{identifier}>", f"<{identifier}>"],
        }
        end = (
            f"xref\n0 {count}\n0000000000 65535 f \n{rows}"
            f"trailer\n{_written(trailer)}\nstartxref\n{self._size}\n%%EOF\n"
        )
        return b"".join([*self._parts, end.encode("ascii")])


def _written(value: Value) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        entries = [f"/{key} {_written(entry)}" for key, entry in value.items()]
        return f"<<{' '.join(entries)}>>"
    if isinstance(value, Sequence):
        return f"[{' '.join([_written(entry) for entry in value])}]"
    return str(value)
