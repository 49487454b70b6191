"""Writing rule texts and templates in a real browser, beside the page or card that they make."""

import pytest
from bench import HERO, RULES
from browser import ANNA, DRAWN, expect, see

pytestmark = pytest.mark.slow

TEXT = "card_data/test/rules.md"
FACE = "templates/test/hero.xml.j2"
PAGE = f".stage {DRAWN}"


def other_than(page, of, before):
    """Wait for another picture; return which."""
    page.locator(f'{of}:not([data-print="{before}"])').wait_for()
    return page.locator(of).get_attribute("data-print")


@pytest.fixture
def open_face(page):
    """Opens the template of a card beside it."""
    see(page, "test/heroes/anna")
    page.get_by_role("button", name=f"Write {FACE} here").first.click()
    page.locator(".cm-content").wait_for()
    page.locator(".cm-line").get_by_text("band(card.title)").wait_for()


SELECT = """(element, words) => {
    const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (nodes.nextNode() && !nodes.currentNode.data.includes(words));
    const node = nodes.currentNode, at = node.data.indexOf(words);
    element.closest(".cm-content").focus();
    getSelection().setBaseAndExtent(node, at, node, at + words.length);
}"""


def put(page, old, new):
    """Type in place of words of the text that is open."""
    page.locator(".cm-line", has_text=old).evaluate(SELECT, old)
    page.keyboard.insert_text(new)


def test_a_sentence_is_written_beside_its_page(page, project):
    see(page, "test/rules/1")
    before = page.locator(PAGE).get_attribute("data-print")
    box = page.locator(PAGE).bounding_box()
    page.mouse.click(box["x"] + box["width"] * 0.2, box["y"] + box["height"] * 0.172)
    page.locator(".cm-activeLine", has_text="Keep {rule:hand} cards").wait_for()
    page.keyboard.press("End")
    page.keyboard.type(" Or {rule:h")
    page.locator(".cm-tooltip-autocomplete").get_by_text("rule:hand").click()
    page.locator(".cm-activeLine", has_text="Or {rule:hand}").wait_for()
    other_than(page, PAGE, before)
    assert project.text(TEXT) == RULES
    page.keyboard.press("Control+s")
    project.until(TEXT, "heroes. Or {rule:hand}\n")
    page.locator(".writing .seg", has_text="Saved").wait_for()
    other_than(page, PAGE, before)
    page.get_by_role("button", name="Undo rules.md").click()
    page.locator(f'{PAGE}[data-print="{before}"]').wait_for()
    page.locator(".cm-line", has_text="Or {rule:hand}").wait_for(state="detached")
    assert project.text(TEXT) == RULES


def test_an_error_stands_at_its_line_and_what_was_typed_is_kept(page, project, open_face):
    face = page.locator(f"{ANNA} {DRAWN}")
    before = face.get_attribute("data-print")
    put(page, "card.power", "card.strength")
    found = page.locator(".writing .finding", has_text="strength")
    found.get_by_text("hero.xml.j2:5").wait_for()
    page.locator(".cm-lintRange-error", has_text="strength").wait_for()
    page.keyboard.press("Control+s")
    page.locator(".cm-lintRange-error").wait_for()
    page.get_by_role("button", name="Close the text").click()
    page.locator("#toast").get_by_text("hero.xml.j2 is not saved").wait_for()
    assert project.text(FACE) == HERO
    page.on("dialog", lambda dialog: dialog.accept())
    page.reload()
    page.locator(".drafts summary").click()
    page.locator(".drafts a", has_text="hero.xml.j2").click()
    page.locator(".cm-line", has_text="card.strength").wait_for()
    found.wait_for()
    put(page, "strength", "power + 1")
    page.locator(".cm-lintRange-error").wait_for(state="detached")
    drawn = other_than(page, f"{ANNA} {DRAWN}", before)
    page.keyboard.press("Control+s")
    project.until(FACE, "card.power + 1")
    page.locator(".drafts").wait_for(state="detached")
    expect(face).to_have_attribute("data-print", drawn)


def test_tags_attributes_and_names_are_completed(page, open_face):
    page.locator(".cm-line", has_text="band(card.title)").click()
    page.keyboard.press("End")
    options = page.locator(".cm-tooltip-autocomplete")
    for typed, offered in (("<rec", "rect"), (" fil", "fill"), ("pap", "paper")):
        page.keyboard.type(typed)
        ready = page.locator(".cm-tooltip-autocomplete:not(.cm-tooltip-autocomplete-disabled)")
        ready.get_by_text(offered, exact=True).click()
        options.wait_for(state="detached")
    page.locator(".cm-line", has_text='<rect fill="paper"').wait_for()
    page.keyboard.press("End")
    page.keyboard.type("{{ card.po")
    options.get_by_text("card.power").wait_for()
    page.keyboard.press("Escape")
    options.wait_for(state="detached")
    page.keyboard.press("Backspace")
    page.keyboard.type(" | rou")
    options.get_by_text("round").wait_for()


def test_what_another_program_saved_is_not_overwritten_unawares(page, project, open_face):
    put(page, "card.power", "card.power + 1")
    newer = HERO.replace("75", "70")
    project.write(FACE, newer)
    page.locator("#status", has_text="hero.xml.j2 saved").wait_for()
    page.keyboard.press("Control+s")
    page.locator(".writing").get_by_text("has changed in the file since").wait_for()
    assert project.text(FACE) == newer
    page.get_by_role("button", name="load the text of the file").click()
    page.locator(".cm-line", has_text='y="70"').wait_for()
    page.locator(".cm-line", has_text="card.power + 1").wait_for(state="detached")
