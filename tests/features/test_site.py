"""Web pages of a small game: whole, linked, without script, the same again, and the game's own."""

import re
from collections.abc import Sequence
from html.parser import HTMLParser
from pathlib import Path
from unittest.mock import Mock
from urllib.parse import unquote

import pytest
from documents import document
from workshops import Workshop, contents, write_files

from cardgen.api import BuildRequest, open_game
from cardgen.core.diagnostics import OutputError
from cardgen.features.clean import clean
from cardgen.features.site import GameToShow, SiteReport, site
from cardgen.pipeline import writing
from cardgen.products.facts import facts_of

GAME = "card_data/game/game.yaml"
FACTS = document("features/site_facts.yaml")
CARD = document("features/site_card.yaml")
MORE = """\
  map: {kind: board, title: The Map, template: back.xml.j2, size: {width: 90mm, height: 60mm}}
  rules: {kind: booklet, size: a6, paints: {accent: sea}}
  tale: {kind: booklet, size: a6, source: tale.md}
"""
RULES = document("features/site_rules.md")
LOADS = {"img": "src", "script": "src", "link": "href", "source": "srcset", "iframe": "src"}


class Parsed(HTMLParser):
    """What a page loads, where its links lead, its ids, and what is said."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.links: list[str] = []
        self.ids: list[str] = []
        self.images: list[dict[str, str | None]] = []
        self.scripts: list[str | None] = []
        self.open: list[str] = []
        self.said = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.ids += [given["id"] or ""] if "id" in given else []
        if tag == "a":
            self.links.append(given["href"] or "")
        if loaded := given.get(LOADS.get(tag, "")):
            self.loads.append(loaded)
        if tag == "script":
            self.scripts.append(given.get("src"))
        if tag == "img":
            self.images.append(given)
        if tag not in ("meta", "link", "img", "br", "input", "hr", "wbr"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass  # of a drawing

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, tag

    def handle_data(self, data: str) -> None:
        self.said += data


@pytest.fixture
def shop(workshop: Workshop) -> Workshop:
    return project(workshop)


def project(workshop: Workshop) -> Workshop:
    """Give the small game a board, rules and a term; cards state what they show and more."""
    workshop.edit(GAME, 'version: "1"\n', FACTS)
    workshop.edit(GAME, "{hand: 5, lives: 3}", "{hand: 5, lives: 3, hand_cards: 1}")
    workshop.edit(GAME, "  card: {fields: {text: {kind: rich, optional: true}}}\n", CARD)
    game = workshop.root / GAME
    notes = "assumptions: [{id: one, text: We say one.}]\n"
    game.write_text(game.read_text("utf-8") + MORE + notes, "utf-8")
    (workshop.root / "card_data/game/rules.md").write_text(RULES, "utf-8")
    (workshop.root / "card_data/game/tale.md").write_text("# A tale\n\nOnce.\n", "utf-8")
    for id, rank in {"anna": "low", "bert": "high", "carl": "high"}.items():
        heroes = "card_data/game/decks/heroes.yaml"
        workshop.edit(heroes, f"id: {id},", f"id: {id}, rank: {rank},")
    steps = 'steps: [{called: Go, mark: coin, text: "Now."}], text: "Hold'
    workshop.edit("card_data/game/decks/heroes.yaml", 'text: "Hold', steps)
    template = "templates/game/card.xml.j2"
    workshop.edit(template, "{{ card.title }}", '{{ card.title }} {{ card.rank | default("", 1) }}')
    return workshop


def shown(
    shop: Workshop, names: Sequence[str] = ("game",), changes: str = "", broken: Sequence[str] = ()
) -> SiteReport:
    """Make pages as the command does, with an empty ZIP in place of a release."""
    request, games, steps = BuildRequest(shop.root, jobs=1), [], list[tuple[int, int, str]]()
    for name in names:
        with open_game(request, name) as opened:
            laid = opened.lay_out()
            facts = facts_of(laid.product_request([]), laid.make_content, laid.library)
        file = shop.root / f"{name}-release/print-a4.zip"
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(b"PK\5\6" + bytes(18))
        games.append(GameToShow(name, facts, (file,), changes))
    report = site(request, [*names, *broken], games, lambda *step: steps.append(step))
    assert steps == [(n, len(games), f"{game.id}: pages") for n, game in enumerate(games)]
    return report


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages of the small game, for tests that only look."""
    made = project(write_files(tmp_path_factory.mktemp("shop")))
    shown(made, changes='<p><a href="cards.html#heroes/anna">Anna</a></p>')
    return made.output / "game/site"


def parsed(folder: Path) -> dict[str, Parsed]:
    found = {
        path.relative_to(folder).as_posix(): Parsed(path.read_text("utf-8"))
        for path in folder.rglob("*.html")
    }
    assert found
    return found


