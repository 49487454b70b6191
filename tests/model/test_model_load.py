import pytest
from documents import document
from workshops import FILES, write_files

from cardgen.core.diagnostics import ModelError, Severity
from cardgen.core.folding import group_by_problem
from cardgen.core.style import Color
from cardgen.model.components.deck import decks_of
from cardgen.model.load import load_game, load_project


def test_a_complete_game(bench):
    bench.game(
        """\
title: Test Game
subtitle: of tests
players: 1-2
duration: 45 min
age: 12+
version: 1.0
credits: [me, you]
theme:
  colors: {ink: "#111", paper: white}
  styles:
    body: {font: atkinson/regular, bold: atkinson/bold, size: 8.5pt, color: ink, align: justify}
    small: {font: atkinson/regular, size: 6, tracking: 10, uppercase: true}
  fallback: [noto-sans/regular]
rules: {hand_limit: 5, squad: {value: 12, text: soldiers in a squad}}
terms:
  medic: {text: Medic, icon: medic, explain: "see {leader}"}
  leader: {text: Leader, plural: Chiefs}
card_types:
  soldier:
    template: man.xml.j2
    back: man.back.xml.j2
    fields:
      items: {kind: list, of: term}
      cost: {kind: number, default: 2, min: 0, max: 9, whole: true}
      note: {kind: text, optional: true}
      rank: {kind: choice, options: [low, 2]}
      badge: {kind: icon, default: medic}
      tint: {kind: color, default: ink}
      elite: {kind: flag}
      art: {kind: image, optional: true}
      steps:
        kind: list
        of: {kind: record, fields: {at: number, text: rich}}
        optional: true
print: {papers: [letter], duplex: none, bleed: 0.125in, safe: 4}
components:
  squad:
    kind: deck
    title: The Squad
    size: {width: 50mm, height: 2in, radius: 1}
    back: none
    arrangement: butt
    bleed: 2
    cards: decks/men.yaml
assumptions:
  - {text: twelve soldiers, why: the source says so}
  - plain
""",
        men="""\
defaults: {copies: 2, items: [medic], rank: low}
cards:
  - id: private
    title: "**Private** {medic}"
    assumption: not in the source
    elite: true
    tint: "#abc"
    art: art/man.png
    steps: [{at: 1, text: "*go*"}]
  - {id: cook, copies: 0, items: [leader, medic], cost: 3, rank: 2, note: 007}
""",
    )
    bench.write("card_data/test/art/man.png", "x")
    game = bench.sound()
    assert (game.players, game.version, game.age) == ("1-2", "1.0", "12+")
    assert game.credits == ("me", "you")
    assert game.theme.colors["paper"] == Color(1, 1, 1)
    assert game.theme.styles["body"].size == pytest.approx(8.5)
    assert game.theme.styles["body"].bold == "atkinson/bold"
    assert game.theme.fallback == ("noto-sans/regular",)
    assert game.rules["squad"].value + 1 == 13
    assert game.rules["squad"].text == "soldiers in a squad"
    assert game.terms["leader"].plural == "Chiefs"
    assert game.terms["medic"].plural == "Medics"
    assert game.terms["medic"].explain.plain == "see Leader"
    assert game.print.papers == ("letter",)
    assert game.key_locations["theme.styles.body.font"].line == 11
    [deck] = decks_of(game)
    assert (deck.title, deck.size.height, deck.radius) == ("The Squad", 50.8, 1.0)
    assert (deck.bleed, deck.safe, deck.duplex, deck.back) == (2.0, 4.0, "none", None)
    private, cook = deck.cards
    assert (private.copies, cook.copies, deck.count) == (2, 0, 2)
    fields = private.fields
    assert [term.id for term in fields.items] == ["medic"]
    assert (fields.cost, fields.note, fields.badge, fields.tint) == (2, "", "medic", "#abc")
    assert fields.elite is True
    assert fields.steps[0].text.markup == "<i>go</i>"
    assert fields["art"] == "art/man.png"
    assert (cook.fields.rank, cook.fields.note, cook.fields.elite) == ("2", "007", False)
    assert [a.card for a in game.assumptions] == ["", "", "squad/private"]
    assert game.assumptions[2].location.path == "card_data/test/decks/men.yaml"


