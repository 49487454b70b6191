"""The printer profile of a user, ``printer.yaml`` in the folder of the project.

It describes the user's machines: the printer with its papers, and the cutter.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from cardgen.core.diagnostics import Diagnostic, Location, ModelError
from cardgen.core.geometry import Size
from cardgen.core.units import ALIASES, PAPERS
from cardgen.model.compound import RecordField, TableField
from cardgen.model.fields import ChoiceField, Field, FlagField, NumberField, TextField, read_mapping
from cardgen.model.pieces import LengthField
from cardgen.model.scope import Scope
from cardgen.source.files import Project
from cardgen.source.yaml import load_yaml

PRINTER_FILE = "printer.yaml"
MARKS = ("three", "four")
INSET = 10.0
"""The least distance of marks from the edge in mm that the program of a cutter allows."""


class Cutter(Struct, frozen=True):
    """The settings of a cutting machine; lengths in mm.

    ``marks``, ``inset`` and ``borderless`` are for a Silhouette, ``area`` (portrait) for a Cricut.
    """

    marks: str = "three"
    inset: float = INSET
    borderless: bool = False
    area: Size | None = None


def _offset(doc: str, **kwargs: Any) -> RecordField:
    fields: dict[str, Field] = {
        axis: LengthField(default=0.0, min=-20, max=20, doc=f"distance {way}, seen from the back")
        for axis, way in (("x", "to the right"), ("y", "down"))
    }
    kwargs |= {"noun": "an offset", "doc": doc}
    return RecordField(fields=fields, make=lambda x, y: (x, y), **kwargs)


def _area(noun: str, **kwargs: Any) -> RecordField:
    sides: dict[str, Field] = {
        "width": LengthField(min=50, doc="in portrait orientation"),
        "height": LengthField(min=50, doc="in portrait orientation"),
    }
    kwargs |= {"fields": sides, "noun": noun}
    return RecordField(make=lambda **lengths: Size(*sorted(lengths.values())), **kwargs)


CUTTER: Mapping[str, Field] = {
    "marks": ChoiceField(choices=MARKS, default="three", doc="registration marks of a Silhouette"),
    "inset": LengthField(
        default=INSET, min=INSET, max=80, doc="marks from the edge; with a sheet feeder: 0.625in"
    ),
    "borderless": FlagField(doc="marks closer to the edge, as on paper that is 13 mm larger"),
    "area": _area("an area", optional=True, doc="printable area of a Cricut, if measured"),
}
PRINTER: Mapping[str, Field] = {
    "name": TextField(optional=True, doc="name of the profile"),
    "scale": NumberField(
        default=1.0, min=0.9, max=1.1, doc="how much larger sheets must be to print at true size"
    ),
    "margin": LengthField(default=5.0, max=50, doc="the border that the printer leaves white"),
    "back_offset": _offset(
        "how far to move backs so that they are exactly behind their faces", optional=True
    ),
    "landscape_offset": _offset(
        "the same for landscape pages, if it differs", optional=True, default=None
    ),
    "papers": TableField(
        of=_area("a paper"),
        noun="a paper",
        reserved=(*PAPERS, *ALIASES),
        optional=True,
        doc="your own paper sizes by name, for `--paper`",
    ),
    "cutter": RecordField(
        fields=CUTTER,
        noun="the cutter",
        make=Cutter,
        optional=True,
        doc="settings of the cutting machine",
    ),
}


class Printer(Struct, frozen=True):
    """A printer's unprintable border and its duplex error in mm, and the scale of its sheets.

    Offsets move backs to the right and down on the back page. ``landscape_offset`` is the offset of
    landscape pages; None if it was not measured. ``papers`` are sizes in portrait by name.
    """

    name: str = ""
    margin: float = 5.0
    back_offset: tuple[float, float] = (0.0, 0.0)
    landscape_offset: tuple[float, float] | None = None
    papers: Mapping[str, Size] = {}
    cutter: Cutter = Cutter()
    scale: float = 1.0

    @property
    def location(self) -> Location:
        """The file of the profile."""
        return Location(PRINTER_FILE)

    @property
    def all_papers(self) -> tuple[str, ...]:
        """The names of all papers: of standard papers, and of the profile."""
        return tuple(dict.fromkeys((*PAPERS, *self.papers)))

    @property
    def corrections(self) -> list[str]:
        """The changes to sheets that only this printer needs, in words."""
        offsets = {self.offset(landscape=False), self.offset(landscape=True)} - {(0.0, 0.0)}
        moves = [f"backs are moved by {x:g} mm and {y:g} mm" for x, y in sorted(offsets)]
        return moves + [f"sheets are scaled to {self.scale:.2%}"] * (self.scale != 1)

    def guesses(self, landscape: bool) -> bool:
        """Return whether the offset for this orientation was measured on the other one."""
        return landscape and self.landscape_offset is None and self.back_offset != (0.0, 0.0)

    def offset(self, landscape: bool) -> tuple[float, float]:
        """Return the offset of backs on pages of this orientation, in mm."""
        if landscape and self.landscape_offset is not None:
            return self.landscape_offset
        return self.back_offset


def load_printer(root: Path) -> Printer:
    """Read the profile, or return the default without one.

    Raises SourceError or ModelError for a faulty profile.
    """
    if not (root / PRINTER_FILE).exists():
        return Printer()
    scope = Scope(Project(root), "")
    node = load_yaml(scope.project.read(PRINTER_FILE, description="the printer profile"))
    values = read_mapping(node, PRINTER, scope, "the printer profile")
    if scope.diagnostics.has_errors:
        errors: list[Diagnostic] = list(scope.diagnostics)
        raise ModelError(*errors)
    return Printer(**values)


def calibration_file(paper: str) -> str:
    """Return the path of a paper's calibration sheet in the output folder."""
    return f"calibration.{paper}.pdf"
