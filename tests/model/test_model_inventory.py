"""What lies in the box, as the components themselves say it."""

from __future__ import annotations

from typing import Any

from cardgen.model.document import Inventory
from cardgen.model.pieces import Pieces, titled

GAME = """\
title: Test
card_types:
  one: {template: a.xml.j2, fields: {}}
components:
  heroes: {kind: deck, back: hero.back.xml.j2}
  maps: {kind: deck, back: none, title: Plans}
  mat: {kind: board, size: {width: 200mm, height: 100mm}}
  things:
    kind: tokens
    size: 20mm
    shape: hex
    tokens:
UNMADE      - {id: a}
      - {id: b, copies: 3}
      - {id: d, shape: standee, size: 20mm}
      - {id: e, called: dwarf|dwarves, copies: 2, shape: round}
      - {id: f, called: gem}
  die: {kind: dice, sides: 20, copies: 2, title: D20}
  box: {kind: box}
  rules: {kind: booklet}
showcase: [heroes/b]
""".replace("UNMADE", "".join(f"      - {{id: c{n}, copies: 0}}\n" for n in range(6)))


def test_every_component_says_what_there_is_of_it(bench: Any) -> None:
    heroes = "cards: [{id: a, type: one, title: A}, {id: b, type: one, title: B, copies: 4}]"
    bench.game(GAME, heroes=heroes, maps=heroes.replace("copies: 4", "copies: 1"))
    bench.write("card_data/test/rules.md", "```components\n```\n")
    [game] = bench.load().games
    [block] = game.components["rules"].flow(game).blocks
    assert isinstance(block, Inventory)
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


def test_a_kind_without_pieces_is_not_listed() -> None:
    kinds = [Pieces(0, "gem", "gems", ""), Pieces(1, "gem", "gems", "Gems")]
    assert titled(kinds) == [Pieces(1, "gem", "gems", "")]
