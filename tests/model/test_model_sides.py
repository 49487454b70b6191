from __future__ import annotations

import pickle
from typing import Any

import pytest
from jinja2 import StrictUndefined
from jinja2.sandbox import ImmutableSandboxedEnvironment

from cardgen.core.geometry import Insets, Size
from cardgen.model.game import Game
from cardgen.model.record import Record
from cardgen.model.sides import CardSides

TWO = """\
defaults: {type: soldier}
cards:
  - {id: a, title: A, skills: [medic], copies: 3}
  - {id: b, title: B}
"""


def sides(bench: Any) -> list[CardSides]:
    game: Game = bench.load().games[0]
    return game.decks[0].sides(game)


def test_faces_have_ids_sizes_and_templates(bench: Any) -> None:
    bench.game(soldiers=TWO)
    first, second = sides(bench)
    face = first.face
    assert (face.id, face.component, face.card, face.side) == (
        "soldiers/a/face",
        "soldiers",
        "a",
        "face",
    )
    assert (face.size, face.bleed, face.safe) == (Size(63, 88), Insets(3, 3, 3, 3), 3.0)
    assert (face.radius, face.template) == (3.0, "soldier.xml.j2")
    assert (first.copies, second.copies) == (3, 1)
    assert (face.at.line, second.face.at.line) == (3, 4)


def test_context_is_all_that_a_template_needs(bench: Any) -> None:
    bench.game(soldiers=TWO)
    context = sides(bench)[1].face.context
    environment = ImmutableSandboxedEnvironment(autoescape=True, undefined=StrictUndefined)
    template = environment.from_string(
        "{{ card.id }} {{ card.title }} {{ card.type }} {{ card.copies }} {{ card.skills|length }} "
        "{{ deck.title }} {{ deck.count }} {{ game.title }} {{ game.version }} {{ side }} "
        "{{ index }}/{{ total }} {{ rules.hand_limit + 1 }} {{ rules.lives.word }} "
        "{{ rules.danger }} {{ terms.medic }} {{ terms['leader'].plural }}"
    )
    assert template.render(context) == (
        "b B soldier 1 0 Soldiers 4 Test 1.0 face 2/2 6 one 5-6 "
        '<icon name="medic" color="red"/>&#160;<b>Medic</b> Leaders'
    )


def test_cards_share_one_back(bench: Any) -> None:
    bench.game(soldiers=TWO)
    first, second = sides(bench)
    assert first.back is second.back
    assert first.back is not None
    assert (first.back.id, first.back.template) == ("soldiers/back", "soldiers.back.xml.j2")
    assert "card" not in first.back.context


@pytest.mark.parametrize(
    ("type_back", "deck_back", "expected"),
    [
        ("", "", ("soldiers/back", "soldiers.back.xml.j2")),
        ("", "back: other.xml.j2", ("soldiers/back", "other.xml.j2")),
        ("", "back: none", None),
        ("back: own.xml.j2", "", ("soldiers/a/back", "own.xml.j2")),
        ("back: own.xml.j2", "back: none", ("soldiers/a/back", "own.xml.j2")),
        ("back: none", "", None),
    ],
)
def test_which_back(bench: Any, type_back: str, deck_back: str, expected: Any) -> None:
    bench.game(
        f"title: T\ncard_types: {{man: {{{type_back}}}}}\n"
        f"components: {{soldiers: {{kind: deck, {deck_back}}}}}\n",
        soldiers="cards: [{id: a}]",
    )
    [only] = sides(bench)
    assert expected == (only.back and (only.back.id, only.back.template))


def keys(bench: Any) -> list[str]:
    found = [spec.key for pair in sides(bench) for spec in (pair.face, pair.back) if spec]
    return list(dict.fromkeys(found))


def test_keys_are_stable_and_different(bench: Any) -> None:
    bench.game(soldiers=TWO)
    before = keys(bench)
    assert len(set(before)) == 3
    assert keys(bench) == before


def test_one_card_edit_changes_one_key(bench: Any) -> None:
    bench.game(soldiers=TWO)
    before = keys(bench)
    bench.game(soldiers=TWO.replace("title: A", "title: '**A**'"))
    after = keys(bench)
    assert [a == b for a, b in zip(after, before, strict=True)] == [False, True, True]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("value: 5", "value: 6"),
        ("text: Medic", "text: Doctor"),
        ('red: "#a22"', 'red: "#b22"'),
        ("title: Test", "title: Text"),
        ("kind: deck", "kind: deck, size: tarot"),
        ("kind: deck", "kind: deck, bleed: 2mm"),
        ("kind: deck", "kind: deck, title: Men"),
    ],
)
def test_what_all_templates_see_changes_all_keys(bench: Any, old: str, new: str) -> None:
    bench.game(soldiers=TWO)
    before = keys(bench)
    path = bench.root / "card_data/test/game.yaml"
    path.write_text(path.read_text().replace(old, new))
    assert not set(before) & set(keys(bench))


def test_specs_travel_to_other_processes(bench: Any) -> None:
    bench.game(soldiers=TWO)
    face = sides(bench)[0].face
    assert pickle.loads(pickle.dumps(face)) == face


def test_records() -> None:
    record = Record({"items": 1, "copy": 2})
    assert (record.items, record["copy"], "items" in record) == (1, 2, True)
    assert list(record) == ["items", "copy"]
    assert len(record) == 2
    assert record == Record({"items": 1, "copy": 2})
    assert hash(record) == hash(Record({"items": 1, "copy": 2}))
    assert repr(record) == "Record(items=1, copy=2)"
    with pytest.raises(AttributeError):
        _ = record.nothing
    with pytest.raises(KeyError):
        record["nothing"]
    with pytest.raises(AttributeError):
        record.items = 3
    assert pickle.loads(pickle.dumps(record)) == record


def test_templates_know_the_size_of_the_deck(bench: Any) -> None:
    bench.game()
    [card] = sides(bench)
    assert card.back is not None
    for side in (card.face, card.back):
        assert (side.context["deck"].width, side.context["deck"].height) == (63, 88)
