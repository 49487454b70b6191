from __future__ import annotations

from pathlib import Path

import pytest
from workshops import Workshop, write_files


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    return write_files(tmp_path / "project")


@pytest.fixture
def built(workshop: Workshop) -> Workshop:
    report = workshop.build()
    assert [game.status for game in report.games] == ["built"], list(report.diagnostics)
    return workshop
