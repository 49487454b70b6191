"""The units of a build: sides to lay out, and files to make.

A process reads the game of its first unit, and keeps it for the next one.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.errors import CardgenError
from cardgen.layout.text.groups import Ladders
from cardgen.model.load import load_project
from cardgen.pipeline.executors.pool import ProjectChangedError
from cardgen.pipeline.executors.snapshot import unpacked
from cardgen.pipeline.game_build import GameBuild
from cardgen.pipeline.inputs import inputs_digest
from cardgen.pipeline.request import BuildRequest
from cardgen.pipeline.series_build import VolumeOrder, make_volume
from cardgen.products.artifact import Artifact
from cardgen.source.files import BUNDLED

_KEPT = 2  # games; a build goes through them one after the other

Value = TypeVar("Value")


class GameRef(Struct, frozen=True):
    """A game of a project, as it is meant.

    ``inputs`` is the digest over its files but for ``tables``, whose rows come with the units.
    ``snapshot`` is the parcel that holds them, or empty
    where the project lies on a disk that all processes see.
    """

    request: BuildRequest
    game: str
    inputs: str
    tables: tuple[str, ...] = ()
    snapshot: str = ""

    @property
    def needs(self) -> tuple[str, ...]:
        """The parcels without which the game cannot be read."""
        return (self.snapshot,) if self.snapshot else ()

    def load(self, parcels: Mapping[str, bytes]) -> GameBuild:
        """Read the game, or return what this process has read before."""
        return _remembered(_builds, self, lambda: self._read(parcels))

    def _read(self, parcels: Mapping[str, bytes]) -> GameBuild:
        root = unpacked(self.snapshot, parcels) if self.snapshot else self.request.root
        if inputs_digest(root, self.game, BUNDLED, self.tables) != self.inputs:
            raise ProjectChangedError
        loaded = load_project(root, (self.game,), drafts=self.request.draft)
        if not loaded.games:
            raise ProjectChangedError
        # The folder stays that of whoever asked: tables name it. Only there are pages kept.
        request = replace(self.request, root=root, jobs=1, executor="")
        inputs = "" if self.snapshot else self.inputs
        return GameBuild(request, loaded.games[0], inputs, keeps=False)


class SidesUnit(Struct, frozen=True):
    """Sides to lay out, by their ids; the result is a `SideResult` for each.

    ``ladders`` are the sizes of texts that are set alike over a deck.
    """

    game: GameRef
    ids: tuple[str, ...]
    drawn: bool
    ladders: Ladders

    @property
    def needs(self) -> tuple[str, ...]:
        """What the game needs."""
        return self.game.needs

    def run(self, parcels: Mapping[str, bytes]) -> Any:
        """Lay out the sides."""
        return self.game.load(parcels).session.lay_out_again(self.ids, self.drawn, self.ladders)


class FileUnit(Struct, frozen=True):
    """A file to make, by its path and key.

    ``frames`` is the parcel with what was laid out. The result is a list of the bytes, or of a
    tuple of the diagnostics that say why they cannot be made.
    """

    game: GameRef
    frames: str
    path: str
    key: str
    draft: bool = False

    @property
    def needs(self) -> tuple[str, ...]:
        """What the game needs, and the Frames."""
        return (*self.game.needs, self.frames)

    def run(self, parcels: Mapping[str, bytes]) -> Any:
        """Make the file."""
        build = self.game.load(parcels)
        build.draft = self.draft
        artifacts = _remembered(
            _planned, (self.game, self.frames), lambda: self._plan(build, parcels)
        )
        artifact = artifacts.get(self.path)
        if artifact is None or artifact.key != self.key:
            raise ProjectChangedError
        try:
            return [build.data(artifact)]
        except CardgenError as error:
            return [tuple(error.diagnostics)]

    def _plan(self, build: GameBuild, parcels: Mapping[str, bytes]) -> dict[str, Artifact]:
        results, drawings, pages = pickle.loads(parcels[self.frames])
        build.session.adopt(results, drawings, pages)
        return {artifact.path: artifact for artifact in build.plan(results, [])}


class VolumeUnit(Struct, frozen=True):
    """A volume of a series to make; the result is a `VolumeResult`."""

    game: GameRef
    order: VolumeOrder

    @property
    def needs(self) -> tuple[str, ...]:
        """What the game needs."""
        return self.game.needs

    def run(self, parcels: Mapping[str, bytes]) -> Any:
        """Make the volume."""
        return make_volume(self.game.load(parcels), self.order)


_builds: dict[Any, GameBuild] = {}
_planned: dict[Any, dict[str, Artifact]] = {}


def _remembered(known: dict[Any, Value], key: Any, make: Callable[[], Value]) -> Value:
    """Return what is known under a key; the oldest makes room for what is new."""
    value = known.get(key)
    if value is None:
        while len(known) >= _KEPT:
            del known[next(iter(known))]
        value = known[key] = make()
    return value
