"""SVG drawings and outlined letters, from a project on disk to files that others open."""

import io
import re
import subprocess
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pikepdf
import pypdfium2
import pytest
from breadth import DEFAULT_GAME
from five_games import GAMES, SPECIMEN
from PIL import Image, ImageChops, ImageStat

from cardgen.api import open_game
from cardgen.backend.lettering import Outliner
from cardgen.backend.raster import rasterize
from cardgen.backend.svg import svg
from cardgen.pipeline.request import BuildRequest
from cardgen.products.planning import plan_artifacts, product_names

REPO = Path(__file__).parents[2]
SLOW = pytest.mark.slow
OTHERS = [game for game in (*GAMES, SPECIMEN) if game != DEFAULT_GAME]
MOST = 0.02
"""By how much of full contrast the pixels of two programs may differ, on average."""


def test_a_file_for_each_side_and_one_for_a_back_that_is_shared(workshop):
    workshop.build(products=("svg",))
    assert sorted(workshop.files().keys() - {"build.json"}) == [
        "svg/heroes/anna.face.svg",
        "svg/heroes/back.svg",
        "svg/heroes/bert.face.svg",
        "svg/heroes/carl.face.svg",
        "svg/places/den.face.svg",
        "svg/places/elm.face.svg",
    ]


@pytest.mark.parametrize("game", [DEFAULT_GAME, *(pytest.param(g, marks=SLOW) for g in OTHERS)])
def test_no_two_files_of_a_game_have_one_path(game):
    """Any product, for all kinds of components: the later file would replace the earlier one."""
    with open_game(BuildRequest(REPO), game) as build:
        request = build.lay_out().product_request([])
    names = [name for name in product_names() if name not in ("press", "stock", "cut")]
    paths = [artifact.path for artifact in plan_artifacts(request, names)]
    assert sorted(path for path, number in Counter(paths).items() if number > 1) == []


def test_each_part_says_where_it_comes_from_also_after_a_comment(workshop):
    drawn = workshop.output / "game/svg/heroes/anna.face.svg"

    def places():
        root = ElementTree.parse(drawn).getroot()
        return [g.get("data-src") for g in root.iter() if g.get("data-src")]

    template = "templates/game/card.xml.j2"
    workshop.build(products=("svg",))
    assert places() == [f"{template}:{line}" for line in (1, 2, 3)]
    workshop.edit(template, "<side", "{# the usual card #}\n<side")
    workshop.build(products=("svg",))
    assert places() == [f"{template}:{line}" for line in (2, 3, 4)]


def test_equal_sides_of_different_templates_keep_their_own_places(workshop):
    side = '<side><rect width="9" height="9" fill="sea"/></side>\n'
    (workshop.root / "templates/game/card.xml.j2").write_text(side)
    (workshop.root / "templates/game/other.xml.j2").write_text(f"\n\n{side}")
    game, deck = "card_data/game/game.yaml", "card_data/game/decks/heroes.yaml"
    workshop.edit(game, "card_types:", "card_types:\n  other: {fields: {text: rich}}")
    for file in (deck, deck.replace("heroes", "places")):
        workshop.edit(file, "cards:", "defaults: {type: card, text: a}\ncards:")
    workshop.edit(deck, "id: bert,", "id: bert, type: other,")
    for title in ("Anna", "Anne", "Anni"):  # later builds take the sides from the store
        workshop.edit(deck, "title: Carl", f"title: Carl {title}")
        workshop.build(products=("svg",))
        for name, place in (("anna", "card.xml.j2:1"), ("bert", "other.xml.j2:3")):
            drawing = (workshop.output / f"game/svg/heroes/{name}.face.svg").read_text()
            assert {*re.findall('data-src="templates/game/([^"]*)"', drawing)} == {place}


