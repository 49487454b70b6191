"""Tokens, dice and boxes from a project on disk to PDFs that are read back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pikepdf
import pytest
from workshops import build_request

from cardgen.pipeline.build import BuildReport, build

GAME = """\
title: Demo
version: "1.0"
theme: {{colors: {{ink: "#111111", paper: "#ffffff"}}}}
components:
  d6: {{kind: dice, sides: 6, template: plain.xml.j2}}
  d20: {{kind: dice, sides: 20, size: 24mm, copies: 2, template: plain.xml.j2}}
  pawns:
    kind: tokens
    template: plain.xml.j2
    tokens:
      - {{id: disc, shape: round, size: 20mm, copies: 12, back: plain.xml.j2}}
      - {{id: scout, shape: standee, size: 20mm}}
  crate: {{kind: box, cards: {cards}, template: plain.xml.j2}}
"""
FILES = ["boxes/crate", "tokens/d20", "tokens/d6", "tokens/pawns"]


def make(root: Path, cards: int = 60, text: str = GAME, **options: Any) -> BuildReport:
    (root / "card_data/demo").mkdir(parents=True, exist_ok=True)
    (root / "templates/demo").mkdir(parents=True, exist_ok=True)
    (root / "card_data/demo/game.yaml").write_text(text.format(cards=cards), encoding="utf-8")
    (root / "templates/demo/plain.xml.j2").write_text('<side background="ink"/>', encoding="utf-8")
    return build(build_request(root, **{"jobs": 1, **options}))


def test_every_piece_is_a_file_for_each_paper(tmp_path: Path) -> None:
    [game] = make(tmp_path).games
    printed = [path for path in game.made if not path.startswith("tts/")]
    assert printed == [f"{name}.{paper}.pdf" for name in FILES for paper in ("a4", "letter")]
    assert make(tmp_path).games[0].status == "unchanged"


def test_what_is_in_the_files(tmp_path: Path) -> None:
    make(tmp_path, papers=("a4",))

    def read(name: str) -> tuple[int, bool, str, bool]:
        with pikepdf.open(tmp_path / f"output/demo/{name}.a4.pdf") as pdf:
            box = [float(v) for v in pdf.pages[0].mediabox]
            duplex = pdf.Root.ViewerPreferences.Duplex != "/Simplex"
            return len(pdf.pages), box[2] > box[3], str(pdf.docinfo["/Subject"]), duplex

    size = "65 x 90 x 20.6 mm inside"
    words = f"tuck box for 60 cards, {size}, on A4; print at actual size"
    assert read("boxes/crate") == (1, False, words, False)
    assert read("tokens/d6") == (1, False, "a D6 to fold, on A4; print at actual size", False)
    assert read("tokens/d20")[0] == 1
    assert read("tokens/pawns") == (1, False, "13 tokens on A4; print at actual size", False)


@pytest.mark.parametrize(
    ("told", "pages"),
    [
        ({}, 1),
        ({"duplex": "long-edge"}, 2),
        ({"more": "duplex: short-edge"}, 2),
        ({"more": "duplex: fold", "copies": 60}, 2),
        ({"copies": 60}, 2),  # more sheets if folded over: a page of backs, then
        ({"more": "duplex: none"}, 1),
    ],
)
def test_backs_are_folded_over_where_that_takes_no_more_paper(
    tmp_path: Path, told: dict[str, Any], pages: int
) -> None:
    text = GAME.replace("copies: 12", f"copies: {told.pop('copies', 12)}")
    text = text.replace("kind: tokens", f"kind: tokens\n    {told.pop('more', '')}")
    make(tmp_path, text=text, papers=("a4",), products=("tokens",), **told)
    with pikepdf.open(tmp_path / "output/demo/tokens/pawns.a4.pdf") as pdf:
        assert len(pdf.pages) == pages


def test_only_what_changed_is_made_again(tmp_path: Path) -> None:
    make(tmp_path, papers=("a4",))
    assert make(tmp_path, cards=61, papers=("a4",)).games[0].made == ("boxes/crate.a4.pdf",)


def test_the_same_input_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        make(tmp_path / name)
    for name in FILES:
        files = (tmp_path / n / f"output/demo/{name}.a4.pdf" for n in ("one", "two"))
        one, two = (file.read_bytes() for file in files)
        assert one == two


@pytest.mark.parametrize(
    ("cards", "papers", "hint"),
    [
        (118, ("letter",), None),
        (118, ("a4",), "it fits on Letter: build with `--paper letter`"),
        (200, ("a4",), "it fits on A3: build with `--paper a3`"),
        (999, ("a4",), "it fits on no paper that cardgen knows: put its cards into two boxes"),
    ],
)
def test_a_box_that_does_not_fit_says_what_does(
    tmp_path: Path, cards: int, papers: tuple[str, ...], hint: str | None
) -> None:
    report = make(tmp_path, cards=cards, papers=papers)
    found = [item for item in report.diagnostics if item.code == "CG611"]
    assert bool(found) == (hint is not None)
    if hint is not None:
        assert found[0].message.startswith("box `crate` needs ")
        assert found[0].message.endswith("does not fit on paper of 210 x 297 mm")
        assert found[0].hints == (hint,)
        assert str(found[0].at) == "card_data/demo/game.yaml:13:10"
