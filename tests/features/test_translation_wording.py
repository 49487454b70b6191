"""What is wrong with the words of a translation, and which are set smaller than their source."""

import polib
import pytest
from workshops import FILES, write_files

from cardgen.features.translation import extract, status
from cardgen.pipeline.build import check_games
from cardgen.pipeline.translation_fit import find_smaller_texts

GAME = "card_data/game/game.yaml"
HEROES = "card_data/game/decks/heroes.yaml"
PO = "card_data/game/locale/de.po"
TERMS = "terms:\n  stock: {text: stock, plural: stocks}\n  coin: {text: coin}\ncomponents:"
CARDS = [
    ("a", "Draw from the stock.", "Zieh vom Vorrat."),
    ("b", "Look at the stock.", "Sieh in den Vorrat."),
    ("c", "Shuffle the stock.", "Misch den Vorrat."),
    ("d", "Fill the stock.", "Füll die Vorräte."),
    ("e", "Stock up.", "Leg nach."),
]


def translation(root, cards=CARDS, **replaced):
    """A game with a translation of each text; ``replaced`` are other texts of cards."""
    deck = "cards:\n" + "".join(
        f'  - {{id: {id}, title: {id.upper()}{id}, text: "{text}"}}\n' for id, text, _ in cards
    )
    game = FILES[GAME].replace("components:", TERMS)
    made = write_files(root, {**FILES, GAME: game, HEROES: deck})
    extract(made.root, "game", "de")
    words = {text: replaced.get(id, other) for id, text, other in cards}
    words |= {"stock": "Vorrat", "stocks": "Vorräte", "coin": "Münze"}
    po = polib.pofile(str(made.root / PO))
    for entry in po:
        if entry.msgid_plural:
            entry.msgstr_plural = {0: entry.msgid, 1: entry.msgid_plural}
        else:
            entry.msgstr = words.get(entry.msgid, entry.msgid)
    po.save()
    return made


def found(made):
    ((_, findings),) = status(made.root, "game")
    lines = (made.root / PO).read_text(encoding="utf-8").split("\n")
    # All other texts are translated by themselves, which CG255 finds.
    return [(one.code, lines[one.location.line - 1]) for one in findings if one.code != "CG255"]


def test_a_good_translation_has_no_findings(tmp_path):
    same_spaces = ("e", "Wait:  now.", "Warte:  jetzt.")
    assert found(translation(tmp_path, [*CARDS[:4], same_spaces])) == []
    others = {"a": "Zieh eins.", "b": "Sieh hin.", "c": "Misch sie."}  # always without the word
    assert found(translation(tmp_path / "others", **others)) == []


def test_another_word_for_a_term_is_told_unless_it_is_meant(tmp_path):
    made = translation(tmp_path)
    assert found(made) == [("CG260", 'msgstr "Leg nach."')]
    po = polib.pofile(str(made.root / PO))
    po.find("Stock up.").flags.append("other-words")
    po.save()
    assert found(made) == []


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("Zieh „eins“ vom Vorrat.", []),
        ("Zieh 'eins' vom Vorrat, x.", []),
        ("Zieh «eins» vom Vorrat.", ["CG258"]),
        ("Zieh  eins vom Vorrat.", ["CG259"]),
        ("Zieh eins vom Vorrat .", ["CG259"]),
        ("Zieh eins vom Vorrat. ", ["CG259"]),
        ("Zieh ა vom Vorrat.", ["CG261"]),
        ("Zieh eins … vom Vorrat!", []),
    ],
)
def test_marks_spaces_and_letters(tmp_path, text, codes):
    assert [code for code, _ in found(translation(tmp_path, CARDS[:4], a=text))] == codes


def test_a_text_set_smaller_than_its_source_is_told_at_its_entry(tmp_path):
    long = "Zieh " + "noch eine Karte und " * 14 + "eine vom Vorrat."
    made = translation(tmp_path, CARDS[:4], a=long)
    groups = check_games(made.root, ("game",), 1, texts=True, locale="de").texts
    (one,) = find_smaller_texts(made.root, "de", groups)
    assert (one.code, one.location.path) == ("CG262", PO)
    lines = (made.root / PO).read_text(encoding="utf-8").split("\n")
    assert lines[one.location.line].startswith('"Zieh noch')
    assert "its text in 8 pt" in one.message
    usual = translation(tmp_path / "other", CARDS[:4])
    groups = check_games(usual.root, ("game",), 1, texts=True, locale="de").texts
    assert list(find_smaller_texts(usual.root, "de", groups)) == []
