"""A picture of the preview, which shows a finding: what the page looks like in a browser.

It needs the extra ``browser`` and a Chromium: ``CARDGEN_CHROMIUM``, one of the system, or
playwright's own.
"""

from __future__ import annotations

import io
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen

from PIL import Image as Pillow
from PIL.Image import Image

import cardgen
from tools.gallery.games import copied

GAME, DECK, CARD = "last-men-standing", "soldiers", "yank-sergeant"
RIGHT, WRONG = "interrogation]", "interogation]"
"""The right word in the deck file, and the misspelling that the preview shows."""
_SIZE = (1280, 760)
_LONGEST = 180_000
"""The time limit for each step in milliseconds."""
_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def screenshot(root: Path) -> Image | None:
    """Return what the preview shows of a misspelt card; None where there is no browser."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return None
    with sync_playwright() as started, tempfile.TemporaryDirectory() as folder:
        named = (shutil.which(name) for name in _BROWSERS)
        path = os.environ.get("CARDGEN_CHROMIUM") or next(filter(None, named), None)
        path = path or started.chromium.executable_path
        if not Path(path).exists():
            return None
        project = copied(root, Path(folder) / "my-games", GAME)
        file = project / f"card_data/{GAME}/decks/{DECK}.yaml"
        text = file.read_text(encoding="utf-8")
        if RIGHT not in text:
            raise SystemExit(f"tools.gallery: {file.name} has no `{RIGHT}` to misspell")
        with _served(project) as address:
            browser = started.chromium.launch(executable_path=path, args=["--no-sandbox"])
            page = browser.new_page(
                viewport={"width": _SIZE[0], "height": _SIZE[1]}, device_scale_factor=1.25
            )
            page.goto(f"{address}#/{GAME}/{DECK}/{CARD}")
            for there in ("figure img[data-print]", "#status:not(:has(.waiting)) .live.on"):
                page.locator(there).first.wait_for(timeout=_LONGEST)
            file.write_text(text.replace(RIGHT, WRONG, 1), encoding="utf-8")
            page.locator(".finding.error").first.wait_for(timeout=_LONGEST)
            page.locator("#status .waiting").wait_for(state="detached", timeout=_LONGEST)
            shot = page.screenshot(animations="disabled")
            browser.close()
    return Pillow.open(io.BytesIO(shot)).convert("RGB")


@contextmanager
def _served(project: Path) -> Iterator[str]:
    """Serve a project; give its address."""
    env = {**os.environ, "PYTHONPATH": str(Path(cardgen.__file__).parents[1])}
    env |= {"CARDGEN_EDITOR": "", "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "cardgen", "preview", "--project", str(project)]
    with Popen(command, stdout=PIPE, stderr=DEVNULL, text=True, env=env) as process:
        try:
            assert process.stdout is not None
            yield process.stdout.readline().split()[-1]
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(20)
