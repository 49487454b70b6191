"""A real browser for tests.

A browser of the system is used: ``CARDGEN_CHROMIUM`` or the first of some usual names on PATH,
else one that playwright has installed for itself. Everything that playwright waits for, in any
page of it, waits for as long as ``patience()`` says.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from patience import patience

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
            browser = started.chromium.launch(
                executable_path=path, args=["--no-sandbox"], timeout=milliseconds()
            )
    if not Path(path).exists():
        started.stop()
        pytest.skip("there is no Chromium on this computer")
    playwright.expect.set_options(timeout=milliseconds())
    for opener in ("new_context", "new_page"):
        setattr(browser, opener, patient(getattr(browser, opener)))
    yield browser
    browser.close()
    started.stop()


def milliseconds() -> float:
    """Return how long to wait on this machine, as playwright counts."""
    return 1000 * patience()


def patient(opener: Callable[..., Any]) -> Callable[..., Any]:
    """Return what opens a context or page with the timeout of all tests, not with playwright's."""

    def open_patiently(**options: Any) -> Any:
        opened = opener(**options)
        opened.set_default_timeout(milliseconds())
        return opened

    return open_patiently


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
