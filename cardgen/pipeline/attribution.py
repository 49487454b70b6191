"""Which place in the data a finding about a side belongs to."""

from __future__ import annotations

from msgspec.structs import replace

from cardgen.core.diagnostics import Diagnostic, Location
from cardgen.core.side_id import SideId
from cardgen.model.game import Game
from cardgen.model.sides import SideSpec
from cardgen.template.element import Element


def naming_place(spec: SideSpec, game: Game) -> Location:
    """Return the place in the data that names the template of a side."""
    places = game.key_locations
    if spec.template_location is not None:
        return spec.template_location
    if not spec.card:
        key = "back" if spec.side == "back" else "template"
        return places.get(f"components.{spec.component}.{key}", spec.at)
    card_type = game.card_types[spec.context["card"]["type"]]
    key = "template" if spec.side == "face" else "back"
    return places.get(f"card_types.{card_type.id}.{key}") or card_type.at or spec.at


def layout_note(spec: SideSpec) -> str:
    """Say what was being laid out."""
    if not spec.card:
        side_name = "the back of deck " if spec.id == SideId.of(spec.component, "", "back") else ""
        return (
            f"while laying out {side_name}`{spec.component if side_name else spec.id}` ({spec.at})"
        )
    return f"while laying out card `{spec.card}`, {spec.side} ({spec.at})"


def place_at_tag(element: Element, diagnostic: Diagnostic) -> Diagnostic:
    """Put a finding about a side as a whole at its outermost tag."""
    return diagnostic if diagnostic.at else replace(diagnostic, at=element.location)
