"""Cards that are made, copied, moved, renamed and deleted in a real browser, and all taken back."""

import pytest
from bench import DECK, HEROES
from browser import DRAWN, HOLDING, expect, press, see, tile, wall

pytestmark = pytest.mark.slow


def until_rows(page, *ids):
    """Wait until the rows of a table have these ids, from top to bottom."""
    page.wait_for_function(
        """ids => {
            const all = [...document.querySelectorAll(".sheet-row[data-key]")]
                .map(row => [Number(row.style.transform.match(/\\d+/)[0]), row.dataset.key])
                .sort((a, b) => a[0] - b[0]).map(one => one[1]);
            return all.join() === ids.join();
        }""",
        arg=list(ids),
    )


def delete(page):
    """Delete the card of the page."""
    page.get_by_label("More actions").click()
    page.get_by_role("button", name="Delete", exact=True).click()


def undone(page, label):
    """Take the last step back, once the page offers it."""
    page.get_by_role("button", name=f"Undo {label}", exact=True).click()
    page.locator("#toast", has_text=f"Undone: {label}").wait_for()


def test_a_journey_there_and_back(page, project):
    see(page, "test/heroes/~table")
    page.locator(f'.sheet-row[data-key="anna"] {DRAWN}').wait_for()
    page.locator('.sheet-row[data-key="bert"] [data-column="0"]').focus()
    page.keyboard.press("Control+Enter")
    page.keyboard.type("Emil")
    page.keyboard.press("Enter")
    until_rows(page, "anna", "bert", "new-card", "cleo", "dora")
    emil = page.locator('.sheet-row[data-key="new-card"]')
    emil.locator('[data-field="title"]', has_text="Emil").wait_for()
    page.locator('.sheet-row[data-key="new-card"] [data-field="title"]').click()
    page.keyboard.press("Alt+ArrowUp")
    until_rows(page, "anna", "new-card", "bert", "cleo", "dora")
    page.locator('.sheet-row[data-key="new-card"] :focus').wait_for()
    page.keyboard.press("Control+Shift+d")
    until_rows(page, "anna", "new-card", "new-card-2", "bert", "cleo", "dora")
    page.locator('.sheet-row[data-key="new-card-2"] :focus').wait_for()
    page.keyboard.press("Alt+Shift+ArrowUp")
    page.locator('.sheet-row[data-key="new-card-2"] [data-field="copies"]', has_text="2").wait_for()
    page.get_by_role("button", name="Delete", exact=True).click()
    until_rows(page, "anna", "new-card", "bert", "cleo", "dora")
    page.locator('.sheet-row[data-key="bert"] :focus').wait_for()
    page.locator('.sheet-row[data-key="new-card"] [data-column="0"]').focus()
    page.keyboard.press("F2")
    page.wait_for_url("**/test/heroes/new-card")
    id = page.locator('.field[data-field="id"] input')
    id.wait_for()
    page.wait_for_function("() => document.activeElement.closest('[data-field=id]')")
    id.fill("emil")
    id.press("Enter")  # nothing names it: nothing is asked
    page.wait_for_url("**/test/heroes/emil")
    page.locator(f'figure[data-side="heroes/emil/face"] {DRAWN}').wait_for()
    assert "id: emil" in project.text(HEROES)
    delete(page)
    page.wait_for_url("**/test/heroes/bert")
    for label in ("removal of Emil", "id of Emil", "removal of Emil", "copies of Emil"):
        undone(page, label)
    for label in ("copy of Emil", "place of Emil", "title of New card", "new card"):
        undone(page, label)
    assert project.text(HEROES) == DECK


def test_a_new_id_is_followed_though_its_card_is_read_before_the_answer_comes(page, project):
    see(page, "test/heroes/anna")
    page.evaluate(HOLDING, "/deck?")
    id = page.locator('.field[data-field="id"] input')
    id.fill("emil")
    id.press("Enter")
    page.locator(".following .primary:focus:not([aria-disabled=true])").press("Enter")
    page.wait_for_url("**/test/heroes/emil")
    page.evaluate("() => answers.forEach((pass) => pass())")
    page.locator(".following").wait_for(state="detached")
    page.wait_for_url("**/test/heroes/emil")


def test_a_new_card_opens_with_its_title(page, project):
    see(page, "test/heroes/dora")
    page.locator(".acts").wait_for()
    page.get_by_role("button", name="New card", exact=True).click()
    page.wait_for_url("**/test/heroes/new-card")
    page.wait_for_function("() => document.activeElement.closest('[data-field=title]')")
    page.keyboard.type("Emil")
    page.locator("#main").focus()
    page.locator("h1", has_text="Emil").wait_for()
    assert project.text(HEROES) == DECK + "  - id: new-card\n    type: plain\n    title: Emil\n"


def test_a_card_that_others_name_is_not_deleted(page, project):
    text = "# Rules\n\nSee {card:heroes/cleo}.\n"
    project.write("card_data/test/rules.md", text)
    see(page, "test/heroes/cleo")
    delete(page)
    page.locator("#toast.up", has_text="Nothing was changed. rules.md:3").wait_for()
    assert project.text(HEROES) == DECK


def until_order(page, *ids):
    """Wait until the cards of a wall lie in an order."""
    page.wait_for_function(
        """ids => [...document.querySelectorAll(".tile")].map(one => one.dataset)
            .sort((a, b) => a.number - b.number).map(one => one.key).join() === ids.join()""",
        arg=list(ids),
    )


def test_cards_are_moved_on_a_wall_and_in_a_table_by_dragging_and_by_keys(page, project):
    wall(page)
    tile(page, "dora").drag_to(tile(page, "bert"))
    until_order(page, "anna", "dora", "bert", "cleo")
    tile(page, "bert").focus()
    press(page, "Alt+ArrowDown")
    until_order(page, "anna", "dora", "cleo", "bert")
    page.locator('.tile[data-key="bert"]:focus').wait_for()
    press(page, "Alt+ArrowUp")
    until_order(page, "anna", "dora", "bert", "cleo")
    page.get_by_role("combobox", name="Order").select_option("~title")
    place = tile(page, "anna").locator("xpath=..")
    expect(place).not_to_have_attribute("draggable", "true")
    page.get_by_role("combobox", name="Order").select_option("")
    expect(place).to_have_attribute("draggable", "true")
    see(page, "test/heroes/~table")
    row = '.sheet-row[data-key="{}"] .name'.format
    page.locator(row("anna")).drag_to(page.locator(row("dora")))
    until_rows(page, "dora", "anna", "bert", "cleo")
    for label in ("Anna", "Bert", "Bert", "Dora"):
        undone(page, f"place of {label}")
    assert project.text(HEROES) == DECK
