"""Which cards the faults in a deck file belong to."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from cardgen.core.diagnostics import Diagnostic, Location
from cardgen.core.errors import SourceError
from cardgen.model.game import Game
from cardgen.source.files import Project

_ID = re.compile(r"\s*(?:-\s+)?id:\s*['\"]?([\w-]+)|\s*-\s*\{\s*id:\s*['\"]?([\w-]+)")
_MANY = re.compile(r"\s*(?:-\s*)?\{?\s*(?:each:|id:\s*['\"]?[^'\"]*\{)")
"""A line of an entry that makes many cards."""

_YAML, _JSON = ".yaml", ".json"

_Cards = Mapping[str, tuple[int, str]]
"""The lines of the entries of cards when they were read last, and their full names, by id."""


def faults_by_card(
    root: Path, game: Game | None, found: Iterable[Diagnostic]
) -> Mapping[str, tuple[Diagnostic, ...]]:
    """Return, by ``deck/card``, the findings in the lines of a card.

    The file may not even be YAML any more, so the nearest ``id:`` above the line decides, or the
    nearest entry that makes many cards. In a table, the row decides, and in JSON the last card that
    begins before.
    """
    if game is None:
        return {}
    files: dict[str, dict[str, tuple[int, str]]] = {}
    rows: dict[Location, list[str]] = {}
    for component in game.components.values():
        for card in component.cards:
            name = f"{component.id}/{card.id}"
            if not card.at.path.endswith(_YAML):
                rows.setdefault(_begin(card.at), []).append(name)
            files.setdefault(card.at.path, {})[card.id] = (card.at.line, name)
    begins = sorted(rows, key=_order)
    texts: dict[str, list[str]] = {}
    faults: dict[str, tuple[Diagnostic, ...]] = {}
    for item in found:
        if item.at is None or item.at.path not in files or not item.at.line:
            continue
        if not item.at.path.endswith(_YAML):
            for name in rows.get(_begin_of(item.at, begins), ()):
                faults[name] = (*faults.get(name, ()), item)
            continue
        if item.at.path not in texts:
            texts[item.at.path] = _lines(root, item.at.path)
        for name in _cards_at(texts[item.at.path], item.at.line, files[item.at.path]):
            faults[name] = (*faults.get(name, ()), item)
    return faults


def _begin(at: Location) -> Location:
    """Return where a card begins: a row, or a place of a text."""
    column = at.column if at.path.endswith(_JSON) else 0
    return Location(at.path, at.line, column, sheet=at.sheet)


def _begin_of(at: Location, begins: Sequence[Location]) -> Location:
    """Return where the card begins in which a place lies, or the place if there is none."""
    if not at.path.endswith(_JSON):
        return _begin(at)
    number = bisect_right(begins, _order(at), key=_order)
    return begins[number - 1] if number and begins[number - 1].path == at.path else at


def _order(at: Location) -> tuple[str, int, int]:
    return at.path, at.line, at.column


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
