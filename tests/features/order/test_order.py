import csv
import io
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from autofill_reader import read_order
from documents import document
from PIL import Image
from workshops import Workshop, contents, leftovers

from cardgen.core.diagnostics import CardgenError, OutputError, Severity
from cardgen.features.clean import clean
from cardgen.features.order.order import OrderReport, OrderRequest, order
from cardgen.features.order.report import RECORD, text
from cardgen.pipeline.output_files import OutputFiles
from cardgen.pipeline.recorded_files import read_file_record
from cardgen.products.orders.lists import tgc
from cardgen.products.orders.reading import BUNDLED

GAME = "card_data/game/game.yaml"
HEROES = "card_data/game/decks/heroes.yaml"
PLACES = "card_data/game/decks/places.yaml"
MORE = document("features/order/order_more.yaml")


def ordered(workshop: Workshop, service: str = "mpc", **options: Any) -> OrderReport:
    progress = options.pop("progress", None)
    asked = {"game": "game", "service": service, "jobs": 1, **options}
    return order(OrderRequest(workshop.root, **asked), progress)


def folder(workshop: Workshop, service: str = "mpc") -> Path:
    base = workshop.output / "game/orders"
    parts = (base / f"{service}+{deck}" for deck in ("heroes", "places"))
    return next((part for part in parts if part.exists()), base / service)


def codes(report: OrderReport) -> list[str]:
    return [found.code for found in report.diagnostics]


def refused(workshop: Workshop, service: str = "mpc", **options: Any) -> list[Any]:
    with pytest.raises(CardgenError) as caught:
        ordered(workshop, service, **options)
    assert not workshop.output.exists() or not list(workshop.output.rglob("*.png"))
    return list(caught.value.diagnostics)


def document(workshop: Workshop, service: str = "mpc") -> dict[str, Any]:
    return json.loads((folder(workshop, service) / "report.json").read_bytes())


def content(workshop: Workshop) -> dict[str, Any]:
    """What is sent to The Game Crafter."""
    return json.loads((folder(workshop, "tgc") / "order.json").read_bytes())


def rows(workshop: Workshop, service: str = "mpc") -> list[dict[str, str]]:
    text = (folder(workshop, service) / "manifest.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(io.StringIO(text)))


def test_pictures_have_exactly_the_size_and_artwork_fills_them(workshop):
    steps: list[tuple[int, int, str]] = []
    report = ordered(workshop, progress=lambda *step: steps.append(step), decks=("heroes",))
    assert steps == [(step, 1000, "Game") for step, *_ in sorted(steps)]
    assert steps[-1][0] == 1000
    assert report.files.files == (
        "backs/heroes.back.png",
        "fronts/heroes.anna.png",
        "fronts/heroes.bert.png",
        "fronts/heroes.carl.png",
        "manifest.csv",
        "order.xml",
        "report.json",
        "report.txt",
    )
    assert set(contents(folder(workshop))) == set(report.files.files)
    assert leftovers(workshop.root) == []
    for path in folder(workshop).rglob("*.png"):
        with Image.open(path) as picture:
            assert (picture.size, picture.mode) == ((822, 1122), "RGB")
            assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.01)
    assert codes(report) == []
    with Image.open(folder(workshop) / "backs/heroes.back.png") as back:
        assert back.getcolors() == [(822 * 1122, (0x22, 0x55, 0x77))]
    # At 4 mm from the trim on the card: scaled by 63.5 / 63, in from 36 pixels of bleed.
    assert inked(workshop)[0] == pytest.approx(36 + 4 * 63.5 / 63 * 300 / 25.4, abs=4)
    fronts, backs = read_order(folder(workshop) / "order.xml")
    assert fronts == [f"fronts/heroes.{one}.png" for one in ("anna", "bert", "bert", "carl")]
    assert backs == ["backs/heroes.back.png"] * 4
    assert [(row["slots"], row["copies"], row["piece"]) for row in rows(workshop)] == [
        ("0", "1", "anna"),
        ("1-2", "2", "bert"),
        ("3", "1", "carl"),
    ]


