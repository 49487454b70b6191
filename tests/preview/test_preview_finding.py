"""The index: what is found, in which order, and what an edit costs."""

import pytest
from bench import HEROES

from cardgen.core.geometry import Size
from cardgen.core.style import Color
from cardgen.frame import Frame, Glyph, Group, Shaped, Text
from cardgen.frame.words import frame_words
from cardgen.preview.search import FindIndex, fold, origins

GAME_FILE = "card_data/test/game.yaml"
INK = Color(0, 0, 0)


def finder(client):
    def ask(query, **more):
        return client.get("/api/find", params={"q": query, **more}).json()

    return ask


@pytest.fixture
def find(client):
    return finder(client)


@pytest.fixture(scope="module")
def still_find(still):
    """Finds something in a project that nobody edits."""
    return finder(still)


def addresses(answer):
    return ["/".join(hit["address"]) for hit in answer["hits"]]


def run(words, x, y, tracking=0.0):
    shaped = [Shaped(word, (Glyph(1, 500, 500),) * len(word), 500 * len(word)) for word in words]
    return Text(x, y, "font/regular", 10, INK, tuple(shaped), tracking=tracking)


def frame(*items):
    return Frame(Size(60, 90), items)


# Letters


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Straße", "strasse"),
        ("ÉTÉ", "ete"),
        ("Łódź", "lodz"),
        ("others’ ‘A–B’", "others' 'a-b'"),
        ("hyphen\xadated", "hyphenated"),
        ("ﬁre", "fire"),
        ("Ǆ", "dz"),
    ],
)
def test_letters_are_found_as_one_types_them(text, folded):
    assert fold(text) == folded
    assert len(origins(text)) == len(folded) + 1


def test_marks_count_as_browsers_do(bench, find):
    bench.save(HEROES, "title: Cleo", "title: 🂡 Ærø Cleo")
    [hit] = find("aero")["hits"]
    [[start, end]] = hit["marks"]
    assert "🂡 Ærø Cleo".encode("utf-16-le")[2 * start : 2 * end].decode("utf-16-le") == "Ærø"


# Printed words


BATTLE = run(["Bat"], 5, 10)
ICON = frame()


@pytest.mark.parametrize(
    ("items", "words"),
    [
        pytest.param([BATTLE, run(["tle"], 5 + BATTLE.width, 10)], "Battle", id="runs of a word"),
        pytest.param([run(["to"], 40, 10), run(["day"], 5, 14)], "to day", id="other line"),
        pytest.param([run(["3"], 5, 10), run(["+7"], 20, 10)], "3 +7", id="other column"),
        pytest.param([run(["JUMP"], 5, 10, tracking=2.0)], "JUMP", id="tracked"),
        pytest.param([run(["A"], 5, 10), run(["K"], 50, 80)], "A K", id="far apart"),
        pytest.param(
            [Group(ICON, alt="Jump"), Group(ICON, alt="", reads=run(["sword"], 5, 10))],
            "Jump sword",
            id="pictures with words",
        ),
    ],
)
def test_printed_words_are_read_as_they_stand(items, words):
    assert frame_words(frame(*items)) == words


def test_words_on_a_curve_are_printed_once(frame_of):
    words = "An <b>eerie</b> tree"
    card = frame_of(f'<curved-text width="60" height="20" arc="90">{words}</curved-text>')
    assert frame_words(card) == "An eerie tree"


# What is found


def test_titles_come_before_words_and_words_before_fields(bench, find):
    bench.save(HEROES, "text: Nothing.", "text: Not Anna.")
    bench.save(HEROES, "title: Bert", "title: Joanna")
    found = ["test/heroes/anna", "test/heroes/bert", "test/mat", "test/heroes/dora"]
    assert addresses(find("anna")) == found


def test_printed_words_hold_the_rule_number(still_find):
    answer = still_find("keep 5")
    assert addresses(answer) == ["test/heroes/bert", "test/rules/1"]
    excerpt = answer["hits"][0]["excerpt"]
    assert excerpt["place"] == "printed"
    assert [excerpt["text"][a:b] for a, b in excerpt["marks"]] == ["Keep", "5"]


def test_a_field_that_is_not_printed_is_found(still_find):
    [anna] = still_find("knight")["hits"]
    assert anna["id"] == "anna"
    assert anna["excerpt"] == {"place": "class", "text": "knight", "marks": [[0, 6]]}


