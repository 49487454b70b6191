"""The sides of pieces that are no cards: boards, tokens, faces of dice, panels of boxes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from cardgen.core.diagnostics import Location
from cardgen.core.fingerprint import digest
from cardgen.core.geometry import Insets, Size
from cardgen.core.side_id import SideId
from cardgen.model.game import Component, Game
from cardgen.model.record import Record
from cardgen.model.sides import SideSpec, freeze


def piece_side(
    component: Component,
    game: Game,
    name: str,
    size: Size,
    edges: tuple[float, float],
    template: str,
    facts: Mapping[str, Mapping[str, Any]],
    *,
    at: Location | None = None,
    side: Literal["face", "back"] = "face",
    asked: Location | None = None,
) -> SideSpec:
    """Return the side of a piece by its name in the component; lengths in mm.

    ``edges`` are its bleed and its safe zone.
    ``facts`` are the records, by name, that its template sees besides the game, its cards and the
    component. ``asked`` is the place that names the template, if the component has several.
    """
    bleed, safe = edges
    shown = {"component": {"id": component.id, "title": component.title}, **facts}
    limits = game.print.limits(safe)
    return SideSpec(
        id=SideId.of(component.id, name, side),
        component=component.id,
        side=side,
        size=size,
        bleed=Insets.of((bleed,)),
        limits=limits,
        template=template,
        context={
            **game.context,
            **{name: Record(values) for name, values in shown.items()},
            "decks": game.cards,
            "side": side,
        },
        form=digest(freeze((size, bleed, limits, side, template))),
        at=at or component.at,
        asked=asked,
    )
