"""A game is read in another language: what is asked, looked up, distorted and marked."""

import pytest
from documents import document
from workshops import FILES, write_files

from cardgen.core.diagnostics import Location
from cardgen.model.components.deck import decks_of
from cardgen.model.load import load_project
from cardgen.model.locale.catalogue import in_language
from cardgen.model.locale.translation import SOURCE_MARK, Pseudo, Recorder, SourceText, has_words

GAME = "card_data/game/game.yaml"
PO = "card_data/game/locale/de.po"
HEAD = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'


def entry(context, source, text, flags=""):
    escapes = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n"})
    quoted = [one.translate(escapes) for one in (context, source, text)]
    return '{}msgctxt "{}"\nmsgid "{}"\nmsgstr "{}"\n\n'.format(flags, *quoted)


def project(tmp_path, *entries, **files):
    named = {name.replace("__", "/") + ".md": text for name, text in files.items()}
    made = write_files(tmp_path, {**FILES, **named})
    po = tmp_path / PO
    po.parent.mkdir()
    po.write_text(HEAD + "".join(entries), encoding="utf-8")
    return made


def read(root, language="de"):
    loaded = load_project(root, ("game",), translated=in_language(language))
    (game,) = loaded.games
    return game, [(one.code, str(one.location)) for one in loaded.diagnostics]


def cards(game):
    return {card.id: card for deck in decks_of(game) for card in deck.cards}


def recorded(root):
    recorder = Recorder()
    assert load_project(root, ("game",), translated=lambda project, game: recorder).games
    return recorder.texts


def test_texts_are_asked_for_by_what_they_are(tmp_path):
    asked = recorded(write_files(tmp_path).root)
    assert ("title", "Game") in asked
    assert ("components.heroes.title", "Heroes") in asked
    assert ("decks/heroes/anna.text", "Hold {rule:hand} cards.") in asked
    assert ("cardgen", "sheet {number} of {total}") in asked
    at = asked["decks/heroes/anna.title", "Anna"][0].location
    assert (at.path, at.line, at.column) == ("card_data/game/decks/heroes.yaml", 2, 23)


def test_a_recorder_leaves_the_game_as_it_is(tmp_path):
    root = write_files(tmp_path).root
    plain = load_project(root, ("game",)).games[0]
    heard = load_project(root, ("game",), translated=lambda project, game: Recorder()).games[0]
    assert cards(heard) == cards(plain)
    assert (heard.title, heard.language) == (plain.title, plain.language)


def test_a_translation_takes_the_place_of_its_text(tmp_path):
    source, text = "Hold {rule:hand} cards.", "**{rule:hand}** fest."
    made = project(tmp_path, entry("decks/heroes/anna.text", source, text))
    text = cards(read(made.root)[0])["anna"].fields.text
    assert text.markup == "<b>5</b> fest."
    assert text.sources == {"rule:hand"}


def test_what_has_no_translation_is_marked_and_told(tmp_path):
    made = project(
        tmp_path,
        entry("decks/heroes/anna.title", "Anna", "Änna"),
        entry("decks/heroes/bert.title", "Bert", "Bärt", "#, fuzzy\n"),
        entry("decks/heroes/carl.title", "Karl", "Karl"),
        entry("decks/places/den.title", "Den", ""),
    )
    game, found = read(made.root)
    titles = {id: card.title.plain for id, card in cards(game).items()}
    marked = {id: f"{id.title()}{SOURCE_MARK}" for id in ("bert", "carl", "den", "elm")}
    assert titles == {"anna": "Änna", **marked}
    assert ("CG254", f"{PO}:11:1") in found  # fuzzy
    assert ("CG254", f"{PO}:15:1") in found  # of an earlier text
    assert ("CG253", f"{PO}:19:1") in found  # empty
    assert ("CG253", "card_data/game/decks/places.yaml:3:22") in found  # without an entry
    assert all(at != f"{PO}:6:1" for _, at in found)


