"""Pieces that read cards follow their edits in the preview, and only those that they read."""

HEROES = "card_data/test/decks/heroes.yaml"
MAT = "templates/test/mat.xml.j2"


def test_a_board_that_lists_cards_follows_them(bench):
    words = '<text x="90" y="10" width="90" height="20">{{ decks.heroes[2].title }}</text>'
    bench.save(MAT, "</side>", f"{words}\n</side>")
    before = bench.loaded.shown["mat/face"].fingerprint
    bench.save(HEROES, "title: Cleo", "title: Clea")
    assert bench.loaded.shown["mat/face"].fingerprint != before
    before = bench.loaded.shown["mat/face"].fingerprint
    bench.save(HEROES, "power: 7", "power: 8")
    assert bench.loaded.shown["mat/face"].fingerprint == before
