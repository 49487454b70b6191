"""What the last build finished, so that an edit costs as much as the edit.

A side is known by the key of its data and by its looks: the digest over templates, fonts,
pictures and program. So are the pages of a text, all at once. What a side pictured or looked at
besides, other cards that is, shows only when it is laid out: its `needs` are kept with it, and it
counts as known as long as they are what they were. A page of a PDF is known by its fingerprint.
Only sides without any finding are kept.

An output folder may come from a stranger, and reading ``marshal`` data is not safe against
malice. So each file is sealed with a secret of this user and with a digest of the program: a
damaged or foreign file, or one of another cardgen, counts as none. A file that cannot be
written is no misfortune.
"""

from __future__ import annotations

import contextlib
import marshal
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from hmac import compare_digest
from pathlib import Path
from secrets import token_bytes
from typing import Any

from cardgen import __version__
from cardgen.backend.drawing import Drawing, InnerFrame
from cardgen.core.errors import OutputError
from cardgen.core.fingerprint import digest_bytes
from cardgen.frame import (
    Frame,
    Shaped,
    Text,
    pack_frame,
    pack_gradient,
    pack_word,
    unpack_frame,
    unpack_gradient,
    unpack_word,
)
from cardgen.pipeline.dependencies import Needs
from cardgen.pipeline.inputs import program_digest
from cardgen.pipeline.writing import write_whole

_MAGIC = f"cardgen {__version__} cache 5\n".encode()
_DIGITS = 32  # of the seal
_SECRET_BYTES = 32


@cache
def _secret() -> bytes:
    """Return this user's seal, made at first use; empty where there is no place for it."""
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    file = Path(base or Path.home() / ".cache") / "cardgen" / "seal"
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileExistsError):
            handle = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
            with os.fdopen(handle, "wb") as out:
                out.write(token_bytes(_SECRET_BYTES))
        secret = file.read_bytes()
    except (OSError, RuntimeError):  # no home, or a read-only one
        return b""
    return secret if len(secret) == _SECRET_BYTES else b""


def _seal(body: bytes) -> bytes:
    return digest_bytes(_secret(), program_digest().encode(), body).encode()


def read_plain(file: Path) -> Any:
    """Read plain values back, or None where the file is not what was written here."""
    if not _secret():
        return None
    try:
        data = file.read_bytes()
    except OSError:
        return None
    start = len(_MAGIC)
    checksum, body = data[start : start + _DIGITS], data[start + _DIGITS :]
    if not data.startswith(_MAGIC) or not compare_digest(checksum, _seal(body)):
        return None
    try:
        return marshal.loads(body)
    except (ValueError, EOFError, TypeError):
        return None


def write_plain(file: Path, value: Any) -> None:
    """Keep plain values for the next build, if the file can be written."""
    if not _secret():
        return
    body = marshal.dumps(value)
    with contextlib.suppress(OutputError):
        write_whole(file, _MAGIC + _seal(body) + body, file.name)


class _Seen(dict[str, tuple[Any, ...]]):
    """Pages of the last build that remembers which of them this one asked for."""

    def __init__(self, known: dict[str, tuple[Any, ...]]) -> None:
        super().__init__(known)
        self.used: dict[str, tuple[Any, ...]] = {}

    def get(self, key: str, default: Any = None) -> Any:
        value = super().get(key, default)
        if value is not None:
            self.used[key] = value
        return value

    def __setitem__(self, key: str, value: tuple[Any, ...]) -> None:
        super().__setitem__(key, value)
        self.used[key] = value


@contextmanager
def page_store(file: Path, fresh: bool) -> Iterator[_Seen]:
    """Give the pages of the last build of one PDF, and keep those of this one."""
    read = None if fresh else read_plain(file)
    known = read if isinstance(read, dict) else {}
    seen = _Seen(known)
    yield seen
    if len(seen.used) != len(known) or any(known.get(k) is not v for k, v in seen.used.items()):
        write_plain(file, seen.used)


class Drawings(dict[str, Drawing]):
    """Drawings by fingerprint; those of the last build are unpacked when asked for."""

    def __init__(self, store: Store | None = None) -> None:
        self._store = store

    def __missing__(self, fingerprint: str) -> Drawing:
        if self._store is None:
            raise KeyError(fingerprint)
        drawing = self[fingerprint] = self._store.drawing(fingerprint)
        return drawing


@dataclass(frozen=True, slots=True)
class Finished:
    """A side, or the pages of a text, with what it takes for them to be as they are."""

    key: str
    frames: tuple[Frame, ...]
    needs: Needs = ()


@dataclass(slots=True)
class _Tables:
    """Finished sides, packed: everything is stored once and referred to.

    ``sides`` holds the fingerprints of the Frames of each key, and its needs; ``dead`` counts
    Frames that were replaced.
    """

    words: list[tuple[Any, ...]] = field(default_factory=list)
    frames: dict[str, tuple[Any, ...]] = field(default_factory=dict)
    drawings: dict[str, tuple[Any, ...]] = field(default_factory=dict)
    sides: dict[str, tuple[tuple[str, ...], Needs]] = field(default_factory=dict)
    dead: int = 0

    def plain(self) -> tuple[Any, ...]:
        return (self.words, self.frames, self.drawings, self.sides, self.dead)

    def add(self, more: _Tables) -> None:
        self.words += more.words
        self.frames.update(more.frames)
        self.drawings.update(more.drawings)
        self.sides.update(more.sides)
        self.dead += more.dead


