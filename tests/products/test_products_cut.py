"""Sheets and paths for cutting machines, from a project on disk to files that others read."""

import io
import math
import re
from pathlib import Path

import ezdxf
import pikepdf
import pypdfium2
import pytest
from documents import document
from five_games import GAMES
from msgspec.structs import replace
from PIL import Image, ImageStat
from stand_ins import GAME, Maker, poker_deck, request_of
from workshops import build_request, write_files

from cardgen.core.geometry import Insets, Matrix, Rect, Size
from cardgen.core.geometry import Path as Outline
from cardgen.core.units import PAPERS
from cardgen.frame import Frame, Group, Shape
from cardgen.impose.marks import BLACK
from cardgen.model.printer import Cutter, Printer
from cardgen.pipeline.build import build
from cardgen.products.artifact import PdfDocument
from cardgen.products.cut import cut

PROJECT = Path(__file__).parents[2]
BOX = tuple[float, float, float, float]


def outlines(data, layer="CUT"):
    """Return the boxes of what a DXF has on a layer, with y down again."""
    drawing = ezdxf.read(io.StringIO(data.decode("ascii")))
    audit = drawing.audit()
    assert not audit.errors
    assert not audit.fixes
    assert drawing.header["$INSUNITS"] == 4  # millimetres
    layers = {one.dxf.name: one.color for one in drawing.layers}
    assert (layers["CUT"], layers["CREASE"]) == (ezdxf.colors.RED, ezdxf.colors.BLUE)
    space = drawing.modelspace()
    [paper] = [one for one in space if one.dxf.layer == "PAGE"]
    height = max(vertex.dxf.location.y for vertex in paper.vertices)
    found = []
    for line in space:
        if line.dxf.layer == layer:
            xs = [vertex.dxf.location.x for vertex in line.vertices]
            ys = [height - vertex.dxf.location.y for vertex in line.vertices]
            found.append((min(xs), min(ys), max(xs), max(ys)))
    return found


def svg_outlines(data, layer="cut"):
    text = data.decode()
    part = text.partition(f'<g id="{layer}"')[2].partition("</g>")[0]
    found = []
    for path in re.findall(r'd="([^"]+)"', part):
        numbers = [float(number) for number in re.findall(r"-?\d+\.?\d*", path)]
        xs, ys = numbers[::2], numbers[1::2]
        found.append((min(xs), min(ys), max(xs), max(ys)))
    return found


def side(ink):
    mark = Shape(Outline.rect(Rect(5, 5, ink, 5)), fill=BLACK)
    return Frame(Size(63, 88), [mark], Insets(3, 3, 3, 3))


FACES, BACK = [side(n) for n in range(1, 12)], side(40)


def planned(paper, machine="silhouette", **more):
    """Plan eleven cards with one back."""
    deck = poker_deck(id="heroes", title="Heroes", **more.pop("deck", {}))
    game = replace(GAME, components={"heroes": deck})
    given = {"sides": {"heroes": ()}, "cut": machine, **more}
    return {one.path: one for one in cut(request_of(game, [paper], **given))}


@pytest.fixture
def cards(monkeypatch):
    """Put eleven cards into the deck without laying anything out."""
    from cardgen.impose.sheet import SheetCard

    found = [SheetCard(face, BACK, 1, f"c{i}") for i, face in enumerate(FACES)]
    monkeypatch.setattr("cardgen.products.cut.sheet_cards", lambda request, deck: found)


def trims(page, shown):
    """Return where sides lie on a page, wherever they are in it."""
    prints = {frame.fingerprint for frame in shown}
    found = []

    def look(frame, matrix):
        for item in frame.items:
            if isinstance(item, Group):
                inner = item.matrix.then(matrix)
                if item.frame.fingerprint in prints:
                    box = inner.apply_rect(item.frame.trim)
                    found.append((box.x, box.y, box.right, box.bottom))
                else:
                    look(item.frame, inner)

    look(page, Matrix())
    return sorted(found)


def near(one, other):
    return len(one) == len(other) and all(
        abs(a - b) <= 0.01
        for left, right in zip(one, other, strict=True)
        for a, b in zip(left, right, strict=True)
    )


def made(artifact, tmp_path):
    from cardgen.products.artifact import Tools

    maker = Maker(tmp_path)
    return artifact.make(Tools(maker._writer, None, None))


