"""The designs of a game: their sides, ids, neighbours and continuation cards."""

from collections.abc import Iterable, Mapping

from cardgen.core.side_id import SideId
from cardgen.model.flowing import FlowSpec
from cardgen.model.game import Game
from cardgen.model.sides import CardSides, SideSpec
from cardgen.pipeline.continued_sides import order_of_sides
from cardgen.pipeline.results import SideResult


class Designs:
    """The designs of each component of a game. The designs of a laid-out text are its pages.

    Some designs are continuation cards (``further``): they exist only if a text continues on them.
    """

    def __init__(self, game: Game) -> None:
        self._all = {id: component.sides(game) for id, component in game.components.items()}
        self.by_component: dict[str, list[CardSides]] = dict(self._all)
        designs = [design for designs in self._all.values() for design in designs]
        self.specs: dict[str, SideSpec] = {s.id: s for design in designs for s in design.specs}
        """The sides by id, without the pages of texts."""
        self.further = {design.face.id for design in designs if design.further}
        """The faces of continuation cards."""
        self._before, self._after = order_of_sides(self._all.values())

    def ids(self, components: Iterable[str] | None = None) -> dict[str, None]:
        """Return the ids of the sides of these components, or of all, in the order of the game."""
        among = self.by_component if components is None else components
        specs = (spec for id in among for design in self.by_component[id] for spec in design.specs)
        return {spec.id: None for spec in specs if spec.id in self.specs}

    def neighbours(self, spec: SideSpec) -> tuple[SideSpec | None, SideSpec | None]:
        """Return the previous and the next side of a card, between which texts continue."""
        before, after = self._before.get(spec.id, ""), self._after.get(spec.id, "")
        return self.specs.get(before), self.specs.get(after)

    def find(self, name: str) -> SideSpec | None:
        """Return the side for the name in a ``<card>`` element, or None.

        ``deck/card/back`` may be the back of the deck; for a component without a back, such as a
        board, it is the face.
        """
        id, names = SideId(name), [name]
        if id.side.endswith("back"):
            names += [SideId.of(id.component, "", side) for side in ("back", "face")]
        return next((spec for name in names if (spec := self.specs.get(name))), None)

    def id_of(self, name: str) -> str:
        """Return the id of the side for the name in a ``<card>`` element."""
        spec = self.find(name)
        return spec.id if spec is not None else name

    def leave_out(
        self, sides: Mapping[str, SideResult], components: Iterable[str] | None = None
    ) -> None:
        """Leave out continuation cards without content, according to their results."""
        for id in self._all if components is None else components:
            self.by_component[id] = [
                design
                for design in self._all[id]
                if not design.further
                or ((side := sides.get(design.face.id)) is not None and side.is_needed)
            ]

    def set_pages(self, flow: FlowSpec, number: int) -> None:
        """Set the number of pages of a text."""
        self.by_component[flow.component] = flow.sides(number)