def test_a_field_that_many_cards_lack_is_one_problem(bench):
    game = "title: Test\ncard_types: {a: {fields: {cost: number}}}\ncomponents: {c: {kind: deck}}"
    bench.game(game, c="cards: [{id: a, title: A}, {id: b, title: B}, {id: c, title: C, tint: 1}]")
    groups = group_by_problem(bench.load().diagnostics)
    said = [(group.representative.message, len(group.members)) for group in groups]
    assert said == [("card `a` lacks `cost`", 3), ("card `c` has no key `tint`", 1)]


def test_the_description_of_a_game_comes_before_its_cards(bench):
    bench.game("title: Test\ntheme: {colors: {ink: 5}}\ncomponents: {a: {kind: deck}}", a="x: 1")
    found = list(bench.load().diagnostics)
    assert [d.location.path.rpartition("/")[2] for d in found] == ["game.yaml", "a.yaml", "a.yaml"]


TYPES = document("model/load_types.yaml")


def test_a_broken_game_leaves_the_others(bench):
    bench.game(name="good")
    bench.game("title: [\n", "broken", soldiers="cards:\n\t- x\n")
    bench.game(name="bad", soldiers="cards:\n  - id: 1 2\n  - {id: b, title: '{x}'}\n")
    loaded = bench.load()
    assert [game.id for game in loaded.games] == ["good"]
    assert loaded.failed == ("bad", "broken")
    codes = [(d.location.path.split("/")[1], d.code) for d in loaded.diagnostics]
    assert codes == [("bad", "CG206"), ("bad", "CG207"), ("broken", "CG101"), ("broken", "CG102")]


def test_only_and_unknown_games(bench):
    bench.game(name="one")
    bench.game("title: [\n", "two")
    alone = bench.load("one")
    assert ([g.id for g in alone.games], list(alone.diagnostics)) == (["one"], [])
    [found] = bench.load("onee").diagnostics
    assert (found.code, found.hints) == ("CG210", ("did you mean `one`?",))
    assert load_game(bench.root, "one").id == "one"
    with pytest.raises(ModelError) as caught:
        load_game(bench.root, "two")
    assert caught.value.diagnostics[0].code == "CG101"


def test_a_project_without_games(bench, tmp_path):
    [found] = load_project(tmp_path).diagnostics
    assert found.code == "CG211"
    (tmp_path / "card_data" / "empty").mkdir(parents=True)
    (tmp_path / "card_data" / "schema").mkdir()
    loaded = load_project(tmp_path)
    assert [d.code for d in loaded.diagnostics] == ["CG120"]
    assert loaded.failed == ("empty",)
    bench.game(name="My Game")
    assert [d.code for d in bench.load("My Game").diagnostics] == ["CG206"]


def test_of_very_many_mistakes_in_a_text_ten_are_told(bench):
    bench.game(soldiers="cards:\n  - id: a\n    text: '" + "} {x} " * 5_000 + "'\n")
    assert len(list(bench.load().diagnostics)) == 10


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("art/a.png", "art/a.png"),
        ('"art/a.png#focus=40% 20%"', "art/a.png#focus=40% 20%"),
        ("{src: art/a.png, focus: 40% 20%, zoom: 1.5}", "art/a.png#focus=40% 20%&zoom=1.5"),
        ("{src: art/a.png, crop: 0% 0% 50% 50%}", "art/a.png#crop=0% 0% 50% 50%"),
        ("{src: art/a.png}", "art/a.png"),
    ],
)
def test_a_picture_says_what_is_shown_of_it(bench, written, read):
    bench.write("card_data/test/art/a.png", "")
    cards = f"cards:\n  - {{id: a, type: soldier, skills: [medic], art: {written}}}\n"
    bench.game(TYPES, soldiers=cards)
    assert bench.sound().components["soldiers"].cards[0].record.art == read


