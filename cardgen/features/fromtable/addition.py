"""Adds the decks of a table to a game that exists, and changes nothing else in the game."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from shutil import copytree
from typing import Any

from msgspec import Struct

from cardgen.core.diagnostics import OutputError
from cardgen.features.fromtable.table_game import TableGame
from cardgen.features.problems import already_there
from cardgen.model.load import load_game
from cardgen.pipeline.writing import write_all
from cardgen.source.editing.edited_file import EditedFile
from cardgen.source.editing.patching import Edit
from cardgen.source.node import SourceFile
from cardgen.source.yaml import load_yaml

_READ_FOLDERS = ("card_data/{}", "templates/{}", "templates/shared", "fonts")
"""The folders that the sides of a game may read."""


class Addition(Struct, frozen=True):
    """The new decks of a game; ``files`` are the new and changed ones, relative to ``project``."""

    id: str
    project: Path
    files: tuple[str, ...]


def game_facts(project: Path, name: str) -> dict[str, Any]:
    """Return the terms of a game, and all names that decks and card types cannot have.

    Raises ModelError for a game with errors.
    """
    game = load_game(project, name)
    folders = (project / "card_data" / name / "decks", project / "templates" / name)
    stems = {file.name.partition(".")[0] for folder in folders for file in folder.glob("*")}
    return {
        "known_terms": game.terms,
        "used_ids": stems | game.components.keys() | game.card_types.keys(),
    }


def add_deck(project: Path, name: str, table_game: TableGame) -> Addition:
    """Write the files of new decks, and their keys into the game's game.yaml.

    Raises OutputError if a file would be replaced.
    """
    path = f"card_data/{name}/game.yaml"
    game = EditedFile(path, (project / path).read_bytes())
    files, _ = table_game.files(name, name)
    game_values, new_values = (_values(text) for text in (game.text, files.pop(path).decode()))
    names = _new_names(game_values, new_values, f"{table_game.deck.parts[0].id}-")
    new_values["theme"] = _rename(new_values["theme"], names)
    edits = _edits(game_values, _needed_values(game_values, new_values))
    for file, data in files.items():
        if file.endswith(".j2"):
            files[file] = _rename_quotes(data.decode(), names).encode()
        elif (project / file).exists() and (project / file).read_bytes() != data:
            raise OutputError(already_there(None, file))
    files[path] = _with_comments(game.apply_edits(edits).decode(), table_game).encode()
    write_all({project / file: data for file, data in files.items()}, str, can_change_output=False)
    return Addition(name, project, tuple(sorted(files)))


def add_to_copy(project: Path, name: str, folder: Path, table_game: TableGame) -> Addition:
    """Add the decks to a copy of the game in ``folder``."""
    for pattern in _READ_FOLDERS:
        source = project / pattern.format(name)
        if source.is_dir():
            copytree(source, folder / pattern.format(name))
    return add_deck(folder, name, table_game)


def _with_comments(text: str, table_game: TableGame) -> str:
    """Return the text of game.yaml with the roles of the columns above the new card type."""
    key = re.search(rf"(?m)^([ \t]*){re.escape(table_game.card_type)}: ", text)
    if key is None:
        return text
    newline = "\r\n" if "\r\n" in text else "\n"
    comments = (
        f"{key[1]}#   {' '.join(item.column.header.split())}: {item.role} ({item.reason}){newline}"
        for item in table_game.deck.roles
    )
    return text[: key.start()] + "".join(comments) + text[key.start() :]


def _values(text: str) -> dict[str, Any]:
    values: dict[str, Any] = load_yaml(SourceFile("", text)).to_python()
    return values


def _new_names(
    game_values: Mapping[str, Any], new_values: Mapping[str, Any], prefix: str
) -> dict[str, str]:
    """Return new names for colours and styles whose names have other values in the game."""
    theme = game_values.get("theme") or {}
    names: dict[str, str] = {}
    # Colours first, because a style with a renamed colour differs, too.
    for kind in ("colors", "styles"):
        theme_values = theme.get(kind) or {}
        for name, value in new_values["theme"][kind].items():
            if name in theme_values and theme_values[name] != _rename(value, names):
                names[name] = prefix + name
    return names


def _rename(value: Any, names: Mapping[str, str]) -> Any:
    """Return a theme, or a value of it, with the new names of colours and styles."""
    if isinstance(value, dict):
        return {names.get(key, key): _rename(inner, names) for key, inner in value.items()}
    return names.get(value, value) if isinstance(value, str) else value


def _rename_quotes(template: str, names: Mapping[str, str]) -> str:
    """Return a template with the new names: quoted, and no key of a mapping."""
    return re.sub(r'"([a-z][\w-]*)(?=["/])(?!":)', lambda m: f'"{names.get(m[1], m[1])}', template)


def _needed_values(game_values: Mapping[str, Any], new_values: dict[str, Any]) -> dict[str, Any]:
    """Return the values that the game needs besides its own."""
    theme = new_values["theme"]
    fonts = (game_values.get("theme") or {}).get("fallback") or []
    theme["fallback"] = [*fonts, *(font for font in theme["fallback"] if font not in fonts)]
    if "language" not in game_values:
        for style in theme["styles"].values():
            style.pop("hyphenate", None)
    components = new_values["components"]
    # Cards of a game with one type need not name it; with two types, their decks do.
    types = list(game_values.get("card_types") or {})
    for id, component in (game_values.get("components") or {}).items():
        if len(types) == 1 and isinstance(component, dict) and component.get("kind") == "deck":
            components[id] = {"defaults": {"type": types[0]}}
    keys = ("terms", "card_types", "components")
    return {"theme": theme, **{key: new_values[key] for key in keys if key in new_values}}


def _edits(
    game_values: Any, needed_values: Mapping[str, Any], path: tuple[str, ...] = ()
) -> Iterator[Edit]:
    """Yield an edit for each value that is absent, and for a longer list of fonts."""
    for key, value in needed_values.items():
        old = game_values.get(key)
        if isinstance(old, dict) and isinstance(value, dict) and old:
            yield from _edits(old, value, (*path, key))
        elif old is None or old == {} or (key == "fallback" and old != value):
            yield Edit((*path, key), value)
