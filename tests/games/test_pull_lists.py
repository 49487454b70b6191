"""Every sheet and tile that a pull list names exists, whatever page or board has changed."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from five_games import GAMES, ROOT, book_of
from msgspec.structs import replace
from workshops import build_request

from cardgen.comparison.changes import compare
from cardgen.comparison.snapshot import Snapshot
from cardgen.comparison.states import Edition, edition
from cardgen.core.units import label_of
from cardgen.features.revision import FOLDER, parts_to_print
from cardgen.features.revision.pull_list import Pull, pull_list
from cardgen.pipeline.resources import tools_of
from cardgen.products.artifact import Artifact, PdfDocument
from cardgen.products.parts import plan_parts
from cardgen.products.planning import plan_artifacts

pytestmark = pytest.mark.slow
PAPERS = ("a4", "letter")


def page_counts(edition: Edition, artifacts: list[Artifact]) -> dict[str, int]:
    """How many pages the PDFs have, by file name."""
    tools, found = tools_of(edition.build.library), {}
    for artifact in artifacts:
        document = artifact.make(tools)
        assert isinstance(document, PdfDocument)
        found[artifact.path.rpartition("/")[2]] = len(document.pages)
    return found


def former(now: Snapshot) -> Iterator[tuple[str, Snapshot]]:
    """States in which one or all pages of a booklet, or a tile of a board, looked otherwise."""
    for id, booklet in now.booklets.items():
        looks = booklet.pages
        ones = [(*looks[:n], "?", *looks[n + 1 :]) for n in range(len(looks))]
        for pages in (*ones, ("?",) * len(looks)):
            yield id, replace(now, booklets={**now.booklets, id: replace(booklet, pages=pages)})
    for id, board in now.boards.items():
        for label in sorted(set().union(*board.tiles.values())):
            tiles = {paper: {**known, label: "?"} for paper, known in board.tiles.items()}
            old = replace(board, look="?", tiles=tiles)
            yield id, replace(now, boards={**now.boards, id: old})


@pytest.mark.parametrize("name", GAMES)
def test_every_sheet_that_is_named_is_in_a_file(name: str, outputs: Path) -> None:
    book_of(name, outputs)  # its sides are not laid out again
    now = edition(build_request(ROOT, papers=PAPERS, output=outputs), name)
    wanted = now.build.product_request([])
    whole = page_counts(now, plan_artifacts(wanted, ("boards", "booklets")))
    seen = []
    for id, before in former(now.snapshot):
        changes = compare(before, now.snapshot)
        parts = parts_to_print(wanted, changes)
        pulls = pull_list(changes, wanted.papers, parts.sheets)
        again = page_counts(now, plan_parts(wanted, parts, FOLDER))
        assert again
        for pull in (pull for section in pulls for pull in section.into):
            named = named_pages(id, pull)
            seen.append(pull.title)
            for file, (count, of) in named.items():
                assert whole[file] == of, pull
                assert again.pop(file) == count, pull
        assert not again, "these are printed, and nobody says what for"
    assert seen


def named_pages(id: str, pull: Pull) -> dict[str, tuple[int, int]]:
    """How many pages a line of a pull list speaks of, and of how many, by file name."""
    title = pull.title
    papers = [paper for paper in PAPERS if title.endswith(f" on {label_of(paper)}")] or PAPERS
    if tiles := re.fullmatch(r"tiles? .* of (\d+) on .*", title):
        return {f"{id}.{paper}.pdf": (pull.count, int(tiles[1])) for paper in papers}
    if "folded from one sheet" in title and "stapled" not in title:
        return {f"{id}.mini.{paper}.pdf": (1, 1) for paper in papers}
    if whole := re.search(r"the whole booklet, (\d+) sheets?$", title):
        pages = 2 * int(whole[1])
        return {f"{id}.fold.{paper}.pdf": (pages, pages) for paper in papers}
    sheets = re.search(r"sheets? [-0-9, and]+ of (\d+), counted from the outside$", title)
    assert sheets, title
    pages = 2 * pull.count, 2 * int(sheets[1])
    return {f"{id}.fold.{paper}.pdf": pages for paper in papers}
