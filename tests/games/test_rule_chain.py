"""One number of the rules is edited, and the whole chain follows: table, script, diff, reprint.

`test_rule_edits` holds cards, pages and boards; here is what lies behind them: the virtual table,
the record of the printed copy, what differs from it, and the sheets that bring it up to date.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from one_rule import GAMES, RULES, copy_game, raise_rule

from cardgen.features.revision.diff import DiffReport, diff
from cardgen.features.revision.printed import printed
from cardgen.features.revision.reprint import ReprintReport, reprint
from cardgen.pipeline.build import build
from cardgen.pipeline.request import BuildRequest

BASE = "https://example.org/"


@dataclass(frozen=True)
class Chain:
    """A game before and after, as the table, the diff and the reprint show it."""

    rule: str
    numbers: tuple[int, int]
    before: dict[str, Any]
    after: dict[str, Any]
    sides: set[str]
    """Sides that were painted in another way."""
    diff: DiffReport
    reprint: ReprintReport
    folder: Path

    @property
    def cards(self) -> set[tuple[str, str]]:
        """Cards of which a side changed; a deck's common back counts for all of them."""
        return {(deck, card) for deck, card in self.diff_cards() if self._shows(deck, card)}

    def diff_cards(self) -> Iterator[tuple[str, str]]:
        for deck, state in self.diff.changes.new.decks.items():
            for card in state.cards:
                yield deck, card

    def _shows(self, deck: str, card: str) -> bool:
        names = {f"{deck}/{card}/face", f"{deck}/{card}/back", f"{deck}/back"}
        return bool(names & self.sides)


@cache
def chain_of(name: str, root: Path) -> Chain:
    copy_game(name, root)
    request = BuildRequest(root, (name,), ("tts",), tts_base_url=BASE, tts_max_side=256)

    def made() -> tuple[dict[str, Any], dict[str, str]]:
        assert not build(request).diagnostics.has_errors
        output = root / "output" / name
        save = json.loads((output / f"tts/{name}.json").read_bytes())
        manifest = json.loads((output / "build.json").read_bytes())
        return save, {side["id"]: side["fingerprint"] for side in manifest["sides"]}

    before, old = made()
    printed(root, name)
    numbers = raise_rule(root, name)
    after, new = made()
    sides = {id for id in new if old.get(id) != new[id]}
    found = diff(root, name)
    again = reprint(root, name, papers=("a4",))
    folder = root / "output" / name
    return Chain(RULES[name], numbers, before, after, sides, found, again, folder)


@pytest.fixture(scope="module", params=GAMES)
def chain(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Chain:
    return chain_of(request.param, tmp_path_factory.getbasetemp() / f"chain-{request.param}")


def test_the_script_of_the_table_has_the_new_number_and_is_else_the_same(chain: Chain) -> None:
    old, new = (save["LuaScript"].splitlines() for save in (chain.before, chain.after))
    assert len(old) == len(new)
    differ = [(one, other) for one, other in zip(old, new, strict=True) if one != other]
    before, after = chain.numbers
    assert differ == [(f"  {chain.rule} = {before},", f"  {chain.rule} = {after},")]


def test_only_cards_that_state_it_say_something_else_on_the_table(chain: Chain) -> None:
    old, new = cards_of(chain.before), cards_of(chain.after)
    assert old.keys() == new.keys()
    for guid, card in new.items():
        said = [(one["Nickname"], one["Description"], one["GMNotes"]) for one in (old[guid], card)]
        facts = json.loads(card["GMNotes"])
        if said[0] != said[1]:
            assert (facts["deck"], facts["id"]) in chain.cards
        # Pictures are named by what they show.
        if (facts["deck"], facts["id"]) in chain.cards:
            assert pictures_of(old[guid]) != pictures_of(card), facts["id"]


def pictures_of(card: dict[str, Any]) -> set[str]:
    sheets = card["CustomDeck"].values()
    return {sheet[side] for sheet in sheets for side in ("FaceURL", "BackURL")}


def cards_of(save: dict[str, Any]) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for thing in save["ObjectStates"]:
        for one in thing.get("ContainedObjects", [thing]):
            if "CardID" in one:
                found[one["GUID"]] = one
    return found


def test_objects_of_the_table_keep_their_names_and_places(chain: Chain) -> None:
    def fixed(save: dict[str, Any]) -> list[tuple[str, Any]]:
        return [(thing["GUID"], thing["Transform"]) for thing in save["ObjectStates"]]

    assert fixed(chain.before) == fixed(chain.after)
    assert chain.before["SnapPoints"] == chain.after["SnapPoints"]


def test_diff_names_the_rule_its_places_and_exactly_what_changed(chain: Chain) -> None:
    changes = chain.diff.changes
    [rule] = changes.rules
    assert (rule.id, rule.old, rule.new) == (chain.rule, *chain.numbers)
    files = {place.at.path.rpartition("/")[2] for place in rule.stated}
    assert "rules.md" in files
    assert any(name.endswith(".yaml") for name in files)
    assert {(card.deck, card.id) for card in changes.cards} == chain.cards
    shown = {side.partition("/")[0] for side in chain.sides}
    assert {board.id for board in changes.boards} == shown & set(changes.new.boards)
    assert {one.id for one in changes.booklets} == shown & set(changes.new.booklets)
    for booklet in changes.booklets:
        pages = {f"{booklet.id}/page-{number:02d}" for number in booklet.pages}
        assert pages == {side for side in chain.sides if side.startswith(f"{booklet.id}/")}


def test_reprint_has_just_those_cards_in_all_their_copies(chain: Chain) -> None:
    changes = chain.diff.changes
    paths = {path.partition("/reprint/")[2] for path in chain.reprint.written}
    sheets = {f"{deck}.a4.pdf" for deck in changes.decks}
    assert sheets <= paths
    boards = {f"{board.id}.a4.pdf" for board in changes.boards}
    folds = {path for path in paths if ".fold." in path or ".mini." in path}
    assert boards <= paths
    assert {path.partition(".")[0] for path in folds} == {one.id for one in changes.booklets}
    lists = {path for path in paths if path.startswith("pull-list")}
    pieces = {f"{piece.id}.a4.pdf" for piece in changes.pieces}
    assert paths == sheets | boards | folds | lists | pieces
    wanted: dict[str, int] = {}
    for card in changes.cards:
        assert card.new is not None
        wanted[card.deck] = wanted.get(card.deck, 0) + card.new.copies
    into = {s.title: sum(p.count for p in s.into) for s in chain.reprint.pulls}
    for deck, count in wanted.items():
        assert into[changes.deck_title(deck)] == count


def test_the_reprinted_files_state_the_new_number(chain: Chain) -> None:
    number = chain.numbers[1]
    words = {str(number), WORDS[number % len(WORDS)]} if number < len(WORDS) else {str(number)}
    for deck in chain.diff.changes.decks:
        text = " ".join(pdf_text(chain.folder / f"reprint/{deck}.a4.pdf")).casefold()
        assert words & set(re.findall(r"[a-z]+|\d+", text)), deck


WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def pdf_text(file: Path) -> Iterator[str]:
    for page in pypdfium2.PdfDocument(file.read_bytes()):
        yield page.get_textpage().get_text_bounded()


def test_the_box_is_up_to_date_again(chain: Chain) -> None:
    root, name = chain.folder.parents[1], chain.folder.name
    printed(root, name)
    assert not diff(root, name).changes
