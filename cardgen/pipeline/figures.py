"""The figures of a booklet, each as a Frame of its own."""

from __future__ import annotations

from msgspec.structs import replace

from cardgen.core.geometry import Matrix, Size
from cardgen.core.geometry import Path as Outline
from cardgen.frame import Frame, Group
from cardgen.frame.reach import common, reach_of_frame
from cardgen.model.components.booklet import Booklet
from cardgen.model.document import Block, Document, Figure, PageBreak, PictureBlock, flat
from cardgen.model.richtext import EMPTY
from cardgen.pipeline.game_build import GameBuild

_TALLEST = 600.0  # mm, of a figure


def draw_figures(build: GameBuild, text: Booklet) -> dict[str, Frame]:
    """Lay out each figure of a booklet on a separate page, and cut it out.

    The names have numbers in the order of the text. Empty figures are missing.
    """
    blocks: list[Block] = []
    for block in flat(build.game.flows()[text.id].blocks, lists=True):
        if isinstance(block, Figure):
            block = replace(block, decorative=True)
        if isinstance(block, Figure | PictureBlock):
            blocks += [replace(block, caption=EMPTY), PageBreak(block.at)]
    if not blocks:
        return {}
    size = Size(text.page_size.size.width, _TALLEST)
    booklet = replace(
        text,
        document=Document(tuple(blocks[:-1])),
        page_size=replace(text.page_size, size=size),
        page="site/figure.xml.j2",
        cover=None,
        back=None,
    )
    game = replace(build.game, components={**build.game.components, text.id: booklet})
    laid = build.with_game(game).lay_out((text.id,))
    figures = {}
    for number, sides in enumerate(laid.sides[text.id], 1):
        page = laid.frames[sides.face.id]
        area = common(reach_of_frame(page), page.trim)
        moved = Matrix.translation(-area.x, -area.y)
        figure = Frame(Size(area.width, area.height), [Group(page, moved, Outline.rect(area))])
        if area.width and area.height:
            figures[f"{text.id}/figure-{number:02}"] = figure
    return figures
