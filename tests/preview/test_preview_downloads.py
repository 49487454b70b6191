"""What is taken away: pictures at a density, files as a build writes them, sheets of some cards."""

import io

import PIL.Image
import pypdfium2
import pytest
from bench import DECK, GAME, HEROES
from workshops import build_request

from cardgen.pipeline.build import build
from cardgen.preview import downloads
from cardgen.preview.live.print_pages import ON_PAPER

API = "/api/games/test"


def name_of(answer):
    return answer.headers["content-disposition"].partition("filename=")[2].strip('"')


def opened(answer):
    assert answer.status_code == 200, answer.content
    return PIL.Image.open(io.BytesIO(answer.content))


def pages_of(answer):
    assert answer.status_code == 200, answer.content
    return pypdfium2.PdfDocument(answer.content)


def sheet(client, *cards, deck="heroes", paper="a4", **more):
    body = {"deck": deck, "cards": cards, "paper": paper}
    return client.send(f"{API}/sheet", body, **more)


# Pictures


@pytest.mark.parametrize(
    ("side", "dpi", "size", "name"),
    [
        ("heroes/anna/face", 300, (744, 1039), "test-anna-face.png"),
        ("heroes/anna/face&area=bleed", 300, (815, 1110), "test-anna-face-bleed.png"),
        ("heroes/anna/face&dpi=150", 150, (372, 520), "test-anna-face-150dpi.png"),
        ("heroes/back&dpi=600&area=bleed", 600, (1630, 2220), "test-heroes-back-bleed-600dpi.png"),
        ("mat/face", 300, (2362, 1417), "test-mat-face.png"),
        ("rules/page-01", 300, (1240, 1748), "test-rules-page-01.png"),
    ],
)
def test_a_picture_is_as_large_as_its_density_says(still, side, dpi, size, name):
    answer = still.get(f"{API}/picture?side={side}")
    picture = opened(answer)
    assert picture.size == size
    assert picture.info["dpi"] == pytest.approx((dpi, dpi), rel=1e-3)
    assert name_of(answer) == name
    assert answer.headers["content-disposition"].startswith("attachment")


def test_a_picture_is_what_is_printed(client, bench):
    saved = opened(client.get(f"{API}/picture?side=heroes/anna/face"))
    shown = bench.print_of("heroes/anna/face")
    assert saved.tobytes() == opened(client.get(f"/pixels/{shown}.png?w=744")).tobytes()


@pytest.mark.parametrize("dpi", ["0", "72", "1e9", "x", "²"])
def test_other_densities_are_refused(still, dpi):
    asked = {"side": "heroes/anna/face", "dpi": dpi}
    assert still.get(f"{API}/picture", params=asked).status_code == 400


def test_a_picture_too_large_to_make_is_refused_in_words(client, monkeypatch):
    monkeypatch.setattr(downloads, "MOST_PIXELS", 1_000_000)
    answer = client.get(f"{API}/picture?side=heroes/anna/face&dpi=600")
    assert answer.status_code == 409
    assert "1488 × 2079 pixels; choose a lower resolution" in answer.content.decode()


def test_what_a_broken_card_is_on_is_refused_in_words_and_nothing_else(bench, client):
    bench.save(HEROES, "text: Draw **two** cards.", "text: " + "Far too long. " * 200)
    answer = client.get(f"{API}/picture?side=heroes/anna/face")
    assert answer.status_code == 409
    assert answer.content.decode() == ("1 side has errors (heroes/anna/face); correct them first.")
    assert client.get(f"{API}/picture?side=heroes/bert/face").status_code == 200
    assert sheet(client, "anna", "bert").status_code == 409
    assert sheet(client, "bert").status_code == 200
    for path in (one["path"] for one in client.get(f"{API}/products").json()):
        refused = path.startswith(("sheets/", "boards/"))  # the board pictures the card
        answer = client.get(f"{API}/file", params={"path": path})
        assert answer.status_code == (409 if refused else 200)


def test_what_is_not_there_is_not_found(still):
    for path in ("picture?side=heroes/nobody/face", "picture", "file?path=x", "file?path=../x.pdf"):
        assert still.get(f"{API}/{path}").status_code == 404
    assert still.get("/api/games/none/picture?side=heroes/anna/face").status_code == 404


# Files


