"""Editing in a real browser: the table, the fields of a card, rules and theme, undo."""

import pytest
from bench import FILES, HEROES
from browser import ANNA, DRAWN, HOLDING, Project, cell, expect, press, see, serving, table, until
from patience import wait_until

pytestmark = pytest.mark.slow

GAME = "card_data/test/game.yaml"
UNSAVED = "document.querySelectorAll('.unsaved-cell').length"


def edit(page, id, field):
    """Open a cell; it takes keys once it has the focus."""
    cell(page, id, field).dblclick()
    page.locator(".cell-editor :focus").wait_for()


def card(page, name):
    see(page, f"test/heroes/{name}")
    page.locator(f"figure {DRAWN}").first.wait_for()
    page.locator(".field").first.wait_for()


def field(page, name):
    return page.locator(f'.field[data-field="{name}"]')


def enter(page, project, power):
    """Write the power of a card, so that what follows is about this step."""
    number = field(page, "power").locator("input")
    number.fill(power)
    number.press("Enter")
    page.locator(".entry.dirty").wait_for(state="detached")
    project.until(HEROES, f"power: {power}")
    return number


def keys_of_rows(page):
    rows = page.locator(".sheet-row[data-key]")
    found = rows.evaluate_all("all => all.map(one => [one.style.transform, one.dataset.key])")
    return [
        key for _, key in sorted(found, key=lambda one: int("".join(filter(str.isdigit, one[0]))))
    ]


def has_focus(page, field):
    until(page, "document.activeElement.dataset.field", field)


# The table


def test_escape_leaves_a_cell_as_it_was_and_what_a_type_lacks_is_not_edited(page, project):
    table(page)
    cell(page, "dora", "power").dblclick()
    expect(page.locator(".cell-editor")).to_have_count(0)
    expect(cell(page, "dora", "power")).to_have_attribute("aria-readonly", "true")
    edit(page, "bert", "power")
    page.keyboard.type("9")
    page.keyboard.press("Escape")
    page.locator(".cell-editor").wait_for(state="detached")
    has_focus(page, "power")
    expect(cell(page, "bert", "power")).to_have_text("1", use_inner_text=True)
    assert project.text(HEROES) == FILES[HEROES]


def test_what_is_wrong_stands_at_the_cell(page, project):
    table(page)
    edit(page, "anna", "text")
    entry = page.locator(".cell-editor :focus")
    for words in ("Draw **two", "Draw **two**"):
        page.keyboard.press("Control+a")
        page.keyboard.type(words)
        expect(entry).to_have_value(words)
        page.keyboard.press("Enter")
        if words == "Draw **two":
            page.locator(".cell-editor .faults").get_by_text("is not closed").wait_for()
            expect(entry).to_have_attribute("aria-invalid", "true")
            assert project.text(HEROES) == FILES[HEROES]
    project.until(HEROES, "text: Draw **two**")
    page.locator(".cell-editor").wait_for(state="detached")


def test_arrows_move_through_the_grid_and_it_is_one_stop(page):
    table(page)
    expect(page.locator('[data-row][tabindex="0"]')).to_have_count(1)
    page.locator('[data-row="0"][data-column="0"]').focus()
    press(page, "ArrowRight ArrowDown End Home ArrowRight")
    has_focus(page, "title")
    until(page, "document.activeElement.dataset.row", "1")
    page.keyboard.press("Control+End")
    until(page, "document.activeElement.dataset.row", "3")
    page.keyboard.press("Control+Home")
    until(page, "document.activeElement.getAttribute('role')", "columnheader")
    press(page, "ArrowDown Enter")
    page.locator(f"figure {DRAWN}").first.wait_for()


def test_rows_are_sorted_and_searched(page):
    table(page)
    header = page.get_by_role("columnheader", name="Power")
    header.click()
    expect(header).to_have_attribute("aria-sort", "ascending")
    wait_until(lambda: keys_of_rows(page) == ["bert", "anna", "cleo", "dora"])
    header.click()
    wait_until(lambda: keys_of_rows(page) == ["cleo", "anna", "bert", "dora"])
    header.click()
    page.get_by_role("searchbox").fill("mage")
    page.wait_for_function("() => document.querySelectorAll('.sheet-row[data-key]').length === 2")
    wait_until(lambda: keys_of_rows(page) == ["bert", "cleo"])
    see(page, "test/heroes")
    expect(page.locator(".tile")).to_have_count(2)


