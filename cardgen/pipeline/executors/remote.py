"""Makes units of the work on one game, for processes that share no memory with this one."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec.structs import replace

from cardgen.model.components.deck import decks_of
from cardgen.model.sides import SideSpec
from cardgen.pipeline.executors.pool import Pool, WorkUnit
from cardgen.pipeline.executors.workers import Remote
from cardgen.pipeline.inputs import forget, inputs_digest
from cardgen.pipeline.request import BuildRequest
from cardgen.pipeline.results import SideResult
from cardgen.pipeline.session import Session
from cardgen.products.artifact import Artifact
from cardgen.source.files import BUNDLED

if TYPE_CHECKING:
    from cardgen.pipeline.executors.units import GameRef
    from cardgen.pipeline.series_build import VolumeOrder


class RemoteGame:
    """The work on one game: of a session, as units; ``inputs`` is empty if nobody has looked."""

    def __init__(self, request: BuildRequest, session: Session, inputs: str) -> None:
        self._request = request
        self._session = session
        self._inputs = inputs
        self._ref: GameRef | None = None
        self._frames = ""
        self.draft = False
        """Whether what is made is a draft."""

    def sides(self, drawn: bool) -> Remote[SideSpec, SideResult]:
        """Return how sides are laid out."""

        def unit(specs: Sequence[SideSpec], pool: Pool) -> WorkUnit:
            from cardgen.pipeline.executors.units import SidesUnit

            ids = tuple(spec.id for spec in specs)
            return SidesUnit(self.ref(pool), ids, drawn, dict(self._session.ladders))

        return Remote(unit, lambda spec, result: result)

    def file(self, results: Sequence[SideResult], artifact: Artifact, pool: Pool) -> WorkUnit:
        """Return the unit that makes a file of what was laid out."""
        from cardgen.pipeline.executors.units import FileUnit

        if not self._frames:
            self._frames = pool.ship(pickle.dumps(self._session.finished(results)))
        return FileUnit(self.ref(pool), self._frames, artifact.path, artifact.key, self.draft)

    def volume(self, order: VolumeOrder, pool: Pool) -> WorkUnit:
        """Return the unit that makes a volume of a series."""
        from cardgen.pipeline.executors.units import VolumeUnit

        return VolumeUnit(self.ref(pool), order)

    @cached_property
    def tables(self) -> dict[str, bytes]:
        """The tables of series, by their names in the game's folder, each with its header."""
        found = (deck.series for deck in decks_of(self._session.game) if deck.series is not None)
        return {series.file: series.head() for series in found if series.file}

    @cached_property
    def inputs(self) -> str:
        """The digest over all that the game is made of, but for the rows of series."""
        if self._inputs and not self.tables:
            return self._inputs
        root, game = self._request.root, self._session.game.id
        forget()
        if self._inputs and inputs_digest(root, game, BUNDLED) != self._inputs:
            # Something was saved since the game was read: no later build may take this over.
            return f"{self._inputs}, changed meanwhile"
        return inputs_digest(root, game, BUNDLED, tuple(self.tables))

    def ref(self, pool: Pool) -> GameRef:
        """Say which game is meant; a pool that does not see this disk gets its files."""
        from cardgen.pipeline.executors.snapshot import packed
        from cardgen.pipeline.executors.units import GameRef

        if self._ref is None:
            request, game = self._request, self._session.game.id
            files = "" if pool.sees_disk else pool.ship(packed(request.root, game, self.tables))
            asked = replace(request, output=request.folder.absolute(), root=request.root.absolute())
            self._ref = GameRef(asked, game, self.inputs, tuple(self.tables), files)
        return self._ref
