"""A Spanish and a Polish edition of a game: plural forms, genders of numbers, equal texts."""

import polib
import pytest
from workshops import FILES, write_files

from cardgen.core.diagnostics import Location
from cardgen.features.translation import extract, status, update
from cardgen.model.components.deck import decks_of
from cardgen.model.load import load_project
from cardgen.model.locale.catalogue import Message, find_differences, in_language
from cardgen.model.locale.plurals import _rules, plural_rule
from cardgen.model.locale.translation import SourceText

NUMBERS = (1, 2, 5, 12, 22)
GAME, HEROES = "card_data/game/game.yaml", "card_data/game/decks/heroes.yaml"
DRAW = "Draw {rule:n%:word} {rule:n%?card|cards}."
CARDS = "".join(
    f'  - {{id: c{n}, title: Any, text: "{DRAW.replace("%", str(n))}"}}\n' for n in NUMBERS
)
PROJECT = {
    **FILES,
    GAME: FILES[GAME].replace(
        "{hand: 5, lives: 3}", "{" + ", ".join(f"n{number}: {number}" for number in NUMBERS) + "}"
    ),
    HEROES: f"cards:\n{CARDS}",
    "card_data/game/decks/places.yaml": "cards:\n  - {id: den, title: Den}\n",
}
SPANISH = {
    "text": "Roba {rule:n%:word:feminine} {rule:n%?carta|cartas}.",
    "words": {"one": "una", "two": "dos", "five": "cinco", "twelve": "doce", "22": "veintidós"},
    "card": ("carta", "cartas"),
    "read": ["Roba una carta.", "Roba dos cartas.", "Roba cinco cartas.", "Roba doce cartas."],
    "pieces": "5 cartas",
}
POLISH = {
    "text": "Dobierz {rule:n%:word:accusative} {rule:n%?kartę|karty|kart}.",
    "words": {"one": "jedną", "two": "dwie", "five": "pięć", "twelve": "dwanaście"},
    "card": ("karta", "karty", "kart"),
    "read": [
        "Dobierz jedną kartę.",
        "Dobierz dwie karty.",
        "Dobierz pięć kart.",
        "Dobierz dwanaście kart.",
    ],
    "pieces": "5 kart",
}


def translate(file, texts):
    """Translate entries of a PO file by their texts."""
    po = polib.pofile(str(file))
    for entry in po:
        text = texts.get(entry.msgid)
        if entry.msgid_plural and text:
            entry.msgstr_plural = dict(enumerate(text))
        elif text and not entry.msgctxt.endswith("/c2.title"):
            entry.msgstr = text
    po.save()
    return po


def heroes_in(root, language):
    """Return the deck in a language, or the errors of the game."""
    loaded = load_project(root, ("game",), translated=in_language(language))
    if not loaded.games:
        return None, [finding.code for finding in loaded.diagnostics]
    return decks_of(loaded.games[0])[0], loaded.games[0]


@pytest.mark.parametrize(("language", "edition"), [("es", SPANISH), ("pl", POLISH)])
def test_an_edition_has_forms_and_genders(tmp_path, language, edition):
    root = write_files(tmp_path, PROJECT).root
    extract(root, "game", language)
    file = root / f"card_data/game/locale/{language}.po"
    texts = {DRAW.replace("%", str(n)): edition["text"].replace("%", str(n)) for n in NUMBERS}
    translate(file, {**texts, "card": edition["card"], "Any": "Dowolna"})
    # The translation names a gender; so the file gets the numbers in this gender.
    update(root, "game", language)
    po = translate(file, edition["words"])
    gender = edition["text"].partition(":word:")[2].partition("}")[0]
    numbers = [entry.msgid for entry in po if entry.msgctxt == f"numbers:{gender}"]
    assert numbers[:4] == [*edition["words"]][:4]
    assert po.metadata["Plural-Forms"] == plural_rule(language).header
    heroes, game = heroes_in(root, language)
    assert [card.fields.text.plain for card in heroes.cards][:4] == edition["read"]
    (pieces,) = heroes.pieces(game)
    assert f"{pieces.count} {pieces.noun}" == edition["pieces"]
    # `Any` is the title of five cards; the one that was not translated is filled in, to be checked.
    (copy,) = [entry for entry in po if entry.msgctxt == "decks/heroes/c2.title"]
    assert (copy.msgstr, copy.flags) == ("Dowolna", ["fuzzy"])
    ((_, findings),) = status(root, "game", language)
    stale = [finding.message for finding in findings if finding.code == "CG254"]
    assert stale == ["`Any` has a translation to check"]
    before = file.read_bytes()
    update(root, "game", language)
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("language", "choice", "printed"),
    [
        ("pl", "karta|karty", None),
        ("pl", "a|b|c|d", None),
        ("ru", "карта|карты|карт", "карт"),
        ("ja", "枚|枚", "枚"),
        ("xx", "one|many", "many"),
        ("en", "one|two|many", None),
    ],
)
def test_a_choice_has_the_forms_of_its_language(tmp_path, language, choice, printed):
    made = write_files(tmp_path, PROJECT)
    made.edit(GAME, "title: Game", f"title: Game\nlanguage: {language}")
    made.edit(HEROES, CARDS, f'  - {{id: c, title: Any, text: "Draw {{rule:n5?{choice}}}."}}\n')
    heroes, codes = heroes_in(made.root, "")
    if printed is None:
        assert codes == ["CG208"]
    else:
        assert heroes.cards[0].fields.text.plain == f"Draw {printed}."


def test_each_form_may_name_the_number():
    source = SourceText("cardgen", "one player|{count} players", None, "printed")
    text = "jeden gracz|{count} gracze|{count} graczy"
    assert find_differences(source, Message(text, Location(""), False)) == []


def test_plural_rules_are_those_of_cldr():
    babel = pytest.importorskip("babel")
    for language, rule in _rules().items():
        if language not in babel.localedata.locale_identifiers() or language == "vi":
            continue  # newer than this copy of CLDR
        form_of = babel.Locale.parse(language).plural_form
        forms = [str(number) for number in range(rule.count)]
        pairs = {
            (rule.choose([*forms, "1"][: max(rule.count, 2)], n), form_of(n)) for n in range(999)
        }
        assert len(pairs) == len(dict(pairs)) == rule.count or rule.count == 1, language
