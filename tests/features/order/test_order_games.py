"""Every game goes through the services, with its smallest deck; one goes as a whole."""

import csv
import json

import pikepdf
import pytest
from five_games import GAMES, copy_game
from PIL import Image

from cardgen.features.order.order import OrderRequest, order
from cardgen.model.components.deck import decks_of
from cardgen.model.load import load_game

UNFIT = {("minecart", "mpc"), ("minecart", "drivethru")}  # they have no square cards of this size
WHITE = (255, 255, 255)
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", params=GAMES)
def project(request, tmp_path_factory):
    """A copy of one game, so that its output is nobody else's, and its smallest deck."""
    root, name = tmp_path_factory.mktemp(request.param), request.param
    copy_game(name, root)
    return root, name, min(decks_of(load_game(root, name)), key=lambda deck: len(deck.cards))


@pytest.mark.parametrize(
    "service",
    [
        *("mpc", "mbprint"),
        *(pytest.param(name, marks=pytest.mark.broad) for name in ("tgc", "azao", "drivethru")),
    ],
)
def test_the_smallest_deck_of_each_game(project, service):
    root, name, deck = project
    if (name, service) in UNFIT:
        return
    report = order(OrderRequest(root, name, service, decks=(deck.id,), jobs=1))
    wide = {"CG801", "CG806"} if service == "mbprint" else set()  # it wants a wider safe zone
    assert {diagnostic.code for diagnostic in report.diagnostics} <= wide
    folder, pages = root / report.folder, 0
    for path in folder.rglob("*.pdf"):
        with pikepdf.open(path) as file:
            assert file.check_pdf_syntax() == []
            pages += len(file.pages)
    for path in folder.rglob("*.png"):
        with Image.open(path) as picture:
            edge = picture.crop((0, 0, picture.width, 1)).getcolors(1 << 16) or []
        # The games' own grounds reach out: none ends in white.
        assert WHITE not in {color for _, color in edge}, path
    if not pages:
        with (folder / "manifest.csv").open(encoding="utf-8", newline="") as file:
            pages = 2 * sum(int(row["copies"]) for row in csv.DictReader(file))
    assert pages == 2 * deck.count


@pytest.mark.broad
def test_a_whole_game(tmp_path):
    game = "last-men-standing"
    copy_game(game, tmp_path)
    report = order(OrderRequest(tmp_path, game, "tgc", jobs=2))
    # Words at the edge keep 3 mm, and the service asks for 3.175.
    assert {diagnostic.code for diagnostic in report.diagnostics} == {"CG801"}
    decks = decks_of(load_game(tmp_path, game))
    [project] = report.plan.projects
    assert project.count == sum(deck.count for deck in decks)
    content = json.loads((tmp_path / f"output/{game}/orders/tgc/order.json").read_bytes())
    assert [part["identity"] for part in content["parts"]] == ["PokerTuckBox108"]
    assert [sent["name"] for sent in content["decks"]] == [deck.title for deck in decks]
