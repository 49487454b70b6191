"""A term gets another name, and nothing that is printed, or lies on the table, has the old one."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest
from one_rule import copy_game
from test_rule_places import written

from cardgen.model.expansion import assumption_lines
from cardgen.model.game import Game
from cardgen.model.load import load_game
from cardgen.model.record import Record, values_of
from cardgen.model.richtext import Rich
from cardgen.pipeline.build import build
from cardgen.pipeline.request import BuildRequest
from cardgen.pipeline.resources import library_of, templates_of

pytestmark = pytest.mark.slow
GAME = "last-men-standing"
"""The game whose terms are names, not words of everyday speech."""
QUOTED = ("The source's skill list says Leader and its card lists say Leadership",)


@pytest.fixture(scope="module")
def renamed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Game, dict[str, str]]:
    """The game with other names for all of its terms, and the names that are gone."""
    root = tmp_path_factory.mktemp("renamed")
    copy_game(GAME, root)
    before = load_game(root, GAME)
    file = root / "card_data" / GAME / "game.yaml"
    text = file.read_text(encoding="utf-8")
    for number, term in enumerate(before.terms.values()):
        for key, old in (("text", term.text), ("plural", term.plural)):
            text = re.sub(rf"\b{key}: {re.escape(old)}(?=[,}}\n])", f"{key}: Zz{number}{key}", text)
    file.write_text(text, encoding="utf-8")
    game = load_game(root, GAME)
    assert {term.text for term in game.terms.values()}.isdisjoint(
        term.text for term in before.terms.values()
    )
    gone = {word: id for id, t in before.terms.items() for word in (t.text, t.plural)}
    return root, game, gone


def old_names(texts: Iterator[str] | list[str], game: Game, gone: dict[str, str]) -> list[str]:
    """Find old names in texts; titles of cards are names of their own."""
    titles = [card.title.plain for deck in game.decks for card in deck.cards]
    own = re.compile("|".join(map(re.escape, sorted((*titles, *QUOTED), key=len, reverse=True))))
    words = "|".join(map(re.escape, sorted(gone, key=len, reverse=True)))
    pattern = re.compile(rf"(?<![\w-])(?:{words})(?![\w-])")
    plain = (re.sub(r"<[^>]*>|[a-z]+:[a-z/-]+", " ", text) for text in texts)
    return [text for text in (own.sub(" ", text) for text in plain) if pattern.search(text)]


def test_nothing_printed_has_the_old_name(renamed: tuple[Path, Game, dict[str, str]]) -> None:
    root, game, gone = renamed
    found = dict(written(game, templates_of(root, GAME, library_of(root, GAME).reads)))
    for component in game.components.values():
        flow = component.flow(game)
        if flow is not None:
            found[component.id] += list(said(flow.blocks))
    found["assumptions"] = [line.plain for line in assumption_lines(game)]
    wrong = {id: old_names(texts, game, gone) for id, texts in found.items()}
    assert {id: texts for id, texts in wrong.items() if texts} == {}


def test_nothing_on_the_table_has_the_old_name(renamed: tuple[Path, Game, dict[str, str]]) -> None:
    root, game, gone = renamed
    report = build(BuildRequest(root, (GAME,), ("tts",), tts_max_side=256))
    assert not report.diagnostics.has_errors
    save = json.loads((root / f"output/{GAME}/tts/{GAME}.json").read_bytes())
    texts = [tab["body"] for tab in save["TabStates"].values()]
    texts += re.findall(r'say\(.*|"[^"]*"', save["LuaScript"])
    for thing in save["ObjectStates"]:
        for one in (thing, *thing.get("ContainedObjects", ())):
            texts += [one["Nickname"], one["Description"]]
    assert old_names(texts, game, gone) == []


def said(value: Any) -> Iterator[str]:
    """Find all texts inside blocks."""
    if isinstance(value, Rich):
        yield value.plain
    elif isinstance(value, Record):
        yield from said(tuple(values_of(value).values()))
    elif isinstance(value, tuple | list):
        for one in value:
            yield from said(one)
    elif is_dataclass(value):
        for field in fields(value):
            yield from said(getattr(value, field.name))
