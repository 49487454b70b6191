"""A text while it is laid out: what the last build left of it, and what is left for the next."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cardgen.core.reads import Reads
from cardgen.frame import Frame
from cardgen.layout.laid import Laid
from cardgen.model.flowing import FlowSpec
from cardgen.pipeline.cache import Finished, KeptPart, Store
from cardgen.pipeline.dependencies import CurrentValues

if TYPE_CHECKING:
    from cardgen.layout.book.keeping import KeptPage, Plain, SetBlock


class KeptText:
    """What is kept of one text: its blocks, its pages, and what stands behind these."""

    def __init__(self, spec: FlowSpec, store: Store, values: CurrentValues, reads: Reads) -> None:
        self.behinds: dict[str, Finished] = {}
        """What stands behind the text of pages, by id."""
        self.parts: tuple[KeptPart | None, ...] = ()
        self.pages: tuple[Any, ...] = ()
        self._spec, self._store = spec, store
        self._values, self._reads = values, reads
        self._specs = spec.parts()
        known = store.finished(spec.component)
        self._known = known.parts if known else ()
        frames = {frame.fingerprint: frame for frame in known.frames} if known else {}
        pages = known.pages if known else ()
        self._built = {name: (frames[name], tuple(page)) for name, *page in pages}

    def behind(
        self, number: int, template: str, context: Mapping[str, Any], draw: Callable[[], Laid]
    ) -> Laid:
        """Take what stands behind the text of a page from the last build, or draw it."""
        work = self._spec.behind(number, template, context)
        known = self._store.dependencies(work.id)
        if known is not None and self._values.changed(work, known) is None:
            [frame] = self._store.frames(work.id)
            self._reads.names.update(known.names)
            self.behinds[work.id] = Finished(work.id, (frame,), known, self._spec.limits)
            return Laid(frame, ())
        with self._reads.recording() as names:
            laid = draw()
        if not laid.diagnostics:
            dependencies = self._values.dependencies(work, names)
            self.behinds[work.id] = Finished(
                work.id, (laid.frame,), dependencies, self._spec.limits
            )
        self._reads.names |= names
        return laid

    def block(self, number: int) -> tuple[Iterable[str], Plain] | None:
        """Return a block, if all that it depends on is as it was."""
        known = self._known[number] if number < len(self._known) else None
        if known is None or self._values.changed(self._specs[number], known.dependencies):
            return None
        return known.dependencies.names, known.plain

    def page(self, fingerprint: str) -> tuple[Frame, KeptPage] | None:
        """Return a page of the last build, and what it consists of."""
        from cardgen.layout.book.keeping import KeptPage

        found = self._built.get(fingerprint)
        return None if found is None else (found[0], KeptPage(*found[1]))

    def keep(self, blocks: Sequence[SetBlock | None], pages: Mapping[str, KeptPage]) -> None:
        """Take over what was made of the text."""
        self.parts = tuple(self._part(number, block) for number, block in enumerate(blocks))
        self.pages = tuple(
            (name, page.behind, page.first, page.end) for name, page in pages.items()
        )

    def _part(self, number: int, block: SetBlock | None) -> KeptPart | None:
        if block is None:
            return None
        if block.names is None:
            known = self._known[number]
            assert known is not None
            return KeptPart(known.dependencies, block.plain)
        work = self._specs[number]
        return KeptPart(self._values.dependencies(work, block.names), block.plain)
