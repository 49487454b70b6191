"""The page in a real browser: loads, filters, follows edits, shows errors, knows the source."""

import re
import shutil
from contextlib import contextmanager
from threading import Event

import pytest
from bench import HEROES
from browser import (
    CARDS,
    DRAWN,
    VIEWS,
    Project,
    drawn_anew,
    expect,
    port_to_come_back_to,
    press,
    print_of,
    see,
    serving,
    tile,
    until,
    wall,
)
from patience import wait_until

from cardgen.preview.live.live_project import LiveProject
from cardgen.preview.live.loaded_game import LoadedGame

pytestmark = pytest.mark.slow


def test_it_shows_all_games_and_a_wall_of_cards(page):
    page.get_by_role("heading", name="Test Game").wait_for()
    page.locator("a.cover").click()
    page.locator("a.shelf", has_text="Heroes").click()
    for card in CARDS:
        tile(page, card).locator(DRAWN).wait_for()
    tile(page, "bert").get_by_text("× 2").wait_for()
    expect(page).to_have_title("Heroes · Test Game · cardgen")


def test_search_and_filters(page):
    wall(page)
    page.keyboard.press("/")
    page.keyboard.type("nothing")
    tile(page, "anna").wait_for(state="detached")
    tile(page, "dora").wait_for()
    page.get_by_role("searchbox").fill("")
    page.locator("details.chip", has_text="Class").locator("summary").click()
    page.get_by_role("checkbox", name="Mage").check()
    tile(page, "anna").wait_for(state="detached")
    expect(page.locator(".tile")).to_have_count(2)
    page.get_by_text("2 of 4 designs").wait_for()
    page.get_by_role("button", name="Clear").click()
    tile(page, "anna").wait_for()


def test_a_bar_chooses_its_cards(page, project):
    project.save(HEROES, "Draw **two** cards.", "Many words. " * 45)
    see(page, "test/heroes")
    tile(page, "anna").wait_for()
    page.locator("summary", has_text="Type sizes").click()
    page.locator(".size-bar.small").first.click()
    page.locator(".tally", has_text="1 of 4 designs").wait_for()
    expect(page.locator(".tile")).to_have_count(1)
    page.get_by_role("button", name="Clear").click()
    page.locator(".tally", has_text="5 cards").wait_for()


def test_an_edit_shows_without_a_reload_and_is_marked(page, project):
    wall(page)
    page.evaluate("() => { window.stayed = true }")
    before = {card: print_of(page, card) for card in CARDS}
    project.save(HEROES, "Draw **two** cards.", "Draw **nine** cards.")
    page.locator('.tile.fresh[data-key="anna"]').wait_for()
    drawn_anew(page, "anna", before["anna"])
    assert page.evaluate("() => window.stayed")
    assert {card for card in before if print_of(page, card) != before[card]} == {"anna"}
    expect(page.locator(".tile.fresh")).to_have_count(1)
    page.get_by_text("heroes.yaml saved").wait_for()
    project.save(HEROES, "power: 7", "power: 8")
    page.locator('.tile.fresh[data-key="cleo"]').wait_for()
    expect(page.locator(".tile.fresh")).to_have_count(1)


def test_an_error_of_a_template_or_deck_stands_at_its_card_and_goes_away(page, project):
    wall(page)
    project.save("templates/test/plain.xml.j2", "card.title", "card.titel")
    tile(page, "dora").get_by_text("card has no titel").wait_for()
    tile(page, "anna").locator(DRAWN).wait_for()
    page.get_by_role("button", name="1 error").click()
    page.locator("#panel").get_by_text("plain.xml.j2:2").wait_for()
    project.save("templates/test/plain.xml.j2", "card.titel", "card.title")
    tile(page, "dora").locator(".why").wait_for(state="detached")
    page.locator("#panel").get_by_text("No errors, no warnings.").wait_for()
    # A deck file that is broken keeps its cards, and says so.
    project.save(HEROES, "title: Bert", 'title: "Bert')
    tile(page, "bert").locator(".why").wait_for()
    tile(page, "anna").locator(DRAWN).wait_for()
    page.get_by_text("the last state without errors").wait_for()
    project.save(HEROES, 'title: "Bert', "title: Bert")
    tile(page, "bert").locator(".why").wait_for(state="detached")


