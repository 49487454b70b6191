"""A real browser that looks at the page of a project under a live preview.

Every wait is for a state of the page, a file or the server. What follows a key by way of the
address, the server or a frame of the browser may come later than the key: tests ask for it with
`expect`, `until` or `wait_for`, not with a plain assertion.
"""

import gc
import os
import socket
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from queue import Queue
from threading import Event, Thread
from typing import Any

import pytest
from bench import FILES
from documents import document
from patience import patience, wait_until

from cardgen.cli.forms import command_forms
from cardgen.preview.editing.editor import Editor
from cardgen.preview.web import server
from cardgen.preview.web.serve import prepare_preview

DRAWN = "img[data-print]"
TOPS = ("card_data", "templates")
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
    "test/~make": ".command .main",
    "test/~rules": "table.rules",
    "test/~theme": ".color",
    "test/~notes": ".notes-view",
    "test/~translations": ".translations-view > *",
    "nothing": ".empty",
}
"""By address, what is there once the view is."""
HOLDING = document("preview/browser_holding.js")
"""Holds back what answers changes, and what is read at some address, as long as `held` is true."""


def expect(locator: Any) -> Any:
    """Return what playwright waits for of a locator: the extra `browser` is needed only then."""
    from playwright.sync_api import expect

    return expect(locator)


def until(page: Any, expression: str, value: Any) -> None:
    """Wait until an expression of the page has a value."""
    script = f"value => JSON.stringify({expression}) === JSON.stringify(value)"
    page.wait_for_function(script, arg=value)


class Project:
    """The files of a project, and the preview that serves them, once one does."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.live: Any = None
        self.editors: list[Editor] = []
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
        """Leave project and preview as they were at first: a test hears of no edit before it."""
        for path, text in FILES.items():
            if self.text(path) != text:
                self.write(path, text)
        present = [file for top in TOPS for file in (self.root / top).rglob("*") if file.is_file()]
        added = {file.relative_to(self.root).as_posix() for file in present} - FILES.keys()
        for path in added:
            (self.root / path).unlink()
        reread = Event()
        self.live.queue_saved((*FILES, *added))
        self.live._jobs.put(reread.set)
        wait_until(reread.is_set)
        wait_until(self.is_settled)
        for editor in self.editors:
            editor._journals.clear()

    def is_settled(self) -> bool:
        """Tell whether all that was saved is drawn, booklets too."""
        live = self.live
        waits = live.busy or live._unread or not live._jobs.empty()
        return not waits and not any(game.due for game in live.loaded.values())

    def until(self, path: str, text: str, there: bool = True) -> None:
        """Wait until a file has a text, or no longer has it."""
        wait_until(lambda: (text in self.text(path)) is there)


@contextmanager
def serving(project: Project, port: int | None = None) -> Iterator[str]:
    """Serve a project by a thread, which starts at once; give its address."""
    addresses: Queue[str] = Queue()
    stack = ExitStack()

    def editor(live: Any) -> Editor:
        project.editors.append(Editor(live))
        return project.editors[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(server, "Editor", editor)
        started = prepare_preview(project.root, (), port, addresses.put, forms=command_forms)
        preview = stack.enter_context(started)
    with stack:
        thread = Thread(target=preview.run, daemon=True)
        thread.start()
        project.live = preview.page.live
        try:
            yield addresses.get(timeout=patience())
        finally:
            preview.end()
            thread.join(patience())
            assert not thread.is_alive()
            with warnings.catch_warnings():  # connections that the browser has kept open
                warnings.simplefilter("ignore", ResourceWarning)
                gc.collect()


def port_to_come_back_to() -> int:
    """Return a free port that a server of this test can leave and take again.

    Meanwhile, no other preview takes it, since they look for ports elsewhere, and no client, since
    systems give those only higher ports.
    """
    for port in range(20_000 + os.getpid() % 10_000, 32_000):
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise OSError("no free port below 32000")


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
    tab.locator("#status .live.on").wait_for()  # it hears of edits from here on
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


def is_complaint(message) -> bool:
    """Tell whether the console says that something is wrong.

    The server may refuse a change, and a page may ask for a game, or for the fields or a sketch of
    a card, that is gone before it hears so.
    """
    refused = "status of 409" in message.text
    late_parts = ("/api/games/other", "/fields?", "/sketch")
    asks_late = any(part in message.location["url"] for part in late_parts)
    gone = "status of 404" in message.text and asks_late
    return message.type == "error" and not refused and not gone


def told(said) -> str:
    return f"{said.text} ({said.location['url']})"


def see(page, address: str) -> None:
    """Go to a view, and wait until it is there."""
    page.evaluate("address => { location.hash = `#/${address}` }", address)
    if address in VIEWS:
        page.locator(VIEWS[address]).first.wait_for()


def table(page) -> None:
    see(page, "test/heroes/~table")
    page.locator(f'.sheet-row[data-key="anna"] {DRAWN}').wait_for()


def cell(page, card: str, field: str):
    return page.locator(f'.sheet-row[data-key="{card}"] [data-field="{field}"]')


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
