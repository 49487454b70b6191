"""Finds the location in the data for a diagnostic about a side."""

from msgspec.structs import replace

from cardgen.core.diagnostics import Diagnostic, Location
from cardgen.core.side_id import SideId
from cardgen.model.game import Game
from cardgen.model.sides import SideSpec
from cardgen.template.element import Element


def naming_place(spec: SideSpec, game: Game) -> Location:
    """Return the location in the data that names the template of a side."""
    places = game.key_locations
    if spec.template_location is not None:
        return spec.template_location
    if not spec.card:
        key = "back" if spec.side == "back" else "template"
        return places.get(f"components.{spec.component}.{key}", spec.location)
    card_type = game.card_types[spec.context["card"]["type"]]
    key = "template" if spec.side == "face" else "back"
    return places.get(f"card_types.{card_type.id}.{key}") or card_type.location or spec.location


def layout_note(spec: SideSpec) -> str:
    """Return the note of a diagnostic that names the side under layout."""
    if not spec.card:
        prefix = "the back of deck " if spec.id == SideId.of(spec.component, "", "back") else ""
        return (
            f"while laying out {prefix}`{spec.component if prefix else spec.id}` ({spec.location})"
        )
    return f"while laying out card `{spec.card}`, {spec.side} ({spec.location})"


def place_at_tag(element: Element, diagnostic: Diagnostic) -> Diagnostic:
    """Give a diagnostic without location the location of the side's outermost tag."""
    return diagnostic if diagnostic.location else replace(diagnostic, location=element.location)