def test_a_comment_behind_a_text_of_a_card_is_told(bench):
    cards = [
        "cards:  # none",
        "  - id: one  # none",
        "    title: Draw #2 now",
        "    text: 'Draw #2'  # none",
        "  - id: two",
        "    text: #3 wins",
        "    skills: [medic]  # none",
        "    # none",
    ]
    bench.game(soldiers="\n".join(cards) + "\n")
    first, second = bench.load().diagnostics
    assert (first.code, first.severity, first.location.line) == ("CG132", Severity.WARNING, 3)
    assert first.hints[0] == 'put quotes round the text: `"Draw #2 now"`'
    assert (second.location.line, second.hints[0]) == (6, 'put quotes round the text: `"#3 wins"`')


def test_on_a_draft_something_stands_in_for_a_card_with_errors(bench):
    bench.game(
        soldiers="""\
cards:
  - {id: good, title: Good}
  - {id: bad, title: Bad, skills: [nobody]}
  - {id: good, title: Again}
  - {title: Nameless}
"""
    )
    loaded = load_project(bench.root, drafts=True)
    [deck] = decks_of(loaded.games[0])
    assert [card.id for card in deck.cards] == ["good", "bad", "good-line-4", "card-line-5"]
    faults = {card: [one.code for one in found] for card, found in loaded.faulty["test"].items()}
    assert faults == {
        "soldiers/bad": ["CG207"],
        "soldiers/good-line-4": ["CG205"],
        "soldiers/card-line-5": ["CG202"],
    }
    assert bench.load().games == ()


def test_time_and_age_may_cite_a_rule_that_stands_further_down(bench):
    game = 'title: T\nlanguage: en\nduration: "{rule:minutes} min"\nage: "{rule:%s}+"\n'
    rules = 'rules: {minutes: "30–45", youngest: 8}\n'
    bench.game(game % "youngest" + rules)
    read = load_game(bench.root, "test")
    assert (read.duration, read.age) == ("30–45 min", "8+")
    bench.game(game % "oldest" + rules)
    with pytest.raises(ModelError) as failed:
        load_game(bench.root, "test")
    unknown = [one.location.line for one in failed.value.diagnostics if one.code == "CG207"]
    assert unknown == [4]


ANY = ["4", "2-4", "2–4", "2+", '""']
COUNTS = {
    "players": (ANY, ["4-2", "2-", "two to four", "0", "-3", "99", "2-99", "½", "true", "2 bis 4"]),
    "age": ([*ANY, "0", "ab 8 Jahren", '"{rule:ten:word}"'], ["ten", "9-8", "-3", "8-", "100"]),
    "duration": (
        [*ANY, "45 min", "about 45 min", "1.5 h", "120 min"],
        ["abc", "45-30 min", "-3 h"],
    ),
}


def test_counts_have_one_form_and_others_are_refused_at_their_place(bench):
    for key, (right, wrong) in COUNTS.items():
        for text in right + wrong:
            bench.game(f"title: T\nrules: {{ten: 10}}\n{key}: {text}\n")
            faults = [
                (one.code, one.location.line)
                for one in bench.load().diagnostics
                if one.code != "CG212"
            ]
            assert faults == ([("CG204", 3)] if text in wrong else []), (key, text)


GAME = "card_data/game/game.yaml"
DECK = "card_data/game/decks/heroes.yaml"


def test_every_use_of_a_name_is_noted_also_of_one_that_was_named_before(tmp_path):
    terms = "terms: {war: {text: War, icon: axe}}\ncard_types:"
    texts = {GAME: FILES[GAME].replace("card_types:", terms)}
    texts[DECK] = FILES[DECK].replace("{rule:hand} cards", "{rule:hand}, {war} and {rule:hand}")
    root = write_files(tmp_path / "project", {**FILES, **texts}).root
    named = set()
    assert list(load_project(root, name_uses=named).diagnostics) == []
    found = {(what, name, f"{at.path.rpartition('/')[2]}:{at.line}") for what, name, at in named}
    assert {
        ("colour", "ink", "game.yaml:6"),
        ("icon", "axe", "game.yaml:8"),
        ("rule", "hand", "heroes.yaml:2"),
        ("term", "war", "heroes.yaml:2"),
        ("rule", "lives", "heroes.yaml:3"),
        ("rule", "hand", "places.yaml:2"),
    } <= found
    columns = [at.column for what, name, at in named if (name, at.path) == ("hand", DECK)]
    assert len(columns) == 2