@pytest.mark.parametrize(
    ("source", "text", "code"),
    [
        ("Hold {rule:hand} cards.", "Halte Karten.", "CG256"),
        ("Hold {rule:hand} cards.", "{rule:hand} Karten halten.", None),
        ("Draw:\n- one\n- two", "Zieh: eine, zwei", "CG256"),
        ("Draw:\n1. one\n2. two", "Zieh:\n1. eine\n2. zwei", None),
        ("Hold {rule:hand?a card|cards}.", "Halte {rule:hand?Karte|Karten}.", None),
        ("A **bold** man.", "Ein kühner Mann.", "CG256"),
        ("Gain 2 coins on 5+.", "Nimm 3 Münzen bei 5+.", "CG257"),
        ("Play 1.5 to 2.0 hours.", "Spielt 1,5 bis 2 Stunden.", None),
        ("Play 1.5 hours.", "Spielt 1,6 Stunden.", "CG257"),
        ("Gain 2 coins on 5+.", "Bei 5+ nimm 2 Münzen.", None),
        ("This is a whole sentence.", "This is a whole sentence.", "CG255"),
        ("Hotel Bristol", "Hotel Bristol", None),
    ],
)
def test_what_a_translation_does_not_keep_is_told_at_its_place(tmp_path, source, text, code):
    made = project(tmp_path, entry("decks/heroes/anna.text", source, text))
    made.edit(
        "card_data/game/decks/heroes.yaml", "Hold {rule:hand} cards.", source.replace("\n", "\\n")
    )
    _, found = read(made.root)
    assert [one for one, at in found if at == f"{PO}:6:1"] == ([code] if code else [])


def test_a_mistake_in_a_translation_is_found_at_its_place(tmp_path):
    made = project(tmp_path, entry("decks/heroes/anna.title", "Anna", "{icon:nowhere}"))
    loaded = load_project(made.root, ("game",), translated=in_language("de"))
    assert not loaded.games
    assert ("CG207", f"{PO}:6:1") in [(one.code, str(one.location)) for one in loaded.diagnostics]


def test_words_of_cardgen_lose_no_number(tmp_path):
    """One that names nothing would print nothing: the English words stay."""
    number = "sheet {number} of {total}"
    made = project(tmp_path, entry("cardgen", number, "Bogen {nummer}"))
    game, found = read(made.root)
    assert game.say(number, number=1, total=2) == f"sheet 1 of 2{SOURCE_MARK}"
    assert ("CG256", f"{PO}:6:1") in found
    made = project(tmp_path / "2", entry("cardgen", number, "Bogen {number} von {total} {"))
    assert read(made.root)[0].say(number, number=1, total=2) == "Bogen 1 von 2 {"


TERMS = """\
terms:
  coin: {text: Coin}
  wolf: {text: Wolf, plural: Wolves}
"""


def test_terms_have_their_forms_and_numbers_their_words(tmp_path):
    text = "{rule:hand:word} {coin:plural}, {rule:lives:word}."
    made = project(
        tmp_path,
        entry("terms.coin.text", "Coin", "Münze"),
        entry("terms.coin.plural", "Coins", "Münzen"),
        entry("numbers", "five", "fünf"),
        entry("decks/heroes/carl.text", text, text),
    )
    made.edit(GAME, "card_types:", TERMS + "card_types:")
    made.edit("card_data/game/decks/heroes.yaml", "A **bold** man.", text)
    game, _ = read(made.root)
    assert game.terms["wolf"].plural == f"Wolves{SOURCE_MARK}"
    # Nobody has translated `three`, and digits are of no language.
    assert cards(game)["carl"].fields.text.plain == "fünf Münzen, 3."


def test_quotes_and_hyphenation_follow_the_language(tmp_path):
    made = project(tmp_path, entry("decks/heroes/anna.title", "Anna", 'Die "Katze"'))
    made.edit(GAME, "title: Game", "language: en-US\ntitle: Game")
    game, _ = read(made.root)
    assert (game.language, game.theme.language) == ("de", "de")
    assert cards(game)["anna"].title.plain == "Die „Katze“"


def test_cards_of_tables_and_those_that_an_entry_makes_have_contexts_of_their_own(tmp_path):
    made = write_files(tmp_path)
    (tmp_path / "card_data/game/decks/places.yaml").unlink()
    table = "id,title,text\nden,Den,Draw 1.\nelm,Elm,Draw 2 cards.\n"
    (tmp_path / "card_data/game/decks/places.csv").write_text(table)
    many = 'cards:\n  - {each: {n: 1..2}, id: "man-{n}", title: "Man {n}", text: Hold.}\n'
    heroes = 'defaults: {text: "Rest."}\n' + many + "  - {id: anna, title: Anna}\n"
    (tmp_path / "card_data/game/decks/heroes.yaml").write_text(heroes)
    asked = recorded(made.root)
    assert asked["decks/places/elm.text", "Draw 2 cards."][0].location == Location(
        "card_data/game/decks/places.csv", 3, 9, 13
    )
    assert asked.keys() >= {
        ("decks/heroes/man-{n}.title", "Man 1"),
        ("decks/heroes/man-{n}.title", "Man 2"),
        ("decks/heroes/man-{n}.text", "Hold."),
        ("decks/heroes/defaults.text", "Rest."),
    }


