"""Every place in a game's files that states one of its rule numbers.

Texts cite a rule as ``{rule:name}``, templates and scripts read ``rules.name``. The files
themselves are searched, so that each place has a line and a column.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from cardgen.core.diagnostics import Location
from cardgen.core.errors import SourceError
from cardgen.features.revision.changes import Stated
from cardgen.model.game import Game
from cardgen.source.files import DATA_FOLDER, Project

DATA = (".yaml", ".md")
_COMMENT = re.compile(r"\{#.*?#\}", re.DOTALL)


def stated(root: Path, game: Game, rules: Iterable[str]) -> dict[str, tuple[Stated, ...]]:
    """Return the places that state each of the rules, ordered by file and line."""
    names = tuple(rules)
    found: dict[str, list[Stated]] = {name: [] for name in names}
    if not names:
        return {}
    any_of = "|".join(map(re.escape, names))
    cited = re.compile(rf"(?<!\\)\{{\s*rule:(?P<name>{any_of})(?=[\s?:}}])[^{{}}]*\}}")
    read = re.compile(
        rf"(?<![\w.])(?:rules|RULES)\s*(?:\.\s*(?P<name>{any_of})(?!\w)"
        rf"|\[\s*[\"'](?P<key>{any_of})[\"']\s*\])"
    )
    project, cards = Project(root), _cards(game)
    for path, template in _files(root, game.id):
        try:
            text = project.read(path).text
        except SourceError:
            continue
        if template:
            text = _COMMENT.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
        lines = [match.start() for match in re.finditer("^", text, re.MULTILINE)]
        for match in (read if template else cited).finditer(text):
            line = bisect_right(lines, match.start())
            start = lines[line - 1]
            if path.endswith(".yaml") and text[start : match.start()].lstrip().startswith("#"):
                continue
            at = Location(path, line, match.start() - start + 1, len(match[0]))
            name = match["name"] or match["key"]
            found[name].append(Stated(at, _owner(cards.get(path, ()), line)))
    return {name: tuple(places) for name, places in found.items()}


def _files(root: Path, game: str) -> Iterator[tuple[str, bool]]:
    """Yield the files of a game that may state a rule, and whether each is a template."""
    data = root / DATA_FOLDER / game
    for file in sorted(data.rglob("*")):
        if file.suffix in DATA and file.is_file():
            yield file.relative_to(root).as_posix(), False
    for folder in (root / "templates" / game, root / "templates" / "shared"):
        for file in sorted(folder.rglob("*.j2")):
            if file.is_file():
                yield file.relative_to(root).as_posix(), True


def _cards(game: Game) -> Mapping[str, list[tuple[int, str]]]:
    """Return the first line and the name of each card, by file."""
    found: dict[str, list[tuple[int, str]]] = {}
    for component in game.components.values():
        for card in component.cards:
            found.setdefault(card.at.path, []).append((card.at.line, f"{component.id}/{card.id}"))
    return {path: sorted(cards) for path, cards in found.items()}


def _owner(cards: Iterable[tuple[int, str]], line: int) -> str:
    """Name the card that a line belongs to."""
    before = [name for first, name in cards if first <= line]
    return before[-1] if before else ""