def test_an_address_that_changes_while_the_page_begins_is_followed(page):
    """Another one is there when the page was drawn, but does not listen yet."""
    page.add_init_script(
        """
        const really = requestAnimationFrame;
        let begun = false;
        window.requestAnimationFrame = (act) => {
          if (begun) return really(act);
          begun = true;
          addEventListener("hashchange", () => really(act), { once: true });
          location.hash = "#/test/~rules";
        };
        """
    )
    page.reload()
    page.locator(VIEWS["test/~rules"]).wait_for()


def test_a_broken_macro_is_told_once_and_leaves_the_pictures_whole(page, project):
    wall(page)
    project.save("templates/test/parts.xml.j2", "{% endmacro %}", "{% endmarco %}")
    for _ in range(2):
        for card in ("anna", "bert", "cleo"):
            flag, picture = tile(page, card).locator(".why"), tile(page, card).locator(DRAWN)
            picture.wait_for()
            flag.wait_for()
            expect(flag).to_have_attribute("title", re.compile("endmarco"))
            assert flag.bounding_box()["height"] < 0.2 * picture.bounding_box()["height"]
        page.locator(".told").get_by_text("endmarco").wait_for()
        page.locator(".told").get_by_text("3 designs").wait_for()
        expect(page.locator("#main").get_by_text("endmarco")).to_have_count(1)
        page.reload()
    see(page, "test/~print")
    page.get_by_text("3 sides cannot be drawn").wait_for()


def test_a_click_tells_file_and_line(page):
    see(page, "test/heroes/bert")
    box = page.locator('figure[data-side="heroes/bert/face"] .frame').bounding_box()
    page.mouse.click(box["x"] + box["width"] * 9 / 63, box["y"] + box["height"] * 33 / 88)
    here = page.locator(".source")
    here.get_by_text("hero.xml.j2:4").wait_for()
    here.get_by_text("heroes.yaml:13").wait_for()
    target = here.locator("a.where", has_text="heroes.yaml:13").get_attribute("href")
    assert target.startswith("vscode://file/")
    assert target.endswith("/card_data/test/decks/heroes.yaml:13:11")
    page.locator(".data .field.hit").wait_for()
    expect(page.locator(".data .field.hit .label")).to_have_text(["Text"])


def test_a_card_says_why_it_was_drawn_again(page, project):
    see(page, "test/heroes/cleo")
    page.locator(".data").get_by_role("heading", name="Templates").wait_for()
    project.save(HEROES, "power: 7", "power: 8")
    page.locator(".reason", has_text="Face redrawn: card.power changed").wait_for()
    project.save("templates/test/heroes.back.xml.j2", "red", "ink")
    back = "Back redrawn: template heroes.back.xml.j2 changed"
    page.locator(".reason", has_text=back).wait_for()
    expect(page.locator(".inspector .reason")).to_have_count(2)


def test_a_board_keeps_zoom_and_place_over_a_save_and_says_why_it_was_drawn(page, project):
    see(page, "test/mat")
    press(page, "+ + + ArrowLeft")
    picture = page.locator(f".stage {DRAWN}")
    sheet = "() => document.querySelector('.sheet').style.transform"
    before, print_ = page.evaluate(sheet), picture.get_attribute("data-print")
    project.save("templates/test/mat.xml.j2", 'width="40"', 'width="42"')
    page.locator(f'.stage img[data-print]:not([data-print="{print_}"])').wait_for()
    page.locator("#bar .reason", has_text="Redrawn: template mat.xml.j2 changed").wait_for()
    until(page, f"({sheet})()", before)
    # A booklet says so, too.
    see(page, "test/rules")
    project.save("card_data/test/game.yaml", "value: 5", "value: 6")
    page.locator("#bar .reason", has_text="Laid out again: ").wait_for()


