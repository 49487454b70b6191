import pytest
from documents import document

from cardgen.features.overview import overview
from cardgen.features.scaffold import new_game
from cardgen.pipeline.build import BuildRequest, build
from cardgen.products.options import PICTURES

GAME = document("features/overview_game.yaml")
CARDS = """\
defaults: {type: soldier}
cards:
  - {id: a, title: A, copies: 3}
  - {id: b, title: B, assumption: he was forgotten}
"""


@pytest.fixture
def root(tmp_path):
    for name, cards in (("soldiers", CARDS), ("reserve", CARDS)):
        path = tmp_path / "card_data" / "bridge" / "decks" / f"{name}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(cards)
    (tmp_path / "card_data" / "bridge" / "game.yaml").write_text(GAME)
    return tmp_path


def test_facts(root):
    (game,), found = overview(root)
    assert list(found) == []
    two = {"designs": 2, "cards": 4}
    assert game | {"products": (), "assumptions": ()} == {
        "id": "bridge",
        "title": "The Bridge",
        "version": "1.0",
        "players": "2",
        "duration": "",
        "age": "",
        "rules": 2,
        "terms": 0,
        "decks": [
            {**two, "id": "soldiers", "title": "Soldiers", "width": 63.0, "height": 88.0},
            {**two, "id": "reserve", "title": "Reserve", "width": 44.0, "height": 67.5},
        ],
        "products": (),
        "assumptions": (),
    }
    assert game["products"] == (
        "sheets/reserve.a4.pdf",
        "sheets/reserve.letter.pdf",
        "sheets/soldiers.a4.pdf",
        "sheets/soldiers.letter.pdf",
        *("tts/bridge.json", "tts/bridge.png"),
        *("tts/reserve.json", "tts/reserve.png", "tts/soldiers.json", "tts/soldiers.png"),
    )
    assert game["assumptions"][0] == {
        "text": "four rows",
        "why": "no source",
        "place": "card_data/bridge/game.yaml:13:5",
    }
    assert [item["text"] for item in game["assumptions"][1:]] == ["he was forgotten"] * 2


def test_products_of_other_kinds_are_named_and_the_cards_of_a_series_are_counted(root):
    file = root / "card_data" / "bridge" / "game.yaml"
    more = "  map: {kind: board, title: Map, size: {width: 400mm, height: 300mm}}\n"
    more += "  many: {kind: deck, series: {count: 9, type: soldier}}\n"
    file.write_text(GAME.replace("assumptions:", more + "assumptions:"))
    (game,), found = overview(root)
    assert list(found) == []
    assert {"boards/map.pdf", "boards/map.a4.pdf", "boards/map.letter.pdf"} <= set(game["products"])
    assert [(deck["designs"], deck["cards"]) for deck in game["decks"]] == [(2, 4), (2, 4), (9, 9)]


def test_what_cannot_be_made_is_left_out(root):
    file = root / "card_data" / "bridge" / "game.yaml"
    file.write_text(GAME.replace("size: poker", "size: {width: 300mm, height: 300mm}"))
    (game,), found = overview(root)
    assert list(found) == []
    assert {path.partition("/")[0] for path in game["products"]} == {"sheets", "tts"}
    assert sum(path.startswith("sheets/") for path in game["products"]) == 2  # of the other deck
    file.write_text(GAME)
    (root / "printer.yaml").write_text("margin: [")
    assert len(overview(root)[0][0]["products"]) == 4 + 6


def test_games_with_errors_are_left_out(root):
    (root / "card_data" / "broken").mkdir()
    (root / "card_data" / "broken" / "game.yaml").write_text("title: [")
    games, found = overview(root)
    assert [game["id"] for game in games] == ["bridge"]
    assert found.has_errors
    assert overview(root, ("bridge",))[1].items == []
    assert "no game `brdge`" in overview(root, ("brdge",))[1].items[0].message


def test_what_a_build_makes_is_listed(tmp_path):
    """Every file that is listed is there after a build, and what is there is listed."""
    new_game(tmp_path, None, "shore")
    root = tmp_path / "shore"
    folder = root / "output/shore"
    (before,), _ = overview(root)
    build(BuildRequest(root, jobs=1))
    (after,), _ = overview(root)
    made = {file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()}
    made = {path for path in made if not path.startswith(PICTURES) and path != "build.json"}
    assert set(before["products"]) <= set(after["products"]) == made
    assert any(".mini." in path for path in made)
    text = root / "card_data/shore/rules.md"
    text.write_text(text.read_text() + "\n```pagebreak\n```\n\nOne page more.\n")
    build(BuildRequest(root, jobs=1))
    (longer,), _ = overview(root)
    assert not any(".mini." in path for path in longer["products"])
    assert all((folder / path).is_file() for path in longer["products"])
