"""A state of a game as it looks: its snapshot, its designs and their pictures."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from cardgen.features.revision.snapshot import Memory, Snapshot, snapshot
from cardgen.frame import Frame
from cardgen.model.game import Game
from cardgen.model.printer import Printer
from cardgen.model.sides import CardSides
from cardgen.pipeline.results import has_errors
from cardgen.pipeline.session import blank
from cardgen.preview.live.loaded_game import LoadedGame

Looks = tuple[str, str]
"""The looks of face and back, empty for what is not there."""


class GameLook(Struct, frozen=True):
    """What is laid out of a game by now.

    ``designs`` are by component and name; a page of a booklet is named ``page-03``. ``frames`` are
    by side and lack what is broken or still to come.
    """

    snapshot: Snapshot
    designs: Mapping[tuple[str, str], CardSides]
    frames: Mapping[str, Frame]

    def id(self, component: str, name: str, side: str) -> str | None:
        """Return the id of the ``face`` or ``back`` of a design.

        It is empty for a design without a back, and None if there is no such design.
        """
        design = self.designs.get((component, name))
        if design is None:
            return None
        spec = design.face if side == "face" else design.back
        return spec.id if spec is not None else ""


def game_look(
    loaded: LoadedGame, printer: Printer, memory: Memory, like: GameLook | None = None
) -> GameLook | None:
    """Describe how a game looks as far as it is laid out; None if its data cannot be read.

    A side that is broken or still to come counts as it last was. With ``like``, another state, it
    counts as it is in that state.
    """
    with loaded.lock:
        game, specs = loaded.game, loaded.specs
        sides, shown, texts = dict(loaded.sides), dict(loaded.shown), dict(loaded.texts)
        pending = frozenset(loaded.pending) if like is not None else frozenset()
    if game is None:
        return None
    frames = {
        id: one.result.frame
        for id, one in shown.items()
        if one.result.frame is not None
        and id in specs
        and id not in pending
        and (like is None or not has_errors(one.results))
    }
    for id, component in game.components.items():
        flow = component.flow(game)
        if flow is None:
            continue
        text = texts.get(id)
        if text is not None and (like is None or not has_errors(text.results)):
            sides[id] = flow.sides(len(text.results))
            frames |= {page.id: page.frame for page in text.results if page.frame is not None}
        elif like is not None:
            sides[id] = [one for (of, _), one in like.designs.items() if of == id]
    sides = {id: found for id, found in sides.items() if found or not _is_text(game, id)}
    every = {spec.id: spec for found in sides.values() for one in found for spec in one.specs}
    instead = like.frames if like is not None else {}
    whole = {id: frames.get(id) or instead.get(id) or blank(spec) for id, spec in every.items()}
    designs = {(id, _name(one)): one for id, found in sides.items() for one in found}
    return GameLook(snapshot(game, sides, whole, printer, memory, tiles=False), designs, frames)


def _is_text(game: Game, id: str) -> bool:
    return id in game.components and game.components[id].flow(game) is not None


def _name(design: CardSides) -> str:
    """Return what tells a design from the others of its component."""
    return design.card.id if design.card is not None else design.face.id.split("/")[1]


def looks_of(state: Snapshot, component: str, name: str) -> Looks:
    """Return the looks that a snapshot records of a design."""
    if component in state.decks:
        card = state.decks[component].cards.get(name)
        return (card.face, card.back) if card is not None else ("", "")
    if component in state.boards:
        return state.boards[component].look, ""
    if component in state.pieces:
        part = state.pieces[component].parts.get(name)
        return (part.face, part.back) if part is not None else ("", "")
    pages = state.booklets[component].pages if component in state.booklets else ()
    number = int(name.rpartition("-")[2] or 0)
    return (pages[number - 1] if 0 < number <= len(pages) else ""), ""
