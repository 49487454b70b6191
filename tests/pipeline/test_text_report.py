"""What was done to make texts fit is told once a deck, with the worst cards."""

import json
import re

import pytest
from click.testing import CliRunner
from workshops import PRINTED, write_deck

from cardgen.cli.main import cli
from cardgen.pipeline.text_report import field_at

HEROES = "card_data/game/decks/heroes.yaml"
CARD = "templates/game/card.xml.j2"
WORDS = "Words and words and words. "


def run(workshop, *args):
    return CliRunner().invoke(cli, [*args, "--project", str(workshop.root)])


def test_a_game_in_which_all_fits_says_nothing(workshop):
    assert run(workshop, "check", "-v").stdout == ""


def test_shrunk_texts_are_told_to_those_who_ask(workshop):
    workshop.edit(HEROES, "You have {rule:lives} lives.", WORDS * 13)
    assert run(workshop, "check").stdout == ""
    said = "heroes: of 6 texts 1 shrunk, worst bert 6.25 pt of 8"
    assert run(workshop, "check", "-v").stdout == f"game: {said}\n"
    built = run(workshop, "build", "-v", "--product", "sheets", "--jobs", "1")
    assert f"  {said}\n" in built.stdout


def test_each_means_is_told_with_its_worst_cards(workshop):
    workshop.edit(CARD, 'height="30"', 'height="10" fit="shrink leading ellipsis"')
    cards = {f"card{n}": WORDS * n for n in (1, 4, 12, 16)}
    write_deck(workshop.root, "heroes", cards)
    [said] = run(workshop, "check", "-v").stdout.splitlines()
    done = dict(part.split(", worst ") for part in said.split("; "))
    told = [(" ".join(name.split()[-2:]), text.count(",") + 1) for name, text in done.items()]
    assert told == [("3 shrunk", 3), ("2 tightened", 2), ("2 cut", 2)]
    for worst in done.values():
        assert worst.startswith("card16 ")
        assert ", card12 " in worst


def test_a_text_that_does_not_fit_is_told_by_the_worst_card(workshop):
    write_deck(
        workshop.root, "heroes", {"anna": WORDS * 20, "bert": WORDS * 60, "carl": WORDS * 30}
    )
    said = run(workshop, "check", "-v")
    assert "while laying out card `bert`, face" in said.stderr
    assert "and on 2 more sides: heroes/anna/face, heroes/carl/face" in said.stderr
    assert re.search(r"3 too long, worst bert [\d.]+ mm, carl [\d.]+ mm, anna ", said.stdout)


def test_cut_texts_are_one_warning_a_deck_in_every_build(workshop):
    workshop.edit(CARD, 'height="30"', 'height="4" fit="ellipsis"')
    workshop.edit(HEROES, "You have {rule:lives} lives.", WORDS * 18)
    workshop.edit(HEROES, "A **bold** man.", WORDS * 5)
    for _ in range(3):
        [found] = workshop.build(products=PRINTED).diagnostics
        assert (found.code, found.message) == ("CG402", "`heroes`: 2 texts cut")
        assert found.notes[0].startswith(f"`bert` ({HEROES}:3:5) loses ")
        assert found.side_ids == ("heroes/bert/face", "heroes/carl/face")
    workshop.edit(HEROES, "title: Anna", "title: Anne")
    [found] = workshop.build(products=PRINTED).diagnostics
    assert found.code == "CG402"


def test_the_ranges_of_a_deck_as_json(workshop):
    workshop.edit(HEROES, "You have {rule:lives} lives.", WORDS * 40)
    texts = json.loads(run(workshop, "check", "--format", "json").stdout)["texts"]["game"]
    assert [(one["component"], one["field"], one["texts"]) for one in texts] == [
        ("heroes", "title", 3),
        ("heroes", "text", 3),
        ("places", "title", 2),
        ("places", "text", 1),
    ]
    text = texts[1]
    assert (text["asked"], text["set"], text["misfits"]) == ([8.0, 8.0], [6.0, 8.0], 1)
    assert text["sizes"] == {"8": 2, "6": 1}
    [bert] = text["changed"]
    assert (bert["side"], bert["fits"], bert["set"]) == ("heroes/bert/face", False, 6.0)
    assert bert["over_mm"] > 30
    assert bert["over_percent"] == pytest.approx(bert["over_mm"] / 30 * 100, abs=0.1)
    before = run(workshop, "check", "--format", "json").stdout
    assert run(workshop, "check", "--format", "json").stdout == before


@pytest.mark.parametrize(
    ("source", "field"),
    [
        ("<text>{{ card.title }}</text>", "title"),
        ('<text if="card.x">\n{{ card.rules | upper }}\n</text>{{ card.other }}', "rules"),
        ("<text>{{ words }}</text>{{ card.title }}", ""),
        ('<icon name="nope" x="4"/><text>{{ card.title }}</text>', ""),
        ('<image x="{{ card.left }}" src="art/{{ card.art }}.png"/>{{ card.title }}', "art"),
        ('<text continues="rules"/><text>{{ card.title }}</text>', ""),
        ("", ""),
    ],
)
def test_the_field_that_a_tag_shows(source, field):
    assert field_at(source) == field
