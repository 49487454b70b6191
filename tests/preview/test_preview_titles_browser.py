"""Cards whose ids follow from their titles, edited in a real browser: a new title is a new id."""

from __future__ import annotations

import pytest
from bench import GAME, HEROES
from browser import DRAWN, Project, expect, is_complaint, see, serving, told, until
from patience import wait_until

pytestmark = pytest.mark.slow

SHEET = "card_data/test/decks/heroes.csv"
ROWS = """\
type,title,class,power,text
hero,Anna,knight,3,
hero,Bert,mage,1,
hero,Cleo,mage,7,
plain,Dora,,,Nothing.
"""
TITLE = '.field[data-field="title"] :is(input, textarea)'


@pytest.fixture
def sheet(tmp_path):
    """A project with a deck in a CSV file whose cards have the ids of their titles."""
    project = Project(tmp_path)
    (tmp_path / HEROES).unlink()
    project.write(SHEET, ROWS)
    project.write("templates/test/mat.xml.j2", "<side/>\n")
    game = GAME.replace("back: heroes.back.xml.j2}", "back: heroes.back.xml.j2, ids: title}")
    project.write("card_data/test/game.yaml", game)
    return project


@pytest.fixture
def tab(profile, sheet):
    """A tab that shows the project."""
    with serving(sheet) as address:
        page = profile.new_page()
        complaints: list[str] = []
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: is_complaint(said) and complaints.append(told(said)))
        page.goto(address)
        page.locator("#status .live.on").wait_for()
        page.evaluate("() => sessionStorage.clear()")
        yield page
        page.goto("about:blank")
        page.close()
    assert complaints == []


def rows(sheet):
    return [line.split(",") for line in sheet.text(SHEET).splitlines()[1:]]


def titles(sheet):
    return [row[1] for row in rows(sheet)]


def open_card(page, id):
    see(page, f"test/heroes/{id}")
    page.locator(f"figure {DRAWN}").first.wait_for()
    page.locator(TITLE).wait_for()


def open_table(page):
    see(page, "test/heroes/~table")
    page.locator(f'.sheet-row[data-key="anna"] {DRAWN}').wait_for()


def cell(page, id, field):
    return page.locator(f'.sheet-row[data-key="{id}"] [data-field="{field}"]')


def until_saved(page):
    """Wait until the page shows no value that is not in the files."""
    page.locator(".drafts summary").wait_for(state="detached")


def select_all(page):
    page.keyboard.press("ControlOrMeta+a")


# The page of a card


@pytest.mark.parametrize("delay", [0, 40, 150])
def test_a_card_page_stays_with_a_card_of_a_new_title_and_loses_no_letter(tab, sheet, delay):
    open_card(tab, "bert")
    tab.locator(TITLE).click()
    select_all(tab)
    tab.keyboard.type("Bertha")
    tab.keyboard.press("Enter")
    tab.keyboard.press("End")
    tab.keyboard.type(" the second", delay=delay)
    tab.keyboard.press("Enter")
    tab.keyboard.press("End")
    tab.keyboard.type(" of hers", delay=delay)
    expect(tab.locator(f"{TITLE}:focus")).to_have_value("Bertha the second of hers")
    tab.keyboard.press("Enter")
    wait_until(lambda: titles(sheet) == ["Anna", "Bertha the second of hers", "Cleo", "Dora"])
    tab.wait_for_url("**/#/test/heroes/bertha-the-second-of-hers")
    until_saved(tab)
    expect(tab.locator(f"{TITLE}:focus")).to_have_value("Bertha the second of hers")
    expect(tab.locator(".tally").first).to_have_text("2 of 4")
    tab.locator('figure[data-side="heroes/bertha-the-second-of-hers/face"]').wait_for()


def test_other_fields_of_a_renamed_card_are_written_to_it(tab, sheet):
    open_card(tab, "cleo")
    power = tab.locator('.field[data-field="power"] input')
    tab.locator(TITLE).click()
    select_all(tab)
    tab.keyboard.type("Clea")
    power.click()
    tab.keyboard.type("5")
    power.blur()
    wait_until(lambda: rows(sheet)[2][1:4] == ["Clea", "mage", "75"])
    tab.wait_for_url("**/#/test/heroes/clea")
    until_saved(tab)
    power.fill("6")
    power.press("Enter")
    wait_until(lambda: rows(sheet)[2][1:4] == ["Clea", "mage", "6"])
    assert len(rows(sheet)) == 4


@pytest.mark.parametrize("delay", [0, 60])
def test_three_titles_that_are_queued_are_all_written(tab, sheet, delay):
    open_card(tab, "anna")
    tab.locator(TITLE).click()
    for title in ("Anne", "Annette", "Anita"):
        select_all(tab)
        tab.keyboard.type(title, delay=delay)
        tab.keyboard.press("Enter")
    wait_until(lambda: titles(sheet) == ["Anita", "Bert", "Cleo", "Dora"])
    tab.wait_for_url("**/#/test/heroes/anita")
    until_saved(tab)
    expect(tab.locator(".faults")).to_have_count(0)


