"""The stored results of the last build of a game, which the next build uses again.

The store keeps sides and pages of texts by id, with their `Dependencies`; `GameWork` checks whether
these are unchanged. It keeps pages of PDFs and strips of pictures by the fingerprints of their
Frames. Results with diagnostics are not stored.

`KeptText` gives a text under layout its blocks and pages of the last build, and collects the ones
for the next build.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import astuple

from cardgen.backend.drawing import Drawing, InnerFrame
from cardgen.backend.structure import TagEvent
from cardgen.core.fingerprint import digest
from cardgen.core.reads import Reads
from cardgen.core.side_id import SideId
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
from cardgen.layout.canvas import Laid
from cardgen.layout.text.groups import TextSetting
from cardgen.model.document import Documents
from cardgen.model.flowing import FlowSpec
from cardgen.model.formats import Limits
from cardgen.pipeline.dependencies import CurrentValues, Dependencies, NameDigests
from cardgen.pipeline.store import Change, Database, RecordKind
from cardgen.template.sandbox import CachedTemplate

if TYPE_CHECKING:
    from cardgen.layout.book.keeping import KeptPage, Plain, SetBlock

_WORK, _WORDS, _FRAMES = RecordKind("work"), RecordKind("words"), RecordKind("frames")
_DRAWINGS, _PARTS = RecordKind("drawings"), RecordKind("parts")
_TEMPLATES, _TEXTS = RecordKind("template"), RecordKind("texts")
_MANY_WORDS = 2000  # with more unused words than this, the table of words is written again

_Row = tuple[Any, ...]
_Packed = dict[str, _Row]
"""Plain values by fingerprint, or by the name of a part."""


class _UsedParts(_Packed):
    """Parts of a file of the last build; ``used`` has the parts that this build has used."""

    def __init__(self, old_parts: _Packed) -> None:
        super().__init__(old_parts)
        self.used: _Packed = {}

    def get(self, key: str, default: Any = None) -> Any:
        value = super().get(key, default)
        if value is not None:
            self.used[key] = value
        return value

    def __setitem__(self, key: str, value: _Row) -> None:
        super().__setitem__(key, value)
        self.used[key] = value


@contextmanager
def part_store(database: Database, name: str, fresh: bool) -> Iterator[_UsedParts]:
    """Yield the stored parts of one file; at the end, store the parts that were used."""
    old_parts = (None if fresh else database.get(_PARTS, name)) or {}
    parts = _UsedParts(old_parts)
    yield parts
    new = any(old_parts.get(key) is not part for key, part in parts.used.items())
    if new or len(parts.used) != len(old_parts):
        database.put(_PARTS, {name: parts.used})


def drop_parts(database: Database, paths: Iterable[str]) -> None:
    """Remove the parts of all files except those at these paths.

    A picture's file name is the name of its parts, followed by a digest.
    """
    begins = {path.rsplit(".", count)[0] for path in paths for count in range(3)}
    stay = {name for name in database.names(_PARTS) if name.rpartition(".")[0] in begins}
    database.change((Change(_PARTS, stay=stay),))


class Drawings(dict[str, Drawing]):
    """Drawings by fingerprint; drawings of the last build are unpacked at first use."""

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
    plain: _Row


class FinishedWork(Struct, frozen=True):
    """A side, or the pages of a text, without diagnostics, and everything it depends on.

    ``limits`` are the limits of its proof. ``parts`` are the blocks of a text, with None for a
    block that cannot be stored; ``pages`` are plain values that describe the content of its pages.
    ``settings`` are the settings of the texts on a side.
    """

    id: str
    frames: tuple[Frame, ...]
    dependencies: Dependencies
    limits: Limits
    parts: tuple[KeptPart | None, ...] = ()
    pages: _Row = ()
    settings: tuple[TextSetting, ...] = ()


_Entry = tuple[tuple[str, ...], NameDigests, NameDigests, _Row, _Row, _Row, tuple[_Row, ...]]
"""Finished work as plain values: names of Frames, own dependencies, shared dependencies,
limits, parts, pages and settings."""


class Store:
    """The results of the last build of one game."""

    def __init__(self, folder: Path) -> None:
        self._database = Database(folder)
        self._templates: dict[str, CachedTemplate] = {}
        self._work: dict[str, _Entry] = {}
        self._words = WordTable([])
        self._old_words = self._first_words = 0
        """The number of stored words, and their number when the table was last written in full."""
        self._packed: _Packed = {}
        self._frames: dict[str, Frame] = {}
        self._read()
        self._shared_digests = {entry[2]: entry[2] for entry in self._work.values()}
        """One object for all equal dependencies: ``marshal`` writes each object only once."""
        self._drawn = self._database.names(_DRAWINGS)

    def _read(self) -> None:
        """Read all records except drawings; if a Frame or word is missing, read none."""
        index, words, frames = self._database.read_all(_WORK, _WORDS, _FRAMES)
        if not index:
            return
        entries, first, count = index[""]
        table = [word for begin in sorted(words, key=int) for word in words[begin]]
        needed_frames = {name for entry in entries.values() for name in entry[0]}
        needed_frames.update(name for frame in frames.values() for name in frame[-1])
        if len(table) == count and needed_frames <= frames.keys():
            self._work, self._packed = entries, frames
            self._words, self._old_words, self._first_words = WordTable(table), count, first

    def __contains__(self, fingerprint: str) -> bool:
        """Whether there are stored drawings of a Frame and of all Frames inside it."""
        return fingerprint in self._drawn

    def templates(self) -> dict[str, CachedTemplate]:
        """Return the compiled templates with their digests and names."""
        read = self._database.get(_TEMPLATES, "") or {}
        self._templates = {key: CachedTemplate(*template) for key, template in read.items()}
        return dict(self._templates)

    def dependencies(self, id: str) -> Dependencies | None:
        """Return the dependencies of a stored result, or None if there is no such result."""
        entry = self._work.get(id)
        return None if entry is None else Dependencies(entry[1], entry[2])

    def finished_work(self, id: str) -> FinishedWork | None:
        """Return a stored result, or None if there is none with this id."""
        entry = self._work.get(id)
        if entry is None:
            return None
        _, own, shared, limits, plain, pages, _ = entry
        parts = tuple(part and KeptPart(Dependencies(*part[:2]), part[2]) for part in plain)
        dependencies = Dependencies(own, shared)
        return FinishedWork(id, self.frames(id), dependencies, Limits(*limits), parts, pages)

    def settings(self, id: str) -> tuple[TextSetting, ...]:
        """Return the settings of the texts on a stored side."""
        return tuple([TextSetting(*setting) for setting in self._work[id][6]])

    def needs(self, ids: Iterable[str]) -> set[str]:
        """Return the names by which stored results have read common sizes of groups of texts."""
        entries = [self._work[id] for id in ids if id in self._work]
        shared = {id(entry[2]): entry[2] for entry in entries}
        return {name for pairs in shared.values() for name in Dependencies((), pairs).group_names()}

    def frames(self, id: str) -> tuple[Frame, ...]:
        """Return the Frames of a stored result; raises KeyError if there is none with this id."""
        return tuple(map(self.frame, self._work[id][0]))

    def last_frames(self, id: str) -> tuple[Frame, ...]:
        """Return the Frames of the last result with this id, even if stale; empty without one."""
        return self.frames(id) if id in self._work else ()

    def proofed_frames(self, id: str, limits: Limits) -> frozenset[str]:
        """Return the fingerprints of a result's Frames if it was proofed with these limits."""
        entry = self._work.get(id)
        if entry is None or entry[3] != astuple(limits):
            return frozenset()
        return frozenset(map(_fingerprint, entry[0]))

    def frame(self, name: str) -> Frame:
        """Unpack a Frame."""
        frame = self._frames.get(name)
        if frame is None:
            packed = self._packed[name]
            frame = unpack_frame(_fingerprint(name), packed, self._words, self.frame)
            self._frames[name] = frame
        return frame

    def drawing(self, fingerprint: str) -> Drawing:
        """Unpack a drawing; raises KeyError if there is none."""
        packed_drawing = self._database.get(_DRAWINGS, fingerprint) if fingerprint in self else None
        if packed_drawing is None:  # another process may have removed it
            raise KeyError(fingerprint)
        parts, images, alphas, gradients = packed_drawing
        words: dict[str, set[Shaped]] = {}
        for text in runs(self.frame(fingerprint).items):
            words.setdefault(text.font, set()).update(text.words)
        return Drawing(
            [self._unpack_part(packed) for packed in parts],
            {font: tuple(shaped) for font, shaped in words.items()},
            set(images),
            set(alphas),
            {name: unpack_gradient(packed) for name, packed in gradients.items()},
        )

    def _unpack_part(self, packed: str | Sequence[Any]) -> str | InnerFrame | TagEvent:
        if isinstance(packed, str):
            return packed
        if len(packed) == 1:
            return TagEvent(packed[0])
        return InnerFrame(self.frame(packed[0]), *packed[1:])

    def save(
        self,
        finished: Iterable[FinishedWork],
        drawings: Drawings,
        templates: Mapping[str, CachedTemplate],
        ids: Collection[str] | None = None,
    ) -> None:
        """Store these results for the next build.

        ``ids`` are the sides of the game and the components that are texts. Stored results of
        other ids are removed; without ``ids``, all of them remain.
        """
        before = dict(self._work)
        # Pack all results; a Frame that the store has already is not packed again.
        frames: _Packed = {}
        drawn: _Packed = {}
        for item in finished:
            self._work[str(item.id)] = (
                tuple([self._keep(frame, drawings, frames, drawn) for frame in item.frames]),
                item.dependencies.own,
                self._share(item.dependencies.shared),
                astuple(item.limits),
                tuple(
                    p and (p.dependencies.own, self._share(p.dependencies.shared), p.plain)
                    for p in item.parts
                ),
                item.pages,
                tuple([astuple(setting) for setting in item.settings]),
            )
        if ids is not None:  # remove results of sides and texts that the game no longer has
            for id in before:
                if id not in ids and SideId(id).component not in ids:
                    del self._work[id]
        if self._work != before or frames or drawn:
            self._write(frames, drawn, is_complete=ids is not None)
        if templates != self._templates:
            plain = {key: tuple(template) for key, template in templates.items()}
            self._database.put_single({_TEMPLATES: plain})

    def _share(self, digests: NameDigests) -> NameDigests:
        return self._shared_digests.setdefault(digests, digests)

    def _write(self, frames: _Packed, drawings: _Packed, is_complete: bool) -> None:
        """Write new Frames and drawings; if the results are complete, remove unused ones."""
        used = self._in_use() if is_complete else None
        many = 2 * self._first_words + _MANY_WORDS
        if used and self._old_words and len(self._words.packed) > many:
            # Most words belong to removed Frames: start a new table of words.
            used_frames = {name: self.frame(name) for name in used}
            self._words, self._old_words = WordTable([]), 0
            frames = {
                name: (*pack_frame(frame, self._words)[:-1], self._packed[name][-1])
                for name, frame in used_frames.items()
            }
        words, begin = self._words.packed, self._old_words
        if begin == 0:
            self._first_words = len(words)
        self._old_words = len(words)
        index = (self._work, self._first_words, len(words))
        new = {str(begin): words[begin:]} if len(words) > begin else {}
        self._database.change(
            (
                Change(_WORK, {"": index}),
                Change(_WORDS, new, None if begin else new),
                Change(_FRAMES, frames, used),
                Change(_DRAWINGS, drawings, used),
            )
        )

    def _in_use(self) -> set[str]:
        """Return the fingerprints of all Frames of stored results, with the Frames inside them."""
        used: set[str] = set()
        due = [name for entry in self._work.values() for name in entry[0]]
        while due:
            name = due.pop()
            if name not in used:
                used.add(name)
                due += self._packed[name][-1]
                due.append(_fingerprint(name))  # its drawing has this name
        return used

    def _keep(self, frame: Frame, drawings: Drawings, frames: _Packed, drawn: _Packed) -> str:
        """Pack a new Frame and its new drawing, and the Frames inside it; return its name.

        The name is its fingerprint. If a stored Frame looks the same but its stamps name other
        lines, a digest of the stamps is added.
        """
        name = frame.fingerprint
        newly_drawn = name in drawings and name not in self
        if self._frames.get(name) is frame and not newly_drawn:
            return name
        inner_names = [self._keep(child, drawings, frames, drawn) for child in frame.children]
        if name in self._packed and self.frame(name) is not frame:
            stamps = [item.stamp for item in frame.items]
            stored_stamps = [item.stamp for item in self.frame(name).items]
            if (stored_stamps, self._packed[name][-1]) != (stamps, inner_names):
                name = f"{name} {digest((stamps, inner_names))[:16]}"
        is_new = name not in self._packed
        if is_new:
            self._frames[name] = frame
            self._packed[name] = frames[name] = (*pack_frame(frame, self._words)[:-1], inner_names)
        if newly_drawn:
            self._drawn.add(frame.fingerprint)
            drawn[frame.fingerprint] = _pack(drawings[frame.fingerprint])
        return name


