"""What is typed in a real browser is written or kept, however one leaves it."""

from __future__ import annotations

import re

import pytest
from bench import FILES, HEROES
from browser import DRAWN, Project, see, serving

pytestmark = pytest.mark.slow

BADGE = ".drafts summary"
TITLE = '.field[data-field="title"] :is(input, textarea)'
TEXT = '.field[data-field="text"] textarea'


def card(page, name):
    see(page, f"#/test/heroes/{name}")
    page.locator(f"figure {DRAWN}").first.wait_for()
    page.locator(TITLE).wait_for()


def in_file(root, text):
    return text in (root / HEROES).read_text(encoding="utf-8")


def typed(page, name, value):
    """Type a value without leaving its field, and wait until it counts as a draft."""
    page.locator(name).click()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type(value)
    page.locator(BADGE).get_by_text("1 field not saved").wait_for()


def settled(page, root, text):
    """Wait until nothing is unsaved; then a text is in the file."""
    page.locator(BADGE).wait_for(state="detached")
    assert in_file(root, text)


def test_the_way_back_writes_what_is_typed(page, served):
    card(page, "bert")
    card(page, "anna")
    typed(page, TITLE, "Annabel")
    page.go_back()
    page.locator("h1").get_by_text("Bert").wait_for()
    settled(page, served[0].root, "title: Annabel")


def test_the_way_back_writes_what_is_typed_in_a_table(page, served):
    card(page, "bert")
    see(page, "#/test/heroes/~table")
    cell = page.locator('.sheet-row[data-key="anna"] [data-field="title"]')
    cell.dblclick()
    page.locator(".cell-editor :focus").wait_for()
    page.keyboard.type("Annabel")
    page.locator(BADGE).wait_for()
    page.go_back()
    settled(page, served[0].root, "title: Annabel")


def test_a_text_with_a_fault_is_kept_and_one_is_led_back_to_it(page, served):
    card(page, "anna")
    typed(page, TEXT, "Draw **two")
    see(page, "#/test/heroes/bert")
    page.locator("#toast.up").get_by_text("Text is not saved: ").wait_for()
    page.locator(BADGE).click()
    page.locator(".drafts li a").get_by_text("Draw **two").click()
    page.locator(f"{TEXT}:focus").wait_for()
    assert page.locator(TEXT).input_value() == "Draw **two"
    assert page.url.endswith("#/test/heroes/anna")
    assert (served[0].root / HEROES).read_text(encoding="utf-8") == FILES[HEROES]
    page.keyboard.press("End")
    page.keyboard.type("**")
    page.keyboard.press("Enter")
    settled(page, served[0].root, "text: Draw **two**")


def test_a_reload_asks_and_keeps_what_is_typed(page, served):
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    card(page, "anna")
    typed(page, TITLE, "Annabel")
    page.reload()
    page.locator(BADGE).get_by_text("1 field not saved").wait_for()
    assert page.locator(TITLE).input_value() == "Annabel"
    assert not in_file(served[0].root, "Annabel")
    page.locator(TITLE).press("Enter")
    settled(page, served[0].root, "title: Annabel")
    page.reload()
    page.locator(TITLE).wait_for()
    assert asked == ["beforeunload"]


def test_a_draft_can_be_discarded(page, served):
    card(page, "anna")
    typed(page, TEXT, "Draw **two")
    see(page, "#/test/heroes/bert")
    page.locator("#toast.up").wait_for()
    page.locator(BADGE).click()
    page.get_by_label("Discard Text").click()
    page.locator(BADGE).wait_for(state="detached")
    card(page, "anna")
    assert page.locator(TEXT).input_value() == "Draw **two** cards."
    assert (served[0].root / HEROES).read_text(encoding="utf-8") == FILES[HEROES]


def test_a_rule_that_is_typed_waits_on_its_page(page):
    see(page, "#/test/~rules")
    rule = page.locator(".asking input").first
    rule.fill("77")
    page.locator(BADGE).get_by_text("1 field not saved").wait_for()
    see(page, "#/test/heroes")
    page.locator(BADGE).click()
    page.locator(".drafts li a").click()
    page.locator(".asking input:focus").wait_for()
    assert rule.input_value() == "77"
    rule.press("Escape")
    page.locator(BADGE).wait_for(state="detached")


def test_an_open_page_goes_on_with_the_next_server(chromium, tmp_path):
    project = Project(tmp_path)
    context = chromium.new_context(viewport={"width": 1200, "height": 800})
    page = context.new_page()
    with serving(project) as address:
        project.options = ("--port", re.findall(r"\d+", address)[-1])
        page.goto(address)
        card(page, "anna")
        page.locator(TITLE).fill("Annabel")
        page.locator(TITLE).press("Enter")
        page.get_by_text("Undo title of").wait_for()
    page.get_by_text("not connected").wait_for()
    typed(page, TITLE, "Anna II")
    page.keyboard.press("Enter")
    page.locator(".faults").get_by_text("Nothing was written").wait_for()
    with serving(project):
        page.get_by_text("live", exact=True).wait_for()
        page.locator(".steps button").wait_for(state="detached")
        page.locator(TITLE).press("Enter")
        settled(page, tmp_path, "title: Anna II")
        page.get_by_text("Undo title of").wait_for()
    context.close()
