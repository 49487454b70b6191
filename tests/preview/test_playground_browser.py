"""The playground in a real browser: cards, errors and files as an installed cardgen has them."""

import functools
import re
import threading
import zipfile
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pikepdf
import pytest
from browser import DRAWN, expect
from node_programs import node_modules

from cardgen.cli.main import cli
from tools.playground import folder

pytestmark = [pytest.mark.browser, pytest.mark.slow(seconds=40)]
CRAB = f'figure[data-side="beach/crab/face"] {DRAWN}'


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> Path:
    """A playground, of what was fetched before."""
    fetched = node_modules("pyodide/pyodide.asm.wasm")
    if not (fetched / "pyodide-wheels").is_dir():
        pytest.skip("there are no pyodide-wheels in CARDGEN_NODE_MODULES")
    target = tmp_path_factory.mktemp("playground")
    folder.write(target, fetched, compiled=False)  # compiling takes longer than it saves here
    return target


@pytest.fixture
def server(made):
    handler = functools.partial(Quiet, directory=made)
    serving = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=serving.serve_forever)
    thread.start()
    yield serving
    serving.shutdown()
    thread.join()
    serving.server_close()


def parts(path: Path) -> list:
    """Everything in a PDF but how streams are packed."""
    with pikepdf.open(path) as pdf:
        found = []
        for one in pdf.objects:
            if isinstance(one, pikepdf.Stream) and one.get("/Type") in ("/ObjStm", "/XRef"):
                continue  # how other objects are packed
            data = one.read_bytes() if isinstance(one, pikepdf.Stream) else b""
            said = (
                one.unparse(resolved=False)
                if not data
                else sorted(
                    (key, value.unparse()) if hasattr(value, "unparse") else (key, value)
                    for key, value in one.items()
                    if key != "/Length"
                )
            )
            found.append((said, data))
        return found


def typed(page, line: str, text: str) -> None:
    page.locator(".cm-line", has_text=line).click()
    page.keyboard.press("End")
    page.keyboard.type(text)


def test_a_project_lives_in_the_browser(server, chromium, tmp_path):
    """One walk, since each start of Python takes seconds: edit, mend, take away, go offline."""
    address = f"http://127.0.0.1:{server.server_address[1]}/"
    context = chromium.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    foreign: list[str] = []
    page.on("request", lambda asked: asked.url.startswith(address) or foreign.append(asked.url))
    page.goto(address)
    cards = page.frame_locator("iframe")
    cards.locator(DRAWN).first.wait_for()
    page.frames[1].evaluate("location.hash = '#/low-tide/beach/crab'")
    cards.locator(CRAB).wait_for()
    before = cards.locator(CRAB).get_attribute("data-print")

    # An edit is drawn, an error is where it was made.
    typed(page, "title: Crab", "s")
    cards.locator(f'{CRAB}:not([data-print="{before}"])').wait_for()
    typed(page, "value: 1", "x")
    error = page.locator("#text .finding.error")
    expect(error).to_contain_text("expected a whole number from 1 to 9")
    expect(error).to_contain_text("beach.yaml:13")
    expect(page.locator("#files [aria-current] b")).to_have_text("1")
    page.keyboard.press("Backspace")
    expect(error).to_have_count(0)

    # The files are those that this cardgen makes of the project, but for the packer.
    page.locator("summary", has_text="PDF").click()
    with page.expect_download() as pdf:
        page.locator(".menu[open] button", has_text="beach.a4").click()
    pdf.value.save_as(tmp_path / "there.pdf")
    with page.expect_download() as archive:
        page.get_by_role("button", name="Project").click()
    zipfile.ZipFile(archive.value.path()).extractall(tmp_path)
    root = tmp_path / "low-tide"
    assert "title: Crabs\n" in (root / "card_data/low-tide/decks/beach.yaml").read_text("utf-8")
    cli(["build", "--project", str(root), "--product=sheets", "--jobs=1"], standalone_mode=False)
    here = parts(root / "output/low-tide/sheets/beach.a4.pdf")
    assert parts(tmp_path / "there.pdf") == here

    # The link carries the project, also where there is no network any more.
    page.locator("button", has_text="Link").click()
    expect(page.locator("#toast")).to_contain_text("Copied a link")
    link = page.evaluate("navigator.clipboard.readText()")
    page.evaluate("localStorage.clear()")
    page.wait_for_function(
        """async () => {
          const { files } = await (await fetch("contents.json")).json();
          const cache = await caches.open((await caches.keys())[0]);
          return (await cache.keys()).length >= files.length;
        }"""
    )
    server.shutdown()
    server.socket.close()
    page.goto("about:blank")
    page.goto(link)
    expect(page.locator(".cm-content")).to_contain_text("title: Crabs")
    cards.locator(DRAWN).first.wait_for()
    assert re.fullmatch(re.escape(address), page.url)
    assert foreign == []
    context.close()
