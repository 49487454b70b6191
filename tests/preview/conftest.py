from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from asgi import Client
from bench import FILES, Bench
from browser import open_tab, page, profile, project, served

__all__ = ["open_tab", "page", "profile", "project", "served"]  # fixtures


@pytest.fixture
def files() -> dict[str, str]:
    return dict(FILES)


@pytest.fixture
def bench(tmp_path: Path, files: dict[str, str]) -> Bench:
    made = Bench.at(tmp_path, files)
    made.live.settle()
    return made


@pytest.fixture(scope="module")
def still_bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """A project that nobody edits: for the tests of a file that only ask, or are refused."""
    bench = Bench.at(tmp_path_factory.mktemp("still"), FILES)
    bench.live.settle()
    return bench


@pytest.fixture(scope="module")
def still(still_bench: Bench) -> Client:
    """Asks the preview of that project."""
    return Client.of(still_bench.live)


@pytest.fixture
def client(bench: Bench) -> Client:
    return Client.of(bench.live)


@pytest.fixture
def post(client: Client) -> Callable[..., Any]:
    """Ask for something to be done with the game."""
    return lambda what, **body: client.send(f"/api/games/test/{what}", body)


@pytest.fixture
def prints() -> Callable[[Bench], dict[str, str]]:
    return lambda bench: {id: side.fingerprint for id, side in bench.loaded.side_results.items()}
