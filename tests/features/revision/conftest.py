from __future__ import annotations

from pathlib import Path

import pytest
from revisions import everything
from workshops import Workshop

from cardgen.features.revision.printed import printed


@pytest.fixture
def project(tmp_path: Path) -> Workshop:
    return everything(tmp_path / "project")


@pytest.fixture
def recorded(project: Workshop) -> Workshop:
    """The project, recorded as printed."""
    printed(project.root, "game")
    return project