def test_arrow_keys_lead_through_the_deck_and_lines_can_be_shown(page):
    see(page, "test/heroes/anna")
    page.get_by_text("1 of 4").wait_for()
    page.keyboard.press("ArrowRight")
    page.get_by_text("2 of 4").wait_for()
    press(page, "b t s")
    page.locator(".card-view.with-bleed.with-trim.with-safe").wait_for()
    page.keyboard.press("Escape")
    tile(page, "anna").wait_for()


def test_colour_vision_theme_and_a_narrow_page_without_the_rail(page):
    wall(page)
    picture = tile(page, "anna").locator("img")
    expect(picture).to_have_css("filter", "none")
    page.get_by_role("combobox", name="Colour vision").select_option("deutan")
    expect(picture).to_have_css("filter", re.compile("deutan"))
    ground = "() => getComputedStyle(document.body).backgroundColor"
    press(page, "d d")
    page.locator(":root[data-theme=dark]").wait_for()
    wait_until(lambda: len(set(re.findall(r"\d+", page.evaluate(ground)))) == 1)
    page.set_viewport_size({"width": 820, "height": 1180})
    page.locator("#rail .brand").wait_for(state="hidden")
    page.get_by_role("button", name="Show the list of games").click()
    page.locator("#rail .brand").wait_for(state="visible")
    page.wait_for_function("() => document.documentElement.scrollWidth <= 820")


# A page that is open before there is anything to see


class Gates:
    """A server that reads games, and lays out pages, only when it is told to."""

    def __init__(self, patch, project):
        self.project, self.port = project, port_to_come_back_to()
        self.gates = {"read": Event(), "pages": Event()}
        patch.setattr(LiveProject, "_read_game", self.behind("read", LiveProject._read_game))
        patch.setattr(LoadedGame, "lay_out_texts", self.behind("pages", LoadedGame.lay_out_texts))

    def behind(self, gate, work):
        def waiting(*given):
            self.gates[gate].wait()
            return work(*given)

        return waiting

    def let(self, gate):
        self.gates[gate].set()

    @contextmanager
    def start(self):
        for gate in self.gates.values():
            gate.clear()
        with serving(self.project, self.port) as address:
            try:
                yield address
            finally:
                for gate in self.gates:
                    self.let(gate)


@pytest.fixture
def slow(tmp_path, monkeypatch):
    return Gates(monkeypatch, Project(tmp_path))


OF_PAGES = ("test/rules", "test/rules/1")
LINKS = ("", "test/heroes/anna", "test/~print/sheets/heroes.a4.pdf", *OF_PAGES)
BROADER = ("test", "test/~rules", "test/~print/booklets/rules.pdf~1", *OF_PAGES)


@pytest.mark.parametrize(
    "links", [LINKS, pytest.param(BROADER, marks=pytest.mark.broad)], ids=["few", "more"]
)
def test_links_that_are_opened_before_their_game_was_read_come_alive(slow, open_tab, links):
    with slow.start() as address:
        tabs = {link: open_tab(f"{address}#/{link}", until="commit") for link in links}
        for link, tab in tabs.items():
            tab.get_by_text("Reading test …" if link else "Reading the project …").wait_for()
            tab.get_by_text("no errors so far").wait_for()
            tab.get_by_text("reading 1 game").wait_for()
        slow.let("read")
        for link in OF_PAGES:
            tabs[link].get_by_text("The pages are being laid out …").wait_for()
        for link, tab in tabs.items():
            if "rules" not in link:
                tab.locator(VIEWS[link]).first.wait_for()
            tab.get_by_text("laying out pages").wait_for()
            tab.get_by_text("no errors so far").wait_for()
        slow.let("pages")
        for link, tab in tabs.items():
            tab.locator(VIEWS[link]).first.wait_for()
            tab.get_by_text("no errors", exact=True).wait_for()
            expect(tab.locator("#status .waiting")).to_have_count(0)


