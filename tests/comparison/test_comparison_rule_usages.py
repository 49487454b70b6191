from pathlib import Path

import pytest

from cardgen.comparison.rule_usages import find_statements, readers
from cardgen.comparison.states import edition
from cardgen.model.load import load_game
from cardgen.pipeline.request import BuildRequest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    ("file", "text", "places"),
    [
        ("card_data/game/more.md", "a {rule:hand} b {rule:hand:word}", [(1, 3), (1, 17)]),
        ("card_data/game/more.md", "x\n\n{rule:hand?card|cards}", [(3, 1)]),
        ("card_data/game/more.md", r"\{rule:hand} {rule:hands} {rule:han}", []),
        ("card_data/game/more.yaml", "# {rule:hand}\na: '{rule:hand}'", [(2, 5)]),
        ("card_data/game/more.txt", "{rule:hand}", []),
        (
            "templates/game/more.xml.j2",
            "{{ rules.hand }}{{ rules . hand.word }}",
            [(1, 4), (1, 20)],
        ),
        (
            "templates/game/more.xml.j2",
            "{{ rules[\"hand\"] }}\n{{ rules['hand'] }}",
            [(1, 4), (2, 4)],
        ),
        ("templates/game/more.xml.j2", "{# rules.hand\n#}{{ rules.handy }}{{ my.rules.hand }}", []),
        ("templates/game/table.lua.j2", "x = RULES.hand + RULES['hand']", [(1, 5), (1, 18)]),
        ("templates/shared/any.xml.j2", "{{ rules.hand }}", [(1, 4)]),
        ("templates/other/any.xml.j2", "{{ rules.hand }}", []),
    ],
)
def test_places(project, file, text, places):
    root = project.root
    before = find_statements(root, load_game(root, "game"), ["hand"])["hand"]
    (root / file).parent.mkdir(parents=True, exist_ok=True)
    (root / file).write_text(text, encoding="utf-8")
    found = find_statements(root, load_game(root, "game"), ["hand"])["hand"]
    more = [one for one in found if one not in before]
    assert [(one.location.path, one.location.line, one.location.column) for one in more] == [
        (file, line, column) for line, column in places
    ]


def found(root: Path, *rules: str) -> dict[str, dict[str, tuple[str, ...]]]:
    """The file and line where each rule is stated, with what shows it from there."""
    now = edition(BuildRequest(root), "game")
    places = find_statements(root, now.game, rules, readers(now.build.reads(), now.build.templates))
    return {
        rule: {
            f"{Path(one.location.path).name}:{one.location.line}": one.shows for one in places[rule]
        }
        for rule in rules
    }


def test_steps_of_a_set_up_state_the_rules_that_they_count_by(project):
    path = project.root / "card_data/game/game.yaml"
    steps = """\
players: "2"
setup:
  - {draw: heroes, number: 3, on: row}  # not as hand says
  - each: {row: 1..hand, hand: [a, b]}
    do: [{put: heroes, on: "hand-{hand}-hand", off: [1mm, 2mm]}]
"""
    path.write_text(path.read_text(encoding="utf-8") + steps, encoding="utf-8")
    lines = path.read_text(encoding="utf-8").splitlines()
    places = find_statements(project.root, load_game(project.root, "game"), ["hand"])["hand"]
    there = lines.index("setup:") + 1
    found = [
        (one.location.line - there, one.location.column)
        for one in places
        if one.location.line > there
    ]
    assert found == [(2, 20)]


def test_a_rule_whose_name_holds_the_number_of_players_is_stated_in_the_set_up():
    places = find_statements(ROOT, load_game(ROOT, "last-train"), ["classes_4"])["classes_4"]
    assert any(one.location.path.endswith("game.yaml") and one.shows == () for one in places)


def test_rules_that_are_reached_through_data(project):
    made = project
    made.edit("card_data/game/game.yaml", "{text: {kind", "{of: text, text: {kind")
    heroes, places = "card_data/game/decks/heroes.yaml", "card_data/game/decks/places.yaml"
    made.edit(heroes, "cards:", "defaults: {of: lives}\ncards:")
    made.edit(heroes, "title: Carl, text:", "title: Carl, of: hand, text:")
    made.edit(places, "cards:", "defaults: {of: lives, text: 'See {rule:hand}.'}\ncards:")
    card, chip, map = (f"templates/game/{name}.xml.j2" for name in ("card", "chip", "map"))
    made.edit(card, "{{ card.title }}", "{{ rules[card.of] }}")
    made.edit(chip, "{{ token.points }}", "{% set r = rules %}{{ r.lives }}")
    made.edit(map, "North west", "{{ rules['ha' ~ 'nd'] }}{{ rules['li' ~ game.id[:0] ~ 'ves'] }}")
    made.edit(chip, "</side>", '<card ref="heroes/carl" width="5" x="7" y="12"/></side>')
    seen = found(made.root, "hand", "lives")
    assert seen["lives"] == {
        "heroes.yaml:4": ("heroes/bert",),
        "card.xml.j2:2": ("heroes/anna", "heroes/bert", "places/den", "places/elm"),
        "chip.xml.j2:0": ("chips/one", "chips/five"),
        "map.xml.j2:2": ("map",),
    }
    assert seen["hand"] == {
        "heroes.yaml:3": ("heroes/anna",),
        "heroes.yaml:5": ("heroes/carl", "chips/one", "chips/five"),
        "places.yaml:1": ("places/elm",),
        "places.yaml:3": ("places/den",),
        "rules.md:17": ("rules",),
        "card.xml.j2:2": ("heroes/carl", "chips/one", "chips/five"),
        "map.xml.j2:2": ("map",),
        "map.xml.j2:3": ("map",),
    }


def test_a_template_may_name_a_rule_and_reach_it_through_data(project):
    project.edit("card_data/game/game.yaml", "{text: {kind", "{of: text, text: {kind")
    project.edit("card_data/game/decks/heroes.yaml", "cards:", "defaults: {of: lives}\ncards:")
    project.edit("card_data/game/decks/heroes.yaml", "title: Carl,", "title: Carl, of: hand,")
    card = "templates/game/card.xml.j2"
    project.edit(card, "{{ card.title }}", "{{ rules[card.of] }}{{ 'ea' and rules.hand }}")
    project.edit("card_data/game/decks/places.yaml", "cards:", "defaults: {of: lives}\ncards:")
    seen = found(project.root, "hand")["hand"]
    assert seen["heroes.yaml:5"] == ("heroes/carl",)


def test_every_rule_asked_for_is_answered(project):
    root = project.root
    (root / "card_data/game/odd.md").write_bytes(b"\xff{rule:hand}")  # cannot be read
    game = load_game(root, "game")
    found = find_statements(root, game, ["lives", "gone"])
    assert [one.owner for one in found["lives"]] == ["heroes/bert"]
    assert found["gone"] == ()
    assert find_statements(root, game, []) == {}
    assert len(find_statements(root, game, ["hand"])["hand"]) == 4
