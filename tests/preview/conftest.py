from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from asgi import Client
from bench import FILES, Bench
from browser import chromium, expect, page, profile, served

from cardgen.preview.live.live_project import LiveProject
from cardgen.preview.web.server import application

PORT = 4650
__all__ = ["chromium", "expect", "page", "profile", "served"]  # fixtures


@pytest.fixture
def files() -> dict[str, str]:
    return dict(FILES)


@pytest.fixture
def bench(tmp_path: Path, files: dict[str, str]) -> Bench:
    live = LiveProject(tmp_path)
    made = Bench(tmp_path, live)
    for path, text in files.items():
        made.write(path, text)
    live.subscribe(made.events.append)
    live.settle()
    return made


@pytest.fixture
def client(bench: Bench) -> Client:
    app, site = application(bench.live, PORT)
    return Client(app, f"127.0.0.1:{PORT}", site.token)


@pytest.fixture
def prints() -> Callable[[Bench], dict[str, str]]:
    return lambda bench: {id: side.fingerprint for id, side in bench.loaded.shown.items()}