@pytest.mark.parametrize("delay", [0, 60])
def test_a_title_there_and_back_and_undo(tab, sheet, delay):
    open_card(tab, "anna")
    tab.locator(TITLE).click()
    for title in ("Anne", "Anna", "Anne", "Anna"):
        select_all(tab)
        tab.keyboard.type(title, delay=delay)
        tab.keyboard.press("Enter")
    tab.get_by_role("button", name="Undo title of Anne").wait_for()
    until_saved(tab)
    wait_until(lambda: sheet.text(SHEET) == ROWS)
    tab.wait_for_url("**/#/test/heroes/anna")
    tab.locator("#main").focus()
    for title in ("Anne", "Anna", "Anne"):
        tab.keyboard.press("Control+z")
        wait_until(lambda title=title: titles(sheet)[0] == title)
        tab.wait_for_url(f"**/#/test/heroes/{title.lower()}")
        expect(tab.locator(TITLE)).to_have_value(title)
    tab.locator(TITLE).fill("Anita")
    tab.locator(TITLE).press("Enter")
    wait_until(lambda: titles(sheet)[0] == "Anita")
    tab.wait_for_url("**/#/test/heroes/anita")
    tab.locator("#main").focus()
    tab.keyboard.press("Control+z")
    tab.keyboard.press("Control+z")
    wait_until(lambda: sheet.text(SHEET) == ROWS)
    tab.wait_for_url("**/#/test/heroes/anna")
    tab.locator('figure[data-side="heroes/anna/face"]').wait_for()


# The table


@pytest.mark.parametrize("delay", [0, 40, 150])
def test_titles_are_typed_down_a_column_of_the_table(tab, sheet, delay):
    open_table(tab)
    cell(tab, "anna", "title").click()
    for title in ("One", "Two", "Three", "Four"):
        tab.keyboard.type(title, delay=delay)
        tab.keyboard.press("Enter")
    wait_until(lambda: titles(sheet) == ["One", "Two", "Three", "Four"])
    until_saved(tab)
    cell(tab, "four", "title").locator("xpath=self::*[.='Four']").wait_for()


@pytest.mark.parametrize("delay", [0, 40, 150, 400])
def test_a_row_is_typed_from_its_title_on(tab, sheet, delay):
    open_table(tab)
    cell(tab, "cleo", "title").click()
    for title, power in (("Clea", "1"), ("Clotilde", "2"), ("Cleo", "3")):
        tab.keyboard.type(title, delay=delay)
        for _ in range(4):
            tab.keyboard.press("Tab")
        tab.keyboard.type(power, delay=delay)
        for _ in range(4):
            tab.keyboard.press("Shift+Tab")
        tab.wait_for_timeout(delay)
    wait_until(lambda: rows(sheet)[2][:4] == ["hero", "Cleo", "mage", "3"])
    until_saved(tab)
    until(tab, "document.activeElement.dataset.row", "2")
    until(tab, "document.activeElement.dataset.field", "title")
    assert sheet.text(SHEET) == ROWS.replace("Cleo,mage,7", "Cleo,mage,3")


@pytest.mark.parametrize("delay", [0, 100])
def test_two_cards_change_their_titles(tab, sheet, delay):
    open_table(tab)
    cell(tab, "anna", "title").click()
    for title, key in (
        ("Carl", "Enter"),
        ("Anna", "Enter"),
        ("", "ArrowUp"),
        ("", "ArrowUp"),
        ("Bert", "Enter"),
    ):
        tab.keyboard.type(title, delay=delay)
        tab.keyboard.press(key)
    wait_until(lambda: titles(sheet) == ["Bert", "Anna", "Cleo", "Dora"])
    until_saved(tab)
    for _ in range(4):
        tab.keyboard.press("ArrowRight")
    tab.keyboard.type("5")
    tab.keyboard.press("Enter")
    wait_until(lambda: [row[3] for row in rows(sheet)] == ["3", "5", "7", ""])
    for _ in range(4):
        tab.keyboard.press("Control+z")
    wait_until(lambda: sheet.text(SHEET) == ROWS)


# New cards


@pytest.mark.parametrize("delay", [0, 80])
def test_what_is_typed_at_once_after_new_card_is_for_the_new_card(tab, sheet, delay):
    open_card(tab, "bert")
    tab.get_by_role("button", name="New card", exact=True).click()
    tab.keyboard.type("Emil", delay=delay)
    tab.keyboard.press("Tab")
    wait_until(lambda: titles(sheet) == ["Anna", "Bert", "Emil", "Cleo", "Dora"])
    tab.wait_for_url("**/#/test/heroes/emil")
    until_saved(tab)
    until(tab, "Boolean(document.activeElement.closest('.fields'))", True)
    expect(tab.locator(TITLE)).to_have_value("Emil")
    tab.get_by_role("button", name="New card", exact=True).click()
    tab.keyboard.type("Fritz", delay=delay)
    tab.keyboard.press("Enter")
    wait_until(lambda: titles(sheet) == ["Anna", "Bert", "Emil", "Fritz", "Cleo", "Dora"])
    tab.wait_for_url("**/#/test/heroes/fritz")
    until_saved(tab)
    expect(tab.locator(f"{TITLE}:focus")).to_have_value("Fritz")


def test_two_new_cards_in_the_table_get_their_titles(tab, sheet):
    open_table(tab)
    cell(tab, "dora", "title").click()
    for title in ("Emil", "Fritz"):
        tab.keyboard.press("Control+Enter")
        tab.keyboard.type(title)
        tab.keyboard.press("Enter")
        wait_until(lambda title=title: title in titles(sheet))
        cell(tab, title.lower(), "title").click()
    wait_until(lambda: titles(sheet) == ["Anna", "Bert", "Cleo", "Dora", "Emil", "Fritz"])
    until_saved(tab)
