"""The figures of a rule text, each as a drawing of its own.

They are laid out as in the booklet, each on a page without a ground, and cut out of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from cardgen.api import OpenGame
from cardgen.core.geometry import Rect, Size
from cardgen.features.site.pictures import cropped
from cardgen.frame import Frame
from cardgen.frame.reach import around, common, reach
from cardgen.model.components.booklet import Booklet
from cardgen.model.document import Block, Document, Figure, PageBreak, PictureBlock, flat
from cardgen.model.richtext import EMPTY

_TALLEST = 600.0  # mm


def figures_of(blocks: Sequence[Block]) -> Iterator[Figure | PictureBlock]:
    """Return all figures and pictures of a text, in its order."""
    found = flat(blocks, lists=True)
    return (block for block in found if isinstance(block, Figure | PictureBlock))


def drawn_figures(opened: OpenGame, text: Booklet) -> list[Frame | None]:
    """Draw the figures of a text, None in place of one that draws nothing."""
    blocks: list[Block] = []
    for one in figures_of(text.document.blocks):
        if isinstance(one, Figure):
            one = replace(one, decorative=True)
        blocks += [replace(one, caption=EMPTY), PageBreak(one.at)]
    if not blocks:
        return []
    size = Size(text.page_size.size.width, _TALLEST)
    apart = replace(
        text,
        document=Document(tuple(blocks[:-1])),
        page_size=replace(text.page_size, size=size),
        page="site/figure.xml.j2",
        cover=None,
        back=None,
    )
    game = replace(opened.game, components={**opened.game.components, text.id: apart})
    frames = opened.with_game(game).lay_out((text.id,)).frames
    pages = [frame for id, frame in sorted(frames.items()) if id.startswith(f"{text.id}/")]
    return [_cut_out(page) for page in pages]


def _cut_out(page: Frame) -> Frame | None:
    boxes = [reach(item) for item in page.items]
    if not boxes:
        return None
    area = common(around(boxes), page.trim)
    return cropped(page, Rect(area.x, area.y, area.width, area.height))
