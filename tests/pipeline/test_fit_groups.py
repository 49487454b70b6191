"""Texts of one group have the sizes of the whole deck, however these came to be known."""

import pytest
from workshops import PRINTED, build_request, write_deck

from cardgen.features.selection import CardChoice, select
from cardgen.layout.text.groups import GroupNeed, ladders_of
from cardgen.model.load import load_game
from cardgen.pipeline.executors.workers import Workers
from cardgen.pipeline.game_work import GameWork
from cardgen.preview.live.live_project import LiveProject

CARD = "templates/game/card.xml.j2"
BOX = 'width="40" height="12" fit-group="rules"'
LONG, LONGER = "many words " * 10, "many words " * 12


@pytest.fixture
def workshop(workshop):
    workshop.edit(CARD, 'width="40" height="30"', BOX)
    write_deck(workshop.root, "heroes", {"anna": "Short.", "bert": LONG, "carl": "Brief."})
    return workshop


def sizes(root, components=None):
    """The size of the text on each face."""
    work = GameWork(root, load_game(root, "game"))
    results = work.lay_out(Workers(1), lambda done: None, True, components)
    return {r.id.removesuffix("/face"): r.settings[1].size for r in results if len(r.settings) > 1}


def test_a_group_has_the_size_that_its_longest_text_needs(workshop):
    workshop.edit(CARD, BOX, f'{BOX} fit-steps="1"')
    found = sizes(workshop.root)
    assert found["heroes/anna"] == found["heroes/bert"] == found["heroes/carl"] < 8
    assert found["places/den"] == 8


def test_a_group_of_the_game_spans_its_decks(workshop):
    workshop.edit(CARD, BOX, f'{BOX.replace("rules", "game/rules")} fit-steps="1"')
    found = sizes(workshop.root)
    assert found["places/den"] == found["heroes/bert"] < 8
    assert sizes(workshop.root, ["places"])["places/den"] == found["heroes/bert"]


def test_short_texts_keep_their_size_where_there_may_be_several(workshop):
    found = sizes(workshop.root)
    assert found["heroes/anna"] == 8 > found["heroes/bert"]


def test_a_ladder_has_no_more_sizes_than_steps():
    needs = [9, 8.75, 8.5, 8, 7.75, 7.25, 7, 6.25]
    for steps in range(1, 7):
        names = [GroupNeed("a/b", steps, need).name for need in needs]
        ladders = ladders_of(names)
        got = {GroupNeed.parse(name).on(ladders) for name in names}
        assert len(got) <= steps
        assert min(got) == 6.25
        assert all(GroupNeed.parse(n).on(ladders) <= GroupNeed.parse(n).size for n in names)


def test_only_a_change_of_the_sizes_lays_out_other_cards(workshop):
    workshop.build(products=PRINTED)
    before = workshop.fingerprints()
    workshop.edit("card_data/game/decks/heroes.yaml", "Short.", "Terse.")
    workshop.build(products=PRINTED)
    assert changed(before, workshop.fingerprints()) == {"heroes/anna/face"}
    workshop.edit(CARD, BOX, f'{BOX} fit-steps="1"')
    workshop.build(products=PRINTED)
    before = workshop.fingerprints()
    workshop.edit("card_data/game/decks/heroes.yaml", LONG, LONGER)
    [game] = workshop.build(products=PRINTED).games
    faces = {f"heroes/{name}/face" for name in ("anna", "bert", "carl")}
    assert changed(before, workshop.fingerprints()) == faces
    assert {id for name, ids in game.redrawn if name.startswith("fit:") for id in ids} == {
        "heroes/anna/face",
        "heroes/carl/face",
    }


def changed(before, now):
    return {id for id in now if now[id] != before.get(id)}


def test_a_selection_has_the_sizes_of_the_deck(workshop):
    workshop.edit(CARD, BOX, f'{BOX} fit-steps="1"')
    request = build_request(workshop.root, products=("images",), jobs=1)
    select(request, "game", CardChoice(cards=("anna",)))
    chosen = [f for f in (workshop.output / "game/selection").rglob("*anna*") if f.is_file()]
    workshop.build(products=("images",))
    assert chosen
    for file in chosen:
        whole = workshop.output / "game" / file.relative_to(workshop.output / "game/selection")
        assert file.read_bytes() == whole.read_bytes()


def test_the_preview_shows_what_a_build_prints(workshop):
    workshop.edit(CARD, BOX, f'{BOX} fit-steps="1"')
    live = LiveProject(workshop.root)
    for others in ({"bert": LONGER}, {"bert": "Short."}, {"bert": LONG, "carl": "Brief."}, {}):
        write_deck(workshop.root, "heroes", {"anna": "Short.", **others})
        live.queue_saved(["card_data/game/decks/heroes.yaml"])
        live.settle()
        workshop.build(products=PRINTED)
        shown = {id: side.fingerprint for id, side in live.loaded["game"].side_results.items()}
        assert shown == workshop.fingerprints()
