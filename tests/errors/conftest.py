from collections.abc import Callable
from pathlib import Path
from shutil import copytree

import pytest
from base_project import DECK, GAME, ICON, TEMPLATE
from click.testing import CliRunner, Result
from workshops import write_files

from cardgen.cli.main import cli

PRODUCTS = ("sheets", "boards", "tokens", "boxes", "booklets")
_TABLE = "--tts-base-url=https://example.org"  # else what is asked for depends on the folder
BUILD = ("build", "--jobs", "1", _TABLE, *(f"--product={name}" for name in PRODUCTS))
"""Whatever is printed, without a virtual table: that is not what these cases are about."""

Run = Callable[..., Result]


@pytest.fixture(autouse=True)
def plain_surroundings(monkeypatch):
    for name in ("NO_COLOR", "GITHUB_WORKSPACE", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def run(project):
    """Run cardgen in the project; whatever happens, nobody may see a traceback."""

    def run(command: str, *args: str) -> Result:
        words = BUILD if command == "build" else (command,)
        result = CliRunner().invoke(cli, ["--project", str(project), *words, *args])
        assert result.exception is None or isinstance(result.exception, SystemExit)
        assert "Traceback" not in result.output
        assert result.exit_code in (0, 1), result.output
        return result

    return run


@pytest.fixture(scope="session")
def built(tmp_path_factory):
    """A project with two games, `good` and `bad`, both still fine and built."""
    root = tmp_path_factory.mktemp("built")
    for game in ("good", "bad"):
        files = {
            f"card_data/{game}/game.yaml": GAME.format(title=game.title()),
            f"card_data/{game}/decks/cards.yaml": DECK,
            f"card_data/{game}/icons/cross.svg": ICON,
            f"templates/{game}/card.xml.j2": TEMPLATE,
        }
        write_files(root, files)
    result = CliRunner().invoke(cli, ["--project", str(root), *BUILD])
    assert result.exit_code == 0, result.output
    return root


@pytest.fixture
def project(built, tmp_path):
    """A copy of the built project, to break."""
    return copytree(built, tmp_path / "project", symlinks=True)


@pytest.fixture
def files():
    """Return bytes and time stamp of every file below a folder."""

    def files(folder: Path) -> dict[str, tuple[bytes, int]]:
        there = (path for path in folder.rglob("*") if path.is_file())
        return {str(path): (path.read_bytes(), path.stat().st_mtime_ns) for path in there}

    return files
