"""What is typed in a real browser is written or kept, however one leaves it."""

import pytest
from bench import FILES, HEROES
from browser import DRAWN, Project, expect, port_to_come_back_to, press, see, serving

pytestmark = pytest.mark.slow

BADGE = ".drafts summary"
TITLE = '.field[data-field="title"] :is(input, textarea)'
TEXT = '.field[data-field="text"] textarea'


def card(page, name):
    see(page, f"test/heroes/{name}")
    page.locator(f"figure {DRAWN}").first.wait_for()
    page.locator(TITLE).wait_for()


def typed(page, name, value):
    """Type a value without leaving its field, and wait until it counts as a draft."""
    page.locator(name).click()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type(value)
    page.locator(BADGE).get_by_text("1 field not saved").wait_for()


def settled(page, project, text):
    """Wait until nothing is unsaved; then a text is in the file."""
    page.locator(BADGE).wait_for(state="detached")
    assert text in project.text(HEROES)


def test_the_way_back_writes_what_is_typed(page, project):
    card(page, "bert")
    card(page, "anna")
    typed(page, TITLE, "Annabel")
    page.go_back()
    page.locator("h1").get_by_text("Bert").wait_for()
    settled(page, project, "title: Annabel")


def test_a_text_with_a_fault_is_kept_and_one_is_led_back_to_it(page, project):
    card(page, "anna")
    typed(page, TEXT, "Draw **two")
    see(page, "test/heroes/bert")
    page.locator("#toast.up").get_by_text("Text is not saved: ").wait_for()
    page.locator(BADGE).click()
    page.locator(".drafts li a").get_by_text("Draw **two").click()
    page.locator(f"{TEXT}:focus").wait_for()
    expect(page.locator(TEXT)).to_have_value("Draw **two")
    page.wait_for_url("**/#/test/heroes/anna")
    assert project.text(HEROES) == FILES[HEROES]
    page.keyboard.press("End")
    page.keyboard.type("**")
    page.keyboard.press("Enter")
    settled(page, project, "text: Draw **two**")


def test_leaving_never_writes_over_what_the_file_says_by_now(page, project):
    card(page, "bert")
    card(page, "anna")
    typed(page, TITLE, "Mine")
    project.save(HEROES, "title: Anna", "title: Theirs")
    page.keyboard.press("Enter")
    page.get_by_text("The file now says “Theirs”.").wait_for()
    for _ in range(2):
        page.go_back()
        page.locator("h1").get_by_text("Bert").wait_for()
        page.locator(BADGE).get_by_text("1 field not saved").wait_for()
        page.locator(BADGE).click()
        page.locator(".drafts li a").click()
        page.locator(f"{TITLE}:focus").wait_for()
    assert "title: Theirs" in project.text(HEROES)
    page.get_by_text("The file now says “Theirs”.").wait_for()
    page.keyboard.press("Enter")
    settled(page, project, "title: Mine")


def test_a_reload_asks_and_keeps_what_is_typed(page, project):
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    card(page, "anna")
    typed(page, TITLE, "Annabel")
    page.reload()
    page.locator(BADGE).get_by_text("1 field not saved").wait_for()
    expect(page.locator(TITLE)).to_have_value("Annabel")
    assert "Annabel" not in project.text(HEROES)
    page.locator(TITLE).press("Enter")
    settled(page, project, "title: Annabel")
    page.reload()
    page.locator(TITLE).wait_for()
    assert asked == ["beforeunload"]


def test_a_draft_can_be_discarded(page, project):
    card(page, "anna")
    typed(page, TEXT, "Draw **two")
    see(page, "test/heroes/bert")
    page.locator("#toast.up").wait_for()
    page.locator(BADGE).click()
    page.get_by_label("Discard Text").click()
    page.locator(BADGE).wait_for(state="detached")
    card(page, "anna")
    expect(page.locator(TEXT)).to_have_value("Draw **two** cards.")
    assert project.text(HEROES) == FILES[HEROES]


def test_a_rule_that_is_typed_waits_on_its_page(page):
    see(page, "test/~rules")
    rule = page.locator(".asking input").first
    rule.fill("77")
    page.locator(BADGE).get_by_text("1 field not saved").wait_for()
    see(page, "test/heroes")
    page.locator(BADGE).click()
    page.locator(".drafts li a").click()
    page.locator(".asking input:focus").wait_for()
    expect(rule).to_have_value("77")
    rule.press("Escape")
    page.locator(BADGE).wait_for(state="detached")


