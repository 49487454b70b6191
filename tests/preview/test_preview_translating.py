"""Translations from the page: listed with their state, written into their file, drawn on cards."""

import pytest

from cardgen.features.translation import extract, status, update
from cardgen.model.load import load_project
from cardgen.model.locale.catalogue import in_language
from cardgen.pipeline.game_work import GameWork

PO = "card_data/test/locale/de.po"
API = "/api/games/test/translation"
ANNA = "decks/heroes/anna.text"
DRAW = "Draw **two** cards."
FACE = "heroes/anna/face"


@pytest.fixture
def bench(bench):
    """A game with a German file, which has no translation yet."""
    extract(bench.root, "test", "de")
    return bench


@pytest.fixture
def listed(client):
    return lambda language="de": client.get(f"{API}?language={language}").json()


@pytest.fixture
def row(listed):
    def found(context, source=None):
        rows = [one for one in listed()["texts"] if one["context"] == context]
        [row] = [one for one in rows if source in (None, one["source"])]
        return row

    return found


@pytest.fixture
def write(client):
    def write(value, was="", context=ANNA, source=DRAW, **more):
        typed = {"language": "de", "context": context, "source": source, "value": value}
        return client.send(API, {"changes": [{**typed, "was": was, **more}]})

    return write


@pytest.fixture
def drawn(client):
    def drawn(**typed):
        asked = {"changes": [{"language": "de", **typed}], "sides": [FACE]}
        return client.send(f"{API}/cards", asked).json()

    return drawn


def test_texts_are_listed_with_their_places_and_counted_as_status_does(bench, listed, row, write):
    found = listed("")
    assert (found["languages"], found["language"], found["source"]) == (["de"], "de", "en")
    assert row(ANNA).items() >= {"source": DRAW, "state": "missing", "text": "", "was": ""}.items()
    assert row(ANNA)["card"] == "heroes/anna"
    assert row(ANNA)["at"] == {"path": "card_data/test/decks/heroes.yaml", "line": 7, "column": 11}
    assert row("rules.md", "Rules")["card"] == ""
    write("Ziehe **zwei** Karten.")
    bench.save("card_data/test/decks/heroes.yaml", "Keep", "Always keep")
    ((one, _),) = status(bench.root, "test")
    counts = listed()["counts"]
    assert (counts["texts"], counts["missing"], counts["gone"]) == (
        one.texts,
        one.missing,
        one.gone,
    )
    assert (counts["translated"], counts["gone"]) == (1, 1)
    assert {one["state"] for one in listed()["texts"]} == {"translated", "missing"}


def test_a_translation_is_written_and_taken_back(bench, client, row, write):
    before = bench.text(PO)
    answer = write("Ziehe **zwei** Karten.").json()
    assert (answer["written"], answer["faults"], answer["findings"]) == (True, [], [])
    lines = f'msgid "{DRAW}"\nmsgstr "'
    assert bench.text(PO) == before.replace(f'{lines}"', f'{lines}Ziehe **zwei** Karten."')
    assert row(ANNA).items() >= {"state": "translated", "text": "Ziehe **zwei** Karten."}.items()
    assert answer["undo"]["label"] == f"de: {DRAW}"
    client.send("/api/games/test/undo", {"step": answer["undo"]["id"]})
    assert bench.text(PO) == before
    # What changes nothing is no step.
    assert write("").json()["undo"] is None


@pytest.mark.parametrize("kept_up", [False, True])
def test_a_stale_translation_says_what_its_text_was_and_is_confirmed(bench, row, write, kept_up):
    write("Ziehe **zwei** Karten.")
    bench.save("card_data/test/decks/heroes.yaml", DRAW, "Draw **2** cards.")
    if kept_up:
        update(bench.root, "test")
        assert "#, fuzzy" in bench.text(PO)
    stale = {"state": "stale", "text": "Ziehe **zwei** Karten.", "was": DRAW}
    assert row(ANNA).items() >= stale.items()
    answer = write("Ziehe **2** Karten.", stale["text"], source="Draw **2** cards.").json()
    assert answer["written"]
    assert row(ANNA).items() >= {"state": "translated", "was": ""}.items()
    assert "fuzzy" not in bench.text(PO)
    assert "#|" not in bench.text(PO)
    assert DRAW not in bench.text(PO)


