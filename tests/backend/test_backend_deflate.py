"""What packs where zlib-ng has no wheel."""

import importlib.util
import sys

import pytest

from cardgen.backend import content, deflate, pixels
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
def test_a_build_says_what_has_packed_its_files(workshop):
    workshop.build(products=("sheets",), papers=("a4",))
    assert workshop.manifest()["packer"] == "zlib"
    assert (workshop.output / "game/sheets/heroes.a4.pdf").read_bytes().startswith(b"%PDF")
