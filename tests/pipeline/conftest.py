"""What tests of builds share: a project that is built once, and what is laid out."""

import shutil

import pytest
from workshops import Workshop, write_files

from cardgen.layout.engine import Layout


@pytest.fixture(scope="session")
def _built_once(tmp_path_factory):
    """A folder for a project that was built, and a copy of it: tables name where it lies."""
    folder = tmp_path_factory.mktemp("once")
    report = write_files(folder / "here/project").build()
    assert [game.status for game in report.games] == ["built"], list(report.diagnostics)
    shutil.copytree(folder / "here", folder / "copy")
    return folder


@pytest.fixture
def built(_built_once):
    """A project as it is after its first build."""
    here = _built_once / "here"
    shutil.rmtree(here, ignore_errors=True)
    shutil.copytree(_built_once / "copy", here, symlinks=True)
    return Workshop(here / "project")


@pytest.fixture
def laid(monkeypatch):
    """Width and height of each side that is laid out from now on."""
    sizes = []
    side = Layout.side

    def noted(self, element, size, *how):
        sizes.append((size.width, size.height))
        return side(self, element, size, *how)

    monkeypatch.setattr(Layout, "side", noted)
    return sizes
