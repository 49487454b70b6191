"""What packs where zlib-ng has no wheel."""

import importlib.util
import json
import sys

import pytest
from click.testing import CliRunner

from cardgen.backend import content, deflate, pixels
from cardgen.cli.main import cli
from cardgen.pipeline import making


@pytest.fixture
def without_zlib_ng(monkeypatch):
    """Import the module again as where there is no zlib-ng, and let cardgen pack by it."""
    monkeypatch.setitem(sys.modules, "zlib_ng", None)
    spec = importlib.util.spec_from_file_location("deflate_again", deflate.__file__)
    again = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(again)
    for module in (content, pixels):
        monkeypatch.setattr(module, "packer", again.packer)
    monkeypatch.setattr(making, "PACKER", again.PACKER)


def test_rows_come_back_whatever_has_packed_them(without_zlib_ng):
    rows = bytes(range(251)) * 400
    data, check, size = pixels.pack(rows)
    assert pixels.unpack((data, check, size)) == rows
    assert check == deflate.packer.adler32(rows)


@pytest.mark.usefixtures("without_zlib_ng")
def test_a_build_says_what_has_packed_its_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for command in (
        ["new", "--bare", "duel"],
        ["build", "--project=duel", "--jobs=1", "--product=sheets", "--product=images"],
    ):
        result = CliRunner().invoke(cli, command)
        assert result.exit_code == 0, result.stderr
    folder = tmp_path / "duel/output/duel"
    assert json.loads((folder / "build.json").read_bytes())["packer"] == "zlib"
    assert (folder / "sheets/cards.a4.pdf").read_bytes().startswith(b"%PDF")
