import pickle

import pytest
from bench_game import DECK, GAME
from jinja2 import StrictUndefined
from jinja2.sandbox import ImmutableSandboxedEnvironment

from cardgen.core.geometry import Insets, Size
from cardgen.model.components.deck import decks_of
from cardgen.model.game import Game
from cardgen.model.record import Record

TWO = """\
defaults: {type: soldier}
cards:
  - {id: a, title: A, skills: [medic], copies: 3}
  - {id: b, title: B}
"""


def sides(bench):
    game: Game = bench.load().games[0]
    return decks_of(game)[0].sides(game)


def test_faces_have_ids_sizes_and_templates(bench):
    bench.game(soldiers=TWO)
    first, second = sides(bench)
    face = first.face
    assert (face.id, face.component, face.card) == ("soldiers/a/face", "soldiers", "a")
    assert (face.size, face.bleed, face.safe) == (Size(63, 88), Insets(3, 3, 3, 3), 3.0)
    assert (face.side, face.radius, face.template) == ("face", 3.0, "soldier.xml.j2")
    assert (first.copies, second.copies) == (3, 1)
    assert (face.location.line, second.face.location.line) == (3, 4)


def test_context_is_all_that_a_template_needs(bench):
    bench.game(soldiers=TWO)
    context = sides(bench)[1].face.context
    environment = ImmutableSandboxedEnvironment(autoescape=True, undefined=StrictUndefined)
    template = environment.from_string(
        "{{ card.id }} {{ card.title }} {{ card.type }} {{ card.copies }} {{ card.skills|length }} "
        "{{ deck.title }} {{ deck.count }} {{ deck.width }} {{ deck.height }} "
        "{{ game.title }} {{ game.version }} {{ side }} {{ index }}/{{ total }} "
        "{{ rules.hand_limit + 1 }} {{ rules.lives.word }} {{ rules.danger }} "
        "{{ terms.medic }} {{ terms['leader'].plural }}"
    )
    assert template.render(context) == (
        "b B soldier 1 0 Soldiers 4 63 88 Test 1.0 face 2/2 6 one 5-6 "
        '<icon name="medic" color="red" alt=""/>\u00a0<b>Medic</b> Leaders'
    )


def test_cards_share_one_back(bench):
    bench.game(soldiers=TWO)
    first, second = sides(bench)
    assert first.back is second.back
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
def test_which_back(bench, type_back, deck_back, expected):
    bench.game(
        f"title: T\ncard_types: {{man: {{{type_back}}}}}\n"
        f"components: {{soldiers: {{kind: deck, {deck_back}}}}}\n",
        soldiers="cards: [{id: a}]",
    )
    [only] = sides(bench)
    assert expected == (only.back and (only.back.id, only.back.template))


def forms(bench):
    return [spec.form for pair in sides(bench) for spec in (pair.face, pair.back) if spec]


def test_a_form_says_measures_and_template_and_nothing_else(bench):
    bench.game(soldiers=TWO)
    before = forms(bench)
    assert before == [before[0], before[1]] * 2
    assert before[0] != before[1]
    bench.game(soldiers=TWO.replace("title: A", "title: '**A**'"))
    assert forms(bench) == before
    path = bench.root / "card_data/test/game.yaml"
    text = path.read_text()
    for new in ("kind: deck, size: tarot", "kind: deck, bleed: 2mm", "kind: deck, safe: 4mm"):
        path.write_text(text.replace("kind: deck", new))
        assert not set(forms(bench)) & set(before)


def test_specs_travel_to_other_processes(bench):
    bench.game(soldiers=TWO)
    face = sides(bench)[0].face
    assert pickle.loads(pickle.dumps(face)) == face


def test_records_are_values_that_cannot_change():
    record = Record({"items": 1, "copy": 2})
    assert (record.items, record["copy"], list(record)) == (1, 2, ["items", "copy"])
    same = Record({"items": 1, "copy": 2})
    assert (record, hash(record), len(record)) == (same, hash(same), 2)
    assert repr(record) == "Record(items=1, copy=2)"
    with pytest.raises(KeyError):
        record["nothing"]
    for change in (lambda: record.nothing, lambda: setattr(record, "items", 3)):
        with pytest.raises(AttributeError):
            change()
    assert pickle.loads(pickle.dumps(record)) == record


def test_a_deck_names_the_deck_on_whose_sheets_it_is(bench):
    guest = "  medics: {kind: deck, size: tarot, sheets: soldiers}\n"  # of any size
    bench.game(GAME + guest, soldiers=DECK, medics=DECK)
    (game,) = bench.load().games
    medics, soldiers = game.components["medics"], game.components["soldiers"]
    assert (medics.sheets, soldiers.sheets) == ("soldiers", "")


@pytest.mark.parametrize(
    ("host", "guest", "why"),
    [
        ("", "sheets: soldeirs", "unknown deck `soldeirs`"),
        ("", "sheets: medics", "it is the same deck"),
        (", bleed: 2mm", "sheets: soldiers", "their `bleed` differs"),
        (", arrangement: butt", "sheets: soldiers", "their `arrangement` differs"),
        (", duplex: none", "sheets: soldiers", "their `duplex` differs"),
        (", sheets: medics", "sheets: soldiers", "that deck is printed on other sheets itself"),
    ],
)
def test_what_cannot_share_sheets_is_said(bench, host, guest, why):
    text = GAME.replace("soldiers: {kind: deck}", f"soldiers: {{kind: deck{host}}}")
    bench.game(text + f"  medics: {{kind: deck, {guest}}}\n", soldiers=DECK, medics=DECK)
    found = list(bench.load().diagnostics)
    assert any(why in item.message for item in found), found
    line = text.count("\n") + 1
    assert line in {item.location.line for item in found if item.location}