def test_every_file_is_byte_for_byte_what_a_build_writes(bench, client):
    report = build(build_request(bench.root, products=ON_PAPER, jobs=1))
    assert report.games[0].status == "built"
    written = {
        file.relative_to(bench.root / "output/test").as_posix(): file
        for file in (bench.root / "output/test").rglob("*.pdf")
    }
    paths = [one["path"] for one in client.get(f"{API}/products").json()]
    assert {*paths} == {*written}
    for path in paths:
        answer = client.get(f"{API}/file", params={"path": path})
        assert answer.content == written[path].read_bytes(), path
        assert int(answer.headers["content-length"]) == len(answer.content)
        assert name_of(answer) == "test-" + path.rpartition("/")[2]


def test_a_file_may_be_opened_in_place(still):
    answer = still.get(f"{API}/file?path=boards/mat.pdf&open=1")
    assert answer.headers["content-disposition"].startswith("inline")
    assert answer.headers["content-type"] == "application/pdf"


def test_nothing_is_printed_of_files_that_cannot_be_read(bench, client):
    bench.put(HEROES, "cards: [")
    answer = client.get(f"{API}/file?path=sheets/heroes.a4.pdf")
    assert answer.status_code == 409
    assert "have errors" in answer.content.decode()
    bench.put(HEROES, DECK)
    assert client.get(f"{API}/file?path=sheets/heroes.a4.pdf").status_code == 200


def test_a_booklet_that_is_behind_its_text_is_refused(bench, client):
    bench.write("card_data/test/rules.md", "# Rules\n\nOther words.\n")
    bench.live.queue_saved(["card_data/test/rules.md"])
    bench.live._drain()  # all but the booklets
    answer = client.get(f"{API}/file?path=booklets/rules.pdf")
    assert answer.status_code == 409
    assert "try again in a moment" in answer.content.decode()
    bench.live.settle()
    assert client.get(f"{API}/file?path=booklets/rules.pdf").status_code == 200


def test_the_files_of_a_part_and_the_pages_with_a_card(still):
    files = still.get(f"{API}/files?of=heroes&side=heroes/bert/face").json()
    assert files == [
        {"path": "sheets/heroes.a4.pdf", "on": [1]},
        {"path": "sheets/heroes.letter.pdf", "on": [1]},
    ]
    [first, *_] = still.get(f"{API}/files?of=rules").json()
    assert first == {"path": "booklets/rules.fold.a4.pdf"}
    assert still.get(f"{API}/files?of=nothing").json() == []


# Sheets of some cards


def test_a_sheet_of_some_cards(still):
    answer = sheet(still, "anna", "bert")
    assert name_of(answer) == "test-heroes-2-cards.a4.pdf"
    front = pages_of(answer)[0]
    words = front.get_textpage().get_text_bounded()
    assert words.count("Bert") == 2
    assert "Anna" in words
    assert "Cleo" not in words
    assert "2 selected cards" in words


def test_a_sheet_of_all_cards_lies_as_the_sheet_of_the_deck(still):
    every = pages_of(sheet(still, "anna", "bert", "cleo", "dora"))
    deck = pages_of(still.get(f"{API}/file?path=sheets/heroes.a4.pdf"))
    assert len(every) == len(deck)
    places = [[pdf[0].get_textpage().get_charbox(n) for n in range(4)] for pdf in (every, deck)]
    assert places[0] == places[1]


def test_a_card_that_is_kept_back_is_printed_once_and_names_its_file(bench, client):
    bench.save(HEROES, "copies: 2", "copies: 0")
    answer = sheet(client, "bert", paper="letter")
    assert pages_of(answer)[0].get_textpage().get_text_bounded().count("Bert") == 1
    assert name_of(answer) == "test-heroes-bert.letter.pdf"


def test_cards_of_a_guest_lie_as_their_host_does(bench, client):
    more = "size: poker, back: heroes.back.xml.j2, sheets: heroes"
    guests = f"  guests: {{kind: deck, title: Guests, {more}}}\n"
    bench.write("card_data/test/decks/guests.yaml", DECK.replace("anna", "gina"))
    bench.write("card_data/test/game.yaml", GAME.replace("  mat:", guests + "  mat:"))
    bench.saved("card_data/test/game.yaml", "card_data/test/decks/guests.yaml")
    assert name_of(sheet(client, "gina", deck="guests")) == "test-guests-gina.a4.pdf"
    assert client.get(f"{API}/files?of=guests").json()[0]["path"] == "sheets/heroes.a4.pdf"


def test_nonsense_makes_no_sheet(still):
    assert sheet(still).status_code == 400
    assert sheet(still, "nobody").status_code == 404
    assert sheet(still, "anna", deck="mat").status_code == 404
    assert sheet(still, "anna", paper="a0").status_code == 404
