"""The output folder: read-only, full, occupied, oddly named. Old files are never harmed."""

import errno
import io
import json
import os
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

import pytest
from click.testing import CliRunner
from workshops import EVERYTHING, HOSTED, contents, leftovers

from cardgen.cli.main import cli

HEROES_FILE = "card_data/game/decks/heroes.yaml"
PUBLIC = ("--tts-base-url", HOSTED["tts_base_url"])


def command(root, *more):
    result = CliRunner().invoke(
        cli, ["--project", str(root), "build", "--jobs", "1", "--color", "never", *more]
    )
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert "Traceback" not in result.output
    return result


def refused(result, path, reason):
    assert result.exit_code == 1, result.output
    assert f"error[CG790]: cannot write `{path}`: {reason}" in result.stderr
    assert "has the file open, or choose another folder with `--output DIR`" in result.stderr


@contextmanager
def refusing(monkeypatch, which, number=errno.ENOSPC):
    """Let the system refuse to put some files in place."""
    usual = os.replace

    def replace(source, target):
        if which(Path(target)):
            raise OSError(number, os.strerror(number))
        return usual(source, target)

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", replace)
        yield patch


@pytest.mark.parametrize(
    ("taken", "shown"),
    [
        ("output", "output"),
        ("output/.cardgen", "output"),
        ("output/game", "output/game/sheets/heroes.a4.pdf"),
        ("output/game/sheets", "output/game/sheets/heroes.a4.pdf"),
    ],
)
def test_a_file_in_place_of_a_folder(workshop, taken, shown):
    file = workshop.root / taken
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("mine")
    result = command(workshop.root)
    assert result.exit_code == 1
    assert f"error[CG790]: cannot write `{shown}`: " in result.stderr
    assert file.read_text() == "mine"
    file.unlink()
    assert command(workshop.root).exit_code == 0


def test_a_folder_in_place_of_a_file(built):
    before = built.files()
    file = built.output / "game/sheets/heroes.a4.pdf"
    file.unlink()
    file.mkdir()
    result = command(built.root)
    refused(result, "output/game/sheets/heroes.a4.pdf", "is a directory")
    assert not leftovers(built.output)
    file.rmdir()
    assert command(built.root).exit_code == 0
    assert built.files() == before


@pytest.mark.parametrize(
    ("step", "number", "reason"),
    [
        ("write", errno.ENOSPC, "no space left on device"),
        ("replace", errno.EROFS, "read-only file system"),
    ],
)
def test_a_refusing_disk(built, monkeypatch, step, number, reason):
    before = built.stamps(), built.files()
    built.edit(HEROES_FILE, "Carl", "Carlo")

    class HalfWritten(io.FileIO):
        def write(self, data):  # some bytes still find room
            super().write(data[: len(data) // 2])
            raise OSError(number, os.strerror(number), self.name)

    opened = Path.open

    def open_file(path, mode="r", *rest, **more):
        return HalfWritten(path, mode) if mode == "wb" else opened(path, mode, *rest, **more)

    with refusing(monkeypatch, lambda target: step == "replace", number) as patch:
        if step == "write":
            patch.setattr(Path, "open", open_file)
        result = command(built.root)
    refused(result, "output/game/sheets/heroes.a4.pdf", reason)
    assert (built.stamps(), built.files()) == before
    assert not leftovers(built.output)
    assert command(built.root).exit_code == 0
    assert built.files() != before[1]


def test_a_disk_that_is_full_after_the_first_file(built, monkeypatch):
    old = built.files()
    built.edit(HEROES_FILE, "Carl", "Carlo")
    with refusing(monkeypatch, lambda target: target.name != "heroes.a4.pdf"):
        refused(command(built.root), "output/game/sheets/heroes.letter.pdf", "no space")
    now = built.files()
    assert {name for name in now if now[name] != old[name]} == {"sheets/heroes.a4.pdf"}
    assert not leftovers(built.output)
    assert command(built.root).exit_code == 0
    assert built.equals_a_clean_build()


def test_a_manifest_that_cannot_be_written(built, monkeypatch):
    built.edit(HEROES_FILE, "Carl", "Carlo")
    with refusing(monkeypatch, lambda target: target.name == "build.json", errno.EACCES):
        refused(command(built.root), "output/game/build.json", "permission denied")
    result = command(built.root)
    assert result.exit_code == 0
    # The ledger knows what was finished.
    assert f"0 files made, {len(EVERYTHING)} kept" in result.stdout
    assert built.equals_a_clean_build()


def test_a_cache_that_cannot_be_written_is_no_misfortune(workshop, monkeypatch):
    with refusing(monkeypatch, lambda target: ".cardgen" in target.parts, errno.EACCES):
        for card in ("Carl", "Carlo"):
            assert command(workshop.root).exit_code == 0
            workshop.edit(HEROES_FILE, card, card + "o")
    assert not leftovers(workshop.output)


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="nobody refuses root anything")
def test_a_read_only_folder(built):
    before = built.files()
    built.edit(HEROES_FILE, "Carl", "Carlo")
    sheets = built.output / "game/sheets"
    sheets.chmod(0o555)
    try:
        refused(command(built.root), "output/game/sheets/heroes.a4.pdf", "permission denied")
    finally:
        sheets.chmod(0o755)
    assert built.files() == before


@pytest.mark.parametrize("name", ["with space & %y%", "-ausgabe-ü-出力'b\"$(c)"])
def test_odd_names(workshop, tmp_path, name, monkeypatch):
    workshop.build(**HOSTED)
    monkeypatch.chdir(tmp_path)
    assert command(workshop.root, f"--output={name}", *PUBLIC).exit_code == 0
    assert contents(tmp_path / name / "game") == workshop.files()
    moved = tmp_path / f"project {name}"
    workshop.root.rename(moved)
    result = command(moved, *PUBLIC)
    assert result.exit_code == 0
    assert f"unchanged, 0 files made, {len(EVERYTHING)} kept" in result.stdout
    assert command(moved).exit_code == 0  # and now with addresses of files
    table = json.loads((moved / "output/game/tts/game.json").read_bytes())
    [sheet] = {
        sheet["FaceURL"]
        for thing in table["ObjectStates"]
        if thing["Nickname"] == "Heroes"
        for sheet in thing["CustomDeck"].values()
    }
    assert Path(url2pathname(urlsplit(sheet).path)).is_file()


def test_an_output_folder_that_is_a_link(built, tmp_path):
    before = built.files()
    built.output.rename(tmp_path / "elsewhere")
    built.output.symlink_to(tmp_path / "elsewhere")
    built.edit(HEROES_FILE, "Carl", "Carlo")
    assert command(built.root).exit_code == 0
    built.edit(HEROES_FILE, "Carlo", "Carl")
    assert command(built.root).exit_code == 0
    assert contents(tmp_path / "elsewhere/game") == before
    assert built.output.is_symlink()


def test_an_output_that_is_a_file_is_a_usage_error(workshop, tmp_path):
    (tmp_path / "file").write_text("mine")
    assert command(workshop.root, "--output", str(tmp_path / "file")).exit_code == 2


def test_what_no_option_can_move_is_not_told_to_be_moved(workshop):
    (workshop.root / "card_data/schema").write_text("mine")
    result = CliRunner().invoke(cli, ["--project", str(workshop.root), "schema", "--write"])
    assert result.exit_code == 1
    assert "error[CG790]: cannot write `card_data/schema/" in result.stderr
    assert "has the file open\n" in result.stderr
