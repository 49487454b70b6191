"""Every game goes through the services, with its smallest deck; one goes as a whole."""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path

import pikepdf
import pytest
from autofill_reader import read_order
from five_games import GAMES, copy_game
from PIL import Image

from cardgen.features.order.order import OrderReport, OrderRequest, order
from cardgen.model.components.deck import decks_of
from cardgen.model.load import load_game

SQUARE = "minecart"
CANVAS = {"mpc": (822, 1122), "tgc": (825, 1125)}  # PrinterStudio has the rows of mpc
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", params=GAMES)
def project(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of one game, so that its output is nobody else's."""
    root = tmp_path_factory.mktemp(request.param)
    copy_game(request.param, root)
    return root


def game_in(project: Path) -> str:
    return next(path.parent.name for path in project.glob("card_data/*/game.yaml"))


def smallest(project: Path) -> tuple[str, int]:
    decks = decks_of(load_game(project, game_in(project)))
    deck = min(decks, key=lambda one: len(one.cards))
    return deck.id, deck.count


def ordered(project: Path, service: str) -> OrderReport:
    deck, _ = smallest(project)
    return order(OrderRequest(project, game_in(project), service, decks=(deck,), jobs=1))


def folder(project: Path, service: str) -> Path:
    return project / "output" / game_in(project) / "orders" / f"{service}+{smallest(project)[0]}"


@pytest.mark.parametrize("service", sorted(CANVAS))
def test_the_smallest_deck_of_each_game_as_pictures(project: Path, service: str) -> None:
    game = game_in(project)
    if game == SQUARE and service != "tgc":
        return  # which has no cards of this size
    report = ordered(project, service)
    assert list(report.diagnostics) == []
    size = (825, 825) if game == SQUARE else CANVAS[service]
    pictures = sorted(folder(project, service).rglob("*.png"))
    assert pictures
    for path in pictures:
        with Image.open(path) as picture:
            assert (picture.size, picture.mode) == (size, "RGB"), path
            assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.01)
            colors = picture.getcolors(1 << 24)
        assert colors is not None
        assert len(colors) > 2
    _, count = smallest(project)
    with (folder(project, service) / "manifest.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert sum(int(row["copies"]) for row in rows) == count
    assert {row["front"] for row in rows} | {row["back"] for row in rows} == {
        path.relative_to(folder(project, service)).as_posix() for path in pictures
    }
    if service == "tgc":
        content = json.loads((folder(project, service) / "order.json").read_bytes())
        [deck] = content["decks"]
        assert deck["identity"] == ("SmallSquareDeck" if game == SQUARE else "EuroPokerDeck")
        assert sum(card["quantity"] for some in deck["bulk_cards"] for card in some) == count
    else:
        fronts, backs = read_order(folder(project, service) / "order.xml")
        assert Counter(fronts) == Counter({row["front"]: int(row["copies"]) for row in rows})
        assert len(backs) == count


@pytest.mark.parametrize("service", ["azao", "drivethru", "mbprint"])
def test_the_smallest_deck_of_each_game_as_pdf(project: Path, service: str) -> None:
    if game_in(project) == SQUARE and service == "drivethru":
        return
    ordered(project, service)
    _, count = smallest(project)
    files = sorted(folder(project, service).glob("*.pdf"))
    pages = 0
    for path in files:
        with pikepdf.open(path) as file:
            assert file.check_pdf_syntax() == []
            pages += len(file.pages)
    assert pages == 2 * count
    assert len(files) == (2 if service == "azao" else 1)


def test_cards_fill_the_canvas_to_its_edge(project: Path) -> None:
    """No picture ends in white where the card has artwork: the games' own grounds reach out."""
    ordered(project, "tgc")
    for path in folder(project, "tgc").rglob("*.png"):
        with Image.open(path) as picture:
            edge = picture.crop((0, 0, picture.width, 1)).getcolors(1 << 16) or []
            assert (255, 255, 255) not in {color for _, color in edge}, path


def test_a_whole_game(tmp_path: Path) -> None:
    game = "last-men-standing"
    copy_game(game, tmp_path)
    report = order(OrderRequest(tmp_path, game, "tgc", jobs=2))
    # Words at the edge keep 3 mm, and the service asks for 3.175.
    assert {found.code for found in report.diagnostics} == {"CG801"}
    decks = decks_of(load_game(tmp_path, game))
    [project] = report.plan.projects
    assert project.count == sum(deck.count for deck in decks)
    content = json.loads((tmp_path / f"output/{game}/orders/tgc/order.json").read_bytes())
    assert [part["identity"] for part in content["parts"]] == ["PokerTuckBox108"]
    assert [one["name"] for one in content["decks"]] == [deck.title for deck in decks]
