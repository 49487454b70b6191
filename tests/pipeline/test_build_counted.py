"""Boards, tokens, dice and boxes that read cards: made anew when those change, only then."""

import pytest
from workshops import write_files

GAME = "card_data/game/game.yaml"
HEROES = "card_data/game/decks/heroes.yaml"
PLACES = "card_data/game/decks/places.yaml"
ASKED = {"papers": ("a4",), "products": ("boards", "boxes", "sheets", "tokens")}
COMPONENTS = """\
  map: {kind: board, size: {width: 90mm, height: 90mm}}
  markers: {kind: tokens, size: 25mm, template: marker.xml.j2, tokens: [{id: lead}]}
  die: {kind: dice}
  tuck: {kind: box, decks: [heroes], faces: {front: front.xml.j2}, template: plain.xml.j2}
  inlay: {kind: box, cards: 20, template: plain.xml.j2}
"""
WORDS = """\
<side background="paper"><text style="body" x="3" y="3" width="14" height="14">{}</text></side>
"""
FILES = {
    # What each reads: copies, titles, how many designs, one text, nothing.
    "front": WORDS.format('{{ decks.heroes | sum(attribute="copies") }}'),
    "map": WORDS.format('{{ decks.heroes | map(attribute="title") | join(" ") }}'),
    "marker": WORDS.format("{{ decks.places | length }}"),
    "die": WORDS.format("{{ decks.places[0].text }}"),
    "plain": '<side background="paper"/>\n',
}
FRONT, MAP, MARKER = "tuck/front/face", "map/face", "markers/lead/face"
DIE = tuple(f"die/{value}/face" for value in range(1, 7))


def write_project(root):
    write_files(root).edit(GAME, "components:\n", f"components:\n{COMPONENTS}")
    return write_files(root, {f"templates/game/{name}.xml.j2": FILES[name] for name in FILES})


@pytest.fixture
def shop(project_copies):
    return project_copies(write_project, **ASKED)


@pytest.mark.parametrize(
    ("file", "old", "new", "changed"),
    [
        # No piece reads these.
        (HEROES, "**bold** man", "**brave** man", {"heroes/carl/face"}),
        (PLACES, "title: Elm", "title: Elms", {"places/elm/face"}),
        # One piece reads this, and no other is touched.
        (HEROES, "title: Carl", "title: Karl", {"heroes/carl/face", MAP}),
        (PLACES, "Draw up", "Take up", {"places/den/face", *DIE}),
        (
            PLACES,
            "cards:",
            "cards:\n  - {id: ash, title: Ash, text: New.}",
            {"places/ash/face", MARKER, *DIE},
        ),
    ],
)
def test_a_piece_follows_the_cards_it_reads(shop, file, old, new, changed):
    before, files = shop.fingerprints(), shop.files()
    shop.edit(file, old, new)
    assert not list(shop.build(**ASKED).diagnostics)
    after = shop.fingerprints()
    assert {id for id in after if after[id] != before.get(id)} == changed
    assert shop.equals_a_clean_build(**ASKED)
    shop.edit(file, new, old)  # what it shows is known again
    shop.build(**ASKED)
    assert shop.files() == files


def test_a_box_that_counts_cards_is_laid_out_anew_and_nothing_else(shop, laid):
    """A fourth place changes no fact that a side of the box states but the one it reads."""
    front = "templates/game/front.xml.j2"
    elms = '{{ decks.places | selectattr("title", "eq", "Elm") | list | length }}'
    write_files(shop.root, {front: WORDS.format(elms)})
    shop.build(**ASKED)
    before = shop.fingerprints()
    laid.clear()
    shop.edit(PLACES, "title: Elm", "title: Oak")
    made = {path for game in shop.build(**ASKED).games for path in game.made}
    after = shop.fingerprints()
    assert {id for id in after if after[id] != before[id]} == {"places/elm/face", FRONT}
    assert sorted(laid) == [(63.5, 63.5), (65.0, 90.0)]
    assert {path for path in made if path.startswith("boxes/")} == {"boxes/tuck.a4.pdf"}
    assert not {path for path in made if path.startswith(("boards/", "tokens/"))}
    assert shop.equals_a_clean_build(**ASKED)


def test_a_card_on_which_the_board_stands_follows_too(shop):
    """What pictures a piece depends on the cards that the piece reads."""
    shop.edit("templates/game/back.xml.j2", "/>", '><card ref="map" width="40"/></side>')
    shop.build(**ASKED)
    before = shop.fingerprints()
    shop.edit(PLACES, "title: Elm", "title: Elms")
    shop.build(**ASKED)
    assert shop.fingerprints()["heroes/back"] == before["heroes/back"]
    shop.edit(HEROES, "title: Carl", "title: Karl")
    shop.build(**ASKED)
    after = shop.fingerprints()
    assert after["heroes/back"] != before["heroes/back"]
    assert shop.equals_a_clean_build(**ASKED)
