"""The pictures of a loaded game, for a comparison with another state of the game."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from cardgen.comparison.snapshot import Memory, Snapshot, snapshot
from cardgen.core.side_id import SideId
from cardgen.frame import Frame
from cardgen.model.printer import Printer
from cardgen.model.sides import CardSides
from cardgen.pipeline.game_work import blank
from cardgen.pipeline.results import has_errors
from cardgen.preview.live.loaded_game import LoadedGame


class GameLook(Struct, frozen=True):
    """The snapshot and the Frames of a game, as far as it is laid out.

    ``designs`` has component and name as its key; a page of a booklet has a name like ``page-03``.
    ``frames`` has the Frames by side, ``drawn`` by appearance; both lack broken and pending sides.
    """

    snapshot: Snapshot
    designs: Mapping[tuple[str, str], CardSides]
    frames: Mapping[SideId, Frame]
    drawn: Mapping[str, Frame]

    @classmethod
    def of(
        cls, loaded: LoadedGame, memory: Memory, base: GameLook | None = None
    ) -> GameLook | None:
        """Return the look of a game as far as it is laid out, or None if its data has errors.

        A broken or pending side has its last Frame. With a ``base``, it has the Frame of that
        other state instead.
        """
        with loaded.lock:
            game, specs = loaded.game, loaded.specs
            sides, side_results, texts = (
                dict(loaded.sides),
                dict(loaded.side_results),
                dict(loaded.texts),
            )
            pending = frozenset(loaded.pending) if base is not None else frozenset()
        if game is None:
            return None
        frames = {
            result.id: result.frame
            for id, result in side_results.items()
            if result.frame is not None
            and id in specs
            and id not in pending
            and (base is None or not has_errors(result.results))
        }
        flows = game.flows()
        for id, flow in flows.items():
            text = texts.get(id)
            if text is not None and (base is None or not has_errors(text.results)):
                sides[id] = flow.sides(len(text.results))
                frames |= {page.id: page.frame for page in text.results if page.frame is not None}
            elif base is not None:
                sides[id] = [design for (owner, _), design in base.designs.items() if owner == id]
        sides = {id: group for id, group in sides.items() if group or id not in flows}
        every = {
            spec.id: spec for group in sides.values() for design in group for spec in design.specs
        }
        instead = base.frames if base is not None else {}
        painted = {
            id: frames.get(id) or instead.get(id) or blank(spec) for id, spec in every.items()
        }
        designs = {
            (id, _design_name(design)): design for id, group in sides.items() for design in group
        }
        drawn: dict[str, Frame] = {}
        state = snapshot(game, sides, painted, Printer(), memory, tiles=False, drawn=drawn)
        laid_out = set(frames.values())
        drawn = {look: frame for look, frame in drawn.items() if frame in laid_out}
        return cls(state, designs, frames, drawn)

    def id(self, component: str, name: str, side: str) -> str | None:
        """Return the id of the ``face`` or ``back`` of a design.

        Returns an empty text for a design without a back, and None for an unknown design.
        """
        design = self.designs.get((component, name))
        if design is None:
            return None
        spec = design.face if side == "face" else design.back
        return spec.id if spec is not None else ""


def _design_name(design: CardSides) -> str:
    return design.card.id if design.card is not None else design.face.id.part or design.face.id.side
