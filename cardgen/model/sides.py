"""The specs of sides: measures, template, and the records that the template sees."""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from msgspec import Struct

from cardgen.core.diagnostics import Location
from cardgen.core.geometry import Insets, Size
from cardgen.core.side_id import SideId
from cardgen.model.cards import Card
from cardgen.model.formats import Limits
from cardgen.model.record import Record, values_of
from cardgen.model.richtext import Rich, TermValue


class SideSpec(Struct, frozen=True):
    """One side to lay out.

    ``form`` is the input digest: over its measures and the name of its template. ``location``
    is the location of the piece. ``template_location`` is where the template is named, if that is
    not the place where other sides of the component have it.
    """

    id: SideId
    component: str
    side: Literal["face", "back"]
    size: Size
    bleed: Insets
    limits: Limits
    template: str
    context: Mapping[str, Any]
    form: str
    location: Location
    template_location: Location | None = None
    card: str = ""
    radius: float = 0.0
    inset: float = 0.0

    @property
    def safe(self) -> float:
        """The width of the safe zone in mm."""
        return self.limits.safe

    theme: ClassVar[None] = None
    """Sides always use the theme of the game."""


class CardSides(Struct, frozen=True):
    """One design with its sides; cards with the same back share one `SideSpec`.

    ``card`` is None for boards, tokens and pages. A ``further`` card continues the text of the card
    before it, and is made only if that text does not fit.
    """

    card: Card | None
    face: SideSpec
    back: SideSpec | None
    copies: int
    further: bool = False

    @property
    def specs(self) -> tuple[SideSpec, ...]:
        """The face, and the back if the design has one."""
        return (self.face,) if self.back is None else (self.face, self.back)


def freeze(value: Any) -> Any:
    """Convert a value or a block into plain nested tuples, for digests."""
    match value:
        case str():
            return str(value)
        case Rich():
            return (value.markup,)
        case TermValue():
            parts = (value.id, value.text, value.plural, value.icon, value.color)
            return (*parts, value.explain.markup)
        case Record():
            return tuple((name, freeze(inner)) for name, inner in values_of(value).items())
        case tuple():
            return tuple(freeze(inner) for inner in value)
        case bool() | None:
            return value
        case int():
            return int(value)
        case float():
            return float(value)
    if isinstance(value, Struct):
        inner = (freeze(getattr(value, name)) for name in value.__struct_fields__)
        return (type(value).__name__, *inner)
    if isinstance(value, Mapping):
        return tuple(sorted((name, freeze(inner)) for name, inner in value.items()))
    raise TypeError(f"cannot freeze {type(value).__name__}")
