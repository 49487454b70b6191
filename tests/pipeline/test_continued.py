"""What does not fit the face of a card goes on elsewhere."""

import pytest
import test_build_booklet
from workshops import PRINTED, strings, write_deck, write_files

from cardgen.model.load import load_game
from cardgen.pipeline.executors.workers import Workers
from cardgen.pipeline.game_work import GameWork

GAME = "card_data/game/game.yaml"
CARD = "templates/game/card.xml.j2"
FACE = 'width="40" height="12" id="rules" fit="shrink continue"'
BACK = """\
<side background="sea">
  <text style="body" x="4" y="4" width="40" height="40" continues="rules"/>
</side>
"""
SENTENCES = "One sentence of some length. " * 10


def go_on(made, rest, face=FACE):
    """Let long texts go on, on a `back` or on `more` cards."""
    made.edit(CARD, 'width="40" height="30"', face)
    made.edit(GAME, "card: {fields", f"card: {{{rest}: rest.xml.j2, fields")
    return write_files(made.root, {"templates/game/rest.xml.j2": BACK})


@pytest.fixture
def workshop(workshop):
    go_on(workshop, "back")
    write_deck(workshop.root, "heroes", {"anna": "Short.", "bert": SENTENCES})
    return workshop


def sides(root):
    work = GameWork(root, load_game(root, "game"))
    return {r.id: r for r in work.lay_out(Workers(1), lambda done: None)}


def words(result):
    return " ".join(strings(result.frame))


def test_the_rest_stands_on_the_back(workshop):
    found = sides(workshop.root)
    face, back = words(found["heroes/bert/face"]), words(found["heroes/bert/back"])
    assert face.endswith("length.\N{NO-BREAK SPACE}»")
    first = face.removeprefix("bert ").removesuffix("\N{NO-BREAK SPACE}»")
    assert f"{first} {back}".split() == SENTENCES.split()
    assert words(found["heroes/anna/back"]) == ""


def test_a_card_may_lack_the_text_that_another_one_continues(workshop):
    workshop.edit(
        CARD, '<text style="body" x="4" y="14"', '{% if card.text %}<text style="body" x="4" y="14"'
    )
    workshop.edit(CARD, "{{ card.text }}</text>", "{{ card.text }}</text>{% endif %}")
    write_deck(workshop.root, "heroes", {"anna": "", "bert": SENTENCES})
    found = sides(workshop.root)
    assert words(found["heroes/anna/back"]) == ""
    assert words(found["heroes/bert/back"])
    assert not workshop.build(products=PRINTED).diagnostics.has_errors
    workshop.edit(CARD, "{% if card.text %}", '{# id="rules" #}')
    workshop.edit(CARD, "{% endif %}", "")
    workshop.edit(CARD, 'id="rules" fit', "fit")
    assert "CG426" in {found.code for found in workshop.build(products=PRINTED).diagnostics}


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("First words of some length, in a paragraph.\n\n" + SENTENCES, "in a paragraph."),
        ("Short.\n\n" + SENTENCES, "length."),
        ("Short. " + "no end of words " * 20, ""),
    ],
)
def test_where_a_text_is_parted(workshop, text, end):
    workshop.edit(CARD, "shrink continue", 'continue" continue-sign="(turn over)')
    write_deck(workshop.root, "heroes", {"anna": "Short.", "bert": text})
    found = sides(workshop.root)
    face, back = words(found["heroes/bert/face"]), words(found["heroes/bert/back"])
    assert face.endswith(f"{end}\N{NO-BREAK SPACE}(turn over)")
    first = face.removeprefix("bert ").removesuffix("\N{NO-BREAK SPACE}(turn over)")
    assert f"{first} {back}".split() == text.split()
    assert len(first) > 30


def test_a_text_without_a_place_to_go_on_is_an_error(workshop):
    rest = workshop.root / "templates/game/rest.xml.j2"
    rest.write_text('<side background="sea"/>\n')
    [found] = workshop.build(products=PRINTED).diagnostics
    assert found.code == "CG425"
    rest.write_text(BACK.replace('"rules"', '"flavour"'))
    codes = {found.code for found in workshop.build(products=PRINTED).diagnostics}
    assert codes == {"CG425", "CG426"}
    rest.write_text(BACK)
    workshop.edit(GAME, "back: rest.xml.j2, fields", "fields")
    assert {one.code for one in workshop.build(products=PRINTED).diagnostics} == {"CG425"}


def test_a_rest_that_does_not_fit_is_an_error(workshop):
    write_deck(workshop.root, "heroes", {"bert": SENTENCES * 9})
    [found] = workshop.build(products=PRINTED).diagnostics
    assert (found.code, found.side_ids) == ("CG401", ("heroes/bert/back",))


def test_the_words_of_the_back_are_printed(workshop):
    workshop.build(products=PRINTED)
    pages = test_build_booklet.words(workshop.output / "game/sheets/heroes.a4.pdf")
    assert sum("sentence" in page for page in pages) == 2