@pytest.mark.usefixtures("cards")
@pytest.mark.parametrize(
    ("paper", "cutter"),
    [
        ("a4", Cutter()),
        ("letter", Cutter(marks="four", inset=15.875)),
        ("a3", Cutter(borderless=True)),
        *(
            pytest.param(paper, cutter, marks=pytest.mark.broad)
            for paper in ("a4", "letter", "a3", "legal")
            for cutter in (Cutter(), Cutter(marks="four", inset=15.875), Cutter(borderless=True))
        ),
    ],
)
def test_paths_lie_on_the_trims_of_fronts_and_behind_them(tmp_path, paper, cutter):
    files = planned(paper, printer=Printer(cutter=cutter))
    name = f"cut/heroes.{paper}.silhouette"
    document = made(files[f"{name}.pdf"], tmp_path)
    assert isinstance(document, PdfDocument)
    paths = sorted(outlines(made(files[f"{name}.dxf"], tmp_path)))
    assert near(paths, sorted(svg_outlines(made(files[f"{name}.svg"], tmp_path))))
    front, back = document.pages[0].frame, document.pages[1].frame
    assert front.size == back.size
    assert sorted((front.size.width, front.size.height)) == sorted(
        (PAPERS[paper].width, PAPERS[paper].height)
    )
    faces = trims(front, FACES)
    if len(paths) <= len(FACES):
        assert near(faces, paths)
    assert all(any(near([face], [path]) for path in paths) for face in faces)
    # Turned over, backs lie behind their faces, and a full grid lies on itself.
    high, wide = front.size.height, front.size.width
    lying = wide > high
    turned = sorted(
        (x, high - bottom, right, high - y) if lying else (wide - right, y, wide - x, bottom)
        for x, y, right, bottom in trims(back, [BACK])
    )
    assert near(turned, faces)


@pytest.mark.usefixtures("cards")
def test_corners_are_arcs_of_the_radius(tmp_path):
    data = made(planned("a4")["cut/heroes.a4.silhouette.dxf"], tmp_path)
    drawing = ezdxf.read(io.StringIO(data.decode()))
    [first, *_] = [line for line in drawing.modelspace() if line.dxf.layer == "CUT"]
    arcs = [part for part in first.virtual_entities() if part.dxftype() == "ARC"]
    assert len(arcs) == 4
    assert [arc.dxf.radius for arc in arcs] == pytest.approx([3.0] * 4, abs=1e-4)
    box = [vertex.dxf.location for vertex in first.vertices]
    middle = sum(v.x for v in box) / len(box), sum(v.y for v in box) / len(box)
    for arc in arcs:  # each bulges outwards: its centre is on the inside
        away = [abs(arc.dxf.center.x - middle[0]), abs(arc.dxf.center.y - middle[1])]
        assert away == pytest.approx([31.5 - 3, 44 - 3], abs=1e-3)


@pytest.mark.usefixtures("cards")
def test_the_sheet_says_its_layout_and_what_to_type(tmp_path):
    maker = Maker(tmp_path)
    files = planned("a4")
    maker(files["cut/heroes.a4.silhouette.pdf"])
    code = re.search(
        r"paths (\w{8})", made(files["cut/heroes.a4.silhouette.svg"], tmp_path).decode()
    )
    assert code is not None
    assert maker.said[0] == (
        f"Demo · Heroes · sheet 1 of 2 · front · layout a4, standard, version 5 · paths {code[1]}"
        " · version 1.0"
    )
    assert maker.said[1] == (
        "Silhouette Studio: media 297 x 210 mm, landscape; three registration marks, "
        "length 9.4 mm, thickness 1 mm, inset 10 mm"
    )


@pytest.mark.usefixtures("cards")
def test_the_print_shows_marks_where_the_machine_looks(tmp_path):
    data = Maker(tmp_path)(planned("a4")["cut/heroes.a4.silhouette.pdf"])
    with pypdfium2.PdfDocument(data) as pdf:
        dark = pdf[0].render(scale=600 / 72).to_pil().convert("L").point(lambda v: 255 * (v < 128))
    mm = 25.4 / 600

    def box(x, y, right, bottom):
        part = dark.crop(tuple(round(v / mm) for v in (x, y, right, bottom)))
        found = part.getbbox()
        assert found is not None
        return [
            round(v * mm, 2)
            for v in (found[0] + x / mm, found[1] + y / mm, found[2] + x / mm, found[3] + y / mm)
        ]

    # As Silhouette Studio prints them: lines of 1 mm with their middle 10 mm from the edges.
    assert box(0, 0, 17, 17) == pytest.approx([9.5, 9.5, 15.5, 15.5], abs=0.06)
    assert box(276, 0, 297, 20) == pytest.approx([277.6, 9.5, 287.5, 19.4], abs=0.06)
    assert box(0, 190, 20, 210) == pytest.approx([9.5, 190.6, 19.4, 200.5], abs=0.06)