def test_every_link_leads_somewhere_and_nothing_is_asked_of_others(folder: Path) -> None:
    pages = parsed(folder)
    pages_in_order = "index rules cards print terms changes tale"
    names = [f"{name}.html" for name in pages_in_order.split()]
    assert pages["terms.html"].links[1 : len(names) + 1] == names
    assert set(pages) == {*names}
    outside = set()
    for name, page in pages.items():
        assert not page.open
        assert len(set(page.ids)) == len(page.ids), name
        for link in page.links:
            if link.startswith("https:"):
                outside.add(link)
                continue
            path, _, anchor = link.partition("#")
            assert (folder / (path or name)).is_file(), (name, link)
            assert not anchor or unquote(anchor) in pages[path or name].ids, (name, link)
        for loaded in page.loads:
            assert (folder / loaded).is_file(), (name, loaded)
    assert outside == {"https://example.org/x"}  # for who follows it
    css = (folder / "page.css").read_text("utf-8")
    addresses = re.findall(r"url\(\"?([^\")]+)", css)
    assert addresses
    assert all((folder / one).is_file() for one in addresses)
    text = css + (folder / "page.js").read_text("utf-8")
    assert "//" not in text.replace("// ", "")
    for drawing in folder.rglob("*.svg"):
        hosts = re.findall(r'(?<!xmlns=")(?<!xmlns:xlink=")https?:', drawing.read_text("utf-8"))
        assert hosts == []


def test_all_is_there_without_script(folder: Path) -> None:
    pages = parsed(folder)
    cards = pages["cards.html"]
    for word in ("Anna", "Hold 5 cards.", "Bert", "You have 3 lives.", "Den", "Draw up to 5."):
        assert word in cards.said
    assert "low" in cards.said
    assert "Go: Now." in cards.said  # and no name of an icon
    assert "dawn" not in cards.said.lower()  # it concerns the picture alone
    assert {"heroes/anna", "heroes/bert", "places/elm", "deck-heroes"} <= set(cards.ids)
    rules = pages["rules.html"].said
    assert "page 2." in " ".join(rules.split())
    assert "(page" not in rules
    assert "4 cards" in rules
    assert {"contents", "the-start", "the-end"} <= set(pages["rules.html"].ids)
    home = pages["index.html"].said
    for word in ("2–3", "In hand", "Ada & Bert", "CC BY 4.0", "4 cards", "The Map"):
        assert word.lower() in home.lower(), word
    printed = pages["print.html"].said
    assert "To print on A4" in printed
    assert "ZIP, 22 bytes" in printed
    assert "never “fit to page”" in printed


def test_a_picture_has_its_place_and_words_and_is_loaded_when_it_is_seen(folder: Path) -> None:
    for name, page in parsed(folder).items():
        for image in page.images:
            assert int(image["width"] or 0) > 0
            assert int(image["height"] or 0) > 0
            assert "alt" in image
        lazy = [image for image in page.images if image.get("loading") == "lazy"]
        assert len(page.images) - len(lazy) <= (name == "index.html")
        if name == "rules.html":
            words = {image["alt"] for image in page.images}
            assert "The back of 5 cards & <more>, page 2." in words
            assert "Anna: Anna low Hold 5 cards." in words, "a card has its own words"


def test_a_term_leads_to_its_meaning_and_a_name_to_its_card(folder: Path) -> None:
    text = (folder / "rules.html").read_text("utf-8")
    assert re.search(
        r'<a class="term" href="terms.html#zeal" data-tip="Spend 5 of it.">'
        r'<svg class="icon" aria-hidden="true"><use href="#icon-coin"/></svg>\xa0<b>Zeal</b></a>',
        text,
    )
    assert '<symbol id="icon-coin"' in text
    assert re.search(
        r'<a class="named" href="cards.html#heroes/anna"><b>Anna</b>'
        r'<img src="pictures/heroes/anna/face.svg"[^>]*></a>',
        text,
    )