def test_cards_of_a_series_are_marked(tmp_path):
    made = project(tmp_path)
    (tmp_path / "card_data/game/names.csv").write_text("title\nAda\nBen\n")
    made.edit(GAME, "back: none}", "back: none, series: {rows: names.csv}}")
    (tmp_path / "card_data/game/decks/places.yaml").unlink()
    game, _ = read(made.root)
    series = game.components["places"].series
    (volume,) = series.volumes()
    found, told = series.cards(volume)
    assert [card.title.plain for card in found] == [f"Ada{SOURCE_MARK}", f"Ben{SOURCE_MARK}"]
    assert {one.code for one in told} == {"CG253"}


RULES = document("model/locale/translation_rules.md")


def test_rule_texts_are_asked_block_by_block_and_keep_their_anchors(tmp_path):
    paragraph = "Lay out the cards, as on [the end](#the-end)."
    entries = [
        entry("rules.md", paragraph, "Lege die Karten [am Ende](#the-end) aus."),
        entry("rules.md", "The end", "Das Ende"),
    ]
    made = project(tmp_path, *entries, card_data__game__rules=RULES)
    made.edit(GAME, "components:", "components:\n  rules: {kind: booklet}")
    asked = [source for context, source in recorded(made.root) if context == "rules.md"]
    assert asked == [
        "The **setup**",
        paragraph,
        *"Roll the die.|Roll|Result|Miss|A word|Trade fairly.|The end".split("|"),
    ]
    game, found = read(made.root)
    document = game.components["rules"].document
    assert document.anchors == {"the-setup": f"The setup{SOURCE_MARK}", "the-end": "Das Ende"}
    assert not [code for code, _ in found if code not in ("CG253",)]


def test_names_that_templates_look_up_are_not_translated(tmp_path):
    made = write_files(tmp_path)
    made.edit(
        GAME,
        "{text: {kind: rich, optional: true}}",
        "{text: {kind: rich, optional: true}, key: {kind: text, translate: false, default: x},"
        " name: {kind: text, optional: true}, code: {kind: text, looks: true, optional: true}}",
    )
    made.edit(
        "card_data/game/decks/places.yaml", "title: Elm", "key: elm, name: Elm tree, code: AB"
    )
    fields = cards(load_project(made.root, translated=in_language("qps")).games[0])["elm"].fields
    assert (fields.key, fields.code) == ("elm", "AB")
    assert fields.name != "Elm tree"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Draw a card", "[Drååw åå çåård]"),
        ("Hold {rule:hand} of *these*", "[Hööld {rule:hand} ööf *thééséé*]"),
        ("- One\n- Two", "- [Ööñéé\n- Twöö]"),
        ("See [the end](#the-end) \\*", "[Séééé [théé ééñd](#the-end) \\*]"),
    ],
)
def test_the_pseudo_language_keeps_markup(text, shown):
    said = Pseudo().translate(SourceText("a.text", text, None, "rich")).text
    assert said == shown
    assert len(said) > 1.2 * len(text) or "{" in text


@pytest.mark.parametrize(
    ("text", "words"),
    [("5+", False), ("{coin} × {rule:n}", False), ("", False), ("2 coins", True),
     ("{rule:n?card|cards}", True)],
)  # fmt: skip
def test_numbers_and_names_need_no_translation(text, words):
    assert has_words(text) is words


BROKEN = {
    "CG251": HEAD + 'msgid "a\nmsgstr "b"\n',
    "CG252": HEAD + entry("title", "Game", "Spiel") + entry("title", "Game", "Das Spiel"),
    "CG123": b"msgid \xff",
}


@pytest.mark.parametrize("code", BROKEN)
def test_a_faulty_file_is_told_and_not_used(tmp_path, code):
    made = project(tmp_path)
    broken = BROKEN[code]
    (tmp_path / PO).write_bytes(broken if isinstance(broken, bytes) else broken.encode())
    loaded = load_project(made.root, ("game",), translated=in_language("de"))
    assert not loaded.games
    (found,) = loaded.diagnostics
    assert (found.code, found.location.path, found.location.line > 0) == (code, PO, True)


def test_a_language_without_a_file_is_told_with_those_there_are(tmp_path):
    made = project(tmp_path)
    loaded = load_project(made.root, ("game",), translated=in_language("fr"))
    (found,) = loaded.diagnostics
    assert found.code == "CG250"
    assert any("`de`" in hint for hint in found.hints)