def inked(workshop: Workshop) -> tuple[int, int, int, int]:
    """The box of the dark pixels of a face."""
    with Image.open(folder(workshop) / "fronts/heroes.anna.png") as front:
        ink = front.convert("L").point(lambda value: 255 * (value < 128)).getbbox()
    assert ink is not None
    return ink


def test_more_cards_than_a_project_takes_are_split(workshop):
    workshop.edit(HEROES, "copies: 2", "copies: 700")
    report = ordered(workshop, decks=("heroes",))
    first, second = (read_order(folder(workshop) / f"order-{n}.xml")[0] for n in (1, 2))
    assert (len(first), len(second)) == (612, 702 - 612)
    assert first[0] == "fronts/heroes.anna.png"
    assert set(first[1:]) == {"fronts/heroes.bert.png"}
    assert second[-1] == "fronts/heroes.carl.png"
    assert codes(report) == ["CG776"]
    assert sum(int(row["copies"]) for row in rows(workshop)) == 702
    assert [row["project"] for row in rows(workshop)] == ["1", "1", "2", "2"]


def test_a_deck_of_another_size_is_left_out_with_the_nearest(workshop):
    [found] = refused(workshop, decks=("places",))  # for no deck fits
    assert found.code == "CG773"
    assert found.notes == (
        "places: MakePlayingCards has none of 63.5 × 63.5 mm; "
        "nearest is `small-square`, 50.8 × 50.8 mm",
    )
    [found] = ordered(workshop).diagnostics
    assert (found.code, found.severity) == ("CG772", Severity.WARNING)
    assert found.notes == ("nearest is `small-square`, 50.8 × 50.8 mm",)
    assert "`--product`" in found.hints[0]
    assert str(found.location).startswith(f"{GAME}:")
    assert {row["part"] for row in rows(workshop)} == {"heroes"}
    [left] = document(workshop)["left_out"]
    assert left["component"] == "places"
    assert left["nearest"] == "`small-square`, 50.8 × 50.8 mm"


def test_a_product_by_name_scales_by_what_it_takes(workshop):
    report = ordered(workshop, decks=("places",), product="small-square")
    [part] = document(workshop)["parts"]
    assert (part["scale"], part["canvas_px"]) == (0.8, [672, 672])
    assert codes(report) == ["CG778", "CG775"]


def test_cards_without_a_back_get_a_white_one(workshop):
    report = ordered(workshop, "tgc", decks=("places",))
    assert codes(report) == ["CG775"]
    with Image.open(folder(workshop, "tgc") / "backs/places.blank.png") as back:
        assert back.getcolors() == [(825 * 825, (255, 255, 255))]


def test_a_card_called_back_has_a_picture_of_its_own(workshop):
    workshop.edit(HEROES, "id: anna", "id: back")
    ordered(workshop, decks=("heroes",))
    _, backs = read_order(folder(workshop) / "order.xml")
    assert set(backs) == {"backs/heroes.back-.png"}


@pytest.mark.parametrize(
    ("options", "code", "meant"),
    [
        ({"service": "mcp"}, "CG207", "mpc"),
        ({"product": "pokr"}, "CG207", "poker"),
        ({"service": "tgc", "product": "pokerdek"}, "CG207", "PokerDeck"),
        ({"decks": ("heros",)}, "CG207", "heroes"),
        ({"game": "gme"}, "CG210", "game"),
    ],
)
def test_unknown_names_are_refused_with_a_suggestion(workshop, options, code, meant):
    [found] = refused(workshop, **options)
    assert (found.code, found.hints) == (code, (f"did you mean `{meant}`?",))


def test_too_little_bleed_is_an_error_at_the_deck(workshop):
    workshop.edit(GAME, "size: poker,", "size: poker, bleed: 1mm,")
    [found] = refused(workshop)
    assert found.code == "CG774"
    assert str(found.location).startswith(f"{GAME}:11:")
    assert "1 mm of bleed, which ends 2.14 mm short of `poker`" in found.message
    assert found.hints == ("give it `bleed: 3.2mm`, or more",)
    workshop.edit(GAME, "bleed: 1mm", "bleed: 3.2mm")
    ordered(workshop, decks=("heroes",))
    assert document(workshop)["parts"][0]["bleed_repeated_mm"] == [0, 0]