def test_a_page_that_is_open_while_the_server_restarts_comes_alive_again(slow, open_tab):
    project = slow.project
    with slow.start() as address:
        slow.let("read")
        slow.let("pages")
        tab = open_tab(f"{address}#/test/heroes")
        tile(tab, "anna").locator(DRAWN).wait_for()
        for power in (4, 5):  # the server that follows counts from the start again
            before = print_of(tab, "anna")
            project.save(HEROES, f"power: {power - 1}", f"power: {power}")
            drawn_anew(tab, "anna", before)
        before = print_of(tab, "anna")
    tab.get_by_text("not connected").wait_for()
    tab.get_by_role("alert").get_by_text("The preview does not answer.").wait_for()
    tile(tab, "anna").locator(DRAWN).wait_for()
    project.save(HEROES, "Draw **two** cards.", "Draw **nine** cards.")
    with slow.start():
        tab.get_by_text("reading 1 game").wait_for()
        tile(tab, "anna").locator(DRAWN).wait_for()
        slow.let("read")
        drawn_anew(tab, "anna", before)
        slow.let("pages")
        tab.get_by_text("no errors", exact=True).wait_for()
        project.save(HEROES, "power: 1", "power: 2")
        tab.locator(".tile.fresh[data-key=bert]").wait_for()
        expect(tab.get_by_role("alert")).to_have_count(0)


def test_pictures_are_as_large_as_they_are_shown(page):
    screen = page.context.new_cdp_session(page)
    for width, density in ((1440, 1), (1024, 2), (390, 3)):
        size = {"width": width, "height": 844, "deviceScaleFactor": density, "mobile": False}
        screen.send("Emulation.setDeviceMetricsOverride", size)
        for address in ("test/heroes", "test/heroes/anna", "test/mat", "test/rules"):
            see(page, address)
            page.wait_for_function(
                """selector => {
                    const picture = document.querySelector(selector);
                    const width = picture.getBoundingClientRect().width * devicePixelRatio;
                    return width - 1 <= picture.naturalWidth && picture.naturalWidth < width + 17;
                }""",
                arg=VIEWS[address],
            )


def test_a_picture_that_does_not_come_is_asked_for_again(open_tab, served):
    tab = open_tab(served[1])
    tab.route("**/pixels/**", lambda route: route.abort(), times=1)
    wall(tab)


def test_any_number_of_tabs_follow_and_one_alone_listens(page, profile, project, served):
    streams = []  # but for that of the first
    page.get_by_text("live", exact=True).wait_for()
    profile.on("request", lambda asked: asked.url.endswith("/events") and streams.append(asked))
    tabs = [page, *(profile.new_page() for _ in range(6))]
    for tab in tabs:
        tab.goto(f"{served[1]}#/test/heroes")
        tile(tab, "cleo").locator(DRAWN).wait_for()
        tab.get_by_text("live", exact=True).wait_for()
    assert streams == []
    for power in (8, 9):
        before = print_of(tabs[-1], "cleo")
        project.save(HEROES, f"power: {power - 1}", f"power: {power}")
        for tab in tabs:
            tab.bring_to_front()
            tab.get_by_text("live", exact=True).wait_for()
            drawn_anew(tab, "cleo", before)
        wait_until(lambda count=power - 8: len(streams) == count)
        tabs.pop(0).close()


def test_an_address_of_no_game_says_so_until_there_is_one(page, project):
    see(page, "other/~rules")
    page.get_by_text("There is no game “other”.").wait_for()
    page.keyboard.press("]")
    see(page, "%E0%A4%A")
    page.locator("a.cover").wait_for()
    see(page, "other/~rules")
    page.get_by_text("There is no game “other”.").wait_for()
    try:
        project.write("card_data/other/game.yaml", "title: Other\n")
        page.get_by_text("This game has no rule numbers.").wait_for()
        page.locator("#status .waiting").wait_for(state="detached")
    finally:
        shutil.rmtree(project.root / "card_data/other")
    page.get_by_text("There is no game “other”.").wait_for()
