"""Each kind of input that a side may read: touched, it is named; untouched, nothing is redrawn."""

import pytest
from documents import document
from workshops import FILES, write_files

from cardgen.layout.engine import Layout
from cardgen.pipeline.build import check

GAME = "card_data/game/game.yaml"
HEROES, PLACES = (f"card_data/game/decks/{deck}.yaml" for deck in ("heroes", "places"))
CARD = "templates/game/card.xml.j2"
ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M2 2h{}v9z"/></svg>'
ANNA, BERT, CARL = (f"heroes/{name}/face" for name in ("anna", "bert", "carl"))
DEN, ELM = "places/den/face", "places/elm/face"
FACES = {ANNA, BERT, CARL}
ON_THE_MAP = {f"side:{BERT}": {"map/face"}}
ASKED = {"papers": ("a4",), "products": ("boards", "booklets", "sheets")}
MORE = {
    GAME: FILES[GAME].replace("3}", "3, spare: 1}\nterms: {sun: {text: Sun, icon: sun}}")
    + "  map: {kind: board, size: {width: 190mm, height: 120mm}}\n"
    "  rules: {kind: booklet, title: Rules, size: a7}\n",
    CARD: document("pipeline/dependencies_card.xml.j2"),
    "templates/game/kit.xml.j2": """\
{% macro title(card) %}
<text style="body" x="4" y="4" width="40" height="8">{{ card.title }}</text>
{% endmacro %}
""",
    "templates/game/map.xml.j2": document("pipeline/dependencies_map.xml.j2"),
    "card_data/game/rules.md": "# One\n\nHold {rule:hand}.\n\n```card heroes/carl\nHe.\n```\n",
    "card_data/game/icons/sun.svg": ICON.format(9),
    "card_data/game/icons/moon.svg": ICON.format(8),
    "card_data/game/icons/star.svg": ICON.format(7),
}


def write_project(root):
    return write_files(root, {**FILES, **MORE})


@pytest.fixture
def shop(project_copies):
    return project_copies(write_project, **ASKED)


def redrawn(shop):
    [game] = shop.build(**ASKED).games
    assert game.status != "failed"
    return {name: set(ids) for name, ids in game.redrawn}


@pytest.mark.parametrize(
    ("file", "old", "new", "reasons"),
    [
        # Fields of cards, and of those that pictures and lists draw in.
        (HEROES, "title: Anna", "title: Ann", {"card.title": {ANNA}}),
        (HEROES, "A **bold** man.", "A man.", {"card.text": {CARL}, f"side:{CARL}": {"rules"}}),
        (HEROES, "title: Bert", "title: Berta", {"card.title": {BERT}, **ON_THE_MAP}),
        (PLACES, "Elm}", "Elm}\n  - {id: fir, title: Fir}", {"decks.places": {"map/face"}}),
        # Rules, terms, the game and the deck.
        (GAME, "lives: 3", "lives: 4", {"card.text": {BERT}, "rules.lives": {ANNA}, **ON_THE_MAP}),
        (GAME, "text: Sun", "text: Sol", {"terms.sun": {ANNA}}),
        (GAME, "title: Game", "title: Play", {"game.title": {ANNA}}),
        (GAME, "title: Heroes", "title: Men", {"deck.title": {ANNA}}),
        # A template is asked for all names at once, also for those in a branch that is not taken.
        (HEROES, "cards:", "cards:\n  - {id: zoe, title: Zoe}", {"index": FACES}),
        # The theme by name.
        (GAME, 'sea: "#225577"', 'sea: "#225578"', {"theme.colors.sea": {ANNA, "heroes/back"}}),
        (GAME, "lives: 3, spare", "spare: 2, lives: 3, other", {}),
        # What is given: sizes.
        (GAME, "size: square-small", "size: square", {"form": {DEN, ELM}}),
        # Templates through imports, icons by name.
        (
            "templates/game/kit.xml.j2",
            'x="4"',
            'x="5"',
            {"template:kit.xml.j2": {*FACES, DEN, ELM}, **ON_THE_MAP, f"side:{CARL}": {"rules"}},
        ),
        ("card_data/game/icons/moon.svg", "M2 2h8", "M2 2h6", {"icon:moon": {ANNA}}),
        ("card_data/game/icons/sun.svg", "M2 2h9", "M2 2h6", {"icon:sun": {ANNA}}),
        # Inputs that change without effect.
        (GAME, "colors: {", 'colors: {gold: "#aa8800", ', {}),
        (GAME, "title: Game", "# all\ntitle: Game", {}),
        (GAME, "styles:\n", "styles:\n    spare: {font: atkinson/bold, size: 9pt}\n", {}),
        (CARD, "</side>\n", "</side>\n{# the end #}\n", {}),
        ("templates/game/kit.xml.j2", "{% endmacro %}", "{% endmacro %}{# so #}", {}),
        ("card_data/game/icons/star.svg", "M2 2h7", "M2 2h6", {}),
        (HEROES, "copies: 2", "copies: 1", {}),
    ],
)
def test_the_reason_is_named(shop, file, old, new, reasons):
    shop.edit(file, old, new)
    assert redrawn(shop) == reasons


def test_a_thing_that_was_missed_or_hidden_is_noticed(shop):
    """A template of the game's own in front of a shared one; an icon in front of a bundled one."""
    shared = shop.root / "templates/shared"
    shared.mkdir(exist_ok=True)
    kit = shop.root / "templates/game/kit.xml.j2"
    kit.rename(shared / "kit.xml.j2")
    assert set(redrawn(shop)) >= {"template:kit.xml.j2"}  # its tags stand elsewhere now
    kit.write_text(MORE["templates/game/kit.xml.j2"].replace('y="4"', 'y="6"'), encoding="utf-8")
    assert redrawn(shop)["template:kit.xml.j2"] >= FACES


def test_a_side_that_failed_follows_what_was_missing(shop):
    shop.edit(CARD, 'name="moon"', 'name="comet"')
    [game] = shop.build(**ASKED).games
    assert game.status == "failed"
    (shop.root / "card_data/game/icons/comet.svg").write_text(ICON.format(5), encoding="utf-8")
    assert shop.build(**ASKED).games[0].status == "built"


def test_check_takes_what_a_build_knows(shop, monkeypatch):
    monkeypatch.setattr(Layout, "side", lambda *_: pytest.fail("a side was laid out"))
    monkeypatch.setattr(Layout, "pages", lambda *_: pytest.fail("a text was laid out"))
    assert not list(check(shop.root, jobs=1))
