"""The schemas beside the games: what editors complete and check the data files with."""

import re
from pathlib import Path

import pytest

from cardgen.model.load import load_project
from cardgen.pipeline.schemas import SCHEMAS, schema_files

ROOT = Path(__file__).resolve().parents[2]
REFRESH = "run `cardgen schema --write` and commit what it writes"
DATA_FILES = sorted(
    file
    for pattern in ("*/game.yaml", "*/decks/*.yaml")
    for file in (ROOT / "card_data").glob(pattern)
)


def test_the_schemas_are_up_to_date() -> None:
    loaded = load_project(ROOT)
    assert not loaded.diagnostics.has_errors
    wanted = schema_files(ROOT, loaded.games)
    there = {file.name: file.read_bytes() for file in (ROOT / SCHEMAS).glob("*.json")}
    stale = sorted(
        name for name in wanted.keys() | there.keys() if wanted.get(name) != there.get(name)
    )
    assert not stale, f"out of date: {', '.join(stale)}; {REFRESH}"


@pytest.mark.parametrize("file", DATA_FILES, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_the_first_line_names_a_schema_that_is_there(file: Path) -> None:
    first = file.read_text(encoding="utf-8").partition("\n")[0]
    match = re.fullmatch(r"# yaml-language-server: \$schema=(\S+)", first)
    assert match, f"the first line names no schema: {first}"
    schema = (file.parent / match[1]).resolve()
    name = "game" if file.name == "game.yaml" else f"{file.parts[-3]}.deck"
    assert schema == ROOT / SCHEMAS / f"{name}.schema.json"
    assert schema.is_file(), f"there is no {match[1]}; {REFRESH}"