def test_one_value_is_set_on_all_selected(page, project):
    table(page)
    page.locator('[data-row="0"][data-column="0"]').focus()
    press(page, "Space Shift+ArrowDown Shift+ArrowDown")
    expect(page.locator('[role="row"][aria-selected="true"]')).to_have_count(3)
    bar = page.get_by_role("form", name="Set one value for all selected cards")
    bar.get_by_role("combobox", name="Field").select_option("copies")
    bar.get_by_label("Value").fill("4")
    bar.get_by_role("button", name="Set on 3 cards").click()
    page.wait_for_function(
        "() => [...document.querySelectorAll('[data-field=copies]')]"
        ".filter(one => one.innerText === '4').length === 3"
    )
    wait_until(lambda: project.text(HEROES).count("copies: 4") == 3)
    page.get_by_role("button", name="Undo copies of 3 cards").click()
    project.until(HEROES, "copies: 4", there=False)
    assert project.text(HEROES) == FILES[HEROES]


def test_five_thousand_cards_make_a_few_rows(open_tab, tmp_path):
    project = Project(tmp_path)
    lines = [f"  - {{id: c{n}, title: Card {n}, class: mage, power: {n}}}\n" for n in range(5000)]
    project.write(HEROES, "defaults: {type: hero}\ncards:\n" + "".join(lines))
    project.write("templates/test/mat.xml.j2", "<side/>\n")
    with serving(project) as address:
        page = open_tab(f"{address}#/test/heroes/~table")
        for card in ("c3", "c4999"):
            page.locator(f'.sheet-row[data-key="{card}"]').wait_for()
            wait_until(lambda: page.locator(".sheet-row").count() < 60)
            page.evaluate("() => { document.querySelector('.data-sheet').scrollTop = 1e9 }")


# The fields of a card


def test_a_card_is_drawn_while_one_types_and_escape_takes_it_back(page, project):
    card(page, "anna")
    before = page.locator(f"{ANNA} {DRAWN}").get_attribute("data-print")
    area = field(page, "text").locator("textarea")
    for key in ("Escape", "Enter"):
        area.fill("Draw **nine** cards.")
        page.get_by_text("not saved yet").wait_for()
        sketched = page.locator(f'{ANNA} img:not([data-print="{before}"])')
        drawn = sketched.get_attribute("data-print")
        assert project.text(HEROES) == FILES[HEROES]
        expect(field(page, "text").locator(".m-bold")).to_have_text("**nine**", use_inner_text=True)
        page.keyboard.press(key)
        page.get_by_text("not saved yet").wait_for(state="detached")
        shown = drawn if key == "Enter" else before
        page.locator(f'{ANNA} img[data-print="{shown}"]').wait_for()
        if key == "Escape":
            expect(area).to_have_value("Draw **two** cards.")
    project.until(HEROES, "text: Draw **nine** cards.")


def test_choices_and_numbers_are_written_at_once(page, project):
    card(page, "anna")
    field(page, "class").locator("select").select_option("mage")
    project.until(HEROES, "class: knight", there=False)
    number = field(page, "power").locator("input")
    number.fill("4")
    number.blur()
    project.until(HEROES, "power: 4")
    number.fill("")
    number.press("Enter")
    field(page, "power").locator(".faults").get_by_text("lacks").wait_for()


def test_what_is_typed_while_another_value_is_being_written_is_kept(page, project):
    """The first answer is held back until the second value is entered, and what was read of the
    first until the second is written: the field never shows the first again."""
    card(page, "anna")
    number = field(page, "power").locator("input")
    page.evaluate(HOLDING, "/fields?")
    number.fill("4")
    number.press("Enter")
    page.wait_for_function("() => answers.length === 1")
    number.fill("5")
    number.press("Enter")
    number.evaluate(
        """input => {
          window.shown = [];
          const look = () => (shown.push(input.value), requestAnimationFrame(look));
          look();
        }"""
    )
    page.evaluate("answers[0]()")
    page.wait_for_function("() => answers.length === 2 && readings.length")
    page.evaluate("answers[1]()")
    page.locator(".entry.dirty").wait_for(state="detached")
    project.until(HEROES, "power: 5")
    page.evaluate("held = false; readings.forEach((pass) => pass())")
    page.wait_for_function(
        "() => read.at(-1)?.fields.some(({ name, given }) => name === 'power' && given === '5')"
    )
    expect(number).to_have_value("5")
    assert set(page.evaluate("shown")) == {"5"}


