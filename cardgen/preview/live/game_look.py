"""How a loaded game looks as far as it is laid out, to be compared with another state of it."""

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
    """What is laid out of a game by now.

    ``designs`` are by component and name; a page of a booklet is named ``page-03``. ``frames`` are
    by side, ``drawn`` by look; both lack what is broken or still to come.
    """

    snapshot: Snapshot
    designs: Mapping[tuple[str, str], CardSides]
    frames: Mapping[SideId, Frame]
    drawn: Mapping[str, Frame]

    @classmethod
    def of(
        cls, loaded: LoadedGame, memory: Memory, like: GameLook | None = None
    ) -> GameLook | None:
        """Describe how a game looks as far as it is laid out; None if its data cannot be read.

        A side that is broken or still to come counts as it last was. With ``like``, another state,
        it counts as it is in that state.
        """
        with loaded.lock:
            game, specs = loaded.game, loaded.specs
            sides, shown, texts = dict(loaded.sides), dict(loaded.shown), dict(loaded.texts)
            pending = frozenset(loaded.pending) if like is not None else frozenset()
        if game is None:
            return None
        frames = {
            one.id: one.frame
            for id, one in shown.items()
            if one.frame is not None
            and id in specs
            and id not in pending
            and (like is None or not has_errors(one.results))
        }
        flows = game.flows()
        for id, flow in flows.items():
            text = texts.get(id)
            if text is not None and (like is None or not has_errors(text.results)):
                sides[id] = flow.sides(len(text.results))
                frames |= {page.id: page.frame for page in text.results if page.frame is not None}
            elif like is not None:
                sides[id] = [one for (of, _), one in like.designs.items() if of == id]
        sides = {id: found for id, found in sides.items() if found or id not in flows}
        every = {spec.id: spec for found in sides.values() for one in found for spec in one.specs}
        instead = like.frames if like is not None else {}
        whole = {id: frames.get(id) or instead.get(id) or blank(spec) for id, spec in every.items()}
        designs = {(id, _design_name(one)): one for id, found in sides.items() for one in found}
        drawn: dict[str, Frame] = {}
        state = snapshot(game, sides, whole, Printer(), memory, tiles=False, drawn=drawn)
        laid_out = set(frames.values())
        drawn = {look: frame for look, frame in drawn.items() if frame in laid_out}
        return cls(state, designs, frames, drawn)

    def id(self, component: str, name: str, side: str) -> str | None:
        """Return the id of the ``face`` or ``back`` of a design.

        It is empty for a design without a back, and None if there is no such design.
        """
        design = self.designs.get((component, name))
        if design is None:
            return None
        spec = design.face if side == "face" else design.back
        return spec.id if spec is not None else ""


def _design_name(design: CardSides) -> str:
    return design.card.id if design.card is not None else design.face.id.part or design.face.id.side