def test_an_open_page_goes_on_with_the_next_server(open_tab, tmp_path):
    project = Project(tmp_path)
    port = port_to_come_back_to()
    with serving(project, port) as address:
        page = open_tab(address)
        card(page, "anna")
        page.locator(TITLE).fill("Annabel")
        page.locator(TITLE).press("Enter")
        page.get_by_role("button", name="Undo title of").wait_for()
    page.get_by_text("not connected").wait_for()
    typed(page, TITLE, "Anna II")
    page.keyboard.press("Enter")
    page.locator(".faults").get_by_text("Nothing was written").wait_for()
    with serving(project, port):
        page.get_by_text("live", exact=True).wait_for()
        page.locator(".steps button:enabled").wait_for(state="detached")
        page.locator(TITLE).press("Enter")
        settled(page, project, "title: Anna II")
        page.get_by_role("button", name="Undo title of").wait_for()


def test_undo_follows_in_every_tab(page, profile, served, project):
    other = profile.new_page()
    other.goto(f"{served[1]}#/test/heroes")
    card(page, "anna")
    page.locator(TITLE).fill("Annabel")
    page.locator(TITLE).press("Enter")
    for tab in (page, other):
        tab.get_by_role("button", name="Undo title of Anna").wait_for()
    other.locator(".tile", has_text="Annabel").wait_for()  # the edit is in this tab, too
    other.get_by_role("button", name="Undo title of Anna").click()
    page.get_by_role("button", name="Redo title of Anna").wait_for()
    assert project.text(HEROES) == FILES[HEROES]


def test_a_search_is_left_with_all_cards_and_taken_up_again_as_a_whole(page):
    see(page, "test/heroes")
    tiles = page.locator(".tile")
    press(page, "/")
    page.keyboard.type("bert")
    page.wait_for_function("() => document.querySelectorAll('.tile').length === 1")
    press(page, "ArrowRight Escape")
    page.wait_for_function("() => document.querySelectorAll('.tile').length === 4")
    for name in ("anna", "dora"):  # the second in place of the first
        press(page, "/")
        page.keyboard.type(name)
        page.wait_for_function("() => document.querySelectorAll('.tile').length === 1")
        expect(tiles).to_have_attribute("data-key", name)
        page.locator("#main").focus()


def test_a_table_opened_by_key_is_filled_by_key(page, project):
    see(page, "test/heroes")
    press(page, "g")
    page.locator('.sheet-cell.first[data-row="0"]:focus').wait_for()
    press(page, "Space Shift+ArrowDown")
    page.get_by_text("2 selected").wait_for()
    page.get_by_label("Field").select_option("text")
    value = page.get_by_role("textbox", name="Value")
    value.fill("Both now.")
    value.press("Enter")
    page.get_by_text("Text of 2 cards set").wait_for()
    assert project.text(HEROES).count("text: Both now.\n") == 2


OWN_VALUES = """async () => {
  const app = document.querySelector("script[src]").src;
  const { lastNumber } = await import(app.replace("app.js", "editing/changes.js"));
  return lastNumber();
}"""


def test_a_value_that_another_tab_puts_back_is_not_overwritten_in_silence(
    page, project, served, open_tab
):
    """This tab writes a title, another one writes a second and then the first again.

    The last of them comes while this tab types, which has seen the second.
    """
    card(page, "anna")
    title = page.locator(TITLE)
    title.fill("Mine")
    title.press("Enter")
    settled(page, project, "title: Mine")
    other = open_tab(f"{served[1]}#/test/heroes/anna")
    theirs = other.locator(TITLE)
    expect(theirs).to_have_value("Mine")
    theirs.fill("Theirs")
    theirs.press("Enter")
    settled(other, project, "title: Theirs")
    expect(title).to_have_value("Theirs")
    assert page.evaluate(OWN_VALUES) == 1
    typed(page, TITLE, "Again mine")
    theirs.fill("Mine")
    theirs.press("Enter")
    settled(other, project, "title: Mine")
    page.keyboard.press("Enter")
    page.get_by_text("The file now says “Mine”.").wait_for()
    assert "title: Mine" in project.text(HEROES)
    page.keyboard.press("Enter")
    settled(page, project, "title: Again mine")