def test_only_what_changes_is_made_again(shop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    first = shown(shop)
    folder = shop.output / "game/site"
    stamps = {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}
    assert len(first.made) == len(stamps) == first.files
    assert first.bytes == sum(path.stat().st_size for path in stamps)
    with monkeypatch.context() as patch:
        patch.setattr("cardgen.pipeline.web_pictures.svg", None)  # cannot be called
        second = shown(shop)
    assert (second.made, second.removed, second.files) == ((), (), first.files)
    assert stamps == {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}

    before = contents(folder)
    file = folder / "pictures/heroes/anna/face.svg"
    file.write_bytes(file.read_bytes()[:100])  # damaged
    assert shown(shop).made == ("output/game/site/pictures/heroes/anna/face.svg",)
    assert contents(folder) == before
    assert not clean(shop.root).diagnostics.has_errors
    assert not folder.exists()
    shown(shop)
    assert contents(folder) == before

    shop.edit("card_data/game/decks/heroes.yaml", "A **bold** man.", "An **old** man.")
    shop.edit("card_data/game/decks/places.yaml", "  - {id: elm, title: Elm}\n", "")
    with monkeypatch.context() as patch:
        patch.setattr(writing.os, "replace", Mock(side_effect=OSError(28, "No space left")))
        with pytest.raises(OutputError, match="no space left"):
            shown(shop)
    assert contents(folder) == before
    done = shown(shop)
    made = {path.removeprefix("output/game/site/") for path in done.made}
    assert {path for path in made if "pictures/" in path} == {"pictures/heroes/carl/face.svg"}
    assert "cards.html" in made
    assert "terms.html" not in made
    assert done.removed == ("output/game/site/pictures/places/elm/face.svg",)


def test_a_game_may_have_templates_of_its_own(shop: Workshop) -> None:
    own = shop.root / "templates/game/site"
    own.mkdir()
    (own / "home.html.j2").write_text(
        '{% extends "shared/site/home.html.j2" %}\n'
        '{% block foot %}<p class="own">{{ game.title }} < all</p>{% endblock %}\n'
    )
    shown(shop)
    before = contents(shop.output / "game/site")
    text = (shop.output / "game/site/index.html").read_text("utf-8")
    assert '<p class="own">Game < all</p>' in text
    assert " at=" not in text  # no stamps of elements
    (own / "terms.html.j2").write_text("<p>\n{{ nobody }}</p>\n")
    done = shown(shop)
    [fault] = done.diagnostics
    assert str(fault.location) == "templates/game/site/terms.html.j2:2:4"
    assert "nobody" in fault.message
    assert (done.games, contents(shop.output / "game/site")) == ((), before)


def test_several_games_have_a_page_above_them(shop: Workshop) -> None:
    other = Workshop(shop.root)
    files = {
        "card_data/other/game.yaml": "title: Other\ncard_types: {card: {}}\n"
        "components: {heroes: {kind: deck, back: none}}\n",
        "card_data/other/decks/heroes.yaml": "cards: [{id: one, title: One}]\n",
        "templates/other/card.xml.j2": '<side background="#ffffff"/>\n',
    }
    write_files(other.root, files)
    done = shown(shop, ("game", "other"))
    folder = shop.output / "site"
    pages = parsed(folder)
    assert done.games == ("game", "other")
    assert {"index.html", "game/index.html", "other/index.html", "other/cards.html"} <= set(pages)
    assert pages["index.html"].links == ["game/index.html", "other/index.html"]
    for name, page in pages.items():
        for target in (*page.links, *page.loads):
            path = (folder / name).parent / target.partition("#")[0]
            assert target.startswith(("https:", "#")) or path.is_file(), (name, target)
    assert not list(shop.output.glob("game/site"))
    shop.edit("card_data/game/decks/heroes.yaml", "Hold {rule:hand}", "Hold {rule:hand} or more")
    again = shown(shop, ("game", "other"))
    assert all("/site/game/" in path for path in again.made)
    before = contents(folder / "other")
    done = shown(shop, broken=("other",))
    assert (done.removed, contents(folder / "other")) == ((), before)
    assert parsed(folder)["index.html"].links == ["game/index.html"]


def test_nothing_of_a_hostile_game_is_markup(shop: Workshop) -> None:
    evil = """"><script>alert('x')</script>&amp;"""
    written = evil.replace("'", "''")
    shop.edit(GAME, "language: en\n", "")  # so that quotation marks stay as they are
    shop.edit(GAME, "title: Game", f"title: '{written}'")
    shop.edit(GAME, "text: Zeal", f"text: '{written}'")
    shop.edit(GAME, "title: The Map", f"title: '{written}'")
    heroes = "card_data/game/decks/heroes.yaml"
    shop.edit(heroes, "title: Anna", f"title: '{written}'")
    shop.edit(heroes, "called: Go", f"called: '{written}'")
    shown(shop, changes="<p></p>")
    for name, page in parsed(shop.output / "game/site").items():
        assert not page.open, name
        assert page.scripts == (["page.js"] if name == "cards.html" else []), name
        assert evil in page.said, name


def test_the_lighter_picture_is_taken(shop: Workshop) -> None:
    lines = "".join(
        f'<rect x="{n % 80}" y="{n % 50}" width="{1 + n % 7}.{n}" height="3" fill="#{n:06x}"/>'
        for n in range(1500)
    )
    (shop.root / "templates/game/wild.xml.j2").write_text(f"<side>{lines}</side>\n")
    shop.edit(
        GAME, "template: back.xml.j2, size: {width: 90", "template: wild.xml.j2, size: {width: 90"
    )
    shown(shop)
    assert (shop.output / "game/site/pictures/map/face.webp").is_file()
    assert (shop.output / "game/site/pictures/heroes/anna/face.svg").is_file()
