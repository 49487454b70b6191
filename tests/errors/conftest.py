from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from shutil import copytree

import pytest
from click.testing import CliRunner, Result

from cardgen.cli.main import cli

GAME = """\
title: {title}
theme:
  colors: {{ink: "#111111", paper: "#ffffff"}}
  styles:
    body: {{font: atkinson/regular, bold: atkinson/bold, size: 8pt, color: ink}}
rules: {{hand: 5}}
terms: {{medic: {{text: Medic, icon: cross}}}}
card_types:
  card:
    fields:
      text: {{kind: rich, optional: true}}
      cost: {{kind: number, min: 0, max: 9, default: 1}}
      icon: {{kind: icon, optional: true}}
      term: {{kind: term, optional: true}}
      art: {{kind: image, optional: true}}
      tags: {{kind: list, of: text, optional: true}}
      color: {{kind: color, optional: true}}
components:
  cards: {{kind: deck, title: Cards, size: poker, back: none}}
"""
DECK = """\
cards:
  - {id: one, title: One}
  - {id: two, title: Two}
"""
TEMPLATE = """\
<side background="paper">
  <text style="body" x="4" y="4" width="55" height="12">{{ card.title }}</text>
  <text style="body" x="4" y="20" width="55" height="60">{{ card.text }}</text>
</side>
"""
ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M3 0h3v9H3z"/></svg>\n'

Run = Callable[..., Result]


@pytest.fixture(autouse=True)
def plain_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "GITHUB_WORKSPACE", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def run(project: Path) -> Run:
    """Run cardgen in the project; whatever happens, nobody may see a traceback."""

    def run(*args: str) -> Result:
        result = CliRunner().invoke(cli, ["--project", str(project), *args])
        assert result.exception is None or isinstance(result.exception, SystemExit)
        assert "Traceback" not in result.output
        assert result.exit_code in (0, 1), result.output
        return result

    return run


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with two games, `good` and `bad`, both still fine and built."""
    root = tmp_path_factory.mktemp("built")
    for game in ("good", "bad"):
        files = {
            f"card_data/{game}/game.yaml": GAME.format(title=game.title()),
            f"card_data/{game}/decks/cards.yaml": DECK,
            f"card_data/{game}/icons/cross.svg": ICON,
            f"templates/{game}/card.xml.j2": TEMPLATE,
        }
        for name, text in files.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text, encoding="utf-8")
    result = CliRunner().invoke(cli, ["--project", str(root), "build", "--jobs", "1"])
    assert result.exit_code == 0, result.output
    return root


@pytest.fixture
def project(built: Path, tmp_path: Path) -> Path:
    """A copy of the built project, to break."""
    return copytree(built, tmp_path / "project", symlinks=True)


@pytest.fixture
def files() -> Callable[[Path], dict[str, tuple[bytes, int]]]:
    """Return bytes and time stamp of every file below a folder."""

    def files(folder: Path) -> dict[str, tuple[bytes, int]]:
        return {
            os.path.join(where, name): (
                Path(where, name).read_bytes(),
                Path(where, name).stat().st_mtime_ns,
            )
            for where, _, names in os.walk(folder)
            for name in names
        }

    return files
