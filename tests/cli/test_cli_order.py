import json
from pathlib import Path

import pytest
from documents import document
from workshops import write_files

from cardgen.products.orders.reading import services


@pytest.fixture
def game(tmp_path, monkeypatch):
    root = write_files(tmp_path / "project").root
    monkeypatch.chdir(root)
    return root


def test_says_what_was_made_of_each_deck(run, game):
    result = run("order", "game", "--service", "mpc", "--jobs", "1")
    assert result.exit_code == 0
    assert result.stdout == document("cli/order.txt")
    assert "warning[CG772]: MakePlayingCards has no cards of 63.5 × 63.5 mm" in result.stderr
    again = run("order", "game", "--service", "mpc", "-v").stdout
    assert "8 files, all as they were\n  backs/heroes.back.png\n" in again


def files(folder: str) -> list[Path]:
    return [path for path in Path(folder).rglob("*") if path.is_file()]


def test_quiet_and_strict(run, game):
    assert run("order", "game", "--service", "mpc", "-q").stdout == ""
    assert run("order", "game", "--service", "mpc", "--strict").exit_code == 1


def test_a_refusal_writes_nothing(run, game):
    result = run("order", "game", "--service", "mcp")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "error[CG207]: unknown printing service `mcp`" in result.stderr
    assert "did you mean `mpc`?" in result.stderr
    assert not (game / "output").exists()


def test_lists_services_and_products(run, game):
    shown = run("order", "--list").stdout
    assert [line.split()[0] for line in shown.splitlines()] == list(services())
    assert "mpc            MakePlayingCards: pictures, 11 products" in shown
    products = run("order", "--list", "--service", "tgc").stdout
    assert "PokerDeck           deck     Poker deck: 63.5 × 88.9 mm, 825 × 1125 pixels" in products
    assert "PokerTuckBox54      box      PokerTuckBox54: 54 cards, 2325 × 1950 pixels" in products
    assert "figures: " in products
    one = json.loads(run("order", "--list", "--service", "mpc", "--format", "json").stdout)
    assert one["products"][0] == {
        "id": "poker",
        "title": "Poker cards",
        "kind": "deck",
        "trim_mm": [63.5, 88.9],
        "canvas_px": [822, 1122],
        "safe_mm": 3.048,
        "source": services()["mpc"].sources["guide"].citation,
        "date": "2026-10-02",
    }
    assert len(json.loads(run("order", "--list", "--format", "json").stdout)) == len(services())


def test_lists_outside_of_any_project(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run("order", "--list").exit_code == 0


def test_lists_services_of_the_project(run, game):
    (game / "services").mkdir()
    (game / "services/shop.toml").write_text('like = "mpc"\nname = "Shop"\n', encoding="utf-8")
    assert "shop           Shop: pictures, 11 products" in run("order", "--list").stdout
