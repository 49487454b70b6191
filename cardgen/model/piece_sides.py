"""The sides of pieces that are no cards: boards, tokens, faces of dice, panels of boxes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import astuple

from cardgen.core.diagnostics import Location
from cardgen.core.fingerprint import digest
from cardgen.core.geometry import Insets, Size
from cardgen.model.game import Component, Game
from cardgen.model.record import Record
from cardgen.model.sides import SideSpec


class PieceSide(Struct, frozen=True, kw_only=True):
    """One side to draw: its name in the component, its measures in mm, and its template.

    ``asked`` is the place that names the template, if it is not the one of the whole component.
    """

    name: str
    size: Size
    bleed: float
    safe: float
    template: str
    at: Location
    side: Literal["face", "back"] = "face"
    asked: Location | None = None


def piece_side(
    component: Component,
    game: Game,
    piece: PieceSide,
    facts: Mapping[str, Mapping[str, Any]],
) -> SideSpec:
    """Return the side of a piece.

    ``facts`` are the records, by name, that its template sees besides the game, its cards and the
    component.
    """
    size, bleed = piece.size, piece.bleed
    shown = {"component": {"id": component.id, "title": component.title}, **facts}
    limits = game.print.limits(piece.safe)
    measures = (size.width, size.height, bleed, astuple(limits))
    return SideSpec(
        id=f"{component.id}/{piece.name}/{piece.side}",
        component=component.id,
        card="",
        side=piece.side,
        size=size,
        bleed=Insets.of((bleed,)),
        limits=limits,
        radius=0.0,
        template=piece.template,
        context={
            **game.context,
            **{name: Record(values) for name, values in shown.items()},
            "decks": game.cards,
            "side": piece.side,
        },
        form=digest((measures, piece.side, piece.template)),
        at=piece.at,
        asked=piece.asked,
    )
