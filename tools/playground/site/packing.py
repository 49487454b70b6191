"""A whole project as a text for links: its files as JSON, deflated, in base64 for addresses."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping
from typing import Any

from cardgen.core.paths import refusal

_MOST = 20_000_000
"""Bytes of a project that comes with a link."""


def pack(files: Mapping[str, bytes]) -> str:
    """Return the text of a project."""
    said = {path: _said(data) for path, data in files.items()}
    data = zlib.compress(json.dumps(said, ensure_ascii=False).encode(), 9)
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _said(data: bytes) -> str | list[str]:
    try:
        return data.decode()
    except UnicodeDecodeError:  # a picture or a font
        return [base64.b64encode(data).decode()]


def unpack(text: str) -> dict[str, bytes]:
    """Return the files of a project. Raises ValueError for other data; strangers may send it."""
    try:
        unpacker = zlib.decompressobj()
        data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        said = unpacker.decompress(data, _MOST)
        if unpacker.unconsumed_tail:
            raise ValueError("it is too large")
        return {checked(path): _bytes(one) for path, one in json.loads(said).items()}
    except (AttributeError, TypeError, ValueError, zlib.error) as error:
        raise ValueError(f"This link holds no project: {error}") from None


def _bytes(said: Any) -> bytes:
    match said:
        case str():
            return said.encode()
        case [str(packed)]:
            return base64.b64decode(packed)
    raise ValueError("it holds what is no file")


def checked(path: str) -> str:
    """Return the path of a file inside the project; raises ValueError for any other."""
    if why := refusal(path):
        raise ValueError(f"`{path}` is no path of a project: {why}")
    return path