@pytest.mark.usefixtures("cards")
def test_a_test_page_takes_hardly_any_ink(tmp_path):
    data = Maker(tmp_path)(planned("letter")["cut/heroes.letter.silhouette.test.pdf"])
    with pypdfium2.PdfDocument(data) as pdf:
        assert len(pdf) == 1
        pixels = pdf[0].render(scale=2).to_pil().convert("L")
    assert 1 - ImageStat.Stat(pixels).mean[0] / 255 < 0.02


@pytest.mark.usefixtures("cards")
def test_a_deck_asks_for_its_machine_itself():
    assert planned("a4", None) == {}
    own = planned("a4", None, deck={"cut": "cricut"})
    assert sorted(own) == [f"cut/heroes.a4.cricut.{n}" for n in ("1.png", "2.png", "svg")]
    other = planned("a4", "silhouette", deck={"cut": "cricut"})
    assert all(".silhouette." in path for path in other)


DEMO = document("products/cut_demo.yaml")


def make(root, data=DEMO, **options):
    files = {
        "card_data/demo/game.yaml": data,
        "templates/demo/plain.xml.j2": '<side background="ink"/>',
    }
    write_files(root, files)
    return build(
        build_request(root, **{"jobs": 1, "products": ("cut",), "papers": ("a4",), **options})
    )


def test_everything_that_is_cut_lies_between_the_marks(tmp_path):
    report = make(tmp_path, cut="silhouette")
    [warning] = report.diagnostics
    assert warning.code == "CG607"
    assert "`chest` is left out" in warning.message
    folder = tmp_path / "output/demo/cut"
    drawn = {file.name: file.read_bytes() for file in folder.glob("*.dxf")}
    assert sorted(drawn) == [
        "crate.a4.silhouette.dxf",
        "d20.a4.silhouette.dxf",
        "d6.a4.silhouette.dxf",
        "pawns.a4.silhouette.1.dxf",
        "pawns.a4.silhouette.2.dxf",
    ]
    for name, data in drawn.items():
        with pikepdf.open(folder / f"{name.split('.')[0]}.a4.silhouette.pdf") as pdf:
            wide, high = (float(v) * 25.4 / 72 for v in pdf.pages[0].mediabox[2:])
        for x, y, right, bottom in outlines(data) + outlines(data, "CREASE"):
            assert min(x, y, wide - right, high - bottom) >= 9.99, name
            corner = max(min(x, wide - right), min(y, high - bottom))
            assert corner >= 15.5, name
    pawns = [outlines(drawn[f"pawns.a4.silhouette.{n}.dxf"]) for n in (1, 2)]
    assert sum(map(len, pawns)) == 70 + 1 + 1 + 1  # the standee has a base
    assert len(outlines(drawn["pawns.a4.silhouette.1.dxf"], "CREASE")) in (0, 3)
    for name in ("d6", "d20", "crate"):
        assert len(outlines(drawn[f"{name}.a4.silhouette.dxf"])) == 1, name  # one closed outline
        assert outlines(drawn[f"{name}.a4.silhouette.dxf"], "CREASE")


