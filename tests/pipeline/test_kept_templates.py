"""A comment or a moved tag leaves a game unchanged, without its cards being read."""

import pytest
from msgspec.structs import replace
from workshops import Workshop, build_request, write_files

from cardgen.model import load
from cardgen.pipeline import making
from cardgen.pipeline.build import check

CARD = "templates/game/card.xml.j2"
WORDS = 'y="4" width="40"'
ASKED = {}


@pytest.fixture
def shop(tmp_path):
    shop = write_files(tmp_path)
    shop.build(**ASKED)
    return shop


@pytest.fixture
def read(monkeypatch):
    """The games that were read."""
    names = []
    load_project = load.load_project

    def noted(root, games=(), *more, **told):
        names.extend(games)
        return load_project(root, games, *more, **told)

    monkeypatch.setattr(load, "load_project", noted)
    return names


def clean(shop):
    """Whether the files are those of a build in a fresh folder, the record included."""
    fresh = Workshop(shop.root, shop.root.parent / f"{shop.root.name}-fresh")
    fresh.build(**ASKED, output=fresh.output)
    mine, other = shop.manifest(), fresh.manifest()
    files = [
        {n: d for n, d in one.files().items() if n != "build.json" and not n.endswith(".json")}
        for one in (shop, fresh)
    ]
    return mine["inputs"] == other["inputs"] and files[0] == files[1]


def test_a_comment_is_no_change(shop, read):
    shop.edit(CARD, "</side>", "</side>{# why #}")
    assert shop.build(**ASKED).games[0].status == "unchanged"
    assert read == []
    assert clean(shop)
    read.clear()
    assert shop.build(**ASKED).games[0].status == "unchanged"
    assert not list(check(shop.root))
    assert read == []
    shop.edit(CARD, "{# why #}", "{# and #}")
    assert not list(check(shop.root))
    assert shop.build(**ASKED).games[0].status == "unchanged"
    assert read == []


def test_what_is_no_comment_is_a_change(shop, read):
    shop.edit(CARD, WORDS, 'y="5" width="40"')
    assert shop.build(**ASKED).games[0].status == "built"
    shop.edit(CARD, "</side>", "</side>{# why #}")
    (shop.root / "templates/game/extra.xml.j2").write_text("{# new #}", encoding="utf-8")
    read.clear()
    shop.build(**ASKED)
    assert read == ["game"]  # a template more may be found in place of another
    assert clean(shop)


def test_a_comment_that_moves_tags_is_no_change(shop, read):
    shop.edit(CARD, "<side", "{# two\nlines #}\n<side")
    assert shop.build(**ASKED).games[0].status == "unchanged"
    assert read == []
    assert clean(shop)


DECK = "card_data/game/decks/heroes.yaml"


def test_yaml_that_says_the_same_is_no_change(shop, read):
    text = (shop.root / DECK).read_text(encoding="utf-8")
    shop.edit(DECK, text, "# why\n" + text.replace("\n", "\n\n").replace("id: ", "id:   "))
    assert shop.build(**ASKED).games[0].status == "unchanged"
    assert read == []
    assert clean(shop)


def test_yaml_that_says_something_else_is_a_change(shop, read):
    text = (shop.root / DECK).read_text(encoding="utf-8")
    shop.edit(DECK, text, "# why\n" + text.replace("title: ", "title: X", 1))
    assert shop.build(**ASKED).games[0].status == "built"
    assert read == ["game"]


def test_a_finding_names_the_line_as_it_is_now(shop):
    small = '<text x="4" y="30" size="4">x</text></side>'
    shop.edit(CARD, "</side>", small)
    [before] = {one.at for one in shop.build(**ASKED).diagnostics}
    shop.edit(CARD, "<side", "{# two\nlines #}\n<side")
    [after] = {one.at for one in shop.build(**ASKED).diagnostics}
    assert before is not None
    assert after == replace(before, line=before.line + 2)


def test_a_build_that_keeps_nothing_leaves_no_trust_in_what_was_kept(shop):
    first = shop.files()
    shop.edit(CARD, WORDS, 'y="5" width="40"')
    shop.build(**ASKED, force=True)
    shop.edit(CARD, 'y="5" width="40"', WORDS)  # as the kept templates are
    shop.build(**ASKED)
    assert shop.files() == first


def test_a_build_that_was_killed_leaves_no_trust_in_what_it_kept(shop, monkeypatch):
    shop.edit(CARD, WORDS, 'y="5" width="40"')

    def killed(**_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(making, "Manifest", killed)
        with pytest.raises(KeyboardInterrupt):
            shop.build(**ASKED)
    assert shop.build(**ASKED).games[0].status == "built"
    assert clean(shop)


def test_a_product_that_was_left_may_be_stale_no_more(shop):
    request = {"papers": ("a4",), "products": ("sheets",)}
    shop.edit(CARD, WORDS, 'y="5" width="40"')
    assert shop.build(**request).games[0].stale
    shop.edit(CARD, 'y="5" width="40"', WORDS)
    assert not shop.build(**request).games[0].stale
    assert build_request(shop.root, **request).key != build_request(shop.root, **ASKED).key


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
    inner = shop.root / "templates/game/inner.xml.j2"
    inner.write_text('<rect x="4" y="4" width="9" height="9" fill="sea"/>\n', encoding="utf-8")
    outer = shop.root / "templates/game/ticket.xml.j2"
    outer.write_text('<side>{% include "inner.xml.j2" %}</side>\n', encoding="utf-8")
    report = shop.build(**ASKED)
    assert not report.diagnostics.has_errors
    before = shop.files()
    shop.edit("templates/game/inner.xml.j2", 'width="9"', 'width="8"')
    assert shop.build(**ASKED).games[0].status == "built"
    changed = {name for name, content in shop.files().items() if before.get(name) != content}
    assert {name for name in changed if name.endswith(".pdf")} == {
        "series/tickets/0001.a4.pdf",
        "series/tickets/0001.letter.pdf",
    }
