"""Pictures of single sides, from a project on disk to PNG files that are read back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from workshops import build_request

from cardgen.features.upkeep.overview import overview
from cardgen.pipeline.build import BuildReport, build

GAME = """\
title: Demo
version: "1.0"
theme: {colors: {ink: "#102030", paper: "#f0e0d0"}}
card_types:
  common: {template: face.xml.j2}
  odd: {template: face.xml.j2, back: odd.xml.j2}
  single: {template: face.xml.j2, back: none}
components:
  deck: {kind: deck, size: poker, back: back.xml.j2}
  d6: {kind: dice, sides: 6, template: face.xml.j2}
"""
CARDS = """\
cards:
  - {id: ann, title: Ann, type: common}
  - {id: ben, title: Ben, type: common, copies: 3}
  - {id: cid, title: Cid, type: odd}
  - {id: dot, title: Dot, type: single}
"""
SIDES = ["ann.back", "ann.face", "ben.back", "ben.face", "cid.back", "cid.face", "dot.face"]
PICTURES = tuple(f"cards/deck/{side}{kind}.png" for side in SIDES for kind in (".bleed", ""))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    files = {
        "card_data/demo/game.yaml": GAME,
        "card_data/demo/decks/deck.yaml": CARDS,
        "templates/demo/face.xml.j2": '<side background="paper"/>',
        "templates/demo/back.xml.j2": (
            '<side background="ink"><rect width="63" height="88" fill="#ff0000"/></side>'
        ),
        "templates/demo/odd.xml.j2": '<side background="#00ff00"/>',
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def make(root: Path, *products: str, **options: Any) -> BuildReport:
    report = build(build_request(root, **{"jobs": 1, "products": products, **options}))
    assert not report.diagnostics.has_errors
    return report


def made(report: BuildReport) -> tuple[str, ...]:
    return report.games[0].made


def shown(root: Path, name: str) -> Image.Image:
    image = Image.open(root / f"output/demo/cards/deck/{name}.png")
    image.load()
    return image


def test_every_card_has_all_its_sides(root: Path) -> None:
    assert made(make(root, "images")) == PICTURES
    face, back = shown(root, "ben.face"), shown(root, "ben.back")
    assert face.mode == back.mode == "RGB"
    assert face.size == back.size == (744, 1039)
    assert face.getcolors() == [(744 * 1039, (0xF0, 0xE0, 0xD0))]
    assert back.getcolors() == [(744 * 1039, (255, 0, 0))]
    assert shown(root, "cid.back").getpixel((0, 0)) == (0, 255, 0)
    assert back.info["dpi"] == pytest.approx((300, 300), abs=0.01)


def test_the_bleed_is_there_for_who_wants_it(root: Path) -> None:
    make(root, "images")
    back = shown(root, "ann.back.bleed")
    assert back.size == (815, 1110)
    assert back.getpixel((0, 0)) == back.getpixel((814, 1109)) == (0x10, 0x20, 0x30)
    assert back.getpixel((40, 40)) == back.getpixel((774, 1069)) == (255, 0, 0)


def test_pictures_are_made_only_when_asked_for(root: Path) -> None:
    assert not set(made(make(root))) & set(PICTURES)
    assert not (root / "output/demo/cards").exists()
    [game], _ = overview(root)
    assert "sheets/deck.a4.pdf" in game["products"]
    assert not set(game["products"]) & set(PICTURES)


def test_other_builds_leave_them_as_they_are(root: Path) -> None:
    make(root, "images")
    before = shown(root, "ann.face").tobytes()
    face = root / "templates/demo/face.xml.j2"
    face.write_text('<side background="ink"/>', encoding="utf-8")
    for products in ((), ("sheets",)):
        report = make(root, *products)
        assert not report.games[0].removed
        assert shown(root, "ann.face").tobytes() == before
    faces = tuple(name for name in PICTURES if ".face" in name)
    assert made(make(root, "images")) == faces
    assert shown(root, "ann.face").tobytes() != before


def test_pictures_of_a_removed_card_go_when_pictures_are_asked_for(root: Path) -> None:
    make(root, "images")
    deck = root / "card_data/demo/decks/deck.yaml"
    deck.write_text(CARDS.replace("  - {id: cid, title: Cid, type: odd}\n", ""), encoding="utf-8")
    assert make(root).games[0].removed == ()
    assert (root / "output/demo/cards/deck/cid.face.png").exists()
    gone = tuple(name for name in PICTURES if "/cid." in name)
    assert set(make(root, "images").games[0].removed) == set(gone)
    assert not (root / "output/demo/cards/deck/cid.face.png").exists()


def test_the_same_input_gives_the_same_bytes(root: Path) -> None:
    def files() -> dict[str, bytes]:
        make(root, "images", force=True)
        return {name: (root / "output/demo" / name).read_bytes() for name in PICTURES}

    assert files() == files()
