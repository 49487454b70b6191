"""What the last build finished, so that an edit costs as much as the edit.

A side, or the pages of a text, is known by its id and kept with its `Dependencies`; whoever takes
it out asks whether they are still as they were. A page of a PDF and a strip of a picture tell by
fingerprints what they show. Only work without any finding is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import astuple

from cardgen.backend.drawing import Drawing, InnerFrame
from cardgen.frame import (
    Frame,
    Shaped,
    WordTable,
    pack_frame,
    pack_gradient,
    runs,
    unpack_frame,
    unpack_gradient,
)
from cardgen.layout.text.setting import TextSetting
from cardgen.model.formats import Limits
from cardgen.pipeline.dependencies import Dependencies, Noted
from cardgen.pipeline.kept_templates import read_templates, write_templates
from cardgen.pipeline.sealed_files import read_pieces, read_plain, write_pieces, write_plain
from cardgen.template.sandbox import KeptTemplate

_PIECE = 500  # Frames, and drawings, that are packed at a time


class _UsedParts(dict[str, tuple[Any, ...]]):
    """Parts of a file of the last build; remembers which of them this build has asked for."""

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
def part_store(file: Path, fresh: bool) -> Iterator[_UsedParts]:
    """Yield the parts that the last build kept of one file; afterwards keep those used now."""
    read = None if fresh else read_plain(file)
    known = read if isinstance(read, dict) else {}
    parts = _UsedParts(known)
    yield parts
    if len(parts.used) != len(known) or any(known.get(k) is not v for k, v in parts.used.items()):
        write_plain(file, parts.used)


class Drawings(dict[str, Drawing]):
    """Drawings by fingerprint; those of the last build are unpacked when asked for."""

    def __init__(self, store: Store | None = None) -> None:
        self._store = store

    def __missing__(self, fingerprint: str) -> Drawing:
        if self._store is None:
            raise KeyError(fingerprint)
        drawing = self[fingerprint] = self._store.drawing(fingerprint)
        return drawing


class KeptPart(Struct, frozen=True):
    """A block of a text as plain values, with everything it depends on."""

    dependencies: Dependencies
    plain: tuple[Any, ...]


class Finished(Struct, frozen=True):
    """A side, or the pages of a text, with everything they depend on.

    Nothing was found wrong with them, held against ``limits``. ``parts`` are the blocks of a text,
    None for one that cannot be kept; ``pages`` says plainly what its pages consist of.
    ``settings`` are those of the texts on a side.
    """

    id: str
    frames: tuple[Frame, ...]
    dependencies: Dependencies
    limits: Limits
    parts: tuple[KeptPart | None, ...] = ()
    pages: tuple[Any, ...] = ()
    settings: tuple[TextSetting, ...] = ()


_Entry = tuple[
    tuple[str, ...],
    Noted,
    int,
    tuple[Any, ...],
    tuple[Any, ...],
    tuple[Any, ...],
    tuple[tuple[Any, ...], ...],
]


class _Tables(Struct):
    """Finished work, packed: everything is stored once and referred to.

    ``work`` holds by id the fingerprints of its Frames, its own dependencies, the number of
    those that it shares with others, its limits, and of a text its parts and what pages consist
    of; ``dead`` counts Frames that were replaced.
    """

    words: list[tuple[Any, ...]] = []
    frames: dict[str, tuple[Any, ...]] = {}
    drawings: dict[str, tuple[Any, ...]] = {}
    shared: list[Noted] = []
    work: dict[str, _Entry] = {}
    dead: int = 0

    def pieces(self) -> Iterator[tuple[Any, ...]]:
        """Yield plain values: first what is small, then Frames and drawings, some at a time."""
        yield self.words, self.shared, self.work, self.dead
        frames, drawings = iter(self.frames.items()), iter(self.drawings.items())
        while any(more := (dict(islice(frames, _PIECE)), dict(islice(drawings, _PIECE)))):
            yield more

    @classmethod
    def read(cls, file: Path) -> _Tables | None:
        """Read the pieces back; None where there is nothing to trust."""
        pieces = read_pieces(file)
        if not pieces:
            return None
        words, shared, work, dead = pieces[0]
        tables = cls(words, shared=shared, work=work, dead=dead)
        for frames, drawings in pieces[1:]:
            tables.frames.update(frames)
            tables.drawings.update(drawings)
        return tables

    def add(self, more: _Tables) -> None:
        self.words += more.words
        self.frames.update(more.frames)
        self.drawings.update(more.drawings)
        self.shared += more.shared
        self.work.update(more.work)
        self.dead += more.dead


class Store:
    """The work of the last build of one game.

    It stands in two files: a large one, and a small one with what was added since, so that
    an edit does not write everything again.
    """

    def __init__(self, folder: Path) -> None:
        self._files = (folder / "sides", folder / "sides.more")
        self._folder = folder
        self._templates: dict[str, KeptTemplate] = {}
        self._tables = _Tables()
        self._more = _Tables()
        self._old_words = 0
        """So many words stand in the large file."""
        self._read()
        self._shared = {noted: index for index, noted in enumerate(self._tables.shared)}
        self._words = WordTable(self._tables.words)
        self._frames: dict[str, Frame] = {}

    def _read(self) -> None:
        large = _Tables.read(self._files[0])
        if large is None:
            return
        self._tables = large
        self._old_words = len(self._tables.words)
        # The small one counts its words and shared dependencies on from those of the large one,
        # which is never replaced without removing it first.
        small = _Tables.read(self._files[1])
        if small is not None:
            self._more = small
            self._tables.add(small)

    def __contains__(self, fingerprint: str) -> bool:
        """Whether a Frame is kept with its drawing and those of all inside it."""
        return fingerprint in self._tables.drawings

    def templates(self) -> dict[str, KeptTemplate]:
        """Return compiled templates and what is known of them."""
        self._templates = read_templates(self._folder)
        return dict(self._templates)

    def dependencies(self, id: str) -> Dependencies | None:
        """Return what finished work depends on; None if there is none of that id."""
        entry = self._tables.work.get(id)
        return None if entry is None else Dependencies(entry[1], self._tables.shared[entry[2]])

    def finished(self, id: str) -> Finished | None:
        """Return all that is kept of finished work; None if there is none of that id."""
        entry = self._tables.work.get(id)
        if entry is None:
            return None
        shared = self._tables.shared
        parts = [
            None if part is None else KeptPart(Dependencies(part[0], shared[part[1]]), part[2])
            for part in entry[4]
        ]
        dependencies = Dependencies(entry[1], shared[entry[2]])
        limits = Limits(*entry[3])
        return Finished(id, self.frames(id), dependencies, limits, tuple(parts), entry[5])

    def settings(self, id: str) -> tuple[TextSetting, ...]:
        """Return how the texts of a finished side were set."""
        return tuple([TextSetting(*setting) for setting in self._tables.work[id][6]])

    def needs(self, ids: Iterable[str]) -> set[str]:
        """Return the names by which finished work has read sizes of texts that are set alike."""
        work, tables = self._tables.work, self._tables.shared
        shared = {work[id][2] for id in ids if id in work}
        return {name for one in shared for name in Dependencies((), tables[one]).needs()}

    def frames(self, id: str) -> tuple[Frame, ...]:
        """Return the Frames of finished work; KeyError if there is none of that id."""
        return tuple(map(self.frame, self._tables.work[id][0]))

    def left(self, id: str) -> tuple[Frame, ...]:
        """Return the Frames of work as it was finished last, current or not; none if never."""
        return self.frames(id) if id in self._tables.work else ()

    def proved(self, id: str, limits: Limits) -> frozenset[str]:
        """Return the fingerprints of Frames with which nothing was found wrong, by the same id."""
        entry = self._tables.work.get(id)
        if entry is None or entry[3] != astuple(limits):
            return frozenset()
        return frozenset(entry[0])

    def frame(self, fingerprint: str) -> Frame:
        """Unpack a Frame."""
        frame = self._frames.get(fingerprint)
        if frame is None:
            packed = self._tables.frames[fingerprint]
            frame = unpack_frame(fingerprint, packed, self._words, self.frame)
            self._frames[fingerprint] = frame
        return frame

    def drawing(self, fingerprint: str) -> Drawing:
        """Unpack a drawing; KeyError if there is none."""
        parts, images, alphas, gradients = self._tables.drawings[fingerprint]
        words: dict[str, set[Shaped]] = {}
        for text in runs(self.frame(fingerprint).items):
            words.setdefault(text.font, set()).update(text.words)
        return Drawing(
            [p if isinstance(p, str) else InnerFrame(self.frame(p[0]), *p[1:]) for p in parts],
            {font: tuple(shaped) for font, shaped in words.items()},
            set(images),
            set(alphas),
            {name: unpack_gradient(packed) for name, packed in gradients.items()},
        )

    def save(
        self,
        finished: Iterable[Finished],
        drawings: Drawings,
        templates: Mapping[str, KeptTemplate],
        whole: bool = True,
    ) -> None:
        """Keep this work for the next build; if it is the ``whole``, other work may go."""
        finished = list(finished)
        if whole and len(self._tables.work) + self._tables.dead > 2 * len(finished) + 200:
            self._forget(finished, drawings)
        for one in finished:
            noted = one.dependencies
            known = self._tables.work.get(one.id)
            prints = tuple([frame.fingerprint for frame in one.frames])
            parts = tuple(
                None
                if part is None
                else (part.dependencies.own, self._number(part.dependencies.shared), part.plain)
                for part in one.parts
            )
            limits = astuple(one.limits)
            settings = tuple([astuple(setting) for setting in one.settings])
            shared = self._number(noted.shared)
            entry = (prints, noted.own, shared, limits, parts, one.pages, settings)
            if known == entry:
                continue
            if known is None or known[0] != prints:
                for frame in one.frames:
                    self._keep(frame, drawings)
                dead = len(known[0]) if known else 0
                self._tables.dead += dead
                self._more.dead += dead
            self._tables.work[one.id] = self._more.work[one.id] = entry
        self._write()
        if templates != self._templates:
            write_templates(self._folder, templates)

    def _write(self) -> None:
        """Write what is new: beside the rest if it is little, else everything as one file."""
        more = self._more
        if not more.work:
            return
        if 5 * len(more.work) < len(self._tables.work):
            more.words = self._tables.words[self._old_words :]
            write_pieces(self._files[1], more.pieces())
            return
        self._files[1].unlink(missing_ok=True)
        write_pieces(self._files[0], self._tables.pieces())

    def _number(self, shared: Noted) -> int:
        """Return the number of some shared dependencies in the table; new ones are added."""
        number = self._shared.get(shared)
        if number is None:
            number = self._shared[shared] = len(self._tables.shared)
            self._tables.shared.append(shared)
            self._more.shared.append(shared)
        return number

    def _forget(self, finished: list[Finished], drawings: Drawings) -> None:
        """Start afresh where most of what is kept belongs to work long gone."""
        for frame in (frame for one in finished for frame in one.frames):
            for name in (part.fingerprint for part in (frame, *frame.descendants())):
                if name in self:
                    drawings.setdefault(name, drawings[name])
        self._tables, self._more, self._old_words = _Tables(), _Tables(), 0
        self._words, self._shared = WordTable(self._tables.words), {}

    def _keep(self, frame: Frame, drawings: Drawings) -> None:
        """Keep a Frame, its drawing if there is one, and all inside it."""
        name = frame.fingerprint
        drawn = name in drawings
        if name in self._tables.frames and (name in self._tables.drawings or not drawn):
            return
        for child in frame.children:
            self._keep(child, drawings)
        if name not in self._tables.frames:
            packed = pack_frame(frame, self._words)
            self._tables.frames[name] = self._more.frames[name] = packed
        if drawn:
            drawing = _pack(drawings[name])
            self._tables.drawings[name] = self._more.drawings[name] = drawing


def _pack(drawing: Drawing) -> tuple[Any, ...]:
    return (
        [
            p if isinstance(p, str) else (p.frame.fingerprint, p.isolated, p.read)
            for p in drawing.parts
        ],
        sorted(drawing.images),
        sorted(drawing.alphas),
        {name: pack_gradient(gradient) for name, gradient in drawing.gradients.items()},
    )
