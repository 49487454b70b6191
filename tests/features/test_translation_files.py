"""PO files keep up with a game, and lose nothing of what translators wrote."""

import re

import pypdfium2
import pytest
from workshops import write_files

from cardgen.core.diagnostics import CardgenError, ModelError, OutputError, SourceError
from cardgen.features.translation import extract, status, update
from cardgen.pipeline.build import BuildRequest, build

HEROES = "card_data/game/decks/heroes.yaml"
GAME = "card_data/game/game.yaml"
PO = "card_data/game/locale/de.po"
RULES = "card_data/game/rules.md"


@pytest.fixture
def made(tmp_path):
    made = write_files(tmp_path)
    extract(tmp_path, "game", "de")
    return made


def text_of(made):
    return (made.root / PO).read_text(encoding="utf-8")


def translate(made, source, text):
    made.edit(PO, f'msgid "{source}"\nmsgstr ""', f'msgid "{source}"\nmsgstr "{text}"')


def entry(made, source):
    """The lines of the entry of a text, comments included."""
    (found,) = [one for one in text_of(made).split("\n\n") if f'msgid "{source}"' in one]
    return found


def counts(made):
    ((one, _),) = status(made.root, "game")
    return one.translated_count, one.missing, one.stale, one.gone


def updated(made):
    (one,) = update(made.root, "game")
    return one.new, one.changed, one.gone


def test_nothing_changes_while_nothing_changes(made):
    translate(made, "Anna", "Änna")
    before = text_of(made)
    assert updated(made) == (0, 0, 0)
    assert text_of(made) == before
    assert "card_data/game/decks/heroes.yaml:2" in entry(made, "Anna")


def test_a_changed_text_keeps_its_translation_as_fuzzy(made):
    translate(made, "A **bold** man.", "Ein **kühner** Mann.")
    made.edit(HEROES, "A **bold** man", "A very **bold** man")
    assert counts(made)[1:] == (counts(made)[1], 1, 1)
    assert updated(made) == (0, 1, 0)
    found = entry(made, "A very **bold** man.")
    assert "#, fuzzy" in found
    assert '#| msgid "A **bold** man."' in found
    assert 'msgstr "Ein **kühner** Mann."' in found
    assert counts(made)[2:] == (1, 0)
    # The author thinks better of it: the translation is right again.
    made.edit(HEROES, "A very **bold** man", "A **bold** man")
    updated(made)
    assert "fuzzy" not in text_of(made)
    assert counts(made)[0] == 1


def test_a_moved_text_takes_its_translation_along(made):
    translate(made, "A **bold** man.", "Ein **kühner** Mann.")
    made.edit(HEROES, "id: carl", "id: charles")
    assert updated(made)[1] == 0
    assert "decks/heroes/charles.text" in entry(made, "A **bold** man.")
    assert "fuzzy" not in text_of(made)
    assert counts(made)[0] == 1


def test_a_text_that_is_gone_stays_and_comes_back(made):
    translate(made, "A **bold** man.", "Ein **kühner** Mann.")
    made.edit(HEROES, ', text: "A **bold** man."', "")
    assert updated(made) == (0, 0, 1)
    assert '#~ msgstr "Ein **kühner** Mann."' in text_of(made)
    before = text_of(made)
    updated(made)
    assert text_of(made) == before
    made.edit(HEROES, "title: Carl", 'title: Carl, text: "A **bold** man."')
    updated(made)
    assert "#~" not in text_of(made)
    assert counts(made)[0] == 1


def test_rule_texts_are_followed_by_likeness(tmp_path):
    made = write_files(tmp_path)
    (tmp_path / RULES).write_text("Shuffle all cards well.\n\nThe oldest player begins.\n")
    made.edit(GAME, "components:", "components:\n  rules: {kind: booklet}")
    extract(tmp_path, "game", "de")
    translate(made, "Shuffle all cards well.", "Mische alle Karten gut.")
    translate(made, "The oldest player begins.", "Der Älteste beginnt.")
    made.edit(RULES, "The oldest player", "A word on turns.\n\nThe oldest player always")
    made.edit(RULES, "Shuffle all cards well.", "Deal.")
    assert updated(made)[:2] == (2, 1)
    assert 'msgstr "Der Älteste beginnt."' in entry(made, "The oldest player always begins.")
    assert '#~ msgstr "Mische alle Karten gut."' in text_of(made)


def test_words_of_translators_stay(made):
    made.edit(PO, "#: card_data/game/decks/heroes.yaml:2\nmsgctxt", "# ask Anna\n#: x:1\nmsgctxt")
    made.edit(PO, "Language: de", 'Last-Translator: Ann\\n"\n"Language: de')
    made.edit(HEROES, "cards:", "\ncards:")
    updated(made)
    assert "# ask Anna" in entry(made, "Anna")
    assert "heroes.yaml:3" in entry(made, "Anna")
    assert "Last-Translator: Ann" in text_of(made)


@pytest.mark.parametrize(
    ("broken", "kind"),
    [
        (lambda text: text.replace('msgstr ""', 'msgstr "', 1), SourceError),
        (lambda text: text + "\n" + text.partition("\n\n")[2], SourceError),
    ],
)
def test_a_faulty_file_is_left_as_it_is(made, broken, kind):
    text = broken(text_of(made))
    (made.root / PO).write_text(text, encoding="utf-8")
    with pytest.raises(kind) as raised:
        update(made.root, "game")
    assert {one.location.path for one in raised.value.diagnostics if one.location} == {PO}
    assert text_of(made) == text


