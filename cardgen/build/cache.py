"""Finished sides of the last build, so that an edit costs as much as the edit.

A side is known by the key of its data and by its looks: the digest over templates, fonts,
pictures and program. Nothing in the file is executed on reading; a damaged or foreign file
counts as none. Only sides without any finding are kept, and none that shows another card.
"""

from __future__ import annotations

import contextlib
import marshal
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardgen.backend.drawing import Drawing, Reference
from cardgen.build.writing import write_whole
from cardgen.core.errors import OutputError
from cardgen.core.fingerprint import digest_bytes
from cardgen.frame import (
    Frame,
    Shaped,
    pack_frame,
    pack_gradient,
    pack_word,
    unpack_frame,
    unpack_gradient,
    unpack_word,
)

_MAGIC = b"cardgen sides 1\n"


class Drawings(dict[str, Drawing]):
    """Drawings by fingerprint; those from the cache are unpacked when asked for."""

    def __init__(self, store: Store | None = None) -> None:
        self._store = store

    def __missing__(self, fingerprint: str) -> Drawing:
        if self._store is None:
            raise KeyError(fingerprint)
        drawing = self[fingerprint] = self._store.drawing(fingerprint)
        return drawing


@dataclass(slots=True)
class _Tables:
    """What the file holds, packed: everything is stored once and referred to."""

    looks: str
    words: list[tuple[Any, ...]]
    frames: dict[str, tuple[Any, ...]]
    drawings: dict[str, tuple[Any, ...]]
    sides: dict[str, str]


class Store:
    """The sides of the last build of one game."""

    def __init__(self, file: Path, looks: str) -> None:
        self._file = file
        self._tables = _read(file, looks) or _Tables(looks, [], {}, {}, {})
        self._words: dict[int, Shaped] = {}
        self._frames: dict[str, Frame] = {}

    def side(self, key: str) -> Frame | None:
        """Return a finished side, if it is known."""
        fingerprint = self._tables.sides.get(key)
        return None if fingerprint is None else self.frame(fingerprint)

    def frame(self, fingerprint: str) -> Frame:
        """Unpack a Frame."""
        frame = self._frames.get(fingerprint)
        if frame is None:
            packed = self._tables.frames[fingerprint]
            frame = unpack_frame(fingerprint, packed, self._word, self.frame)
            self._frames[fingerprint] = frame
        return frame

    def drawing(self, fingerprint: str) -> Drawing:
        """Unpack a drawing; KeyError if there is none."""
        parts, words, images, alphas, gradients = self._tables.drawings[fingerprint]
        return Drawing(
            [p if isinstance(p, str) else Reference(self.frame(p[0]), p[1]) for p in parts],
            {font: {self._word(index) for index in used} for font, used in words.items()},
            set(images),
            set(alphas),
            {name: unpack_gradient(packed) for name, packed in gradients.items()},
        )

    def _word(self, index: int) -> Shaped:
        word = self._words.get(index)
        if word is None:
            word = self._words[index] = unpack_word(self._tables.words[index])
        return word

    def save(self, sides: Iterable[tuple[str, Frame]], drawings: Drawings) -> None:
        """Keep these sides, and only these, for the next build.

        What was known already is carried over packed. A cache that cannot be written is no
        misfortune.
        """
        old = self._tables
        sides = list(sides)
        if {key: frame.fingerprint for key, frame in sides} == old.sides:
            return
        new = _Tables(old.looks, old.words, {}, {}, {})
        indexes = {id(word): index for index, word in self._words.items()}
        if len(old.words) > 4 * len(indexes) + 10_000:  # mostly words of sides long gone
            new.words, indexes, old = [], {}, _Tables(old.looks, [], {}, {}, {})

        def index(word: Shaped) -> int:
            if id(word) not in indexes:
                indexes[id(word)] = len(new.words)
                new.words.append(pack_word(word))
            return indexes[id(word)]

        def keep(frame: Frame) -> None:
            name = frame.fingerprint
            if name in new.frames:
                return
            for child in frame.children:
                keep(child)
            new.frames[name] = old.frames.get(name) or pack_frame(frame, index)
            new.drawings[name] = old.drawings.get(name) or _pack(drawings[name], index)

        for key, frame in sides:
            keep(frame)
            new.sides[key] = frame.fingerprint
        body = marshal.dumps((new.looks, new.words, new.frames, new.drawings, new.sides))
        with contextlib.suppress(OutputError):
            write_whole(self._file, _MAGIC + digest_bytes(body).encode() + body, self._file.name)


def _read(file: Path, looks: str) -> _Tables | None:
    try:
        data = file.read_bytes()
    except OSError:
        return None
    start = len(_MAGIC)
    checksum, body = data[start : start + 32], data[start + 32 :]
    if not data.startswith(_MAGIC) or checksum != digest_bytes(body).encode():
        return None
    try:
        tables = _Tables(*marshal.loads(body))
    except (ValueError, EOFError, TypeError):
        return None
    return tables if tables.looks == looks else None


def _pack(drawing: Drawing, index: Any) -> tuple[Any, ...]:
    return (
        [p if isinstance(p, str) else (p.frame.fingerprint, p.isolated) for p in drawing.parts],
        {font: [index(word) for word in used] for font, used in drawing.words.items()},
        sorted(drawing.images),
        sorted(drawing.alphas),
        {name: pack_gradient(gradient) for name, gradient in drawing.gradients.items()},
    )
