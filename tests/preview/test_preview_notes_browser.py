"""A playtest on the page: pins, the list of notes, its sheet, and cards picked by hand."""

import re
from pathlib import Path

import pypdfium2
import pytest
from browser import ANNA, DRAWN, NOTES, expect, press, see, tile, wall

pytestmark = pytest.mark.slow


def pin(page, text: str, x: float = 0.5, y: float = 0.5, of: str = ANNA) -> None:
    """Point at a spot of a side, and write a note there."""
    box = page.locator(of).locator(".frame, .sheet").first.bounding_box()
    page.mouse.move(box["x"] + x * box["width"], box["y"] + y * box["height"])
    page.keyboard.press("N")
    page.get_by_role("textbox", name="Note").fill(text)
    page.keyboard.press("Enter")
    page.locator(".note-line", has_text=text).wait_for()


def test_a_pin_is_set_listed_done_and_taken_back(page, project):
    see(page, "test/heroes/anna")
    pin(page, "Nobody sees the power", x=0.25, y=0.75)
    said = re.search(r"x: ([\d.]+), y: ([\d.]+), text: (.*)}", project.text(NOTES))
    assert float(said[1]) == pytest.approx(63 * 0.25, abs=0.5)
    assert float(said[2]) == pytest.approx(88 * 0.75, abs=0.5)
    assert said[3] == "Nobody sees the power"
    page.reload()
    mark = page.get_by_role("button", name="Note 1: Nobody sees the power")
    mark.click()
    page.locator(".note-line.on").wait_for()
    wall(page)
    tile(page, "anna").locator(".noted").wait_for()
    expect(page.locator(".noted")).to_have_count(1)
    see(page, "test/~notes")
    line = page.locator(".note-group", has_text="Anna").locator(".note-line")
    line.get_by_role("button", name="Change the note").click()
    said = page.get_by_role("textbox", name="Note", exact=True)
    expect(said).to_have_value("Nobody sees the power")
    said.fill("Hardly anybody sees it")
    said.press("Enter")
    line.get_by_text("Hardly anybody sees it").wait_for()
    assert "text: Hardly anybody sees it}" in project.text(NOTES)
    page.get_by_role("button", name="Undo note").click()
    line.get_by_text("Nobody sees the power").wait_for()
    line.get_by_role("button", name="Done").click()
    page.get_by_text("No note matches.").wait_for()
    assert "state: done" in project.text(NOTES)
    page.get_by_role("combobox", name="State").select_option("done")
    page.locator(".note-line.done").wait_for()
    page.keyboard.press("Control+z")
    page.get_by_text("No note matches.").wait_for()
    page.get_by_role("combobox", name="State").select_option("open")
    line.get_by_role("button", name="Delete").click()
    page.get_by_text("No notes yet.").wait_for()
    press(page, "Control+z")
    line.wait_for()
    page.get_by_role("link", name="Anna", exact=True).click()
    mark.wait_for()


def test_a_spot_is_chosen_by_keyboard_on_a_board_and_a_page(page, project):
    for address, on in (("test/mat", "mat"), ("test/rules/1", "rules/1")):
        see(page, address)
        page.mouse.move(5, 5)
        page.get_by_role("button", name="Note: click a spot").focus()
        press(page, "Enter ArrowLeft Enter")
        page.get_by_role("textbox", name="Note").fill(f"Of {on}")
        page.keyboard.press("Escape")
        page.get_by_role("textbox", name="Note").wait_for(state="detached")
        press(page, "k N")
        page.get_by_role("textbox", name="Note").fill(f"Of {on}")
        page.get_by_label("Date of the playtest").fill("2026-03-14")
        page.get_by_role("button", name="Save note").click()
        page.get_by_role("button", name=f"Note 1: Of {on}").click()
        page.locator(".notes-box", has_text="2026-03-14").wait_for()
    assert re.findall(r"on: ([\w/]+)", project.text(NOTES)) == ["mat", "rules/1"]


def test_notes_are_looked_for_and_printed_and_those_of_a_card_that_is_gone_stay(page, project):
    project.write(
        NOTES,
        "notes:\n"
        "  - {id: a, on: heroes/anna, x: 3, y: 3, text: Too strong}\n"
        "  - {id: b, on: heroes/nobody, text: Too weak}\n"
        "  - {id: c, on: mat, side: face, text: Too small, state: done}\n"
        "  - {id: d, on: heroes/anna, side: back, x: 9, y: 9, text: Too red}\n",
    )
    see(page, "test/~notes")
    gone = page.locator(".note-group", has_text="heroes/nobody")
    gone.get_by_text("No longer in the game.").wait_for()
    for number in ("1", "2"):  # of the face, of the back
        group = page.locator(".note-group", has=page.locator(".pin", has_text=number))
        group.locator(DRAWN).wait_for()
    page.evaluate("() => { window.asked = 0; window.print = () => { window.asked += 1; } }")
    page.get_by_role("button", name="Print the notes").click()
    page.wait_for_function("() => window.asked === 1")
    sheet = pypdfium2.PdfDocument(page.pdf())
    words = sheet[0].get_textpage().get_text_bounded()
    assert "Too strong" in words
    assert "Too weak" in words
    assert "Too small" not in words
    page.evaluate("() => window.dispatchEvent(new Event('afterprint'))")
    page.get_by_role("combobox", name="State").select_option("all")
    page.get_by_role("combobox", name="Part").select_option("mat")
    page.locator(".note-line.done").wait_for()
    expect(page.locator(".note-line")).to_have_count(1)
    page.get_by_role("combobox", name="Part").select_option("")
    page.get_by_role("searchbox", name="Search notes").fill("nobody")
    page.locator('[data-note="a"]').wait_for(state="detached")
    expect(page.locator(".note-line")).to_have_count(1)


def test_a_note_that_is_not_saved_is_there_after_a_reload(page, project):
    see(page, "test/heroes/anna")
    page.locator(ANNA).hover()
    page.keyboard.press("N")
    page.get_by_role("textbox", name="Note").fill("Half a")
    page.on("dialog", lambda dialog: dialog.accept())
    page.reload()
    page.get_by_text("1 field not saved").wait_for()
    page.get_by_role("textbox", name="Note").press("End")
    page.keyboard.type(" thought")
    page.keyboard.press("Enter")
    page.locator(".note-line", has_text="Half a thought").wait_for()
    page.get_by_text("1 field not saved").wait_for(state="detached")


def test_cards_picked_by_hand_go_onto_a_sheet(page):
    wall(page)
    tile(page, "anna").click(modifiers=["Control"])
    page.get_by_role("button", name="1 picked").wait_for()
    tile(page, "dora").click()
    tile(page, "bert").click(modifiers=["Shift"])
    page.get_by_role("button", name="4 picked").wait_for()
    page.get_by_role("checkbox", name="Pick Cleo").uncheck()
    tile(page, "bert").focus()
    press(page, "Space Space")
    page.get_by_role("button", name="3 picked").wait_for()
    page.get_by_role("button", name="Export").click()
    page.get_by_text("The 3 designs picked").wait_for()
    with page.expect_download() as coming:
        page.get_by_role("button", name="A4", exact=True).click()
    sheet = pypdfium2.PdfDocument(Path(coming.value.path()).read_bytes())
    words = sheet[0].get_textpage().get_text_bounded()
    assert [words.count(name) for name in ("Anna", "Bert", "Cleo", "Dora")] == [1, 2, 0, 1]
    page.keyboard.press("Escape")
    page.get_by_role("button", name="3 picked").click()
    tile(page, "anna").click()
    page.locator(ANNA).wait_for()
