from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from asgi import Client
from bench import FILES, Bench
from browser import expect, open_tab, page, profile, project, served

__all__ = ["expect", "open_tab", "page", "profile", "project", "served"]  # fixtures


@pytest.fixture
def files() -> dict[str, str]:
    return dict(FILES)


@pytest.fixture
def bench(tmp_path: Path, files: dict[str, str]) -> Bench:
    made = Bench.at(tmp_path, files)
    made.live.settle()
    return made


@pytest.fixture(scope="module")
def still(tmp_path_factory):
    """Asks a preview that nobody edits: for the tests of a file that only ask."""
    made = Bench.at(tmp_path_factory.mktemp("still"), FILES)
    made.live.settle()
    return Client.of(made.live)


@pytest.fixture
def client(bench: Bench) -> Client:
    return Client.of(bench.live)


@pytest.fixture
def prints() -> Callable[[Bench], dict[str, str]]:
    return lambda bench: {id: side.fingerprint for id, side in bench.loaded.shown.items()}
