"""A session that goes on from edit to edit."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from cardgen.model.game import Game
from cardgen.model.sides import SideSpec
from cardgen.pipeline.session import Session


class LiveSession(Session):
    """Lays out sides one by one, and takes over newer data of its game."""

    def go_on(self, game: Game, specs: Iterable[SideSpec], anew: Collection[str]) -> None:
        """Take over newer data, for as long as the theme and the files beside them are the same.

        What is known of the sides ``anew`` is forgotten.
        """
        self.game = game
        self.specs = {spec.id: spec for spec in specs}
        kept = self.specs.keys() - set(anew)
        self._frames = {id: frame for id, frame in self._frames.items() if id in kept}
        self._circular.clear()