@pytest.mark.parametrize(
    ("machine", "discs", "backed", "pages", "cut"),
    [
        ("silhouette", 6, 2, 1, 8),  # two backs beside their faces, on one page
        ("silhouette", 60, 60, 4, 60),  # a page of backs behind each page of faces
        ("cricut", 30, 30, 2, 60),  # which has no pages of backs
    ],
)
def test_backs_are_pieces_of_their_own_where_that_takes_no_more_paper(
    tmp_path, machine, discs, backed, pages, cut
):
    tokens = [f"{{id: backed, shape: round, size: 24mm, copies: {backed}, back: red.xml.j2}}"]
    if plain := discs - backed:
        tokens.append(f"{{id: bare, shape: round, size: 24mm, copies: {plain}}}")
    (tmp_path / "templates/demo").mkdir(parents=True)
    red = '<side background="#ff0000"/>'
    (tmp_path / "templates/demo/red.xml.j2").write_text(red, encoding="utf-8")
    data = f"""\
title: Demo
theme: {{colors: {{ink: "#111111", paper: "#ffffff"}}}}
components:
  discs:
    kind: tokens
    template: plain.xml.j2
    tokens: [{", ".join(tokens)}]
"""
    assert not make(tmp_path, data, cut=machine).diagnostics.has_errors
    folder = tmp_path / "output/demo/cut"
    paths = [svg_outlines(file.read_bytes()) for file in folder.glob("*.svg")]
    assert sum(map(len, paths)) == cut
    if machine == "silhouette":
        with pypdfium2.PdfDocument(folder / "discs.a4.silhouette.pdf") as pdf:
            assert len(pdf) == pages
            seen = [page.render(scale=1).to_pil().convert("RGB") for page in pdf]
    else:
        seen = [Image.open(file).convert("RGB") for file in folder.glob("*.png")]
        assert len(seen) == pages
    a_disc = math.pi * 12**2 / (25.4 / 72) ** 2
    if machine == "cricut":
        a_disc *= (300 / 72) ** 2
    reds = sum(n for shot in seen for n, rgb in shot.getcolors(1 << 24) if rgb == (255, 0, 0))
    assert reds >= backed * a_disc * 0.95


def test_the_print_has_no_lines_to_cut_by_hand(tmp_path):
    make(tmp_path, cut="silhouette")
    with pypdfium2.PdfDocument(tmp_path / "output/demo/cut/crate.a4.silhouette.pdf") as pdf:
        shot = pdf[0].render(scale=600 / 72).to_pil().convert("L")
    [box] = outlines((tmp_path / "output/demo/cut/crate.a4.silhouette.dxf").read_bytes())
    mm = 25.4 / 600
    row = round((box[3] - 0.3) / mm)  # along the hem of the bottom: white but for its hatching
    edge = shot.crop((round(box[0] / mm), row, round(box[2] / mm), row + 1))
    assert edge.getextrema()[0] == 255


def test_pictures_for_a_cricut_are_as_large_as_it_takes_them(tmp_path):
    make(tmp_path, DEMO.partition("  d20:")[0], cut="cricut", products=("cut",))
    folder = tmp_path / "output/demo/cut"
    for file in folder.glob("*.png"):
        with Image.open(file) as picture:
            width, height = picture.size
            shown = picture.getchannel("A").point(lambda v: 255 * (v > 127))
            assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.01)
        assert sorted((width, height)) == [2160, 3186]  # 182.9 x 269.7 mm
        found = svg_outlines(file.with_suffix(".svg").read_bytes())
        ends = [f(v) for f, v in zip((min, min, max, max), zip(*found, strict=True), strict=True)]
        assert [v / 300 * 25.4 for v in shown.getbbox() or ()] == pytest.approx(ends, abs=0.1)


def test_a_cricut_wants_a_paper_that_is_known(tmp_path):
    demo = DEMO.partition("  d20:")[0]
    found = make(tmp_path, demo, cut="cricut", papers=("a3",)).diagnostics
    assert {one.code for one in found} == {"CG606"}
    assert not (tmp_path / "output/demo/cut").exists()
    (tmp_path / "printer.yaml").write_text("cutter: {area: {width: 260mm, height: 380mm}}\n")
    assert not make(tmp_path, demo, cut="cricut", papers=("a3",)).diagnostics.has_errors


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_games_can_be_cut(game, outputs):
    asked = {"games": (game,), "products": ("cut",), "output": outputs, "jobs": 1}
    report = build(build_request(PROJECT, papers=("a4",), cut="silhouette", **asked))
    assert not list(report.diagnostics)
    drawn = sorted((outputs / game / "cut").glob("*.dxf"))
    assert drawn
    for file in drawn:
        assert outlines(file.read_bytes())
        assert near(
            sorted(outlines(file.read_bytes(), "CREASE")),
            sorted(svg_outlines(file.with_suffix(".svg").read_bytes(), "crease")),
        )