def test_what_a_translation_does_not_keep_is_said_at_once_and_listed(bench, row, write):
    answer = write("Ziehe zwei Karten.").json()
    assert answer["written"]
    assert [one["code"] for one in answer["findings"]] == ["CG256"]
    [found] = row(ANNA)["findings"]
    assert (found["code"], found["path"]) == ("CG256", PO)
    assert bench.text(PO).split("\n")[found["line"] - 1] == 'msgstr "Ziehe zwei Karten."'


def test_bad_markup_is_not_written(bench, row, write):
    before = bench.text(PO)
    answer = write("Ziehe **zwei** {Karten.").json()
    assert not answer["written"]
    [fault] = answer["faults"]
    assert (fault["change"], fault["code"], fault["path"]) == (0, "CG208", PO)
    assert bench.text(PO) == before
    # One that is in the file is listed there, and does not hold up the others.
    bench.write(PO, before.replace(f'"{DRAW}"\nmsgstr ""', f'"{DRAW}"\nmsgstr "Z {{"'))
    assert [one["code"] for one in row(ANNA)["findings"]] == ["CG208", "CG256"]
    assert write("Nichts.", context="decks/heroes/dora.text", source="Nothing.").json()["written"]


def test_nothing_is_overwritten(bench, write, row):
    before = bench.text(PO)
    bench.write(PO, before.replace(f'"{DRAW}"\nmsgstr ""', f'"{DRAW}"\nmsgstr "Zieh."'))
    answer = write("Ziehe **zwei** Karten.")
    assert answer.status_code == 409
    assert answer.json()["clashes"] == [{"number": 0, "label": "translation", "now": "Zieh."}]
    assert row(ANNA)["text"] == "Zieh."
    # What has changed elsewhere in the file stays.
    assert write("Ziehe **zwei** Karten.", "Zieh.").json()["written"]
    bench.save("card_data/test/decks/heroes.yaml", DRAW, "Draw.")
    assert write("Ziehe.", "Ziehe **zwei** Karten.").status_code == 404
    assert "Ziehe **zwei** Karten." in bench.text(PO)


def test_a_file_that_cannot_be_read_is_shown_as_such_and_left_alone(bench, listed, write, drawn):
    bench.write(PO, bench.text(PO) + "\nmsgid Hello\n")
    before, found = bench.text(PO), listed()
    assert [one["code"] for one in found["problems"]] == ["CG251"]
    assert found["texts"] == []
    assert write("Ziehe **zwei** Karten.").status_code == 409
    assert drawn()["sides"] == {}
    assert [one["code"] for one in drawn()["faults"]] == ["CG251"]
    assert bench.text(PO) == before


def test_a_game_that_cannot_be_read_says_so_beside_its_texts(bench, listed):
    bench.save("card_data/test/decks/heroes.yaml", "class: knight", "class: baker")
    found = listed()
    assert [one["path"] for one in found["problems"]] == ["card_data/test/decks/heroes.yaml"]
    assert ANNA in {one["context"] for one in found["texts"]}


def test_a_game_without_translations_and_requests_that_make_no_sense(bench, client, listed, write):
    assert client.get(f"{API}?language=fr").status_code == 404
    assert write("Bonjour", language="fr").status_code == 404
    assert write("Bonjour", language="../de").status_code == 404
    assert write("Bonjour", language=["de"]).status_code == 400
    assert write("Ziehe", source="Draw nothing.").status_code == 404
    assert write("\0").status_code == 409
    before = bench.text(PO)
    (bench.root / PO).unlink()
    found = listed("")
    assert (found["languages"], found["language"], found["texts"]) == ([], "", [])
    assert write("Ziehe").status_code == 404
    assert not (bench.root / PO).exists()
    bench.write(PO, before)
    assert len(listed("")["texts"]) > 1


