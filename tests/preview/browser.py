"""A real browser that looks at the page of a project under a live preview."""

from __future__ import annotations

import gc
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from threading import Thread

import pytest
from bench import FILES

from cardgen.preview.web.serve import prepared

DRAWN = "img[data-print]"
REST = 250  # milliseconds that the page waits after an event before it asks again
NOTES = "card_data/test/notes.yaml"
PO = "card_data/test/locale/de.po"
ANNA = 'figure[data-side="heroes/anna/face"]'
CARDS = ("anna", "bert", "cleo", "dora")
VIEWS = {
    "": "a.cover",
    "test": "a.shelf",
    "test/heroes": f".tile {DRAWN}",
    "test/heroes/~table": f".sheet-row {DRAWN}",
    **{f"test/heroes/{id}": f'figure[data-side="heroes/{id}/face"] {DRAWN}' for id in CARDS},
    "test/mat": f".stage {DRAWN}",
    "test/rules": f".spread .page {DRAWN}",
    "test/rules/1": f".stage {DRAWN}",
    "test/heroes/~deal?seed=abcdefg&moves=d4p0x0": f".held {DRAWN}",
    "test/~setup": f".piece.deck {DRAWN}",
    "test/~beside/heroes/mat": f".stage {DRAWN}",
    "test/~print": ".file-list a",
    "test/~print/sheets/heroes.a4.pdf": f".sheet-wall {DRAWN}",
    "test/~print/booklets/rules.pdf~1": f".stage {DRAWN}",
    "test/~rules": "table.rules",
    "test/~theme": ".color",
    "test/~notes": ".notes-view",
    "test/~translations": ".translations-view > *",
    "nothing": ".empty",
}
"""By address, what is there once the view is."""


@pytest.fixture
def expect(chromium):
    """What playwright waits for by itself."""
    from playwright.sync_api import expect

    return expect


class Project:
    def __init__(self, root: Path) -> None:
        self.root = root
        for path, text in FILES.items():
            self.write(path, text)

    def write(self, path: str, text: str) -> None:
        """Save as editors do: write another file, then put it in place."""
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        beside = file.with_name(f".{file.name}.swp")
        beside.write_text(text, encoding="utf-8", newline="\n")
        beside.replace(file)

    def text(self, path: str) -> str:
        return (self.root / path).read_text(encoding="utf-8")

    def save(self, path: str, old: str, new: str) -> None:
        text = self.text(path)
        assert old in text
        self.write(path, text.replace(old, new, 1))

    def restore(self) -> None:
        """Leave the project as it was at first."""
        for path, text in FILES.items():
            if self.text(path) != text:
                self.write(path, text)
        for path in (NOTES, PO):
            (self.root / path).unlink(missing_ok=True)


@contextmanager
def serving(project: Project, port: int | None = None) -> Iterator[str]:
    """Serve a project by a thread, which starts at once; give its address."""
    ready: Queue[str] = Queue()
    with prepared(project.root, (), port, ready.put) as preview:
        thread = Thread(target=preview.run)
        thread.start()
        try:
            yield ready.get(timeout=60)
        finally:
            preview.end()
            thread.join(20)
            assert not thread.is_alive()
            with warnings.catch_warnings():  # connections that the browser has kept open
                warnings.simplefilter("ignore", ResourceWarning)
                gc.collect()


def port_of(address: str) -> int:
    return int(re.findall(r"\d+", address)[-1])


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Project, str]]:
    """A project and the address of its preview; every test leaves it as it was."""
    project = Project(tmp_path_factory.mktemp("project"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CARDGEN_EDITOR", "vscode")
        with serving(project) as address:
            yield project, address


@pytest.fixture
def project(served):
    yield served[0]
    served[0].restore()


@pytest.fixture(scope="session")
def profile(chromium):
    """What a browser keeps: scripts of the page are fetched once for all tests of a process."""
    context = chromium.new_context(viewport={"width": 1200, "height": 800})
    yield context
    context.close()


@pytest.fixture
def open_tab(profile):
    """Opens tabs by the way of any reader: one of them hears the server, and tells the others."""
    faults, tabs = [], []

    def open_(address, size=(1200, 800), until="load"):
        tab = profile.new_page()
        tabs.append(tab)
        tab.on("pageerror", lambda error: faults.append(str(error)))
        tab.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
        tab.goto(address, wait_until=until)
        return tab

    yield open_
    for tab in tabs:
        leave(tab)
    assert faults == []


@pytest.fixture
def page(profile, project, served):
    address = served[1]
    tab = profile.new_page()
    complaints: list[str] = []
    tab.on("pageerror", lambda error: complaints.append(str(error)))
    tab.on("console", lambda said: is_complaint(said) and complaints.append(told(said)))
    foreign: list[str] = []
    tab.on("request", lambda asked: asked.url.startswith(address) or foreign.append(asked.url))
    tab.goto(address)
    yield tab
    if tab.is_closed():
        tab = profile.new_page()
        tab.goto(address)
    for one in profile.pages:
        leave(one)
    assert complaints == [], complaints
    assert foreign == []


def leave(tab) -> None:
    """Close a tab, and forget what the page has kept in the browser."""
    tab.evaluate("() => localStorage.clear()")
    tab.close()


def is_complaint(said) -> bool:
    """Whether the console says more than that the server has refused a change, as it should."""
    return said.type == "error" and "status of 409" not in said.text


def told(said) -> str:
    return f"{said.text} ({said.location['url']})"


def see(page, address: str) -> None:
    """Go to a view, and wait until it is there."""
    page.evaluate("address => { location.hash = `#/${address}` }", address)
    if address in VIEWS:
        page.locator(VIEWS[address]).first.wait_for()


def press(page, keys: str) -> None:
    for key in keys.split():
        page.keyboard.press(key)


def tile(page, card: str):
    return page.locator(f'.tile[data-key="{card}"]')


def print_of(page, card: str) -> str:
    return tile(page, card).locator(DRAWN).get_attribute("data-print")


def drawn_anew(page, card: str, before: str) -> None:
    tile(page, card).locator(f'img[data-print]:not([data-print="{before}"])').wait_for()


def wall(page) -> None:
    see(page, "test/heroes")
    for card in CARDS:
        tile(page, card).locator(DRAWN).wait_for()
