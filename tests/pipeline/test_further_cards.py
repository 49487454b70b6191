"""What does not fit a card goes on on a further one, which is there only if it is needed."""

import json

import pytest
from click.testing import CliRunner
from test_continued import SENTENCES, go_on
from workshops import HOSTED, PRINTED, SMALL, write_deck

from cardgen.cli.main import cli
from cardgen.features.selection import CardChoice, select
from cardgen.model.load import load_game
from cardgen.pipeline.build import BuildRequest
from cardgen.pipeline.executors.workers import Workers
from cardgen.pipeline.game_work import GameWork
from cardgen.pipeline.text_report import text_groups
from cardgen.preview.live.live_project import LiveProject

ALIKE = {**HOSTED, **SMALL}


@pytest.fixture
def workshop(workshop):
    go_on(workshop, "more")
    write_deck(workshop.root, "heroes", {"anna": "Short.", "bert": SENTENCES, "carl": "Brief."})
    return workshop


def test_a_further_card_follows_the_one_that_needs_it(workshop):
    workshop.build(**ALIKE)
    sides = {side["id"]: side["copies"] for side in workshop.manifest()["sides"]}
    faces = [id for id in sides if id.startswith("heroes/") and id.endswith("/face")]
    assert faces == [f"heroes/{n}/face" for n in ("anna", "bert", "bert-more", "carl")]
    assert sides["heroes/back"] == 4
    table = json.loads((workshop.output / "game/tts/heroes.json").read_text())
    assert len(table["ObjectStates"][0]["DeckIDs"]) == 4


def test_a_card_that_fits_again_takes_its_further_one_away(workshop):
    workshop.build(products=("images",))
    assert (workshop.output / "game/cards/heroes/bert-more.face.png").is_file()
    write_deck(workshop.root, "heroes", {"bert": "Short."})
    workshop.build(products=("images",))
    assert not list(workshop.output.rglob("*more*.png"))


def test_a_further_card_that_is_not_there_has_no_findings(workshop):
    small = (
        '<text style="body" size="4" x="4" y="50" width="40" height="8">Turn over.</text></side>'
    )
    workshop.edit("templates/game/rest.xml.j2", "</side>", small)
    for _ in range(2):
        sides = {id for one in workshop.build(products=PRINTED).diagnostics for id in one.side_ids}
        assert sides == {"heroes/bert-more/face"}
    write_deck(workshop.root, "heroes", {"bert": "Short."})
    assert not list(workshop.build(products=PRINTED).diagnostics)


def test_reports_of_texts_leave_out_a_further_card_that_is_not_there(workshop):
    def texts():
        work = GameWork(workshop.root, load_game(workshop.root, "game"))
        groups = text_groups(work.lay_out(Workers(1), print), work.templates.places)
        return sum(len(one.texts) for one in groups if "rest" in one.location.path)

    assert texts() == 1
    workshop.edit("templates/game/rest.xml.j2", "</side>", '<text style="body">On</text></side>')
    assert texts() == 2


def test_a_selection_takes_the_further_card_along(workshop):
    done = select(BuildRequest(workshop.root, jobs=1), "game", CardChoice(cards=("bert",)))
    assert done.cards == 2
    alone = CardChoice(cards=("bert-more",))
    assert select(BuildRequest(workshop.root, jobs=1), "game", alone).cards == 1


def run(workshop, *args):
    done = CliRunner().invoke(cli, [*args, "--project", str(workshop.root)])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.output
    return done.stdout


def test_what_was_printed_counts_it_and_a_deck_does_not(workshop):
    run(workshop, "printed", "game")
    assert "3 cards,   3 designs" in run(workshop, "list", "game")
    other = SENTENCES.replace("length", "weight")
    write_deck(workshop.root, "heroes", {"anna": other, "bert": "Short.", "carl": "Brief."})
    said = run(workshop, "diff", "game")
    assert "+ heroes/anna-more" in said
    assert "- heroes/bert-more" in said
    run(workshop, "reprint", "game")
    pulled = (workshop.output / "game/reprint/pull-list.txt").read_text(encoding="utf-8")
    assert "anna-more" in pulled
    assert "bert-more" in pulled
    write_deck(workshop.root, "heroes", {"anna": "Short.", "bert": SENTENCES, "carl": "Brief."})
    assert "-more" not in run(workshop, "diff", "game")


def test_an_order_has_it_with_as_many_copies_as_its_card(workshop):
    deck = workshop.root / "card_data/game/decks/heroes.yaml"
    deck.write_text(deck.read_text().replace("id: bert,", "id: bert, copies: 3,"))
    run(workshop, "order", "game", "--service", "mpc")
    rows = (workshop.output / "game/orders/mpc/manifest.csv").read_text(encoding="utf-8")
    copies = [line for line in rows.splitlines() if "bert" in line]
    assert len(copies) == 2, rows
    assert all(",3" in line for line in copies), rows


def test_an_id_that_is_taken_is_an_error(workshop):
    write_deck(workshop.root, "heroes", {"bert": "Short.", "bert-more": "Short."})
    [found] = workshop.build(products=PRINTED).diagnostics
    assert "`bert-more` is the id of the card that continues `bert`" in found.message


def test_the_preview_shows_it_when_it_is_needed(workshop):
    live = LiveProject(workshop.root)
    live.settle()

    def keys():
        return [one.face.id for one in live.loaded["game"].sides["heroes"]]

    assert "heroes/bert-more/face" in keys()
    events = []
    live.subscribe(events.append)
    write_deck(workshop.root, "heroes", {"anna": SENTENCES, "bert": "Short.", "carl": "Brief."})
    live.queue_saved(["card_data/game/decks/heroes.yaml"])
    live.settle()
    assert keys() == [f"heroes/{name}/face" for name in ("anna", "anna-more", "bert", "carl")]
    assert any(event.get("structure") for event in events)
