"""The tutorial does what it says, and shows what the program draws."""

import itertools
import re
from pathlib import Path

import pytest

from cardgen.comparison import printed
from tools.tutorial.pictures import PICTURES, SPREADSHEET_PICTURES
from tools.tutorial.replay import DOCS, PAGES, SPREADSHEET, TUTORIAL, steps, walk

LARGEST = 150_000
_NAMED = re.compile(r"`([\w./-]+\.(?:pdf|png|json|yaml|md|j2|svg|csv|txt|xlsx|lua))`")


@pytest.mark.broad
@pytest.mark.slow(seconds=10)
def test_the_tutorial_can_be_walked(tmp_path, monkeypatch):
    saves = tmp_path / "Tabletop Simulator"
    (saves / "Saves").mkdir(parents=True)
    monkeypatch.setenv("CARDGEN_TTS_DIR", str(saves))
    monkeypatch.setattr(printed, "write_pictures", lambda looks, library: b"")  # takes a second
    seen: list[str] = []
    made: set[str] = set()

    def look(name: str, _: Path) -> None:
        seen.append(name)
        made.update(f"/{file.relative_to(tmp_path).as_posix()}" for file in tmp_path.rglob("*"))

    assert walk(tmp_path, look) == tmp_path / "my-game"
    assert seen == list(PICTURES)
    words = "".join((TUTORIAL / page).read_text(encoding="utf-8") for page in PAGES)
    named = {name.strip("/") for name in _NAMED.findall(words)}
    assert len(named) > 10
    assert [one for one in named if not any(path.endswith(f"/{one}") for path in made)] == []


@pytest.mark.slow
def test_the_page_about_spreadsheets_can_be_walked(tmp_path):
    seen: list[str] = []
    walk(tmp_path, lambda name, _: seen.append(name), [SPREADSHEET])
    assert seen == list(SPREADSHEET_PICTURES)
    assert all((DOCS / name).stat().st_size < LARGEST for name in seen)


def test_every_page_is_walked_and_linked():
    assert {file.name for file in TUTORIAL.glob("*.md")} == set(PAGES)
    for page, following in itertools.pairwise(PAGES):
        assert f"→]({following})" in (TUTORIAL / page).read_text(encoding="utf-8")
    assert {step.kind for step in steps()} == {"sh", "text", "diff", "xml", "picture"}
