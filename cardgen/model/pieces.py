"""The pieces in the box of a game, by kind, with numbers and pictures; and fields for sizes."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.geometry import Size
from cardgen.core.side_id import SideId
from cardgen.core.units import parse_mm, parse_pt
from cardgen.model import problems
from cardgen.model.fields import Field, expect, read_mapping
from cardgen.model.formats import CARD_SIZES, CardFormat
from cardgen.model.locale.plurals import plural_rule
from cardgen.model.scope import Scope
from cardgen.source.node import YamlNode

Outline = Literal["card", "rect", "round", "hex", "triangle"]
"""The shape of a piece in pictures; ``card`` has round corners."""


class PiecePicture(Struct, frozen=True):
    """A picture of a piece: the id of a side, and the outline of the piece."""

    side: SideId
    outline: Outline = "rect"


class Pieces(Struct, frozen=True):
    """Pieces of one kind: their number, the plural forms of their noun, and their pictures.

    ``noun`` is the form for the number. ``title`` is their name; empty if the noun is enough.
    """

    count: int
    nouns: tuple[str, ...]
    noun: str
    title: str
    pictures: tuple[PiecePicture, ...] = ()

    @classmethod
    def from_noun(
        cls,
        count: int,
        noun_forms: str,
        title: str,
        language: str,
        pictures: tuple[PiecePicture, ...] = (),
    ) -> "Pieces":
        """Make pieces from a noun in singular and plural, ``card|cards``, or only singular."""
        singular, *plurals = noun_forms.split("|")
        nouns = (singular, *(plurals or [f"{singular}s"]))
        noun = plural_rule(language).choose(nouns, count) or nouns[-1]
        return cls(count, nouns, noun, title, pictures)


def drop_repeated_titles(pieces: Sequence[Pieces]) -> list[Pieces]:
    """Leave out kinds without a piece, and titles that only repeat the noun."""
    return [
        replace(p, title="") if p.title.casefold() in map(str.casefold, p.nouns) else p
        for p in pieces
        if p.count
    ]


MAX_LENGTH_MM = 1000.0
_LENGTH = r"\s*([\d.]+)\s*([a-z]*?)\s*"
_DIMENSIONS = re.compile(rf"{_LENGTH}[x×*]{_LENGTH}", re.IGNORECASE)


class LengthField(Field, frozen=True, kw_only=True):
    """A length, in millimetres if it has no unit; its value is in millimetres."""

    empty: ClassVar[Any] = 0.0
    min: float = 0.0
    max: float = MAX_LENGTH_MM
    points: bool = False
    form: ClassVar[Mapping[str, Any]] = {
        "type": ["number", "string"],
        "pattern": r"^[-+]?[0-9.]+\s*(mm|cm|in|pt)?$",
    }

    def read(self, node: YamlNode, scope: Scope) -> float:
        """Return the length."""
        if type(node.value) not in (int, float, str):
            expect("a length", node, scope, "write for example `3mm`")
            return 0.0
        unit = "pt" if self.points else "mm"
        try:
            value = parse_pt(node.value) if self.points else parse_mm(node.value)
        except ValueError as error:
            scope.refuse(node.location, str(error), f"write for example `3{unit}`")
            return 0.0
        if not self.min <= value <= self.max:
            message = f"`{node.raw}` is out of range"
            hint = f"write a length from {self.min:g} to {self.max:g} {unit}"
            scope.refuse(node.location, message, hint)
            return self.min
        return round(value, 4)


_MEASURES: Mapping[str, Field] = {
    "width": LengthField(min=5, doc="trimmed width"),
    "height": LengthField(min=5, doc="trimmed height"),
    "radius": LengthField(default=3.0, max=100, doc="corner radius"),
}


class SizeField(Field, frozen=True, kw_only=True):
    """A card size by name, or ``{width: 63mm, height: 88mm, radius: 3mm}``."""

    keys: ClassVar[Mapping[str, Field]] = _MEASURES
    form: ClassVar[Mapping[str, Any]] = {"enum": list(CARD_SIZES)}
    empty: ClassVar[Any] = CARD_SIZES["poker"]

    def read(self, node: YamlNode, scope: Scope) -> CardFormat:
        """Return the format."""
        if node.kind == "map":
            values = read_mapping(node, _MEASURES, scope, "a card size")
            return CardFormat(Size(values["width"], values["height"]), values["radius"])
        stock = CARD_SIZES.get(node.raw) if node.kind == "scalar" else None
        if stock is not None:
            return stock
        if node.kind == "list":
            expect("a card size", node, scope, "write `{width: 63mm, height: 88mm}`")
        else:
            diagnostic = problems.unknown_name(node.location, "card size", node.raw, CARD_SIZES)
            if lengths := _DIMENSIONS.fullmatch(node.raw):
                width, its_unit, height, unit = lengths.groups()
                width, height = width + (its_unit or unit), height + (unit or its_unit)
                hint = f"write `{{width: {width}, height: {height}}}`"
                diagnostic = replace(diagnostic, hints=(hint,))
            scope.fault(diagnostic)
        return CARD_SIZES["poker"]
