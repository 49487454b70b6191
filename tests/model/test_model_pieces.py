"""Tokens, dice and boxes in ``game.yaml``: what they mean, and what is wrong with them."""

import pytest
from bench_game import GAME
from documents import document

from cardgen.core.geometry import Size
from cardgen.model.pieces import Pieces, drop_repeated_titles

TOKENS = document("model/pieces_tokens.yaml")
PIECES = """\
  board: {kind: board, size: {width: 90mm, height: 90mm}}
  die: {kind: dice}
  tuck: {kind: box}
"""


def load(bench, components):
    bench.game(GAME + components)
    return bench.sound()


def test_tokens_have_shapes_sizes_and_fields(bench):
    game = load(bench, TOKENS)
    markers = game.components["markers"]
    medic, turn, squad, scout = markers.tokens
    assert (medic.shape, medic.size, medic.copies) == ("round", Size(20, 20), 4)
    assert (medic.fields.skill.id, medic.fields.worth, turn.fields.worth) == ("medic", 3, 1)
    assert (turn.shape, turn.size) == ("hex", Size(22, 25.403))
    assert (squad.size, scout.size) == (Size(25, 40), Size(20, 32))
    assert markers.count == 7
    assert (markers.bleed, markers.duplex, markers.folded) == (3.0, "long-edge", None)


@pytest.mark.parametrize(
    ("printed", "own", "duplex", "folded"),
    [
        ("short-edge", "", "short-edge", None),
        ("none", "", "none", False),
        ("gutterfold", "", "gutterfold", False),
        ("long-edge", "long-edge", "long-edge", False),
        ("short-edge", "fold", "short-edge", True),
    ],
)
def test_backs_of_tokens(bench, printed, own, duplex, folded):
    more = f"    duplex: {own}\n" if own else ""
    text = TOKENS.replace("    kind: tokens\n", f"    kind: tokens\n{more}", 1)
    bench.game(GAME + text + f"print: {{duplex: {printed}}}\n")
    markers = bench.load().games[0].components["markers"]
    assert (markers.duplex, markers.folded) == (duplex, folded)


def test_sides_of_tokens_see_their_token(bench):
    game = load(bench, TOKENS)
    sides = game.components["markers"].sides(game)
    assert [one.face.id for one in sides] == [
        f"markers/{name}/face" for name in ("medic", "turn", "squad", "scout")
    ]
    assert sides[0].back.id == "markers/medic/back"
    assert (sides[0].back.template, sides[1].back) == ("wounded.xml.j2", None)
    token = sides[0].face.context["token"]
    assert (token.id, token.skill.id, token.width) == ("medic", "medic", 20)
    assert token.title.plain.endswith("Medic")
    assert sides[0].face.context["component"].title == "Markers"
    assert len({spec.form for one in sides for spec in (one.face, one.back) if spec}) == 5


@pytest.mark.parametrize("name", ["markers", "board", "die", "tuck"])
def test_pieces_see_all_cards(bench, name):
    soldiers = "cards:\n  - {id: cook, title: Cook, copies: 2}\n"
    bench.game(GAME + TOKENS + PIECES, soldiers=soldiers)
    game = bench.load().games[0]
    for one in game.components[name].sides(game):
        [cook] = one.face.context["decks"].soldiers
        assert (cook.title.plain, cook.copies) == ("Cook", 2)


def test_a_die_has_a_side_for_every_face(bench):
    game = load(bench, "  d20: {kind: dice, sides: 20, size: 24mm}\n  d6: {kind: dice}\n")
    d20, d6 = (game.components[name].sides(game) for name in ("d20", "d6"))
    assert [one.face.context["die"].value for one in d20] == list(range(1, 21))
    assert (d20[0].face.size, d20[0].face.template) == (Size(24, 20.785), "d20.xml.j2")
    assert [one.face.size for one in d6] == [Size(20, 20)] * 6


BOX = "  crate: {kind: box%s}\n"


@pytest.mark.parametrize(
    ("given", "measures"),
    [
        ("", (1, 65, 90, 5)),  # a box is never thinner than it can be folded
        (", cards: 100", (100, 65, 90, 33)),
        (", cards: 100, sleeved: true", (100, 68, 93, 57)),
        (", cards: 50, size: tarot, thickness: 0.4mm, slack: 2mm", (50, 72, 122, 22)),
        (", decks: [soldiers], cards: 50", (50, 65, 90, 17.5)),
    ],
)
def test_a_box_is_as_large_as_its_cards_want(bench, given, measures):
    game = load(bench, BOX % given)
    box = game.components["crate"]
    inside = box.inside(game)
    assert (inside.count, inside.width, inside.height, inside.depth) == measures


def test_the_faces_of_a_box_know_their_measures(bench):
    game = load(bench, BOX % ", cards: 100, faces: {front: poster.xml.j2}")
    faces = [one.face for one in game.components["crate"].sides(game)]
    front, left, top = (
        next(face for face in faces if face.context["face"].name == name)
        for name in ("front", "left", "top")
    )
    assert (front.size, left.size, top.size) == (Size(65, 90), Size(33, 90), Size(65, 33))
    assert (front.template, top.template) == ("poster.xml.j2", "crate.xml.j2")
    assert front.context["box"].count == 100


ALL_KINDS = document("model/pieces_all_kinds.yaml")


def test_every_component_says_what_there_is_of_it(bench):
    heroes = "cards: [{id: a, type: one, title: A}, {id: b, type: one, title: B, copies: 4}]"
    bench.game(ALL_KINDS, heroes=heroes, maps=heroes.replace("copies: 4", "copies: 1"))
    bench.write("card_data/test/rules.md", "```components\n```\n")
    [game] = bench.load().games
    [block] = game.components["rules"].flow(game).blocks
    said = [
        (f"{p.count} {p.noun}", p.title, " ".join(f"{o.side}:{o.outline}" for o in p.pictures))
        for p in block.pieces
    ]
    assert said == [
        ("5 cards", "Heroes", "heroes/back:card heroes/b/face:card"),
        ("2 cards", "Plans", "maps/a/face:card maps/b/face:card"),
        ("1 board", "Mat", "mat/face:rect"),
        ("4 tokens", "", "things/a/face:hex things/b/face:hex"),
        ("1 standee", "", "things/d/face:rect"),
        ("2 dwarves", "", "things/e/face:round"),
        ("1 gem", "", "things/f/face:hex"),
        ("2 dice", "D20", "die/20/face:triangle"),
        ("1 box", "", "box/front/face:rect"),
    ]


def test_a_kind_without_pieces_is_not_listed():
    kinds = [Pieces.from_noun(count, "gem|gems", "Gems", "en") for count in (0, 1)]
    assert drop_repeated_titles(kinds) == [Pieces.from_noun(1, "gem|gems", "", "en")]
