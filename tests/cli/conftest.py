from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from click.testing import CliRunner, Result

from cardgen.cli.main import cli
from cardgen.core.diagnostics import Diagnostic, Diagnostics


@pytest.fixture(autouse=True)
def plain_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "GITHUB_WORKSPACE", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "card_data" / "bridge").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run() -> Callable[..., Result]:
    return lambda *args: CliRunner().invoke(cli, args)


@dataclass
class GameReport:
    id: str
    title: str
    status: str
    made: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


@dataclass
class BuildReport:
    games: tuple[GameReport, ...] = ()
    diagnostics: Diagnostics = field(default_factory=Diagnostics)
    made: int = 0
    kept: int = 0
    removed: int = 0
    seconds: float = 0.25


@dataclass(frozen=True)
class BuildRequest:
    root: Path
    games: tuple[str, ...] = ()
    products: tuple[str, ...] = ()
    papers: tuple[str, ...] = ()
    duplex: str | None = None
    output: Path | None = None
    force: bool = False
    jobs: int | None = None
    strict: bool = False


class FakeApi(ModuleType):
    """A stand-in for `cardgen.build.api` that returns or raises what a test says."""

    BuildRequest = BuildRequest

    def __init__(self) -> None:
        super().__init__("cardgen.build.api")
        self.found = Diagnostics()
        self.games: tuple[GameReport, ...] = ()
        self.raises: BaseException | None = None
        self.request: BuildRequest | None = None

    def finds(self, *found: Diagnostic) -> None:
        self.found.add(*found)

    def _answer(self) -> None:
        if self.raises is not None:
            raise self.raises

    def build(self, request: BuildRequest, progress: Any) -> BuildReport:
        self.request = request
        progress(0, 2, "one")
        progress(2, 2, "two")
        self._answer()
        made = sum(len(game.made) for game in self.games)
        kept = sum(len(game.kept) for game in self.games)
        return BuildReport(self.games, self.found, made, kept)

    def check(self, root: Path, games: tuple[str, ...]) -> Diagnostics:
        self._answer()
        return self.found


@pytest.fixture
def api(monkeypatch: pytest.MonkeyPatch) -> FakeApi:
    fake = FakeApi()
    monkeypatch.setitem(sys.modules, "cardgen.build.api", fake)
    return fake


@pytest.fixture
def game_report() -> type[GameReport]:
    return GameReport
