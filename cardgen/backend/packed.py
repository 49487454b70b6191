"""Files whose small objects lie in streams, deflated, as a tree of thousands needs it.

ReportLab writes each object by itself. Here those that are no streams are put into object streams
(ISO 32000-2, 7.5.7), and a cross-reference stream (7.5.8) says where everything is.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping

_IN_FILE, _IN_STREAM = 1, 2
_FREE = (0, 0, 65535)
_MANY = 200
"""Objects in one stream: readers unpack it for the first of them."""
_LEVEL = 9


def packed_file(
    objects: Mapping[int, bytes], root: str, info: str, identifier: str, minor: int
) -> bytes:
    """Return a file of PDF 1.5 or later, given its objects by number from 1 on."""
    out = bytearray(b"%%PDF-1.%d\n%%\xe2\xe3\xcf\xd3\n" % minor)
    places: dict[int, tuple[int, int, int]] = {}

    def put(number: int, content: bytes) -> None:
        places[number] = _IN_FILE, len(out), 0
        out.extend(b"%d 0 obj\n%b\nendobj\n" % (number, content))

    def stream(entries: str, data: bytes) -> bytes:
        packed = zlib.compress(data, _LEVEL)
        head = f"<<{entries} /Filter /FlateDecode /Length {len(packed)}>>"
        return b"%b\nstream\n%b\nendstream" % (head.encode(), packed)

    small: list[int] = []
    for number, content in objects.items():
        if content.endswith(b"endstream"):
            put(number, content)
        else:
            small.append(number)
    count = max(objects) + 1
    for start in range(0, len(small), _MANY):
        numbers = small[start : start + _MANY]
        index, data = [], bytearray()
        for place, number in enumerate(numbers):
            places[number] = _IN_STREAM, count, place
            index.append(f"{number} {len(data)}")
            data += objects[number] + b"\n"
        before = (" ".join(index) + "\n").encode()
        entries = f"/Type /ObjStm /N {len(numbers)} /First {len(before)}"
        put(count, stream(entries, before + data))
        count += 1
    begin = len(out)
    places[count] = _IN_FILE, begin, 0
    rows = b"".join(struct.pack(">BIH", *places.get(n, _FREE)) for n in range(count + 1))
    ends = f"/Root {root} /Info {info} /ID [<{identifier}> <{identifier}>]"
    entries = f"/Type /XRef /Size {count + 1} /W [1 4 2] {ends}"
    out += b"%d 0 obj\n%b\nendobj\n" % (count, stream(entries, rows))
    return bytes(out) + b"startxref\n%d\n%%%%EOF\n" % begin
