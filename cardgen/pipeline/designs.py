"""The designs of a game with their sides: which there are, what they are called, which follow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cardgen.core.side_id import SideId
from cardgen.model.flowing import FlowSpec
from cardgen.model.game import Game
from cardgen.model.sides import CardSides, SideSpec
from cardgen.pipeline.continued_sides import order_of_sides
from cardgen.pipeline.results import SideResult


class Designs:
    """The designs of each component of a game; those of a text are its pages once it is laid out.

    Some designs are ``further`` cards: they are there only if a text continues on them.
    """

    def __init__(self, game: Game) -> None:
        self._all = {id: component.sides(game) for id, component in game.components.items()}
        self.by_component: dict[str, list[CardSides]] = dict(self._all)
        designs = [design for designs in self._all.values() for design in designs]
        self.specs: dict[str, SideSpec] = {s.id: s for design in designs for s in design.specs}
        """All sides by their ids, but for pages of texts."""
        self.further = {design.face.id for design in designs if design.further}
        """The faces of further cards."""
        self._before, self._after = order_of_sides(self._all.values())

    def ids(self, components: Iterable[str] | None = None) -> dict[str, None]:
        """Name the sides of some components, or of all, in the order of the game."""
        among = self.by_component if components is None else components
        specs = (spec for id in among for design in self.by_component[id] for spec in design.specs)
        return {spec.id: None for spec in specs if spec.id in self.specs}

    def neighbours(self, spec: SideSpec) -> tuple[SideSpec | None, SideSpec | None]:
        """Return the sides between which a text goes on over this one, if there are any."""
        before, after = self._before.get(spec.id, ""), self._after.get(spec.id, "")
        return self.specs.get(before), self.specs.get(after)

    def find(self, name: str) -> SideSpec | None:
        """Find a side by what a picture calls it.

        ``deck/card/back`` may be the back of the deck; for a component without a back, such as a
        board, it is its face.
        """
        id, names = SideId(name), [name]
        if id.side.endswith("back"):
            names += [SideId.of(id.component, "", side) for side in ("back", "face")]
        return next((spec for name in names if (spec := self.specs.get(name))), None)

    def id_of(self, name: str) -> str:
        """Return the id of the side that a picture names."""
        spec = self.find(name)
        return spec.id if spec is not None else name

    def leave_out(
        self, sides: Mapping[str, SideResult], components: Iterable[str] | None = None
    ) -> None:
        """Leave out further cards that no text continues on, given the sides as laid out."""
        for id in self._all if components is None else components:
            self.by_component[id] = [
                design
                for design in self._all[id]
                if not design.further
                or ((side := sides.get(design.face.id)) is not None and side.is_needed)
            ]

    def set_pages(self, flow: FlowSpec, number: int) -> None:
        """Give a text so many pages."""
        self.by_component[flow.component] = flow.sides(number)