def test_a_deck_on_its_side_is_turned(workshop):
    workshop.edit(GAME, "size: poker,", "size: {width: 88mm, height: 63mm},")
    ordered(workshop, decks=("heroes",))
    [part] = document(workshop)["parts"]
    assert part["turned"]
    top = 822 - 36 - 4 * 63.5 / 63 * 300 / 25.4
    assert inked(workshop)[2] == pytest.approx(top, abs=12)


def test_text_in_the_safe_zone_of_the_service_is_reported_and_that_of_the_game_not_twice(workshop):
    workshop.edit("templates/game/card.xml.j2", 'x="4" y="4"', 'x="2" y="4"')
    report = ordered(workshop, "tgc", decks=("heroes",))
    assert codes(report) == ["CG801"] * 3
    assert all("safe zone begins at 3 mm" in found.message for found in report.diagnostics)
    workshop.edit(GAME, "size: poker,", "size: poker, safe: 1mm,")
    report = ordered(workshop, "tgc", decks=("heroes",))
    assert codes(report) == ["CG801"] * 3
    on = [found.side_ids for found in report.diagnostics]
    assert on == [(f"heroes/{one}/face",) for one in ("anna", "bert", "carl")]
    notes = {found.notes for found in report.diagnostics}
    assert notes == {("on `EuroPokerDeck`, 63 × 88 mm of The Game Crafter",)}
    [part] = document(workshop, "tgc")["parts"]
    assert (part["keeps_safe_zone"], part["nearest_to_cut_mm"]) == (False, 2)


def test_the_report_knows_the_coarsest_picture(workshop):
    Image.new("RGB", (60, 60), (0, 128, 0)).save(workshop.root / "card_data/game/hill.png")
    workshop.edit(
        "templates/game/card.xml.j2",
        "</side>",
        '<image src="hill.png" x="10" y="40" width="20" height="20"/></side>',
    )
    report = ordered(workshop, "tgc", decks=("heroes",))
    assert codes(report) == ["CG404"]  # as in every build
    assert document(workshop, "tgc")["parts"][0]["coarsest_picture_dpi"] == 76


@pytest.fixture
def complete(workshop):
    """Boards, tokens and a box, some of them as a service has them."""
    file = workshop.root / GAME
    file.write_text(file.read_text(encoding="utf-8") + MORE, encoding="utf-8")
    side = '<side background="sea"/>\n'
    (workshop.root / "templates/game/map.xml.j2").write_text(side, encoding="utf-8")
    return workshop


def test_boards_tokens_and_boxes_where_the_service_has_them(complete):
    report = ordered(complete, "tgc")
    there = {path: _size(folder(complete, "tgc") / path) for path in _pictures(report)}
    assert there["boards/map.map.png"] == (2475, 2475)
    assert there["tokens/chips.one.png"] == there["tokens/chips.three.back.png"] == (375, 375)
    assert there["fronts/heroes.anna.png"] == there["backs/heroes.back.png"] == (825, 1125)
    assert "boxes/box.front.png" in there
    sent = content(complete)
    assert [deck["identity"] for deck in sent["decks"]] == ["EuroPokerDeck", "SmallSquareDeck"]
    heroes = sent["decks"][0]
    assert heroes["create"] == "/api/deck"
    assert heroes["back"] == "backs/heroes.back.png"
    assert heroes["bulk_cards"] == [
        [
            {"name": "Anna", "quantity": 1, "face": "fronts/heroes.anna.png"},
            {"name": "Bert", "quantity": 2, "face": "fronts/heroes.bert.png"},
            {"name": "Carl", "quantity": 1, "face": "fronts/heroes.carl.png"},
        ]
    ]
    identities = {part["identity"]: part for part in sent["parts"]}
    assert identities.keys() == {
        "SquareBoard",
        "LargeCircleChit",
        "LargeSquareChit",
        "PokerTuckBox36",
    }
    assert identities["LargeCircleChit"]["members"][0]["quantity"] == 4
    squares = identities["LargeSquareChit"]["members"]
    assert [one.get("back") for one in squares].count("tokens/chips.three.back.png") == 1 or (
        identities["LargeSquareChit"]["back"] == "tokens/chips.three.back.png"
    )
    assert set(_named(sent)) <= set(there)
    left = {one["component"]: one["nearest"] for one in document(complete, "tgc")["left_out"]}
    assert left == {"field": "`BigMat`, 254 × 406.4 mm"}


