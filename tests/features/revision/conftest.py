from shutil import copytree

import pytest
from compared_project import everything
from workshops import Workshop

from cardgen.comparison.printed import record_printed


@pytest.fixture
def project(tmp_path):
    return everything(tmp_path / "project")


@pytest.fixture(scope="session")
def recorded_project(tmp_path_factory):
    """The project, recorded as printed once for all tests: copy it, do not change it."""
    project = everything(tmp_path_factory.mktemp("recorded"))
    record_printed(project.root, "game")
    return project


@pytest.fixture
def recorded(recorded_project, tmp_path):
    """A copy of the recorded project, to change."""
    return Workshop(copytree(recorded_project.root, tmp_path / "project"))
