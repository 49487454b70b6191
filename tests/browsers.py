"""A real browser for tests.

A browser of the system is used: ``CARDGEN_CHROMIUM`` or the first of some usual names on PATH,
else one that playwright has installed for itself.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def browser_path() -> str | None:
    given = os.environ.get("CARDGEN_CHROMIUM")
    return given or next((found for name in NAMES if (found := shutil.which(name))), None)


@pytest.fixture(scope="session")
def chromium():
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with address_space():
        started = playwright.sync_playwright().start()
        path = browser_path() or started.chromium.executable_path
        if Path(path).exists():
            browser = started.chromium.launch(executable_path=path, args=["--no-sandbox"])
    if not Path(path).exists():
        started.stop()
        pytest.skip("there is no Chromium on this computer")
    yield browser
    browser.close()
    started.stop()


@contextmanager
def address_space() -> Iterator[None]:
    """Lift a limit on memory addresses: a browser reserves far more of them than it uses."""
    try:
        import resource
    except ImportError:  # no such limits on this system
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
