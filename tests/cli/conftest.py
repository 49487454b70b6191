import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from click.testing import CliRunner

from cardgen.cli.main import cli
from cardgen.core.diagnostics import Diagnostic, Diagnostics
from cardgen.pipeline.request import BuildReport, BuildRequest, CheckReport, GameReport


@pytest.fixture(autouse=True)
def plain_surroundings(monkeypatch):
    for name in ("NO_COLOR", "GITHUB_WORKSPACE", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def project(tmp_path, monkeypatch):
    (tmp_path / "card_data" / "bridge").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run():
    return lambda *args: CliRunner().invoke(cli, args)


class FakeApi(ModuleType):
    """A stand-in for `cardgen.pipeline.build` that returns or raises what a test says."""

    BuildRequest = BuildRequest

    def __init__(self) -> None:
        super().__init__("cardgen.pipeline.build")
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
        return BuildReport(self.games, self.found, seconds=0.25)

    def check(self, root: Path, games: tuple[str, ...], locale: str) -> Diagnostics:
        self._answer()
        return self.found

    def check_games(self, root: Path, games: tuple[str, ...], texts: bool, locale: str) -> object:
        return CheckReport(self.check(root, games, locale), {})


@pytest.fixture
def api(monkeypatch):
    fake = FakeApi()
    monkeypatch.setitem(sys.modules, "cardgen.pipeline.build", fake)
    return fake


@pytest.fixture
def game_report():
    return GameReport
