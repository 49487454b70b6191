"""The key of a request says what decides the files, and nothing else."""

from pathlib import Path

import pytest
from workshops import HOSTED, build_request

from cardgen.core.diagnostics import OutputError

ROOT = Path("/project")


def key(**options):
    return build_request(ROOT, **options).key


@pytest.mark.parametrize("products", [("sheets",), ("boards", "images", "sheets")])
def test_what_is_printed_is_the_same_in_every_folder(products):
    plain = key(products=products)
    for options in ({"output": Path("/elsewhere")}, HOSTED, {"tts_max_side": 512}):
        assert key(products=products, **options) == plain


@pytest.mark.parametrize("products", [(), ("tts",), ("sheets", "tts")])
def test_tables_name_where_pictures_are(products):
    small = {"tts_max_side": 512}
    requests = [{}, {"output": Path("/elsewhere")}, HOSTED, small, {**small, **HOSTED}]
    assert len({key(products=products, **options) for options in requests}) == len(requests)
    there = {"output": Path("/elsewhere"), "tts_base_url": "https://example.org"}
    assert key(products=products, **HOSTED) == key(products=products, **there)


def test_choices_count_and_their_order_does_not():
    some = [{}, {"papers": ("a4",)}, {"duplex": "short-edge"}, {"products": ("sheets",)}]
    assert len({key(**options) for options in some}) == len(some)
    assert key(products=("tts", "sheets")) == key(products=("sheets", "tts", "sheets"))
    assert key(papers=("a4", "letter")) == key(papers=("letter", "a4"))
    assert key(force=True, jobs=3, strict=True, games=("a",)) == key()


@pytest.mark.parametrize("products", [(), ("sheets",)])
def test_what_no_table_could_load_is_refused_whatever_is_made(products):
    for options in ({"tts_base_url": "nonsense"}, {"tts_max_side": 5}):
        with pytest.raises(OutputError):
            _ = key(products=products, **options)