def _size(path: Path) -> tuple[int, int]:
    with Image.open(path) as picture:
        return picture.size


def _pictures(report: OrderReport) -> list[str]:
    return [path for path in report.files.files if path.endswith(".png")]


def _named(value: Any) -> Iterator[str]:
    """All paths of pictures that stand in a JSON value."""
    if isinstance(value, str):
        if value.endswith(".png"):
            yield value
        return
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for one in inner:
        yield from _named(one)


def test_a_booklet_in_a_size_that_the_service_binds(workshop):
    file = workshop.root / GAME
    more = "  rules: {kind: booklet, size: 3.5x5in}\n"
    file.write_text(file.read_text(encoding="utf-8") + more, encoding="utf-8")
    (workshop.root / "card_data/game/rules.md").write_text("# Rules\n\nHold {rule:hand} cards.\n")
    report = ordered(workshop, "tgc")
    pages = [path for path in _pictures(report) if path.startswith("booklets/")]
    assert pages == ["booklets/rules.page-01.png"]
    assert _size(folder(workshop, "tgc") / pages[0]) == (1125, 1575)
    [part] = content(workshop)["parts"]
    assert (part["identity"], part["create"]) == ("MediumBooklet", "/api/booklet")
    assert part["pages"] == pages


def test_an_order_that_is_interrupted_is_known_and_goes_on(workshop, monkeypatch):
    write = OutputFiles._write

    def fail(self: OutputFiles, contents: Mapping[str, bytes]) -> None:
        if any(path.startswith("fronts/heroes.carl") for path in contents):
            raise KeyboardInterrupt
        write(self, contents)

    monkeypatch.setattr(OutputFiles, "_write", fail)
    with pytest.raises(KeyboardInterrupt):
        ordered(workshop, decks=("heroes",))
    assert not document(workshop)["finished"]
    assert leftovers(workshop.root) == []
    monkeypatch.undo()
    there = set(contents(folder(workshop)))
    assert there <= {one["path"] for one in document(workshop)["files"]} | {"report.json"}
    clean(workshop.root)
    assert not workshop.output.exists()
    ordered(workshop, decks=("heroes",))
    assert document(workshop)["finished"]


def test_calls_for_cards_are_of_a_limited_length(workshop, monkeypatch):
    assert tgc.BULK == 100
    monkeypatch.setattr(tgc, "BULK", 2)
    ordered(workshop, "tgc", decks=("heroes",))
    assert [len(call) for call in content(workshop)["decks"][0]["bulk_cards"]] == [2, 1]


def texts(path: Path) -> list[str]:
    document = pypdfium2.PdfDocument(path)
    try:
        return [page.get_textpage().get_text_bounded().split("\r\n")[0] for page in document]
    finally:
        document.close()


def boxes(path: Path) -> set[tuple[float, ...]]:
    with pikepdf.open(path) as file:
        return {
            tuple(round(float(one) / 72 * 25.4, 2) for one in box)
            for page in file.pages
            for box in (page.mediabox, page.trimbox, page.bleedbox)
        }


def standard(path: Path) -> str:
    with pikepdf.open(path) as file:
        return str(file.docinfo["/GTS_PDFXVersion"])


