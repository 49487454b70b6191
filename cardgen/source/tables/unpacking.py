"""Unpacks workbooks, which are zip archives, within limits.

What reads a workbook gets an archive that was packed anew, without compression, of the parts that
hold text. So whatever a directory of an archive claims, nothing larger than the limits is ever
unpacked, and pictures are not unpacked at all.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib

from cardgen.core.diagnostics import Location
from cardgen.core.errors import SourceError
from cardgen.source.tables import problems

_UNPACKED = 300_000_000  # bytes of all parts
_TEXTS = (".xml", ".rels", "mimetype")
_OLE = b"\xd0\xcf\x11\xe0"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
PASSWORD = "it is protected by a password"
PASSWORD_HINT = "open it, take the password off, and save it"


def unpacked(path: str, data: bytes) -> dict[str, bytes]:
    """Return the parts of a workbook that hold text, by their names.

    Raises SourceError for what is no whole workbook, is protected, or is too large.
    """
    at = Location(path)
    _look_at(at, data)
    parts: dict[str, bytes] = {}
    total = 0
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for info in archive.infolist():
                if not info.filename.endswith(_TEXTS):
                    continue
                if info.flag_bits & 1:
                    raise SourceError(problems.broken_workbook(at, PASSWORD, (PASSWORD_HINT,)))
                total += info.file_size
                if total > _UNPACKED:
                    what = f"more than {_UNPACKED // 1_000_000} MB when unpacked"
                    raise SourceError(problems.oversized_workbook(at, what))
                # What is read ends with the size that the directory claims, and its sum is checked.
                parts[info.filename] = archive.read(info)
    except (zipfile.BadZipFile, zlib.error, struct.error, EOFError, ValueError, OSError) as error:
        hint = "get the file again: it may not have been copied or downloaded whole"
        reason = str(error).rstrip(".") or "it ends too early"
        raise SourceError(problems.broken_workbook(at, _lower(reason), (hint,))) from None
    except (NotImplementedError, RuntimeError, RecursionError) as error:
        raise SourceError(problems.broken_workbook(at, _lower(str(error)))) from None
    return parts


def packed(parts: dict[str, bytes]) -> io.BytesIO:
    """Return an archive of some parts, without compression."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for name, data in parts.items():
            archive.writestr(zipfile.ZipInfo(name), data)
    buffer.seek(0)
    return buffer


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _look_at(at: Location, data: bytes) -> None:
    """Refuse what is plainly something else."""
    if data.startswith(_OLE):
        if _ENCRYPTED in data:
            raise SourceError(problems.broken_workbook(at, PASSWORD, (PASSWORD_HINT,)))
        raise SourceError(problems.wrong_ending(at, "a workbook of the old format (.xls)"))
    if data.startswith(b"PK"):
        return
    head = data[:200].lstrip(b"\xef\xbb\xbf \t\r\n")
    if not head:
        raise SourceError(problems.broken_workbook(at, "it is empty"))
    if head.startswith(b"<"):
        raise SourceError(problems.wrong_ending(at, "a web page or an XML file"))
    if b"\x00" not in data[:2000]:
        raise SourceError(problems.wrong_ending(at, "a text, perhaps CSV"))
    raise SourceError(problems.wrong_ending(at, "no workbook"))