def test_outlines_leave_no_font_and_no_text_in_a_pdf(workshop):
    asked = {"products": ("sheets",), "papers": ("a4",)}
    pages = []
    for outlines in (False, True):
        report = workshop.build(**asked, outlines=outlines)
        assert not report.diagnostics.has_errors
        data = (workshop.output / "game/sheets/heroes.a4.pdf").read_bytes()
        pdf = pypdfium2.PdfDocument(data)
        text = pdf[0].get_textpage().get_text_bounded()
        plain = io.BytesIO()
        pikepdf.open(io.BytesIO(data)).save(
            plain, object_stream_mode=pikepdf.ObjectStreamMode.disable
        )
        assert (bool(text), b"/FontFile2" in plain.getvalue()) == (not outlines, not outlines)
        pages.append(pdf[0].render(scale=2).to_pil().convert("L"))
    assert workshop.equals_a_clean_build(**asked, outlines=True)
    assert ImageStat.Stat(ImageChops.difference(*pages)).mean[0] < 0.1


@pytest.fixture(scope="module")
def specimen_frames():
    """The fonts of the specimen, and the face of each of its cards."""
    with open_game(BuildRequest(REPO, ("specimen",), jobs=1), "specimen") as game:
        laid = game.lay_out(("cards",))
        faces = {id: laid.frames[id] for id in sorted(laid.frames) if id.endswith("/face")}
        assert len(faces) > 40
        yield laid.library, faces


def drawings(request, folder, step=1):
    """Draw every nth card of the specimen: as text, as outlines, and as pdfium shows it.

    Laying out the specimen takes seconds: a test asks for it once a program is there to show it.
    """
    library, faces = request.getfixturevalue("specimen_frames")
    outliner = Outliner(library)
    for id in list(faces)[::step]:
        side, name = faces[id], id.replace("/", ".")
        files = [folder / f"{name}.{kind}.svg" for kind in ("text", "shapes")]
        for file, frame in zip(files, (side, outliner.frame(side)), strict=True):
            file.write_bytes(svg(frame, name, library, lambda at: ("", at)))
        box = side.bleed_rect
        size = [round(mm / 25.4 * 150) for mm in (box.width, box.height)]
        yield *files, rasterize(side, *size, library, bleed=True)


def apart(picture, expected):
    """Return the mean difference of two pictures as a share of full contrast."""
    fitted = picture.convert("RGB").resize(expected.size)
    return max(ImageStat.Stat(ImageChops.difference(fitted, expected)).mean) / 255


@pytest.mark.parametrize("step", [8, pytest.param(1, marks=pytest.mark.broad)])
def test_resvg_shows_outlines_as_pdfium_does(resvg_py, request, tmp_path, step):
    for _, file, expected in drawings(request, tmp_path, step):
        shown = resvg_py.svg_to_bytes(svg_path=str(file), dpi=150.0, background="#ffffff")
        assert apart(Image.open(io.BytesIO(bytes(shown))), expected) < MOST, file.name


@pytest.mark.parametrize("step", [8, pytest.param(1, marks=pytest.mark.broad)])
def test_chromium_sets_text_as_pdfium_does(chromium_program, request, tmp_path, step):
    specimen = list(drawings(request, tmp_path, step))
    width = max(expected.width for *_, expected in specimen)
    pages, y, cells = [], 0, []
    for file, _, expected in specimen:
        size = f"width:{expected.width}px;height:{expected.height}px"
        pages.append(f'<img src="{file.as_uri()}" style="display:block;{size}">')
        cells.append((y, expected, file))
        y += expected.height
    page, shown = tmp_path / "all.html", tmp_path / "shown.png"
    page.write_text(f'<body style="margin:0">{"".join(pages)}')
    how = ["--headless", "--no-sandbox", "--hide-scrollbars", "--disable-gpu"]
    where = [f"--window-size={width},{y}", f"--screenshot={shown}", page.as_uri()]
    # A browser reserves far more addresses than it uses.
    unlimited = ["bash", "-c", 'ulimit -S -v unlimited; exec "$@"', "-"]
    subprocess.run([*unlimited, chromium_program, *how, *where], check=True, capture_output=True)
    with Image.open(shown) as whole:
        for top, expected, file in cells:
            cell = whole.crop((0, top, expected.width, top + expected.height))
            assert apart(cell, expected) < MOST, file.name
