"""What tests of builds share: projects that are built once, and what is laid out."""

import shutil

import pytest
from workshops import Workshop, write_files

from cardgen.layout.engine import Layout


@pytest.fixture(scope="session")
def project_copies(tmp_path_factory):
    """Build each kind of project once, and copy it back for each test.

    The copy is at the path of the first build: tables contain addresses of files.
    """
    originals = {}

    def copy(write_project, **options):
        """Return a fresh copy of the project that a function writes and a build completes."""
        key = (write_project.__module__, write_project.__qualname__)
        if key not in originals:
            folder = tmp_path_factory.mktemp("once")
            report = write_project(folder / "here/project").build(**options)
            assert [game.status for game in report.games] == ["built"], list(report.diagnostics)
            assert not list(report.diagnostics)
            (folder / "here").rename(folder / "original")
            originals[key] = folder
        folder = originals[key]
        shutil.rmtree(folder / "here", ignore_errors=True)
        shutil.copytree(folder / "original", folder / "here", symlinks=True)
        return Workshop(folder / "here/project")

    return copy


@pytest.fixture
def built(project_copies):
    """A project as it is after its first build."""
    return project_copies(write_files)


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
