"""Every game goes through the services, with its smallest deck; one goes as a whole."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pikepdf
import pytest
from five_games import GAMES, copy_game
from PIL import Image

from cardgen.features.order.order import OrderRequest, order
from cardgen.model.components.deck import Deck, decks_of
from cardgen.model.load import load_game

CANVAS = {"mpc": (822, 1122), "tgc": (825, 1125)}  # PrinterStudio has the rows of mpc
SQUARE = "minecart"
UNFIT = {(SQUARE, "mpc"), (SQUARE, "drivethru")}  # which have no cards of this size
pytestmark = pytest.mark.slow
Project = tuple[Path, str, Deck]


@pytest.fixture(scope="module", params=GAMES)
def project(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A copy of one game, so that its output is nobody else's, and its smallest deck."""
    root, name = tmp_path_factory.mktemp(request.param), request.param
    copy_game(name, root)
    return root, name, min(decks_of(load_game(root, name)), key=lambda one: len(one.cards))


def ordered(project: Project, service: str) -> Path:
    root, name, deck = project
    report = order(OrderRequest(root, name, service, decks=(deck.id,), jobs=1))
    wide = {"CG801", "CG806"} if service == "mbprint" else set()  # it wants a wider safe zone
    assert {one.code for one in report.diagnostics} <= wide
    return root / report.folder


@pytest.mark.parametrize("service", CANVAS)
def test_the_smallest_deck_of_each_game_as_pictures(project: Project, service: str) -> None:
    _, name, deck = project
    if (name, service) in UNFIT:
        return
    folder = ordered(project, service)
    pictures = sorted(folder.rglob("*.png"))
    for path in pictures:
        with Image.open(path) as picture:
            size = (825, 825) if name == SQUARE else CANVAS[service]
            assert (picture.size, picture.mode) == (size, "RGB"), path
            assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.01)
            edge = picture.crop((0, 0, picture.width, 1)).getcolors(1 << 16) or []
            # The games' own grounds reach out: none ends in white.
            assert (255, 255, 255) not in {color for _, color in edge}, path
    with (folder / "manifest.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert sum(int(row["copies"]) for row in rows) == deck.count
    assert {folder / row[side] for row in rows for side in ("front", "back")} == set(pictures)


@pytest.mark.parametrize("service", ["azao", "drivethru", "mbprint"])
def test_the_smallest_deck_of_each_game_as_pdf(project: Project, service: str) -> None:
    _, name, deck = project
    if (name, service) in UNFIT:
        return
    files = sorted(ordered(project, service).glob("*.pdf"))
    pages = 0
    for path in files:
        with pikepdf.open(path) as file:
            assert file.check_pdf_syntax() == []
            pages += len(file.pages)
    assert pages == 2 * deck.count
    assert len(files) == (2 if service == "azao" else 1)


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
