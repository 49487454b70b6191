"""One number of the rules is edited: what states it is made anew, and nothing else.

Each game is built for paper, one rule gets another number, and it is built again into the same
folder. What may change follows from the words on the sides; the rest must keep its bytes.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from edited_game import Edit, pdf_text, printed_in

from cardgen.model.components.deck import decks_of
from cardgen.model.record import Record, values_of
from cardgen.model.richtext import Rich

pytestmark = pytest.mark.slow


def test_exactly_the_sides_that_state_it_change(edit: Edit) -> None:
    assert edit.before.prints.keys() == edit.after.prints.keys() == edit.after.words.keys()
    assert edit.changed == edit.reworded
    assert edit.changed


def test_every_card_whose_text_cites_it_changes(edit: Edit) -> None:
    for deck in decks_of(edit.after.game):
        for card in deck.cards:
            if f"rule:{edit.rule}" in cites((card.title, card.fields)):
                sides = {f"{deck.id}/{card.id}/face", f"{deck.id}/{card.id}/back"}
                assert sides & edit.changed, card.id
    assert len(edit.changed) < len(edit.after.prints) / 2


def cites(value: Any) -> set[str]:
    """Name what the texts in a value draw from."""
    if isinstance(value, Rich):
        return set(value.cites)
    if isinstance(value, Record):
        return cites(tuple(values_of(value).values()))
    if isinstance(value, Mapping):
        return cites(tuple(value.values()))
    if isinstance(value, tuple | list):
        return set().union(*map(cites, value))
    return set()


def test_cards_board_and_booklet_state_it(edit: Edit) -> None:
    components, words = edit.after.game.components, edit.after.words
    stating = {
        components[id.partition("/")[0]].kind
        for id in edit.changed
        if edit.states(edit.before.words[id], words[id])
    }
    there = {component.kind for component in components.values()}
    assert stating >= {"deck", "board", "booklet"} & there


def test_only_files_that_show_a_changed_side_are_made_again(edit: Edit) -> None:
    old, new = edit.before, edit.after
    assert old.files.keys() == new.files.keys()
    shown = {printed_in(edit.after.game, id.partition("/")[0]) for id in edit.changed}
    stale = {path for path in new.files if component_of(path) in shown}
    assert {path for path in new.keys if old.keys[path] != new.keys[path]} == stale
    for path, (data, time) in new.files.items():
        assert (old.files[path][0] != data) == (path in stale), path
        assert (old.files[path][1] != time) == (path in stale), path


def test_the_new_number_can_be_read_in_every_file_made_again(edit: Edit) -> None:
    for path, (data, _) in edit.after.files.items():
        before = edit.before.files[path][0]
        if data != before:
            assert edit.states(pdf_text(before), pdf_text(data)), path


def component_of(path: str) -> str:
    return Path(path).name.partition(".")[0]