class Store:
    """The sides of the last build of one game.

    They stand in two files: a large one, and a small one with what was added since, so that
    an edit does not write everything again.
    """

    def __init__(self, folder: Path, looks: str) -> None:
        self._files = (folder / "sides", folder / "sides.more")
        self._looks = looks
        self._tables = _Tables()
        self._more = _Tables()
        self._read()
        self._words: dict[int, Shaped] = {}
        self._indexes: dict[int, int] = {}
        self._frames: dict[str, Frame] = {}

    def _read(self) -> None:
        large = read_plain(self._files[0])
        if not isinstance(large, tuple) or large[0] != self._looks:
            return
        self._tables = _Tables(*large[1])
        small = read_plain(self._files[1])
        if isinstance(small, tuple) and small[0] == self._looks:
            self._more = _Tables(*small[1])
            self._tables.add(self._more)

    def __contains__(self, fingerprint: str) -> bool:
        """Whether a Frame is kept, with its drawing and those of all inside it."""
        return fingerprint in self._tables.frames

    def needs(self, key: str) -> Needs | None:
        """Return what a finished side depends on besides its key; None if it is not known."""
        entry = self._tables.sides.get(key)
        return None if entry is None else entry[1]

    def finished(self, key: str) -> Finished:
        """Return a finished side, or the pages of a text; KeyError if they are not known."""
        prints, needs = self._tables.sides[key]
        return Finished(key, tuple(map(self.frame, prints)), needs)

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
        parts, images, alphas, gradients = self._tables.drawings[fingerprint]
        words: dict[str, set[Shaped]] = {}
        for item in self.frame(fingerprint).items:
            if isinstance(item, Text):
                words.setdefault(item.font, set()).update(item.words)
        return Drawing(
            [p if isinstance(p, str) else InnerFrame(self.frame(p[0]), p[1]) for p in parts],
            words,
            set(images),
            set(alphas),
            {name: unpack_gradient(packed) for name, packed in gradients.items()},
        )

    def _word(self, index: int) -> Shaped:
        word = self._words.get(index)
        if word is None:
            word = self._words[index] = unpack_word(self._tables.words[index])
            self._indexes[id(word)] = index
        return word

    def _index(self, word: Shaped) -> int:
        """Return the number of a word in the table; a new word is added."""
        index = self._indexes.get(id(word))
        if index is None:
            index = self._indexes[id(word)] = len(self._tables.words)
            self._words[index] = word  # so that its id stays its own
            packed = pack_word(word)
            self._tables.words.append(packed)
            self._more.words.append(packed)
        return index

    def save(self, sides: Iterable[Finished], drawings: Drawings) -> None:
        """Keep these sides for the next build."""
        sides = list(sides)
        if len(self._tables.sides) + self._tables.dead > 2 * len(sides) + 200:
            self._forget(sides, drawings)
        new = False
        for side in sides:
            entry = (tuple([frame.fingerprint for frame in side.frames]), side.needs)
            known = self._tables.sides.get(side.key)
            if known == entry:
                continue
            new = True
            for frame in side.frames:
                self._keep(frame, drawings)
            dead = len(known[0]) if known else 0
            self._tables.dead += dead
            self._more.dead += dead
            self._tables.sides[side.key] = self._more.sides[side.key] = entry
        if not new:
            return
        if 5 * len(self._more.sides) < len(self._tables.sides):
            write_plain(self._files[1], (self._looks, self._more.plain()))
            return
        self._files[1].unlink(missing_ok=True)
        write_plain(self._files[0], (self._looks, self._tables.plain()))

    def _forget(self, sides: list[Finished], drawings: Drawings) -> None:
        """Start afresh where most of what is kept belongs to sides long gone."""
        for frame in (frame for side in sides for frame in side.frames):
            for one in (frame, *frame.descendants()):
                drawings.setdefault(one.fingerprint, drawings[one.fingerprint])
                one.unpack()
        self._tables, self._more = _Tables(), _Tables()
        self._words, self._indexes = {}, {}

    def _keep(self, frame: Frame, drawings: Drawings) -> None:
        name = frame.fingerprint
        if name in self._tables.frames:
            return
        for child in frame.children:
            self._keep(child, drawings)
        packed = pack_frame(frame, self._index)
        self._tables.frames[name] = self._more.frames[name] = packed
        drawn = _pack(drawings[name])
        self._tables.drawings[name] = self._more.drawings[name] = drawn


def _pack(drawing: Drawing) -> tuple[Any, ...]:
    return (
        [p if isinstance(p, str) else (p.frame.fingerprint, p.isolated) for p in drawing.parts],
        sorted(drawing.images),
        sorted(drawing.alphas),
        {name: pack_gradient(gradient) for name, gradient in drawing.gradients.items()},
    )
