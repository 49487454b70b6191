"""A comment or a moved tag leaves a game unchanged, without its cards being read."""

import pytest
from msgspec.structs import replace
from workshops import build_request, write_files

from cardgen.pipeline import game_build, making
from cardgen.pipeline.build import check

CARD, DECK = "templates/game/card.xml.j2", "card_data/game/decks/heroes.yaml"
WORDS = 'y="4" width="40"'


@pytest.fixture
def shop(built):
    return built


@pytest.fixture
def read(note):
    """The games that are read from now on."""
    return note(game_build, "read_games", lambda request, games, documents: list(games))


def test_a_comment_is_no_change(shop, read):
    shop.edit(CARD, "</side>", "</side>{# why #}")
    assert shop.build().games[0].status == "unchanged"
    assert read == []
    assert shop.equals_a_clean_build()
    read.clear()
    assert shop.build().games[0].status == "unchanged"
    assert not list(check(shop.root))
    assert read == []
    shop.edit(CARD, "{# why #}", "{# and #}")
    assert not list(check(shop.root))
    assert shop.build().games[0].status == "unchanged"
    assert read == []


def test_what_is_no_comment_is_a_change(shop, read):
    shop.edit(CARD, WORDS, 'y="5" width="40"')
    assert shop.build().games[0].status == "built"
    shop.edit(CARD, "</side>", "</side>{# why #}")
    (shop.root / "templates/game/extra.xml.j2").write_text("{# new #}", encoding="utf-8")
    read.clear()
    shop.build()
    assert read == [["game"]]  # a template more may be found in place of another
    assert shop.equals_a_clean_build()


@pytest.mark.parametrize(
    ("file", "old", "new", "status"),
    [
        (CARD, "<side", "{{# two\nlines #}}\n<side", "unchanged"),
        (DECK, "cards:\n", "# why\n\ncards:\n\n", "unchanged"),
        (DECK, "id: ", "id:   ", "unchanged"),
        (DECK, "cards:\n  - {id: anna, title: ", "# why\n{}X", "built"),
    ],
    ids=["moved tags", "a comment", "spaces", "a comment and a title"],
)
def test_what_says_the_same_is_no_change(shop, read, file, old, new, status):
    shop.edit(file, old, new.format(old))
    assert shop.build().games[0].status == status
    assert read == ([] if status == "unchanged" else [["game"]])
    assert shop.equals_a_clean_build()


def test_a_finding_names_the_line_as_it_is_now(shop):
    small = '<text x="4" y="30" size="4">x</text></side>'
    shop.edit(CARD, "</side>", small)
    [before] = {one.location for one in shop.build().diagnostics}
    shop.edit(CARD, "<side", "{# two\nlines #}\n<side")
    [after] = {one.location for one in shop.build().diagnostics}
    assert after == replace(before, line=before.line + 2)


def test_a_build_that_keeps_nothing_leaves_no_trust_in_what_was_kept(shop):
    first = shop.files()
    shop.edit(CARD, WORDS, 'y="5" width="40"')
    shop.build(force=True)
    shop.edit(CARD, 'y="5" width="40"', WORDS)  # as the kept templates are
    shop.build()
    assert shop.files() == first


def test_a_build_that_was_killed_leaves_no_trust_in_what_it_kept(shop, end):
    shop.edit(CARD, WORDS, 'y="5" width="40"')

    end(shop, making, "Manifest")
    assert shop.build().games[0].status == "built"
    assert shop.equals_a_clean_build()


def test_a_product_that_was_left_may_be_stale_no_more(shop):
    request = {"papers": ("a4",), "products": ("sheets",)}
    shop.edit(CARD, WORDS, 'y="5" width="40"')
    assert shop.build(**request).games[0].stale
    shop.edit(CARD, 'y="5" width="40"', WORDS)
    assert not shop.build(**request).games[0].stale
    assert build_request(shop.root, **request).key != build_request(shop.root).key


SERIES = """\
  tickets: {kind: deck, size: poker, back: none, series: {count: 3, type: ticket}}
"""


def test_templates_that_are_read_late_or_elsewhere_count(shop):
    """A series loads its template after all else; a child loads what one card names."""
    shop.edit(
        "card_data/game/game.yaml", "  card: {", "  ticket: {template: ticket.xml.j2}\n  card: {"
    )
    shop.edit("card_data/game/game.yaml", "components:\n", "components:\n" + SERIES)
    for name in ("heroes", "places"):
        shop.edit(f"card_data/game/decks/{name}.yaml", "cards:", "defaults: {type: card}\ncards:")
    texts = {
        "templates/game/inner.xml.j2": '<rect x="4" y="4" width="9" height="9" fill="sea"/>\n',
        "templates/game/ticket.xml.j2": '<side>{% include "inner.xml.j2" %}</side>\n',
    }
    write_files(shop.root, texts)
    report = shop.build()
    assert not report.diagnostics.has_errors
    before = shop.files()
    shop.edit("templates/game/inner.xml.j2", 'width="9"', 'width="8"')
    assert shop.build().games[0].status == "built"
    changed = {name for name, content in shop.files().items() if before.get(name) != content}
    assert {name for name in changed if name.endswith(".pdf")} == {
        "series/tickets/0001.a4.pdf",
        "series/tickets/0001.letter.pdf",
    }
