"""The pictures of a site, one for each side or figure.

A drawing as SVG stays sharp at every size, and a host sends it packed. Above the size of `LIGHT`,
as boards and scenes have it, a picture in pixels may be smaller, and then the site has that.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import partial
from html import escape
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from cardgen.api import GameBuild
from cardgen.backend.svg import svg
from cardgen.core.fingerprint import digest
from cardgen.core.geometry import Matrix, Size
from cardgen.core.geometry import Path as Outline
from cardgen.core.units import MM_PER_INCH
from cardgen.frame import Frame, Group, Text
from cardgen.frame.reach import common, reach_of_frame
from cardgen.model.components.booklet import Booklet
from cardgen.model.document import Block, Document, Figure, PageBreak, PictureBlock, flat
from cardgen.model.flowing import FlowSpec
from cardgen.model.richtext import EMPTY
from cardgen.products.artifact import Artifact, Tools

LIGHT = 64_000
"""Bytes up to which a drawing needs no comparison."""
_DOTS, _MOST = 10, 1_000_000
"""Pixels a millimetre, and the most pixels of a picture."""
_CSS = 96 / MM_PER_INCH
_WORDS = 400
"""The most characters that a picture has as its text."""
_TALLEST = 600.0  # mm, of a figure


class WebPicture(Struct, frozen=True):
    """A picture of a page: its file, its size in CSS pixels, and the words on it."""

    path: str
    width: int
    height: int
    words: str = ""

    @property
    def html(self) -> str:
        """The picture as an element without alternative text."""
        size = f'width="{self.width}" height="{self.height}"'
        return f'<img src="{escape(self.path)}" {size} alt="" loading="lazy" decoding="async">'


def cut(frame: Frame, shape: Outline) -> Frame:
    """Return a side as it looks when it is cut out."""
    return Frame(frame.size, [Group(frame, clip=shape)])


def draw(
    laid: GameBuild, frames: Mapping[str, Frame], cached_files: Mapping[str, Path]
) -> tuple[dict[str, WebPicture], dict[str, bytes], dict[str, str]]:
    """Draw Frames, unless there is a cached file with the same key.

    Return the pictures by the names of the Frames, and the files and their keys by path.
    """
    versions = laid.product_request([]).versions
    artifacts = {
        name: Artifact(
            name, "site", digest((name, frame.fingerprint, versions)), partial(_file, frame, name)
        )
        for name, frame in frames.items()
    }
    missing = {one.key: one for one in artifacts.values() if one.key not in cached_files}
    drawings = dict(zip(missing, laid.workers.map(laid.data, [*missing.values()]), strict=True))
    pictures, files, keys = {}, {}, {}
    for name, frame in frames.items():
        key = artifacts[name].key
        data = drawings[key] if key in drawings else cached_files[key].read_bytes()
        width, height = (round(side * _CSS) for side in (frame.size.width, frame.size.height))
        runs = (item.string for item, _ in frame.walk() if isinstance(item, Text))
        words = " ".join(" ".join(runs).split())
        if len(words) > _WORDS:
            words = words[:_WORDS].rpartition(" ")[0] + " …"
        path = f"pictures/{name}.{'webp' if data.startswith(b'RIFF') else 'svg'}"
        pictures[name] = WebPicture(path, max(width, 1), max(height, 1), words)
        files[path], keys[path] = data, key
    return pictures, files, keys


def _file(frame: Frame, title: str, tools: Tools) -> bytes:
    drawing = svg(frame, title, tools.library, lambda stamp: ("", ""))
    if len(drawing) <= LIGHT:
        return drawing
    wide, high = frame.size.width, frame.size.height
    scale = min(_DOTS, math.sqrt(_MOST / (wide * high)))
    pixels = tools.camera.web(frame, (max(round(wide * scale), 1), max(round(high * scale), 1)))
    return min(pixels, drawing, key=len)


def draw_figures(opened: GameBuild, flow: FlowSpec) -> dict[str, Frame]:
    """Lay out each figure of a booklet on a separate page, and cut it out.

    The names have numbers in the order of the text. Empty figures are missing.
    """
    text = opened.game.components[flow.component]
    assert isinstance(text, Booklet)
    blocks: list[Block] = []
    for block in flat(flow.blocks, lists=True):
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
    game = replace(opened.game, components={**opened.game.components, text.id: booklet})
    laid = opened.with_game(game).lay_out((text.id,))
    figures = {}
    for number, sides in enumerate(laid.sides[text.id], 1):
        page = laid.frames[sides.face.id]
        area = common(reach_of_frame(page), page.trim)
        moved = Matrix.translation(-area.x, -area.y)
        figure = Frame(Size(area.width, area.height), [Group(page, moved, Outline.rect(area))])
        if area.width and area.height:
            figures[f"{text.id}/figure-{number:02}"] = figure
    return figures