def _fingerprint(name: str) -> str:
    """Return the fingerprint of a Frame from its name in the store."""
    return name.partition(" ")[0]


def _pack(drawing: Drawing) -> _Row:
    return (
        [_pack_part(part) for part in drawing.parts],
        sorted(drawing.images),
        sorted(drawing.alphas),
        {name: pack_gradient(gradient) for name, gradient in drawing.gradients.items()},
    )


def _pack_part(part: str | InnerFrame | TagEvent) -> str | _Row:
    match part:
        case InnerFrame(frame, isolated, read):
            return frame.fingerprint, isolated, read
        case TagEvent(event):
            return (event,)
    return part


class KeptText:
    """The stored blocks, pages and page backgrounds of one text, old and new."""

    def __init__(self, spec: FlowSpec, store: Store, values: CurrentValues, reads: Reads) -> None:
        self.behinds: dict[str, FinishedWork] = {}
        """The backgrounds of pages, by id."""
        self.parts: tuple[KeptPart | None, ...] = ()
        self.pages: _Row = ()
        self._spec, self._store = spec, store
        self._values, self._reads = values, reads
        self._specs = spec.parts()
        stored_text = store.finished_work(spec.component)
        self._old_blocks = stored_text.parts if stored_text else ()
        frames = {frame.fingerprint: frame for frame in stored_text.frames} if stored_text else {}
        pages = stored_text.pages if stored_text else ()
        self._old_pages = {name: (frames[name], tuple(page)) for name, *page in pages}

    def behind(
        self, number: int, template: str, context: Mapping[str, Any], draw: Callable[[], Laid]
    ) -> Laid:
        """Return the background of a page from the last build if it is current, else draw it."""
        spec = self._spec.behind(number, template, context)
        stored = self._store.dependencies(spec.id)
        if stored is not None and self._values.find_change(spec, stored) is None:
            [frame] = self._store.frames(spec.id)
            self._reads.names.update(stored.names)
            self.behinds[spec.id] = FinishedWork(spec.id, (frame,), stored, self._spec.limits)
            return Laid(frame, ())
        with self._reads.recording() as names:
            laid = draw()
        if not laid.diagnostics:
            dependencies = self._values.dependencies(spec, names)
            limits = self._spec.limits
            self.behinds[spec.id] = FinishedWork(spec.id, (laid.frame,), dependencies, limits)
        self._reads.names |= names
        return laid

    def block(self, number: int) -> tuple[Iterable[str], Plain] | None:
        """Return a block of the last build with its names, or None if it is not current."""
        stored = self._old_blocks[number] if number < len(self._old_blocks) else None
        if stored is None or self._values.find_change(self._specs[number], stored.dependencies):
            return None
        return stored.dependencies.names, stored.plain

    def page(self, fingerprint: str) -> tuple[Frame, KeptPage] | None:
        """Return a page of the last build, and the record of its content."""
        from cardgen.layout.book.keeping import KeptPage

        page = self._old_pages.get(fingerprint)
        return None if page is None else (page[0], KeptPage(*page[1]))

    def keep(self, blocks: Sequence[SetBlock | None], pages: Mapping[str, KeptPage]) -> None:
        """Collect the new blocks and pages of the text."""
        self.parts = tuple(self._part(number, block) for number, block in enumerate(blocks))
        self.pages = tuple(
            (name, page.behind, page.first, page.end) for name, page in pages.items()
        )

    def _part(self, number: int, block: SetBlock | None) -> KeptPart | None:
        if block is None:
            return None
        if block.names is None:
            stored = self._old_blocks[number]
            assert stored is not None
            return KeptPart(stored.dependencies, block.plain)
        return KeptPart(self._values.dependencies(self._specs[number], block.names), block.plain)


def read_documents(folder: Path) -> Documents:
    """Return the parsed texts of the last build."""
    read = Database(folder).get(_TEXTS, "")
    return Documents(read) if isinstance(read, dict) else Documents()


def write_documents(folder: Path, documents: Documents) -> None:
    """Store the parsed texts for the next build, if one of them is new."""
    if documents.fresh:
        Database(folder).put_single({_TEXTS: documents.plain})
