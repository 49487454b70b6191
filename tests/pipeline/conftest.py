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
def note(monkeypatch):
    """Have something of what each call of a function is given noted, from now on."""

    def watch(owner, name, what):
        found, usual = [], getattr(owner, name)

        def called(*given, **named):
            found.append(what(*given))
            return usual(*given, **named)

        monkeypatch.setattr(owner, name, called)
        return found

    return watch


@pytest.fixture
def laid(note):
    """Width and height of each side that is laid out from now on."""
    return note(Layout, "side", lambda _, element, size, *how: (size.width, size.height))


@pytest.fixture
def end(monkeypatch):
    """Build, and end as by Ctrl-C where a function is called, or else is done."""

    def run(workshop, owner, name, before=lambda *given: None):
        def ended(*given, **named):
            before(*given)
            raise KeyboardInterrupt

        with monkeypatch.context() as patch:
            patch.setattr(owner, name, ended)
            with pytest.raises(KeyboardInterrupt):
                workshop.build()

    return run
