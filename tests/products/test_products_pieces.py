"""Tokens, dice and boxes from a project on disk to PDFs that are read back."""

import pikepdf
import pytest
from workshops import build_request, write_files

from cardgen.pipeline.build import build

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


def make(root, cards=60, text=GAME, **options):
    files = {
        "card_data/demo/game.yaml": text.format(cards=cards),
        "templates/demo/plain.xml.j2": '<side background="ink"/>',
    }
    write_files(root, files)
    return build(build_request(root, **{"jobs": 1, **options}))


def test_every_piece_is_a_file_for_each_paper(tmp_path):
    [game] = make(tmp_path).games
    printed = [path for path in game.made if not path.startswith("tts/")]
    assert printed == [f"{name}.{paper}.pdf" for name in FILES for paper in ("a4", "letter")]
    assert make(tmp_path).games[0].status == "unchanged"


def test_what_is_in_the_files(tmp_path):
    make(tmp_path, papers=("a4",))

    def read(name):
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
def test_backs_are_folded_over_where_that_takes_no_more_paper(tmp_path, told, pages):
    text = GAME.replace("copies: 12", f"copies: {told.pop('copies', 12)}")
    text = text.replace("kind: tokens", f"kind: tokens\n    {told.pop('more', '')}")
    make(tmp_path, text=text, papers=("a4",), products=("tokens",), **told)
    with pikepdf.open(tmp_path / "output/demo/tokens/pawns.a4.pdf") as pdf:
        assert len(pdf.pages) == pages


@pytest.mark.parametrize(
    ("cards", "papers", "hint"),
    [
        (118, ("letter",), None),
        (118, ("a4",), "it fits on Letter: build with `--paper letter`"),
        (200, ("a4",), "it fits on A3: build with `--paper a3`"),
        (999, ("a4",), "it fits on no paper that cardgen knows: put its cards into two boxes"),
    ],
)
def test_a_box_that_does_not_fit_says_what_does(tmp_path, cards, papers, hint):
    report = make(tmp_path, cards=cards, papers=papers)
    found = [item for item in report.diagnostics if item.code == "CG611"]
    assert bool(found) == (hint is not None)
    if hint is not None:
        assert found[0].message.startswith("box `crate` needs ")
        assert found[0].message.endswith("does not fit on paper of 210 x 297 mm")
        assert found[0].hints == (hint,)
        assert str(found[0].location) == "card_data/demo/game.yaml:13:10"
