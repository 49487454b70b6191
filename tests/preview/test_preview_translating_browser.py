"""Translations in a real browser: typed beside their texts and cards, found, kept, confirmed."""

import pytest
from bench import HEROES
from browser import DRAWN, PO, expect, press, see

from cardgen.features.translation import extract

pytestmark = pytest.mark.slow

DRAW = 'msgid "Draw **two** cards."\nmsgstr '


@pytest.fixture
def texts(page, project):
    """The view of a German file that has no translation yet."""
    extract(project.root, "test", "de")
    see(page, "test/~translations")
    field(page, "Anna · text").wait_for()
    return page


def field(page, name):
    return page.get_by_role("textbox", name=f"Translation of {name}", exact=True)


def row(page, name):
    return page.locator(".text-row", has=field(page, name))


def counts(page, words):
    page.locator(".counts", has_text=words).wait_for()


def written(page, project, text):
    page.locator(".entry.dirty").wait_for(state="detached")
    assert text in project.text(PO)


def test_a_text_is_translated_beside_its_card_and_the_next_one_follows(texts, project):
    page = texts
    state = page.get_by_role("combobox", name="State")
    state.select_option("missing")
    total = page.locator(".text-row").count()
    field(page, "Anna · text").focus()
    beside = page.locator(".beside-texts figure")
    source, before = (beside.nth(n).locator(DRAWN).get_attribute("data-print") for n in (0, 1))
    assert source != before
    page.keyboard.type("Ziehe **zwei** Karten.")
    drawn = f'img[data-print]:not([data-print="{before}"])'
    beside.nth(1).locator(drawn).wait_for()
    assert 'msgstr "Ziehe' not in project.text(PO)
    page.keyboard.press("Enter")
    written(page, project, f'{DRAW}"Ziehe **zwei** Karten."')
    counts(page, "1 of")
    # It stays where it was, until something else is asked for; and one goes on with the next.
    expect(page.locator(".text-row")).to_have_count(total)
    expect(row(page, "Anna · text").locator(".state")).to_have_count(0)
    expect(field(page, "Bert · title")).to_be_focused()
    page.keyboard.press("Escape")
    press(page, "Control+z")
    counts(page, "0 of")
    press(page, "Control+Shift+z")
    counts(page, "1 of")
    state.select_option("translated")
    expect(page.locator(".text-row")).to_have_count(1)
    page.get_by_role("searchbox", name="Search texts").fill("zwei nothing")
    page.get_by_text("No text matches.").wait_for()


def test_a_stale_translation_is_confirmed_and_what_is_not_kept_is_said(texts, project):
    page = texts
    field(page, "Anna · text").fill("Ziehe zwei Karten.")
    page.keyboard.press("Enter")
    row(page, "Anna · text").get_by_text("the translation lacks").wait_for()
    project.save(HEROES, "Draw **two** cards.", "Draw two cards.")
    row(page, "Anna · text").get_by_text("Before: Draw **two** cards.").wait_for()
    counts(page, "1 stale")
    row(page, "Anna · text").get_by_role("button", name="Still correct").click()
    counts(page, "0 stale")
    assert 'msgid "Draw two cards."\nmsgstr "Ziehe zwei Karten."' in project.text(PO)


def test_nothing_typed_is_lost_and_nothing_overwritten(texts, project):
    page = texts
    anna = field(page, "Anna · text")
    anna.fill("Ziehe {zwei")
    anna.press("Enter")
    row(page, "Anna · text").get_by_role("alert").get_by_text("is not closed").wait_for()
    page.on("dialog", lambda dialog: dialog.accept())
    page.reload()
    expect(anna).to_have_value("Ziehe {zwei")
    project.save(PO, f'{DRAW}""', f'{DRAW}"Zieh."')
    counts(page, "1 of")
    expect(anna).to_have_value("Ziehe {zwei")
    anna.fill("Ziehe **zwei**.")
    anna.press("Enter")
    row(page, "Anna · text").get_by_text("The file now says “Zieh.”.").wait_for()
    assert f'{DRAW}"Zieh."' in project.text(PO)
    anna.press("Enter")
    written(page, project, f'{DRAW}"Ziehe **zwei**."')


def test_a_game_without_translations_says_how_to_begin(page, project):
    see(page, "test/~translations")
    page.get_by_text("cardgen translate extract test de").wait_for()
    project.write(PO, "msgid Hello\n")
    page.locator(".finding.error", has_text="not a valid PO file").wait_for()
