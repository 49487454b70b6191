"""Which files a game's output depends on: all that a build may read, each once, and no others."""

import os
from pathlib import Path

import pytest

import cardgen
from cardgen.core.fingerprint import program_texts
from cardgen.pipeline import inputs
from cardgen.pipeline.inputs import forget_shared_folders, inputs_digest, program_digest


@pytest.fixture
def project(tmp_path):
    """Two games, a folder that all share, and a file that is nobody's."""
    for name in (
        "project/card_data/game/game.yaml",
        "project/card_data/other/game.yaml",
        "project/templates/game/card.xml.j2",
        "project/templates/other/card.xml.j2",
        "project/templates/shared/line.xml.j2",
        "elsewhere/notes.txt",
    ):
        write(tmp_path / name)
    return tmp_path / "project"


def write(file, text="one"):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def digest_of(root):
    forget_shared_folders()
    return inputs_digest(root, "game", root / "bundled")


def counts(root, file):
    """Whether another content of a file is another input."""
    before = digest_of(root)
    write(file, file.read_text() + " more")
    return digest_of(root) != before


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("card_data/game/game.yaml", True),
        ("card_data/other/game.yaml", False),
        ("templates/game/card.xml.j2", True),
        ("templates/other/card.xml.j2", False),
        ("templates/shared/line.xml.j2", True),
        ("templates/shared/other/line.xml.j2", True),
        ("templates/game/__pycache__/card.pyc", False),
        ("templates/__pycache__/card.pyc", False),
    ],
)
def test_what_a_game_may_read_counts_and_no_other_folder(project, name, read):
    write(project / name)
    assert counts(project, project / name) == read


def test_links_are_followed_inside_the_project_alone(project):
    inside, outside = project / "shapes/a.svg", project.parent / "elsewhere/notes.txt"
    write(inside)
    (project / "card_data/game/icons").symlink_to(inside.parent)
    (project / "card_data/game/notes").symlink_to(outside.parent)
    assert counts(project, inside)
    assert not counts(project, outside)


def test_a_folder_of_a_game_may_itself_lie_elsewhere(project):
    there = project.parent / "elsewhere/data"
    (project / "card_data/game").rename(there)
    (project / "card_data/game").symlink_to(there)
    write(there / "decks/heroes.yaml")
    assert counts(project, there / "game.yaml")


def test_a_folder_with_many_links_to_it_is_read_once(project, note):
    data = project / "card_data/game"
    write(data / "icons/a.svg", "the icon")
    (data / "again").symlink_to("icons")
    (data / "round").symlink_to(".")
    read = note(inputs, "digest_file", lambda *parts: parts)
    digest_of(project)
    assert [part for parts in read for part in parts].count(b"the icon") == 1


def test_the_order_in_which_a_system_names_files_does_not_count(project, monkeypatch):
    for name in ("decks/a.yaml", "decks/b.yaml", "icons/a.svg", "art/a.svg"):
        write(project / "card_data/game" / name)
    walk = os.walk

    def digest_in_order(reverse):
        def ordered(*where, **options):
            for parent, folders, names in walk(*where, **options):
                folders.sort(reverse=reverse)
                yield parent, folders, sorted(names, reverse=reverse)

        monkeypatch.setattr(os, "walk", ordered)
        return digest_of(project)

    assert digest_in_order(True) == digest_in_order(False)


NO_OUTPUT = (
    "backend/press/profiles/",
    "features/scaffold/AGENTS.md",
    "features/scaffold/bare/",
    "features/fromtable/skeletons/",
    "features/scaffold/github/",
    "features/scaffold/looks/",
    "features/scaffold/starter/",
    "preview/static/",
    "py.typed",
)
"""What is copied into a new project, and what a browser shows: no build reads it.

A profile of a press counts in the files that are made for it, by its bytes.
"""


def test_the_program_counts_with_all_that_shapes_output(monkeypatch):
    seen = dict(program_texts())
    before = program_digest.__wrapped__()
    monkeypatch.setattr(inputs, "program_texts", lambda: tuple(seen.items())[1:])
    assert program_digest.__wrapped__() != before
    package = Path(cardgen.__file__).parent
    files = {path.relative_to(package).as_posix() for path in package.rglob("*") if path.is_file()}
    files = {name for name in files if not name.startswith(NO_OUTPUT) and ".pyc" not in name}
    assert "products/tts/runtime.lua" in files
    assert files <= set(seen)


@pytest.mark.parametrize("library", ["zlib_ng", "pypdfium2", "pyphen", "uharfbuzz", "Pillow"])
def test_another_version_of_a_library_is_another_program(library, tmp_path, monkeypatch):
    """What was packed or drawn by an older one is not taken for new."""
    before = program_digest.__wrapped__()
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "nothing_of_ours-1.0.dist-info").mkdir()
    assert program_digest.__wrapped__() == before
    (tmp_path / f"{library}-999.0.dist-info").mkdir()
    assert program_digest.__wrapped__() != before
