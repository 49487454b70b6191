"""Time the preview from a saved file to new pixels: ``python benchmarks/preview.py --cards 1000``.

A real browser shows the deck; one card is edited again and again, as an editor would save it.
The clock runs from just before the file is put in place to the frame that shows the new picture,
and so takes in the watching, the reading, the layout, the drawing, and what the browser does.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from generate import DECK, DECK_FILE, GAME, edit_card, write_project

_ROOT = Path(__file__).resolve().parent.parent
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_WARM_UP = 3
_TEMPLATE = f"templates/{GAME}/card.xml.j2"

# Waits for another picture of a card, then for the frame after the one that paints it.
_WATCH = """
side => {
  const tile = document.querySelector(`[data-side="${side}"]`);
  const img = tile.matches('img') ? tile : tile.querySelector('img');
  const now = () => performance.timeOrigin + performance.now();
  const old = img.dataset.print;
  window.painted = new Promise(done => {
    const times = {};
    const watcher = new MutationObserver(() => {
      const wanted = img.dataset.wanted;
      if (wanted && !times.told && !wanted.includes(old)) times.told = now();
      if (img.dataset.print === old) return;
      watcher.disconnect();
      requestAnimationFrame(() => requestAnimationFrame(() => done({ ...times, painted: now() })));
    });
    watcher.observe(img, { attributes: true });
  });
}
"""


def measure(folder: Path, page: Any, card: int, number: int, look: bool) -> tuple[float, float]:
    """Edit once; return milliseconds until the page got the event, and until it showed the card."""
    page.evaluate(_WATCH, f"{DECK}/card-{card:05}/face")
    target = folder / (_TEMPLATE if look else DECK_FILE)
    beside = target.with_name(f".{target.name}.swp")
    if look:
        text = target.read_text(encoding="utf-8")
        beside.write_text(re.sub(r'radius="2\.\d+"', f'radius="2.{number + 1}"', text, count=1))
    else:
        aside = folder.with_name("aside")
        (aside / DECK_FILE).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(target, aside / DECK_FILE)
        edit_card(aside, card, number)
        shutil.copy(aside / DECK_FILE, beside)
    begin = time.time()
    beside.replace(target)
    times = page.evaluate("() => window.painted")
    return times["told"] - 1000 * begin, times["painted"] - 1000 * begin


@contextmanager
def served(folder: Path, work: Path) -> Iterator[tuple[str, int]]:
    """Run the preview; yield its address and process."""
    env = {
        **os.environ,
        "PYTHONPATH": str(_ROOT),
        "PYTHONUNBUFFERED": "1",
        "XDG_CACHE_HOME": str(work / "user-cache"),
    }
    command = [sys.executable, "-m", "cardgen", "preview", "--project", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().split()[-1], process.pid
        finally:
            process.send_signal(signal.SIGINT)


def memory(pid: int) -> float | None:
    """Return the resident size of a process in MiB, where the system tells."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    except OSError:
        return None
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def run(options: argparse.Namespace, work: Path) -> None:
    """Prepare, measure, print."""
    from playwright.sync_api import sync_playwright

    folder = work / "project"
    write_project(folder, options.cards)
    path = os.environ.get("CARDGEN_CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)))
    with served(folder, work) as (address, pid), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.set_default_timeout(120_000)
        begin = time.time()
        page.goto(f"{address}#/{GAME}/{DECK}")
        page.locator(".tile img[data-print]").first.wait_for()
        first = time.time() - begin
        page.wait_for_function("() => !document.querySelector('#status .waiting')", timeout=600_000)
        page.wait_for_timeout(2000)
        print(f"{options.cards} cards: first card in sight after {first:.2f} s of opening the page")
        weight = memory(pid)
        wall = [measure(folder, page, 3, n, False) for n in range(_WARM_UP + options.runs)]
        report("one card edited, shown on the wall", wall[_WARM_UP:])
        look = [measure(folder, page, 3, n, True) for n in range(2 + options.runs // 3)]
        report("the template of all cards edited, one card in sight", look[2:])
        page.wait_for_function("() => !document.querySelector('#status .waiting')", timeout=600_000)
        page.evaluate(f"() => {{ location.hash = '#/{GAME}/{DECK}/card-00500' }}")
        page.locator("figure img[data-print]").first.wait_for()
        page.wait_for_timeout(1000)
        large = [measure(folder, page, 500, n + 999, False) for n in range(2 + options.runs)]
        report("one card edited, shown large", large[2:])
        browser.close()
        grown = memory(pid)
        if weight and grown:
            edits = len(wall) + len(look) + len(large)
            print(f"memory: {weight:.0f} MiB at first, {grown:.0f} MiB after {edits} edits")


def report(what: str, times: Sequence[tuple[float, float]]) -> None:
    """Print medians, and the range."""
    told, painted = zip(*times, strict=True)
    low, high = min(painted), max(painted)
    median = statistics.median(painted)
    print(
        f"{what}: {median:.0f} ms ({low:.0f} to {high:.0f}) from save to pixels, "
        f"of that {statistics.median(told):.0f} ms until the page knew; "
        f"{300 / median:.1f} times as fast as 300 ms"
    )


def _main() -> None:
    parser = argparse.ArgumentParser(description="Time the preview from save to pixels.")
    parser.add_argument("--cards", type=int, default=1000)
    parser.add_argument("--runs", type=int, default=15)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        run(options, Path(work))


if __name__ == "__main__":
    _main()
