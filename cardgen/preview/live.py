"""A session that goes on from edit to edit."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from cardgen.build.session import Session, SideResult
from cardgen.frame import Frame
from cardgen.model.game import Game
from cardgen.model.sides import SideSpec
from cardgen.template.environment import Templates


class LiveSession(Session):
    """Lays out sides one by one, and takes over newer data of its game."""

    @property
    def templates(self) -> Templates:
        """The templates of the game."""
        return self._templates

    def go_on(self, game: Game, specs: Iterable[SideSpec], anew: Collection[str]) -> None:
        """Take over newer data, for as long as the theme and the files beside them are the same.

        What is known of the sides ``anew`` is forgotten.
        """
        self.game = game
        self.specs = {spec.id: spec for spec in specs}
        kept = self.specs.keys() - set(anew)
        self._frames = {id: frame for id, frame in self._frames.items() if id in kept}
        self._circular.clear()

    def take(self, frames: Mapping[str, Frame | None]) -> None:
        """Take sides as somebody else laid them out."""
        self._frames.update(frames)

    def recalled(self, spec: SideSpec) -> SideResult | None:
        """Return a side from the last build, if all that it shows is as it was."""
        return self._recalled(spec)