@pytest.mark.parametrize("answer", ["answers", "readings"])
@pytest.mark.parametrize("value", ["4", "5"])
@pytest.mark.parametrize("left_first", [True, False])
def test_a_cell_that_is_typed_again_before_an_answer_is_written_again(
    page, project, answer, value, left_first
):
    """The answer to the first value, or to its undoing, is held until the second is typed.

    The cell is left before the answer comes, or after it.
    """
    table(page)
    cell(page, "bert", "copies").click()
    page.evaluate(HOLDING, "/undo")
    press(page, "4 Tab")
    page.wait_for_function("() => answers.length === 1")
    if answer == "readings":
        page.evaluate("answers[0]()")
        until(page, UNSAVED, 0)
        press(page, "Control+z")
        page.wait_for_function("() => readings.length === 1")
    press(page, f"Shift+Tab {value}")
    if left_first:
        press(page, "Tab")
    page.evaluate(
        """async answer => {
          const app = document.querySelector("script[src]").src;
          const { whenIdle } = await import(app.replace("app.js", "editing/queue.js"));
          held = false;
          window[answer][0]();
          await whenIdle({ id: "test" });
        }""",
        answer,
    )
    if not left_first:
        press(page, "Tab")
        project.until(HEROES, f"copies: {value}\n")
    until(page, UNSAVED, 0)
    assert f"copies: {value}\n" in project.text(HEROES)


def test_what_changed_meanwhile_is_told_and_not_overwritten(page, project):
    card(page, "anna")
    area = field(page, "title").locator("textarea")
    area.fill("Annabel")
    project.save(HEROES, "title: Anna", "title: Antonia")
    page.keyboard.press("Enter")
    field(page, "title").get_by_text("changed in the file since").wait_for()
    field(page, "title").get_by_text("The file now says “Antonia”.").wait_for()
    assert "Antonia" in project.text(HEROES)
    page.keyboard.press("Enter")
    project.until(HEROES, "title: Annabel")


LATE_STEPS = """() => new BroadcastChannel("cardgen-preview").postMessage({
    event: { type: "steps", game: "test", steps: { undo: null, redo: null } } })"""
"""An event about an earlier step that comes late: the server knows which steps there are."""


def test_undo_and_redo_by_key_and_undo_is_refused_once_the_file_changed(page, project):
    card(page, "anna")
    number = enter(page, project, "8")
    page.get_by_role("button", name="Undo power of Anna").wait_for()
    with page.expect_response("**/steps"):
        page.evaluate(LATE_STEPS)
    page.get_by_role("button", name="Undo power of Anna").wait_for()
    number.press("Control+z")  # in a text field, the browser's own
    number.press("Escape")
    expect(number).to_have_value("8")
    project.until(HEROES, "power: 8")
    page.locator("main").focus()
    page.keyboard.press("Control+z")
    project.until(HEROES, "power: 8", there=False)
    page.get_by_role("button", name="Redo power of Anna").wait_for()
    page.keyboard.press("Control+Shift+z")
    project.until(HEROES, "power: 8")
    project.save(HEROES, "power: 7", "power: 77")
    page.get_by_role("button", name="Undo power of Anna").click()
    page.locator("#toast").get_by_text("heroes.yaml was changed outside of the preview").wait_for()
    project.until(HEROES, "power: 77")


# Rules and theme


def try_out(page, name, value):
    """Enter a value; return the dialog that shows what follows it."""
    field = page.get_by_role("textbox", name=name, exact=True)
    field.fill(value)
    field.press("Enter")
    return page.get_by_role("dialog")


def write(dialog):
    dialog.get_by_role("button", name="Save change").click()
    dialog.wait_for(state="detached")


def test_a_rule_shows_what_follows_before_it_is_written(page, project):
    see(page, "test/~rules")
    dialog = try_out(page, "Rule hand", "6")
    dialog.get_by_text("1 side redrawn").wait_for()
    dialog.get_by_text("Rules", exact=True).wait_for()
    assert project.text(GAME) == FILES[GAME]
    write(dialog)
    project.until(GAME, "hand: {value: 6, text: cards in hand}")


def test_a_colour_or_a_style_is_changed_after_a_look_and_can_be_left(page, project):
    see(page, "test/~theme")
    dialog = try_out(page, "Colour red", "#00ff00")
    dialog.get_by_text("sides redrawn").wait_for()
    page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    expect(page.get_by_role("textbox", name="Colour red", exact=True)).to_have_value("#e8b0a0")
    assert project.text(GAME) == FILES[GAME]
    try_out(page, "Colour red", "green").locator(".fault").first.wait_for()
    expect(dialog.get_by_role("button", name="Save change")).to_be_disabled()
    page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    write(try_out(page, "Colour red", "#00ff00"))
    project.until(GAME, 'red: "#00ff00"')
    page.locator('[data-style="body"] > summary').click()
    write(try_out(page, "Size of body", "10pt"))
    project.until(GAME, "size: 10pt")
