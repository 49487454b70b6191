"""The games that come with cardgen, laid out side by side: none twice in a run."""

import re
from functools import cache
from pathlib import Path
from typing import ClassVar

from five_games import ROOT as ROOT

from cardgen.core.geometry import Rect
from cardgen.core.units import PAPERS
from cardgen.frame import Frame, Region, RegionKind, Text
from cardgen.impose.tiling import Tiling, tile
from cardgen.model.components.board import Board
from cardgen.model.flowing import FlowSpec
from cardgen.model.game import Game
from cardgen.model.load import load_game
from cardgen.model.sides import SideSpec
from cardgen.pipeline.cache import Store
from cardgen.pipeline.game_work import GameWork
from cardgen.pipeline.output_lock import FOLDER as CACHE
from cardgen.pipeline.results import SideResult, TextResult


class Desk(GameWork):
    """The sides and texts of a game, each laid out when it is first asked for.

    What builds of this run have laid out is taken over.
    """

    outputs: ClassVar[Path]

    def __init__(self, root: Path, game: Game) -> None:
        super().__init__(root, game, Store(self.outputs / CACHE / game.id))
        self.laid: dict[str, SideResult] = {}
        self.books: dict[str, TextResult] = {}

    def side(self, spec: SideSpec, drawn: bool = False) -> SideResult:
        if spec.id not in self.laid:
            self.laid[spec.id] = super().side(spec, drawn)
        return self.laid[spec.id]

    def text(self, spec: FlowSpec, drawn: bool = False) -> TextResult:
        if spec.component not in self.books:
            self.books[spec.component] = super().text(spec, drawn)
        return self.books[spec.component]


@cache
def desk(root: Path, name: str) -> Desk:
    return Desk(root, load_game(root, name))


def sides(root: Path, name: str, *components: str) -> list[SideResult]:
    """Lay out all sides of the components named."""
    work = desk(root, name)
    designs = (one for id in components for one in work.sides[id])
    specs = {spec.id: spec for one in designs for spec in one.specs}
    return [work.side(spec, drawn=False) for spec in specs.values()]


def pages(root: Path, name: str, booklet: str) -> tuple[SideResult, ...]:
    """Lay out a booklet, and the sides that it pictures."""
    work = desk(root, name)
    flow = work.game.components[booklet].flow(work.game)
    assert flow is not None
    return work.text(flow).results


def told(root: Path, name: str, booklet: str = "rules") -> tuple[str, ...]:
    """Return the words of each page of a booklet, spaces collapsed."""
    frames = (result.frame for result in pages(root, name, booklet))
    return tuple(words(frame) for frame in frames if frame is not None)


def words(frame: Frame) -> str:
    """Return what a side says, in the order in which it is painted."""
    return " ".join(" ".join(i.string for i, _ in frame.walk() if isinstance(i, Text)).split())


def board(root: Path, name: str, id: str = "board") -> tuple[Board, Frame]:
    """Lay out a board."""
    found = desk(root, name).game.components[id]
    assert isinstance(found, Board)
    [result] = sides(root, name, id)
    assert [str(item.message) for item in result.diagnostics] == []
    assert result.frame is not None
    return found, result.frame


def regions(frame: Frame) -> dict[str, Region]:
    """Return the regions of a side that have names."""
    return {i.id: i for i, _ in frame.regions(RegionKind.NAMED)}


def tiled(found: Board, frame: Frame, paper: str) -> tuple[Tiling, list[Rect]]:
    """Spread a board over pages; return the boxes that no seam may cut, too."""
    keep = [
        m.apply_rect(i.rect)
        for i, m in frame.walk()
        if isinstance(i, Region) and i.kind is RegionKind.KEEP
    ]
    return tile(found.size, found.bleed, keep, PAPERS[paper], 5.0, found.overlap), keep


def set_rules(root: Path, name: str, **values: int) -> list[int]:
    """Give rules other values, in the file as an author would; return those before."""
    file = root / "card_data" / name / "game.yaml"
    text, before = file.read_text(encoding="utf-8"), []
    for rule, value in values.items():
        line = re.compile(rf"(\n  {rule}:\s*(?:\{{\s*)?(?:value:\s*)?)(\d+)")
        match = line.search(text, text.index("\nrules:\n"))
        assert match is not None, f"{name} has no rule {rule}"
        before.append(int(match[2]))
        text = text[: match.start(2)] + str(value) + text[match.end(2) :]
    file.write_text(text, encoding="utf-8")
    return before
