"""The specimen: a card for each part of the card language, which shows its own markup."""

import re
from collections import Counter
from functools import cache

import pytest
from five_games import ROOT, SPECIMEN

from cardgen.layout.box import ELEMENTS
from cardgen.layout.reader import INLINE
from cardgen.layout.text.blocks import TAGS
from cardgen.model.components.board import Board
from cardgen.model.game import Game
from cardgen.model.load import load_project
from cardgen.pipeline.executors.workers import Workers
from cardgen.pipeline.game_work import GameWork

SHOWS = {
    file.name.removesuffix(".xml.j2"): file.read_text(encoding="utf-8")
    for file in sorted((ROOT / "templates/specimen/show").iterdir())
}
TAG = re.compile(r"<([a-z-]+)((?:[^<>\"]|\"[^\"]*\")*)>")
ATTRIBUTE = re.compile(r"([a-z][a-z0-9-]*)\s*=\s*\"")
BACK = (ROOT / "templates/specimen/cards/continue.back.xml.j2").read_text(encoding="utf-8")
SHOWN = {
    (tag[1], name)
    for show in (*SHOWS.values(), BACK)
    for tag in TAG.finditer(show)
    for name in ("", *ATTRIBUTE.findall(tag[2]))
}
ELSEWHERE = {"side": "the root of each card, outside of the demonstration"}
NOT_TO_BE_SEEN = {
    "keep": "where a board is tiled over pages",
    "unmarked": "steps of a booklet without a place in its picture",
}


@cache
def game() -> Game:
    loaded = load_project(ROOT, (SPECIMEN,))
    assert not list(loaded.diagnostics)
    return loaded.games[0]


def test_it_has_no_faults_and_no_warnings() -> None:
    work = GameWork(ROOT, game())
    results = work.lay_out(Workers(1), lambda done: None)
    assert [found for result in results for found in result.diagnostics] == []


def test_each_card_has_its_demonstration() -> None:
    assert {card.id for card in game().components["cards"].cards} == set(SHOWS)


DECLARED = {tag: set(cls.attributes) for tag, cls in (*ELEMENTS.items(), *TAGS.items())}


@pytest.mark.parametrize("tag", sorted({*DECLARED, *INLINE}))
def test_every_element_is_shown(tag: str) -> None:
    assert (tag, "") in SHOWN or tag in ELSEWHERE


def test_every_attribute_is_shown() -> None:
    assert set().union(*DECLARED.values()) - {name for _, name in SHOWN} == set(NOT_TO_BE_SEEN)


def test_every_attribute_of_one_element_alone_is_shown_on_it() -> None:
    having = Counter(name for names in DECLARED.values() for name in names)
    alone = {(tag, name) for tag, names in DECLARED.items() for name in names if having[name] == 1}
    assert {name for _, name in alone - SHOWN} <= set(NOT_TO_BE_SEEN)


def test_a_sheet_has_room_for_all_cards_of_its_chapter() -> None:
    sheets = {one.title: one for one in game().components.values() if isinstance(one, Board)}
    for chapter in {card.fields.chapter for card in game().components["cards"].cards}:
        count = sum(card.fields.chapter == chapter for card in game().components["cards"].cards)
        assert sheets[chapter].size.height == 40 + 126 * -(-count // 2)


def test_what_stands_below_is_what_is_shown_above() -> None:
    files = [
        *(ROOT / "card_data/specimen").rglob("*.*"),
        *(ROOT / "templates/specimen/show").iterdir(),
    ]
    texts = {
        file: file.read_bytes().decode(errors="replace")
        for file in files
        if file.name != "cards.yaml"
    }
    for card in game().components["cards"].cards:
        if card.fields.source and card.id != "terms":
            assert any(card.fields.source in text for text in texts.values()), card.id


def test_the_catalogue_has_every_shared_icon_once() -> None:
    text = (ROOT / "templates/specimen/boards/icons.xml.j2").read_text(encoding="utf-8")
    listed = re.findall(r'\("[A-Z][^"]*", "([^"]+)"\)', text)
    names = [name for group in listed for name in group.split(" ")]
    assert sorted(names) == sorted(file.stem for file in ROOT.glob("templates/shared/icons/*.svg"))
