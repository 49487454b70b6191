"""Files for a press, from a project on disk to PDFs that are read back."""

from pathlib import Path

import pikepdf
import pytest
from documents import document
from workshops import build_request, write_files

from cardgen.backend.press.profile import press_condition
from cardgen.pipeline.build import build

GAME = document("products/press_game.yaml")
CARDS = """\
cards:
  - {id: ann, title: Ann, type: common, copies: 2}
  - {id: ben, title: Ben, type: single}
  - {id: out, title: Out, type: common, copies: 0}
"""
FILES = {
    "card_data/demo/game.yaml": GAME,
    "card_data/demo/decks/deck.yaml": CARDS,
    "card_data/demo/decks/lone.yaml": "cards: [{id: one, title: One, type: single}]\n",
    "templates/demo/face.xml.j2": '<side background="paper"/>',
    "templates/demo/back.xml.j2": '<side background="ink"/>',
}
X4, X1A = press_condition("pdfx4"), press_condition("pdfx1a", "gracol-240")
COMPONENTS = ("board", "box", "coins", "deck", "lone")


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    root = tmp_path_factory.mktemp("press")
    write_files(root, FILES)
    return root


def built(root, *products, **options):
    report = build(build_request(root, products=products, jobs=1, **options))
    assert [item.message for item in report.diagnostics] == []
    return report


def press(root):
    return sorted(path.name for path in (root / "output/demo/press").iterdir())


def spaces(stream, outer):
    """Yield the colour spaces that lines are set in, through all forms."""
    resources = stream.get("/Resources", outer)
    for operands, operator in pikepdf.parse_content_stream(stream):
        if str(operator) == "CS":
            yield str(operands[0])
        elif str(operator) == "Do":
            form = resources.XObject[str(operands[0])]
            if form.Subtype == "/Form":
                yield from spaces(form, resources)


def labels(pdf):
    return [str(label.P) for label in list(pdf.Root.PageLabels.Nums)[1::2]]


def test_a_press_gets_one_side_a_page_and_every_copy(root):
    built(root, "press", press=X4)
    assert press(root) == [f"{name}.pdfx4.pdf" for name in COMPONENTS]
    with pikepdf.open(root / "output/demo/press/deck.pdfx4.pdf") as pdf:
        assert labels(pdf) == [f"{card} {side}" for card in ("ann", "ann", "ben") for side in
                               ("front", "back")]  # fmt: skip
        sizes = {tuple(round(float(v) / 72 * 25.4, 1) for v in page.MediaBox) for page in pdf.pages}
        assert sizes == {(0, 0, 69, 94)}
    with pikepdf.open(root / "output/demo/press/lone.pdfx4.pdf") as pdf:
        assert labels(pdf) == ["one front"]


def test_what_a_machine_cuts_and_folds_is_in_inks_of_its_own(root):
    built(root, "press", press=X4)
    for name, inks in (("coins", {"/CutContour", "/Crease"}), ("box", {"/CutContour", "/Crease"})):
        with pikepdf.open(root / f"output/demo/press/{name}.pdfx4.pdf") as pdf:
            assert set(pdf.pages[0].Resources.ColorSpace) == inks
    with pikepdf.open(root / "output/demo/press/coins.pdfx4.pdf") as pdf:
        assert labels(pdf) == ["coin front", "coin back"] * 2 + ["wall front", "man front"]
        for page in pdf.pages:
            folded = {"/Crease"} if page.label == "man front" else set()
            assert set(spaces(page, page.Resources)) - {"/Pattern"} == {"/CutContour"} | folded
    with pikepdf.open(root / "output/demo/press/deck.pdfx4.pdf") as pdf:
        assert "/ColorSpace" not in pdf.pages[0].Resources


def test_files_of_one_standard_leave_those_of_the_other(root):
    built(root, "press", press=X4)
    built(root, "press", press=X1A)
    assert press(root) == sorted(
        f"{name}.{standard}.pdf" for name in COMPONENTS for standard in ("pdfx1a", "pdfx4")
    )
    built(root, "sheets")
    assert len(press(root)) == 2 * len(COMPONENTS)


def test_another_profile_makes_them_anew_and_the_same_one_does_not(root):
    built(root, "press", press=X4)
    [kept] = built(root, "press", press=X4).games
    assert kept.made == ()
    [made] = built(root, "press", press=press_condition("pdfx4", "gracol")).games
    assert len(made.made) == len(COMPONENTS)


def test_without_a_standard_it_is_x4_on_coated_paper(root):
    built(root, "press")
    with pikepdf.open(root / "output/demo/press/deck.pdfx4.pdf") as pdf:
        [intent] = pdf.Root.OutputIntents
        assert str(intent.OutputConditionIdentifier) == "FOGRA39"


def test_a_usual_build_makes_none(root, tmp_path):
    built(root, output=tmp_path)
    assert not (tmp_path / "demo/press").exists()


def test_nothing_is_written_if_a_profile_is_none(root, tmp_path):
    from click.testing import CliRunner

    from cardgen.cli.main import cli

    (tmp_path / "a.icc").write_bytes(b"no profile")
    asked = ["--press", "pdfx4", "--profile", str(tmp_path / "a.icc")]
    done = CliRunner().invoke(
        cli, ["build", "--project", str(root), "--output", str(tmp_path / "out"), *asked]
    )
    assert done.exit_code == 1
    assert "CG721" in done.stderr
    assert not (tmp_path / "out").exists()


def test_sides_are_checked_and_each_place_is_reported_once(tmp_path: Path) -> None:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        text = text.replace("size: poker, back: back", "size: poker, bleed: 1mm, back: back")
        (tmp_path / name).write_text(text)
    request = build_request(tmp_path, products=("press",), jobs=1, press=X4)
    for _ in range(2):  # the second build has nothing to do
        [finding] = build(request).diagnostics
        assert (finding.code, finding.side_ids) == ("CG737", ("ann front", "ann back", "ben back"))
        assert str(finding.location).startswith("card_data/demo/game.yaml:8:")
    usual = build_request(tmp_path, products=("sheets",), jobs=1)
    assert list(build(usual).diagnostics) == []
