"""Which cards the faults in a deck file belong to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from cardgen.core.diagnostics import Diagnostic
from cardgen.core.errors import SourceError
from cardgen.model.game import Game
from cardgen.source.files import Project

_ID = re.compile(r"\s*(?:-\s+)?id:\s*['\"]?([\w-]+)|\s*-\s*\{\s*id:\s*['\"]?([\w-]+)")


def faults_by_card(
    root: Path, game: Game | None, found: Iterable[Diagnostic]
) -> Mapping[str, tuple[Diagnostic, ...]]:
    """Return, by ``deck/card``, the findings in the lines of a card.

    The file may not even be YAML any more, so the nearest ``id:`` above the line decides.
    """
    if game is None:
        return {}
    files: dict[str, dict[str, str]] = {}
    for component in game.components.values():
        for card in component.cards:
            files.setdefault(card.at.path, {})[card.id] = f"{component.id}/{card.id}"
    texts: dict[str, list[str]] = {}
    faults: dict[str, tuple[Diagnostic, ...]] = {}
    for item in found:
        if item.at is None or item.at.path not in files or not item.at.line:
            continue
        if item.at.path not in texts:
            texts[item.at.path] = _lines(root, item.at.path)
        name = _card_at(texts[item.at.path], item.at.line, files[item.at.path])
        if name is not None:
            faults[name] = (*faults.get(name, ()), item)
    return faults


def _lines(root: Path, path: str) -> list[str]:
    try:
        return Project(root).read(path).text.split("\n")
    except SourceError:
        return []


def _card_at(lines: list[str], line: int, cards: Mapping[str, str]) -> str | None:
    for text in reversed(lines[:line]):
        match = _ID.match(text)
        if match and (name := cards.get(match[1] or match[2])):
            return name
    return None
