"""What names a card by its id: the places that follow when it gets another one, and all others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from msgspec import Struct

from cardgen.core.diagnostics import CardgenError, Location
from cardgen.model.rule_text import RuleText
from cardgen.preview.editing.targets import game_file
from cardgen.preview.live.loaded_game import LoadedGame
from cardgen.source.files import DATA_FOLDER, Project
from cardgen.source.yaml import load_yaml

_CITED = frozenset({"card", "name", "picture", "assumption"})
_LEAD = re.compile(r"\{\s*card:\s*$|\bref=\"$")


class Naming(Struct, frozen=True):
    """The places of a name; those in ``left`` are for people to change."""

    follow: tuple[Location, ...] = ()
    left: tuple[Location, ...] = ()


def naming(loaded: LoadedGame, deck: str, card: str) -> Naming:
    """Return what names a card in the files of its game; hold its lock.

    What the model reads as a name follows, and `<card ref="…"/>`. Whatever else templates say may
    mean the card or not.
    """
    name = f"{deck}/{card}"
    cited = set(_cited(loaded, name))
    full = re.compile(rf"(?<![\w/-]){re.escape(name)}(?![\w{{-])")
    short = re.compile(rf"{full.pattern}|(?<=[\"'=]){re.escape(card)}(?![\w-])")
    follow: list[Location] = []
    left: list[Location] = []
    for path, text in _texts(loaded):
        pattern = full if path.startswith(DATA_FOLDER) and not path.endswith(".md") else short
        for number, line in enumerate(text.split("\n"), 1):
            for found in pattern.finditer(line):
                at = Location(path, number, found.start() + 1, len(found[0]))
                is_name = (path, number) in cited or _LEAD.search(line, 0, found.start())
                (follow if is_name and found[0] == name else left).append(at)
    return Naming(tuple(follow), tuple(left))


def _cited(loaded: LoadedGame, name: str) -> Iterator[tuple[str, int]]:
    """Yield file and line of all names that the model has read."""
    assert loaded.game is not None
    for one in loaded.game.components.values():
        for cited in one.document.references if isinstance(one, RuleText) else ():
            if cited.kind in _CITED and cited.name.strip() == name:
                yield cited.at.path, cited.at.line
    root = load_yaml(Project(loaded.root, loaded.unsaved).read(game_file(loaded)))
    shown = root.value.get("showcase") if root.kind == "map" else None
    for node in shown.value if shown is not None and shown.kind == "list" else ():
        if node.raw == name:
            yield node.path, node.line


def _texts(loaded: LoadedGame) -> Iterator[tuple[str, str]]:
    """Yield the texts of a game in which a card may be named, by path."""
    project = Project(loaded.root, loaded.unsaved)
    for folder in (f"{DATA_FOLDER}/{loaded.id}", f"templates/{loaded.id}"):
        for path in sorted((loaded.root / folder).rglob("*.*")):
            ending = PurePosixPath(path.name).suffix.lower()
            if ending in (".yaml", ".md", ".csv", ".tsv", ".json", ".j2"):
                try:
                    source = project.read(path)
                except CardgenError:  # in another encoding, or none of ours
                    continue
                yield source.path, source.text
