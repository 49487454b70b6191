"""The product ``boards``: a board whole at true size, and tiled over pages of each paper."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cardgen.core.diagnostics import Location
from cardgen.core.fingerprint import digest
from cardgen.core.geometry import Rect, Size
from cardgen.frame import KEEP, Frame, Page, Region
from cardgen.impose import problems as faults
from cardgen.impose.marks import ruler
from cardgen.impose.papers import LABELS, paper_size
from cardgen.impose.tilepage import tile_pages
from cardgen.impose.tiling import Tile, Tiling, cut_by, tile
from cardgen.model.components.board import Board
from cardgen.products.artifact import Artifact
from cardgen.products.order import Order, product
from cardgen.products.sheets import RULER_LABEL, SLUG_PT

KIND = "boards"


@product(KIND)
def boards(order: Order) -> Iterator[Artifact]:
    """Describe each board whole and on each paper.

    Raises ImpositionError where a paper has no room for tiles.
    """
    for board in order.game.components.values():
        if not isinstance(board, Board):
            continue
        face = order.fingerprints[order.sides[board.id][0].face.id]
        yield _Whole(order, board, face).artifact()
        kept = list(kept_boxes(order.press.frame(face)))
        for paper in order.papers:
            size = paper_size(paper, board.at)
            tiling = tile(
                board.size,
                board.bleed,
                [box for box, _ in kept],
                size,
                order.press.printer.margin,
                board.overlap,
                board.tiling_at,
            )
            sheets = tiling.rows * tiling.columns
            cut: dict[Location, Rect] = {}
            for number in cut_by(tiling, [box for box, _ in kept]):
                cut.setdefault(kept[number][1] or board.at, kept[number][0])
            for at, box in cut.items():
                size, room = Size(box.width, box.height), tiling.room
                order.report(faults.seam_cuts_box(at, board.id, LABELS[paper], sheets, size, room))
            yield _Tiled(order, board, face, paper, tiling).artifact()


def kept_boxes(frame: Frame) -> Iterator[tuple[Rect, Location | None]]:
    """Find the boxes that ask to be kept together, and the tags that ask."""
    for item, matrix in frame.walk():
        if isinstance(item, Region) and item.id == KEEP:
            yield matrix.apply_rect(item.rect), Location.parse(item.stamp) if item.stamp else None


@dataclass(frozen=True, slots=True)
class _Whole:
    """The board on one page: what a print shop wants."""

    order: Order
    board: Board
    face: str

    def artifact(self) -> Artifact:
        """Describe the file."""
        said = (self.order.game.title, self.board.title, self.order.press.versions)
        return Artifact(self._path, KIND, digest((KIND, "whole", self.face, said)), self._make)

    @property
    def _path(self) -> str:
        return f"{KIND}/{self.board.id}.pdf"

    def _make(self) -> bytes:
        from cardgen.backend.pdf import DocumentInfo

        press, size = self.order.press, self.board.size
        info = DocumentInfo(
            title=f"{self.order.game.title}: {self.board.title}",
            author=self.order.game.author,
            subject=f"{size.width:g} x {size.height:g} mm, {self.board.bleed:g} mm bleed",
        )
        return press.pdf(self._path, [Page.of_piece(press.frame(self.face))], info)


@dataclass(frozen=True, slots=True)
class _Tiled:
    """The board on pages of a paper, to be joined."""

    order: Order
    board: Board
    face: str
    paper: str
    tiling: Tiling

    def artifact(self) -> Artifact:
        """Describe the file; where the seams are follows from the Frame and the options."""
        game, board, press = self.order.game, self.board, self.order.press
        t = self.tiling
        key = (
            (KIND, "tiled", self.paper, self.face, game.title, game.version, board.title),
            (t.bleed, t.overlap, t.margin, t.landscape, t.across, t.along),
            (RULER_LABEL, SLUG_PT, press.versions),
        )
        return Artifact(self._path, KIND, digest(key), self._make)

    @property
    def _path(self) -> str:
        return f"{KIND}/{self.board.id}.{self.paper}.pdf"

    def _make(self) -> bytes:
        from cardgen.backend.pdf import DocumentInfo

        press, tiling = self.order.press, self.tiling
        scale = ruler(press.write(RULER_LABEL, SLUG_PT))
        face = press.frame(self.face)
        pages = tile_pages(face, tiling, self._slug, press.write, scale)
        how = f"{tiling.overlap:g} mm overlap" if tiling.overlap else "cut and butted"
        info = DocumentInfo(
            title=f"{self.order.game.title}: {self.board.title}",
            author=self.order.game.author,
            subject=f"{len(pages)} tiles on {LABELS[self.paper]}, {how}",
        )
        return press.pdf(self._path, pages, info)

    def _slug(self, tile: Tile, total: int) -> Frame:
        """Say what a page is and how it is joined."""
        game, tiling = self.order.game, self.tiling
        version = f"version {game.version}" if game.version else ""
        if total == 1:
            join = ""
        elif tiling.overlap:
            join = f"glue the neighbour onto the {tiling.overlap:g} mm beyond a dashed mark"
        else:
            join = "cut the seams, join, then cut the edge"
        parts = (game.title, self.board.title, f"tile {tile.label} of {total}", version, join)
        return self.order.press.write(" · ".join(part for part in parts if part), SLUG_PT)