def test_a_pdf_has_a_page_for_each_side_of_each_copy(workshop):
    report = ordered(workshop, "drivethru", decks=("heroes",))
    file = folder(workshop, "drivethru") / "heroes.pdf"
    assert texts(file) == ["", "Anna", "", "Bert", "", "Bert", "", "Carl"]
    whole, trim = sorted(boxes(file))
    assert whole == (0, 0, 69.85, 95.25)
    assert trim == pytest.approx((3.175, 3.175, 66.675, 92.075), abs=0.01)
    assert standard(file) == "PDF/X-1a:2003"
    assert document(workshop, "drivethru")["missing"] == []
    assert "the ink sum is 240 % at most\n" in text(report.plan)


def test_what_a_pdf_lacks_is_said(workshop):
    (workshop.root / "services").mkdir()
    (workshop.root / "services/shop.toml").write_text(
        'like = "azao"\nname = "Shop"\ncolour = "cmyk"\nink_limit = 240\noutlines = true\n',
        encoding="utf-8",
    )
    report = ordered(workshop, "shop", decks=("heroes",))
    said = " ".join(document(workshop, "shop")["missing"])
    assert [word in said for word in ("CMYK", "240 %")] == [True] * 2
    assert "outlines" not in said  # letters are shapes in it
    assert "still to do: the PDF is in RGB" in text(report.plan)


def test_pages_in_the_order_of_the_service(workshop):
    ordered(workshop, "mbprint")
    heroes = folder(workshop, "mbprint") / "63x88.pdf"
    assert {text == "" for text in texts(heroes)} == {True}  # its letters are shapes
    (workshop.root / "services").mkdir()
    typed = 'like = "mbprint"\nname = "Shop"\noutlines = false\n'
    (workshop.root / "services/shop.toml").write_text(typed, encoding="utf-8")
    ordered(workshop, "shop")
    assert texts(folder(workshop, "shop") / "63x88.pdf")[:4] == ["Anna", "", "Bert", ""]
    assert boxes(heroes) == {(0, 0, 69, 94), (3, 3, 66, 91)}
    assert standard(heroes) == "PDF/X-1a:2003"
    assert len(texts(folder(workshop, "mbprint") / "63.5x63.5.pdf")) == 4
    ordered(workshop, "azao")
    assert texts(folder(workshop, "azao") / "63x88.fronts.pdf") == ["Anna", "Bert", "Bert", "Carl"]
    assert texts(folder(workshop, "azao") / "63x88.backs.pdf") == [""] * 4


@pytest.mark.parametrize(
    "service", ["mpc", pytest.param("tgc", marks=pytest.mark.broad), "drivethru"]
)
def test_the_same_input_gives_the_same_bytes(workshop, service, tmp_path):
    ordered(workshop, service)
    again = ordered(workshop, service, folder=tmp_path / "elsewhere", jobs=2)
    assert contents(tmp_path / "elsewhere") == contents(folder(workshop, service))
    assert again.folder == (tmp_path / "elsewhere").as_posix()


def test_only_what_changed_is_made_again(workshop):
    assert len(ordered(workshop, decks=("heroes",)).files.made) == 4
    assert ordered(workshop, decks=("heroes",)).files.made == ()
    workshop.edit(HEROES, "A **bold** man.", "An old man.")
    assert ordered(workshop, decks=("heroes",)).files.made == ("fronts/heroes.carl.png",)
    (folder(workshop) / "backs/heroes.back.png").write_bytes(b"spoilt")
    assert ordered(workshop, decks=("heroes",)).files.made == ("backs/heroes.back.png",)


def test_an_order_in_a_folder_of_the_user(workshop, tmp_path):
    to = tmp_path / "mine"
    first = ordered(workshop, "tgc", folder=to)
    assert ordered(workshop, "tgc", folder=to).files.made == ()
    (to / "notes.txt").write_text("mine")
    clean(workshop.root)
    assert set(contents(to)) == {*first.files.files, "notes.txt"}
    other = ordered(workshop, decks=("heroes",), folder=to)
    assert "fronts/places.den.png" in other.files.removed
    assert set(contents(to)) == {*other.files.files, "notes.txt"}


def test_what_no_longer_belongs_to_the_order_goes(workshop):
    ordered(workshop, "tgc")
    (folder(workshop, "tgc") / "fronts/mine.png").write_bytes(b"x")
    workshop.edit(PLACES, "id: den", "id: lair")
    report = ordered(workshop, "tgc")
    assert report.files.removed == ("fronts/places.den.png",)
    assert (folder(workshop, "tgc") / "fronts/mine.png").exists()