def test_a_link_out_of_the_project_is_not_followed(bench, listed, write, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside") / "de.po"
    outside.write_text(bench.text(PO), encoding="utf-8")
    (bench.root / PO).unlink()
    (bench.root / PO).symlink_to(outside)
    before = outside.read_bytes()
    assert listed()["texts"] == []
    assert len(listed()["problems"]) == 1
    assert write("Ziehe **zwei** Karten.").status_code == 409
    assert outside.read_bytes() == before


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_every_other_byte_stays(bench, write, end):
    file = bench.root / PO
    text = bench.text(PO).replace("# What", "# Ours. What").replace("\n", end)
    file.write_bytes(("\ufeff" + text).encode())
    write("Ziehe **zwei** Karten.")
    lines = f'msgid "{DRAW}"{end}msgstr "'
    expected = text.replace(f'{lines}"', f'{lines}Ziehe **zwei** Karten."')
    assert file.read_bytes() == ("\ufeff" + expected).encode()


def test_a_translation_has_nothing_of_the_game_read_or_drawn_again(bench, write, prints):
    before, made, game = prints(bench), bench.loaded.work.laid_out_count, bench.loaded.game
    bench.events.clear()
    write("Ziehe **zwei** Karten.")
    bench.live.settle()
    assert bench.loaded.game is game
    assert (prints(bench), bench.loaded.work.laid_out_count) == (before, made)
    assert {event["type"] for event in bench.events} == {"edit", "steps"}


def test_a_card_is_drawn_as_a_build_draws_it_also_while_one_types(bench, client, write, drawn):
    source = bench.print_of(FACE)
    untranslated = drawn()["sides"][FACE]["p"]
    assert untranslated != source  # its texts have the mark of those that nobody has translated
    typed = drawn(context=ANNA, source=DRAW, value="Ziehe **zwei** Karten.")
    assert typed["faults"] == []
    assert "Ziehe" not in bench.text(PO)
    write("Ziehe **zwei** Karten.")
    print_ = drawn()["sides"][FACE]["p"]
    assert print_ == typed["sides"][FACE]["p"] != untranslated
    [game] = load_project(bench.root, ("test",), translated=in_language("de")).games
    work = GameWork(bench.root, game)
    assert work.side(work.specs[FACE]).frame.fingerprint == print_
    assert client.get(f"/pixels/{print_}.png?w=100").status_code == 200
    assert bench.print_of(FACE) == source
    faulty = drawn(context=ANNA, source=DRAW, value="Ziehe {zwei")
    assert [one["code"] for one in faulty["faults"]] == ["CG208"]


def test_a_language_is_opened_once_and_again_after_the_page_has_left(client, drawn, monkeypatch):
    opened = []

    def open_(*given):
        opened.append(given)
        return GameWork(*given)

    monkeypatch.setattr("cardgen.preview.live.loaded_game.GameWork", open_)
    drawn()
    drawn(context=ANNA, source=DRAW, value="Ziehe.")
    assert len(opened) == 1
    client.send(f"{API}/leave", {})
    drawn()
    assert len(opened) == 2


def test_a_card_follows_its_template_and_its_deck(bench, client, drawn):
    before = drawn()["sides"][FACE]["p"]
    bench.save("templates/test/parts.xml.j2", 'fill="red"', 'fill="ink"')
    after = drawn()["sides"][FACE]["p"]
    assert after != before
    bench.save("card_data/test/decks/heroes.yaml", "power: 3", "power: 4")
    assert drawn()["sides"][FACE]["p"] not in (before, after)
    bench.save("templates/test/parts.xml.j2", "{{ title }}", "{{ title }} of all")
    text = {"context": "templates/parts.xml.j2", "source": "{{ title }} of all"}
    prints = {drawn()["sides"][FACE]["p"]}
    for words in ("{{ title }} von allen", "Von allen {{ title }}"):
        prints.add(drawn(**text, value=words)["sides"][FACE]["p"])
    assert len(prints) == 3
    assert client.send(f"{API}/leave", {}).status_code == 204
    assert drawn()["sides"][FACE]["p"] not in (before, after)


def test_rows_of_a_series_are_translated_like_cards(bench, listed, row, write):
    bench.write("card_data/test/crowd.csv", "title,class,power,text\nAnn,mage,1,Rest a day.\n")
    bench.save(
        "card_data/test/game.yaml",
        "components:",
        "components:\n  crowd: {kind: deck, back: none, series: {rows: crowd.csv, type: hero}}",
    )
    write("Ruhe einen Tag.", context="decks/crowd/1.text", source="Rest a day.")
    assert row("decks/crowd/1.text", "Rest a day.").items() >= {"state": "translated"}.items()
    assert listed()["counts"]["gone"] == 0
