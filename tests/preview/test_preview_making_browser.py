"""Parts, boxes and pictures of a game that are made on its page, in a real browser."""

import pytest
from bench import HERO
from browser import DRAWN, see, table
from patience import wait_until
from PIL import Image
from test_preview_boxes_browser import choose
from test_preview_parts import SVG

pytestmark = pytest.mark.slow

FACE = "templates/test/hero.xml.j2"
GAME = "card_data/test/game.yaml"


def add(page, button, **answers):
    page.get_by_role("button", name=button).click()
    dialog = page.locator("dialog.making")
    for label, answer in answers.items():
        dialog.get_by_label(label, exact=True).fill(answer)
    dialog.get_by_role("button", name="Add", exact=True).click()
    dialog.wait_for(state="detached")


def test_a_colour_a_style_and_a_deck_are_added(page, project):
    see(page, "test/~theme")
    add(page, "New colour", Name="moss", Colour="#446622")
    page.locator("[data-color=moss]").wait_for()
    project.until(GAME, 'moss: "#446622"')
    add(page, "New text style", Name="whisper")
    page.locator("[data-style=whisper]").wait_for()
    add(page, "New deck", Title="Old Curses")
    page.locator(f".tile {DRAWN}").wait_for()
    project.until("card_data/test/decks/old-curses.yaml", "id: new-card")


def test_a_wrong_name_is_told_in_the_dialog(page, project):
    see(page, "test/~theme")
    page.get_by_role("button", name="New colour").click()
    page.locator("dialog.making input:focus").wait_for()
    page.keyboard.type("Ink!")
    page.keyboard.press("Enter")
    page.locator("dialog .fault", has_text="there is already").wait_for()
    assert "Ink!" not in project.text(GAME)


def test_a_box_is_copied_styled_and_deleted(page, project):
    see(page, "test/heroes/anna")
    choose(page, 6.8, 76.8, "Box <text> at 6, 75, 20 × 6 mm")
    page.get_by_role("button", name="Duplicate this box").click()
    project.until(FACE, 'x="9" y="78"')
    page.get_by_role("toolbar", name="This box").get_by_label("Text style").select_option("title")
    project.until(FACE, '"title" x="6" y="75"')
    page.get_by_role("button", name="Delete this box").click()
    project.until(FACE, HERO.splitlines()[5].replace('x="6" y="75"', 'x="9" y="78"'))
    page.get_by_label("Add a box to this side").select_option("rect")
    project.until(FACE, '<rect fill="ink"')
    page.get_by_label("Add a box to this side").select_option(label="Field: Power")
    project.until(FACE, ">{{ card.power }}</text>{% endif %}")


def test_a_box_stays_selected_where_a_tool_has_moved_it(page, project):
    see(page, "test/heroes/anna")
    choose(page, 6.8, 76.8, "Box <text> at 6, 75, 20 × 6 mm")
    page.get_by_role("button", name="Move to the left of the safe zone").click()
    project.until(FACE, 'x="3" y="75"')
    page.get_by_role("button", name="Move to the top of the safe zone").click()
    project.until(FACE, 'x="3" y="3"')


@pytest.mark.parametrize("tag", ["text", "icon", "image", "rect", "ellipse"])
def test_each_kind_of_box_is_added_to_a_card(page, project, tag):
    art = project.root / "card_data/test/art"
    art.mkdir(exist_ok=True)
    Image.new("RGB", (400, 400), "teal").save(art / "hill.png")
    see(page, "test/heroes/anna")
    page.get_by_label("Add a box to this side").select_option(tag)
    wait_until(lambda: project.text(FACE).count(f"<{tag} ") > HERO.count(f"<{tag} "))


def test_a_selected_box_is_copied_and_deleted_by_keys(page, project):
    see(page, "test/heroes/anna")
    choose(page, 6.8, 76.8, "Box <text> at 6, 75, 20 × 6 mm")
    page.locator(".movable").press("Control+d")
    project.until(FACE, 'x="9" y="78"')
    page.locator(".movable").press("Delete")
    project.until(FACE, HERO.splitlines()[5].replace('x="6" y="75"', 'x="9" y="78"'))


def test_the_tools_of_a_box_stay_under_the_pointer(page, project):
    see(page, "test/heroes/anna")
    choose(page, 6.8, 76.8, "Box <text> at 6, 75, 20 × 6 mm")
    tool = page.get_by_role("button", name="Move to the right of the safe zone")
    tool.hover()
    place = tool.bounding_box()
    page.mouse.down()
    page.mouse.up()
    page.get_by_role("group", name="Box <text> at 40, 75").wait_for()
    assert tool.bounding_box() == pytest.approx(place, abs=0.6)
    page.mouse.move(5, 5)
    wait_until(lambda: tool.bounding_box() != pytest.approx(place, abs=0.6))


def test_the_name_of_a_new_field_is_typed_at_once(page, project):
    table(page)
    page.get_by_role("button", name="New field").click()
    page.locator("dialog.making input:focus").wait_for()
    page.keyboard.type("Flavour")
    page.keyboard.press("Enter")
    project.until(GAME, "flavour:")


def test_an_icon_is_dropped_on_a_card_and_an_icon_is_picked(page, project):
    project.write(
        GAME,
        project.text(GAME).replace(
            "power: {", "sign: {kind: icon, optional: true}\n      power: {"
        ),
    )
    see(page, "test/heroes/anna")
    page.get_by_text("more fields").click()
    page.get_by_label("Choose: Sign").wait_for()
    drop = """([room, svg]) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([svg], "my-moon.svg", { type: "image/svg+xml" }));
        for (const type of ["dragover", "drop"])
            room.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, cancelable: true }));
    }"""
    page.evaluate(drop, [page.locator(".room").element_handle(), SVG])
    project.until("card_data/test/decks/heroes.yaml", "sign: my-moon")
    page.locator(".fields > [data-field=sign]").wait_for()  # no longer among the empty fields
    page.get_by_label("Choose: Sign").click()
    faster_than_the_list = """field => {
        field.value = "anch";
        field.dispatchEvent(new Event("input", { bubbles: true }));
        const options = { key: "Enter", bubbles: true, cancelable: true };
        field.dispatchEvent(new KeyboardEvent("keydown", options));
    }"""
    page.get_by_label("Search: Sign").evaluate(faster_than_the_list)
    project.until("card_data/test/decks/heroes.yaml", "sign: anchor")


def test_an_order_needs_a_service_and_a_print_is_followed_by_the_next_version(page, project):
    see(page, "test/~make/order")
    page.get_by_role("button", name="Start", exact=True).click()
    page.locator("select[aria-label=Service]:invalid").wait_for()
    see(page, "test/~make/printed")
    page.get_by_role("heading", name="Record as printed").wait_for()
    page.get_by_role("button", name="Start", exact=True).click()
    page.get_by_role("button", name="Begin the next version").click()
    project.until(GAME, "1.1")
    page.get_by_text("The game is version 1.1 now.").wait_for()
