"""The product ``booklets``: a text in reading order, and imposed for folding and stapling."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING

from cardgen.core.fingerprint import digest
from cardgen.frame import Frame, Link, Page, Region
from cardgen.impose.papers import LABELS, paper_size
from cardgen.impose.saddle import THICKNESS, Fold, fold_of, saddle, signature
from cardgen.products.artifact import Artifact
from cardgen.products.order import Order, product
from cardgen.products.press import Press

if TYPE_CHECKING:
    from cardgen.backend.navigation import Bookmark
    from cardgen.model.component import Component
    from cardgen.model.game import Game

KIND = "booklets"


@product(KIND)
def booklets(order: Order) -> list[Artifact]:
    """Describe the files of every booklet."""
    found: list[Artifact] = []
    for component in order.game.components.values():
        if component.kind != "booklet":
            continue
        sides = [one.face for one in order.sides[component.id]]
        prints = tuple(order.fingerprints[side.id] for side in sides)
        found.append(_Reading(order.game, component, prints, order.press).artifact())
        for paper in order.papers:
            size = paper_size(paper, component.at)
            fold = fold_of(sides[0].size, size, order.press.printer.margin, component.at)
            found.append(
                _Folded(order.game, component, prints, order.press, paper, fold).artifact()
            )
    return found


@dataclass(frozen=True, slots=True)
class _Reading:
    """Pages one after the other, for the screen."""

    game: Game
    component: Component
    prints: tuple[str, ...]
    press: Press

    def artifact(self) -> Artifact:
        """Describe the file."""
        facts = (self.game.title, self.game.version, self.component.title)
        key = digest((KIND, facts, self.prints, self.press.versions))
        return Artifact(self._path, KIND, key, self._make)

    @property
    def _path(self) -> str:
        return f"{KIND}/{self.component.id}.pdf"

    def _make(self) -> bytes:
        from cardgen.backend.pdf import DocumentInfo

        frames = [self.press.frame(name) for name in self.prints]
        pages, outline = navigable(frames)
        info = DocumentInfo(
            title=f"{self.game.title}: {self.component.title}",
            author=self.game.author,
            subject=f"{len(frames)} pages",
            outline=outline,
        )
        return self.press.pdf(self._path, pages, info)


def navigable(frames: Sequence[Frame]) -> tuple[list[Page], tuple[Bookmark, ...]]:
    """Make pages with links and an outline, by the regions that layout left on the Frames."""
    from cardgen.backend.navigation import Bookmark

    outline: list[Bookmark] = []
    targets: dict[str, tuple[int, float]] = {}
    for number, frame in enumerate(frames):
        for region in _regions(frame, "anchor"):
            name, level, title = _anchor(region.note)
            targets[name] = (number, region.rect.y)
            outline.append(Bookmark(title, number, region.rect.y, level))
    pages = []
    for frame in frames:
        links = tuple(
            Link(region.rect, *targets[name])
            for region in _regions(frame, "link")
            if (name := region.note.removeprefix("to=")) in targets
        )
        pages.append(Page(frame, frame.trim, frame.trim, links))
    return pages, tuple(outline)


def _regions(frame: Frame, id: str) -> list[Region]:
    return [item for item in frame.items if isinstance(item, Region) and item.id == id]


def _anchor(note: str) -> tuple[str, int, str]:
    name, level, title = note.split(" ", 2)
    return (
        name.removeprefix("id="),
        int(level.removeprefix("level=")),
        title.removeprefix("title="),
    )


@dataclass(frozen=True, slots=True)
class _Folded:
    """Sheets to print on both sides, fold and staple."""

    game: Game
    component: Component
    prints: tuple[str, ...]
    press: Press
    paper: str
    fold: Fold

    def artifact(self) -> Artifact:
        """Describe the file."""
        facts = (self.game.title, self.game.version, self.component.title, self.paper)
        how = (astuple(self.fold), self._offset, THICKNESS)
        key = digest((KIND, facts, how, self.prints, self.press.versions))
        return Artifact(self._path, KIND, key, self._make)

    @property
    def _path(self) -> str:
        return f"{KIND}/{self.component.id}.fold.{self.paper}.pdf"

    @property
    def _offset(self) -> tuple[float, float]:
        return self.press.printer.offset(True)

    def _make(self) -> bytes:
        from cardgen.backend.pdf import DocumentInfo

        frames = [self.press.frame(name) for name in self.prints]
        pages = saddle(frames, self.fold, THICKNESS, self._offset)
        size = "" if self.fold.scale == 1 else f", pages at {self.fold.scale * 100:.0f} %"
        info = DocumentInfo(
            title=f"{self.game.title}: {self.component.title}, to fold",
            subject=f"{len(signature(len(frames)))} sheets of {LABELS[self.paper]} to print on "
            f"both sides, flipped on the short edge, to fold and to staple{size}",
            author=self.game.author,
            duplex="short-edge",
        )
        return self.press.pdf(self._path, pages, info)