def test_orders_of_some_decks_and_builds_leave_that_of_all_alone(workshop):
    whole, first = ordered(workshop, "tgc"), contents(workshop.output / "game/orders/tgc")
    part = ordered(workshop, "tgc", decks=("heroes",))
    assert contents(workshop.output / "game/orders/tgc") == first
    assert part.folder == "output/game/orders/tgc+heroes"
    assert part.files.removed == ()
    assert set(part.files.files) < set(whole.files.files)
    both = ordered(workshop, "tgc", decks=("places", "heroes"))
    assert both.folder == "output/game/orders/tgc+heroes+places"
    workshop.build(products=("sheets",))
    assert contents(workshop.output / "game/orders/tgc") == first
    clean(workshop.root)
    assert not workshop.output.exists()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("{component}.{piece}", "same"),
        ("{component}.{piece}", "{component}"),
        ("fronts/{component}.{piece}", "backs/{component}.back"),
        ("fronts/{component}.{piece}.png", "BACKS/{component}.back.PNG"),
    ],
)
def test_two_files_of_one_name_are_refused(workshop, old, new):
    text = (BUNDLED / "mpc.toml").read_text(encoding="utf-8")
    assert old in text
    (workshop.root / "services").mkdir()
    (workshop.root / "services/shop.toml").write_text(text.replace(old, new, 1), encoding="utf-8")
    [found] = refused(workshop, "shop", decks=("heroes",))
    assert (found.code, "`shop`" in found.message) == ("CG779", True)


def test_a_folder_that_cannot_be_written(workshop, tmp_path):
    (tmp_path / "file").write_text("x", encoding="utf-8")
    [found] = refused(workshop, folder=tmp_path / "file/inside")
    assert found.code == "CG790"


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="links need a right on this system")
@pytest.mark.parametrize("link", ["game", "game/orders", "game/orders/mpc"])
def test_nothing_is_written_through_a_link(workshop, tmp_path, link):
    (tmp_path / "away").mkdir()
    (workshop.output / link).parent.mkdir(parents=True, exist_ok=True)
    (workshop.output / link).symlink_to(tmp_path / "away", target_is_directory=True)
    with pytest.raises(OutputError) as caught:
        ordered(workshop)
    assert caught.value.diagnostics[0].code == "CG794"
    assert list((tmp_path / "away").iterdir()) == []


def test_a_broken_card_stops_the_order(workshop):
    workshop.edit("templates/game/card.xml.j2", "card.title", "card.titel")
    assert refused(workshop)[0].code.startswith("CG3")


def test_titles_are_no_formulas_in_a_spreadsheet(workshop):
    workshop.edit(HEROES, "title: Anna", 'title: "=1+1"')
    ordered(workshop, decks=("heroes",))
    assert rows(workshop)[0]["title"] == "'=1+1"


def test_the_report_names_every_file_and_source(workshop):
    ordered(workshop)
    said = document(workshop)
    assert said["finished"]
    on_disk = contents(folder(workshop))
    assert {one["path"]: one["sha256"] for one in said["files"]} == {
        path: digest for path, digest in on_disk.items() if path != "report.json"
    }
    assert all(one["said"] and one["date"] for one in said["sources"])
    text = (folder(workshop) / "report.txt").read_text(encoding="utf-8")
    for words in (
        "Game, version 1, for MakePlayingCards",
        "drawn 0.79 % larger",
        "left out: places",
    ):
        assert words in text


def test_a_record_names_no_file_outside_of_its_order(tmp_path):
    paths = ["../game.yaml", "/etc/passwd", "fronts\\a.png", "fronts/a.png", RECORD]
    files = [{"path": path, "sha256": ""} for path in paths]
    (tmp_path / RECORD).write_text(json.dumps({"files": files}), encoding="utf-8")
    assert [entry.path for entry in read_file_record(tmp_path, RECORD, "order")] == ["fronts/a.png"]
