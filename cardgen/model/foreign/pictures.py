"""Pictures of a table: files beside it, or a folder of pictures as the table itself."""

from collections.abc import Mapping
from pathlib import Path, PurePath

from msgspec.structs import replace

from cardgen.core.diagnostics import SourceError
from cardgen.core.paths import PICTURE_ENDINGS
from cardgen.core.registry import did_you_mean, nearest
from cardgen.model.foreign.roles import ColumnRole
from cardgen.source.foreign import problems
from cardgen.source.foreign.columns import SourceColumn, SourceTable, text_of
from cardgen.source.foreign.headers import label_of

BACKS = ("back", "rueckseite", "rückseite", "dos", "reverso", "retro", "achterkant")
"""The names of a picture that is the back of the others."""


def picture_table(folder: Path) -> SourceTable:
    """Return a table with a card for each picture in a folder, named as the file.

    Raises SourceError for a folder without pictures.
    """
    names = sorted(file.name for file in folder.iterdir())
    files = [name for name in names if PurePath(name).suffix.lower() in PICTURE_ENDINGS]
    if not files:
        raise SourceError(problems.no_rows(None, folder.name))
    notes = [f"not used, as it is no picture: {name}" for name in names if name not in files]
    backs = [name for name in files if PurePath(name).stem.lower() in BACKS]
    back = backs[0] if backs and files[1:] else ""
    if back:
        files.remove(back)
        notes.append(f"{back}: the back of the deck, and no card")
    titles = (label_of(PurePath(name).stem.replace("-", " ")) for name in files)
    columns = (SourceColumn("Name", tuple(titles)), SourceColumn("Picture", tuple(files)))
    name = f"{folder.resolve().name}.csv"
    return SourceTable(
        name, b"", columns, notes=tuple(notes), is_changed=True, folder=folder, back=back
    )


def with_pictures(
    item: ColumnRole, folder: Path, notes: list[str]
) -> tuple[ColumnRole, Mapping[str, Path]]:
    """Return a column of pictures with their paths in the game, and the files by these paths.

    A name may lack its ending and differ in case. ``notes`` get the pictures that do not exist. If
    there is none, the column is hidden, unless the user chose it.
    """
    files: dict[str, Path] = {}
    for file in sorted([*folder.iterdir(), *folder.glob("*/*")]):
        if file.suffix.lower() in PICTURE_ENDINGS and file.is_file():
            for name in (file.stem, file.name, file.relative_to(folder).as_posix()):
                files.setdefault(name.lower(), file)
    cells, missing_notes = [], []
    pictures: dict[str, Path] = {}
    for cell in item.column.cells:
        text = text_of(cell).strip().replace("\\", "/").removeprefix("./")
        picture = files.get(text.lower()) or files.get(PurePath(text).name.lower())
        path = f"art/{picture.name if picture else PurePath(text).name}"
        if picture and pictures.get(path, picture) != picture:
            path = f"art/{picture.parent.name}-{picture.name}"
        if picture:
            pictures[path] = picture
        elif text:
            # The nearest picture is copied, so that errors about the cell can name it.
            names = {file.name: file for file in files.values()}
            similar_name = nearest(text, names)
            if similar_name:
                pictures[f"art/{similar_name}"] = names[similar_name]
            reason = ": ".join([f"there is no picture `{text}`", *did_you_mean(text, names)])
            missing_notes.append(f"{item.column.header}: {reason}")
        cells.append(path if text else None)
    if len(missing_notes) == len(item.column.values) and item.reason != "your option":
        notes[:] = [
            note for note in notes if not note.startswith(f"{item.column.header}: there is")
        ]
        return replace(item, role="hidden", reason="no such pictures beside the table"), {}
    notes += missing_notes
    return replace(item, column=SourceColumn(item.column.header, tuple(cells))), pictures
