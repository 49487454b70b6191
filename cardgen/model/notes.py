"""Notes of a playtest in ``notes.yaml``: pins on cards, pieces, boards and pages.

They are for the authors of a game: no product shows them or depends on them.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.diagnostics import Diagnostic, Location, Severity
from cardgen.model.compound import ListField, RecordField
from cardgen.model.fields import (
    ChoiceField,
    DateField,
    Field,
    NumberField,
    TextField,
    mapping_schema,
    read_mapping,
)
from cardgen.model.gamefile import DIALECT
from cardgen.model.scope import ErrorCollector, Scope
from cardgen.source.files import DATA_FOLDER, Project
from cardgen.source.yaml import load_yaml


class PlaytestNote(Struct, frozen=True, kw_only=True):
    """A note at a spot, in mm from the top left of the trim."""

    id: str
    on: str
    side: str
    x: float | None
    y: float | None
    text: str
    date: str | None
    state: str
    location: Location = Location("")


NOTE: Mapping[str, Field] = {
    "id": TextField(doc="identifies the note within its game"),
    "on": TextField(doc="a card, token, board or page: `heroes/anna`, `map`, `rules/3`"),
    "side": ChoiceField(choices=("face", "back"), default="face", doc="side of a card or token"),
    "x": NumberField(optional=True, doc="mm from the left edge to the pin"),
    "y": NumberField(optional=True, doc="mm from the top edge to the pin"),
    "text": TextField(doc="text of the note"),
    "date": DateField(optional=True, doc="date of the playtest"),
    "state": ChoiceField(
        choices=("open", "done"), default="open", doc="whether you have handled it"
    ),
}
NOTES: Mapping[str, Field] = {
    "notes": ListField(
        of=RecordField(fields=NOTE, noun="a note", make=PlaytestNote),
        optional=True,
        doc="notes of playtests, in any order",
    )
}


def notes_file(game: str) -> str:
    """Return the path of the notes of a game."""
    return f"{DATA_FOLDER}/{game}/notes.yaml"


def read_notes(
    project: Project, game: str
) -> tuple[tuple[PlaytestNote, ...], tuple[Diagnostic, ...]]:
    """Read the notes of a game; return them with diagnostics, which are all warnings.

    Notes without an id or without ``on`` are skipped.
    """
    path, scope = notes_file(game), Scope(project, game)
    if path not in project.unsaved and not (project.root / path).is_file():
        return (), ()
    notes_by_id: dict[str, PlaytestNote] = {}
    with ErrorCollector(scope):
        root = load_yaml(project.read(path, description="the notes"))
        read = read_mapping(root, NOTES, scope, "the file of notes")["notes"]
        for note, node in zip(read, root.value["notes"].value if read else (), strict=True):
            if note.id and note.on and (first := notes_by_id.setdefault(note.id, note)) is not note:
                message = f"there is already a note `{note.id}`, at {first.location}"
                scope.refuse(node.location, message, "give each note a different id")
            elif note.id and note.on:
                notes_by_id[note.id] = replace(note, location=node.location)
    warnings = [replace(diagnostic, severity=Severity.WARNING) for diagnostic in scope.diagnostics]
    return tuple(notes_by_id.values()), tuple(warnings)


def notes_schema() -> dict[str, Any]:
    """Describe ``notes.yaml``."""
    schema = mapping_schema(NOTES, Scope(Project(Path()), ""))
    return {"$schema": DIALECT, "title": "cardgen notes", **schema}
