"""Which cards the faults in a deck file belong to."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from cardgen.core.diagnostics import Diagnostic, Location
from cardgen.core.errors import SourceError
from cardgen.model.game import Game
from cardgen.source.files import Project

_ID = re.compile(r"\s*(?:-\s+)?id:\s*['\"]?([\w-]+)|\s*-\s*\{\s*id:\s*['\"]?([\w-]+)")
_MANY = re.compile(r"\s*(?:-\s*)?\{?\s*(?:each:|id:\s*['\"]?[^'\"]*\{)")
"""A line of an entry that makes many cards."""

_YAML = ".yaml"

_Cards = Mapping[str, tuple[int, str]]
"""The lines of the entries of cards when they were read last, and their full names, by id."""


def faults_by_card(
    root: Path, game: Game | None, found: Iterable[Diagnostic]
) -> Mapping[str, tuple[Diagnostic, ...]]:
    """Return, by ``deck/card``, the findings in the lines of a card.

    The file may not even be YAML any more, so the nearest ``id:`` above the line decides, or the
    nearest entry that makes many cards. In a table, the row decides.
    """
    if game is None:
        return {}
    files: dict[str, dict[str, tuple[int, str]]] = {}
    rows: dict[Location, str] = {}
    for component in game.components.values():
        for card in component.cards:
            name = f"{component.id}/{card.id}"
            if not card.at.path.endswith(_YAML):
                rows[_row(card.at)] = name
            files.setdefault(card.at.path, {})[card.id] = (card.at.line, name)
    texts: dict[str, list[str]] = {}
    faults: dict[str, tuple[Diagnostic, ...]] = {}
    for item in found:
        if item.at is None or item.at.path not in files or not item.at.line:
            continue
        if not item.at.path.endswith(_YAML):
            if name := rows.get(_row(item.at), ""):
                faults[name] = (*faults.get(name, ()), item)
            continue
        if item.at.path not in texts:
            texts[item.at.path] = _lines(root, item.at.path)
        for name in _cards_at(texts[item.at.path], item.at.line, files[item.at.path]):
            faults[name] = (*faults.get(name, ()), item)
    return faults


def _row(at: Location) -> Location:
    return Location(at.path, at.line, sheet=at.sheet)


def _lines(root: Path, path: str) -> list[str]:
    try:
        return Project(root).read(path).text.split("\n")
    except SourceError:
        return []


def _cards_at(lines: list[str], line: int, cards: _Cards) -> list[str]:
    for number in range(min(line, len(lines)), 0, -1):
        match = _ID.match(lines[number - 1])
        if match and (known := cards.get(match[1] or match[2])):
            return [known[1]]
        if _MANY.match(lines[number - 1]):
            several = [n for n, made in Counter(n for n, _ in cards.values()).items() if made > 1]
            nearest = min(several, key=lambda first: abs(first - number), default=0)
            return [name for first, name in cards.values() if first == nearest]
    return []