@pytest.mark.parametrize(
    ("query", "found"),
    [
        pytest.param("mage bert", ["test/heroes/bert"], id="all words must be there"),
        pytest.param("mage anna", [], id="none has both"),
        pytest.param("", [], id="nothing"),
        pytest.param("cards in hand", ["test/~rules/hand"], id="rule"),
        pytest.param("draw two", ["test/heroes/anna", "test/mat"], id="board with a picture of it"),
    ],
)
def test_what_is_found(still_find, query, found):
    assert sorted(addresses(still_find(query))) == found


def test_rules_files_parts_and_games_are_found(still_find):
    kinds = {(hit["kind"], "/".join(hit["address"])) for hit in still_find("h", limit=200)["hits"]}
    assert {
        ("rule", "test/~rules/hand"),
        ("part", "test/heroes"),
        ("file", "test/~print/sheets/heroes.a4.pdf"),
    } <= kinds
    assert addresses(still_find("test game"))[0] == "test"


def test_a_hit_shows_the_picture_of_now(bench, find):
    bench.save(HEROES, "title: Cleo", "title: Clio")
    [hit] = find("clio")["hits"]
    assert hit["p"] == bench.print_of("heroes/cleo/face")
    assert (hit["width"], hit["height"]) == (63, 88)


def test_one_part_names_all_that_match(still_find):
    answer = still_find("cards", game="test", part="heroes", limit=1)
    assert answer["keys"] == ["anna", "bert"]
    assert len(answer["hits"]) == 1


def test_a_word_in_a_shared_back_is_found_once(bench, find):
    path = "templates/test/heroes.back.xml.j2"
    said = '<text style="title" x="6" y="6" width="51" height="8">Backside</text>'
    bench.save(path, "/>", f">{said}</side>")
    [hit] = find("backside")["hits"]
    assert (hit["kind"], hit["address"]) == ("back", ["test", "heroes"])


def test_nonsense_is_refused(still):
    assert still.get("/api/find?q=a&limit=x").status_code == 400
    assert still.get("/api/find?q=a&game=nowhere").json()["total"] == 0


# What it costs


def test_all_is_indexed_again_only_after_an_edit(bench):
    index = FindIndex(bench.live)
    before = index.entries("test")
    assert all(one is other for one, other in zip(index.entries("test"), before, strict=True))
    bench.save(GAME_FILE, "{value: 5,", "{value: 6,")
    found = index.entries("test")
    assert [one.title for one in found if "keep 6" in one.haystack] == ["Bert", "Rules, page 1"]


# What follows a rule


def test_what_follows_a_rule_are_sides_pictures_of_them_and_pages(bench, client):
    bench.save("templates/test/mat.xml.j2", "heroes/anna", "heroes/bert")
    bench.save(GAME_FILE, "rules:\n", "rules:\n  idle: {value: 1}\n")
    rules = {one["id"]: one for one in client.get("/api/games/test/rules").json()}
    assert rules["hand"]["text"] == "cards in hand"
    sides = ["heroes/bert/face", "mat/face"]
    assert rules["hand"]["redrawn"] == {"sides": sides, "pages": {"rules": [0]}}
    assert rules["idle"]["redrawn"] == {"sides": [], "pages": {}}


def test_what_is_said_to_follow_is_what_is_drawn_again(bench, client, prints):
    words = "# Rules\n\nNothing.\n\n" + "Word " * 900 + "\n\n# End\n\nKeep {rule:hand}.\n"
    bench.put("card_data/test/rules.md", words)
    [rule] = client.get("/api/games/test/rules").json()

    def pages():
        return [result.frame for result in bench.loaded.texts["rules"].results]

    sides_before, pages_before = prints(bench), pages()
    assert len(pages_before) > 2
    bench.save(GAME_FILE, "{value: 5,", "{value: 6,")
    drawn = [n for n, (a, b) in enumerate(zip(pages_before, pages(), strict=True)) if a != b]
    assert rule["redrawn"]["pages"]["rules"] == drawn
    drawn = [id for id, name in prints(bench).items() if sides_before[id] != name]
    assert sorted(rule["redrawn"]["sides"]) == sorted(drawn)
