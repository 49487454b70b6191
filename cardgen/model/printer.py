"""The printer profile that a user keeps in ``printer.yaml`` at the top of the project."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from cardgen.core.diagnostics import Diagnostic
from cardgen.core.errors import ModelError
from cardgen.model.compound import RecordField
from cardgen.model.fields import Field, TextField, read_mapping
from cardgen.model.measures import LengthField
from cardgen.model.scope import Scope
from cardgen.source.files import Project
from cardgen.source.yaml import load_yaml

PRINTER_FILE = "printer.yaml"


def _offset(doc: str) -> RecordField:
    fields: dict[str, Field] = {
        axis: LengthField(default=0.0, min=-20, max=20, doc=f"{way}, as one looks at the back")
        for axis, way in (("x", "to the right"), ("y", "down"))
    }
    return RecordField(fields=fields, what="an offset", optional=True, doc=doc)


PRINTER: Mapping[str, Field] = {
    "name": TextField(optional=True, doc="to tell profiles apart"),
    "margin": LengthField(default=5.0, max=50, doc="the border that the printer leaves white"),
    "back_offset": _offset("how far backs must move to lie behind their faces"),
    "landscape_offset": _offset("the same on lying pages, where it differs"),
}


class Printer(Struct, frozen=True):
    """A printer's unprintable border and its duplex error, in mm.

    Offsets move backs to the right and down, as one looks at the back page. ``landscape_offset``
    is the one for landscape pages if it was measured.
    """

    name: str = ""
    margin: float = 5.0
    back_offset: tuple[float, float] = (0.0, 0.0)
    landscape_offset: tuple[float, float] | None = None

    def guesses(self, landscape: bool) -> bool:
        """Whether the offset for this orientation is a guess, measured on the other one."""
        return landscape and self.landscape_offset is None and self.back_offset != (0.0, 0.0)

    def offset(self, landscape: bool) -> tuple[float, float]:
        """Return how far backs are moved on pages of this orientation."""
        if landscape and self.landscape_offset is not None:
            return self.landscape_offset
        return self.back_offset


def load_printer(root: Path) -> Printer:
    """Read the profile, or return the default where there is none.

    Raises SourceError or ModelError for a profile that cannot be read.
    """
    if not (root / PRINTER_FILE).exists():
        return Printer()
    scope = Scope(Project(root), "")
    node = load_yaml(scope.project.read(PRINTER_FILE, what="the printer profile"))
    given = read_mapping(node, PRINTER, scope, "the printer profile")
    if scope.found.has_errors:
        errors: list[Diagnostic] = list(scope.found)
        raise ModelError(*errors)
    back, lying = given["back_offset"], given["landscape_offset"]
    measured = "landscape_offset" in node.value
    return Printer(
        given["name"], given["margin"], (back.x, back.y), (lying.x, lying.y) if measured else None
    )