def test_no_file_is_begun_twice_or_for_nothing(made):
    with pytest.raises(OutputError, match="there is a translation into `de`") as raised:
        extract(made.root, "game", "de")
    assert raised.value.diagnostics[0].hints == (
        "keep it up with `cardgen translate update game de`",
    )
    with pytest.raises(OutputError, match="needs no translation"):
        extract(made.root, "game", "qps")
    with pytest.raises(SourceError, match="no translation into `fr`"):
        update(made.root, "game", "fr")
    made.edit(GAME, "title: Game", "titel: Game")
    with pytest.raises(ModelError):
        extract(made.root, "game", "fr")
    assert [path.name for path in (made.root / PO).parent.iterdir()] == ["de.po"]


def test_a_template_has_the_same_entries(made):
    file = (made.root / PO).with_name("game.pot")
    extract(made.root, "game", "", room=True)
    assert "#. fits" in file.read_text(encoding="utf-8")
    extract(made.root, "game", "")
    template = file.read_text(encoding="utf-8")
    assert "#. fits" not in template
    assert template.replace("Language: \\n", "Language: de\\n") == text_of(made)
    contexts = re.findall(r'msgctxt "(.*)"', template)  # in the order of the game
    assert contexts[:3] == ["title", "components.heroes.title", "decks/heroes/anna.title"]
    assert contexts[-1] == "cardgen"


def test_a_folder_that_leads_elsewhere_is_refused(tmp_path):
    made = write_files(tmp_path / "project")
    (tmp_path / "elsewhere").mkdir()
    (made.root / PO).parent.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(CardgenError):
        extract(made.root, "game", "de")
    assert not list((tmp_path / "elsewhere").iterdir())


def told(made):
    """The notes of a text of Anna: how many characters more fit, at which size, and its picture."""
    update(made.root, "game", room=True)
    (found,) = [one for one in text_of(made).split("\n\n") if '"decks/heroes/anna.text"' in one]
    fits, picture = re.findall(r"^#\. (.+)$", found, re.MULTILINE)
    more, size = re.fullmatch(
        r"(?:fits (\d+) more characters?|its box is full, or nearly,) at (.+) pt", fits
    ).groups()
    return int(more or 0), float(size), picture


SHORT = "Hold five cards."
LONG = "Hold **five** cards in your hand until the end of the next turn of another player."


@pytest.mark.parametrize(
    ("source", "box"),
    [
        (SHORT, 'height="30"'),
        (LONG, 'height="30"'),
        (SHORT, 'height="4"'),
        (SHORT, 'height="30" lines="3"'),
        (LONG, 'height="30" lines="5"'),
    ],
)
def test_so_many_characters_as_are_told_fit_and_not_twice_as_many(made, source, box):
    made.edit(HEROES, "Hold {rule:hand} cards.", source)
    made.edit("templates/game/card.xml.j2", 'height="30"', box)
    more, size, picture = told(made)
    assert (size, picture) == (8, "output/game/cards/heroes/anna.face.png")
    assert more > 4
    words = " hand cards turn five until" * 99
    made.edit(HEROES, source, source + words[:more])
    assert told(made)[1] == 8
    made.edit(HEROES, source + words[:more], source + words[: more * 2 + 5])
    assert told(made)[1] < 8


def test_a_full_box_is_told_and_notes_stay_without_another_look(made):
    made.edit("templates/game/card.xml.j2", 'width="40" height="30"', 'width="12" height="4"')
    assert told(made)[0] == 0
    before = text_of(made)
    update(made.root, "game")
    assert text_of(made) == before
    made.edit(HEROES, "Hold {rule:hand}", "Keep {rule:hand}")
    update(made.root, "game")
    assert "#." not in entry(made, "Keep {rule:hand} cards.")


def test_a_card_of_another_deck_with_the_same_id_has_a_note_of_its_own(made):
    made.edit("card_data/game/decks/places.yaml", "id: den", "id: anna")
    assert "heroes/anna.face" in told(made)[2]
    assert "places/anna.face" in entry(made, "Draw up to {rule:hand}.")


def test_texts_of_a_series_are_translated_as_those_of_a_deck(tmp_path):
    made = write_files(tmp_path)
    made.edit(
        GAME, "  places:", "  crowd: {kind: deck, back: none, series: {rows: crowd.csv}}\n  places:"
    )
    (tmp_path / "card_data/game/crowd.csv").write_text("title,text\nAnn,Draw two.\nBob,Rest.\n")
    extract(tmp_path, "game", "de")
    assert "crowd.csv:3" in entry(made, "Rest.")
    translate(made, "Rest.", "Ruhe.")
    ((_, found),) = status(tmp_path, "game")
    assert counts(made)[3] == 0
    assert [one.message for one in found if one.code == "CG253" and "Draw two." in one.message]
    assert not [one for one in found if "Rest." in one.message]
    report = build(BuildRequest(tmp_path, locale="de"))
    assert not report.diagnostics.has_errors
    page = pypdfium2.PdfDocument(tmp_path / "output/game/de/series/crowd/0001.a4.pdf")[0]
    words = page.get_textpage().get_text_range()
    assert "Ruhe." in words
    assert "Draw two.¿" in words
    (tmp_path / "card_data/game/crowd.csv").write_text("title,text\nAnn,Draw {coin}.\n")
    with pytest.raises(ModelError) as raised:
        update(tmp_path, "game")
    assert str(raised.value.diagnostics[0].location).startswith("card_data/game/crowd.csv:2")
