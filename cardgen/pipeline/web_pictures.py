"""The pictures of a site, one for each side or figure.

SVG is sharp at every size, and web servers compress it. If the SVG of a board or scene has more
than `LIGHT` bytes, it is compared with a picture in pixels, and the site gets the smaller file.
"""

import math
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from html import escape
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from cardgen.assets.library import Library
from cardgen.backend.svg import svg, symbol
from cardgen.core.fingerprint import digest
from cardgen.core.geometry import Matrix, Size
from cardgen.core.geometry import Path as Outline
from cardgen.core.side_id import SideId
from cardgen.core.style import Color
from cardgen.core.units import MM_PER_INCH
from cardgen.frame import Frame, Group, Text
from cardgen.frame.reach import frame_bounds, intersection
from cardgen.layout.canvas import CORNER, outline
from cardgen.model.components.board import Board
from cardgen.model.components.booklet import Booklet
from cardgen.model.components.game_box import GameBox
from cardgen.model.document import Block, Document, Figure, PageBreak, PictureBlock, flat
from cardgen.model.game import Game
from cardgen.model.richtext import EMPTY
from cardgen.pipeline.game_build import GameBuild
from cardgen.products.artifact import Artifact, Tools

LIGHT = 64_000
"""The size in bytes of the largest SVG file that the site uses without a comparison."""
_DOTS, _MOST = 10, 1_000_000
"""The pixels per millimetre, and the most pixels of a picture."""
_CSS = 96 / MM_PER_INCH
_TINT = Color.parse("#010203")
"""The colour of icons in drawings, which is replaced by the colour of the text."""
_WORDS = 400
"""The most characters of a picture's alternative text."""


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


class WebPictures(Struct, frozen=True):
    """The pictures of a game, by the ids of sides and the names of figures.

    ``files`` and their ``keys`` are by path. ``front`` is the picture that represents the game, or
    None if there are no pictures.
    """

    pictures: dict[str, WebPicture]
    files: dict[str, bytes]
    keys: dict[str, str]
    front: WebPicture | None = None


def draw_game(build: GameBuild, cached_files: Mapping[str, Path]) -> WebPictures:
    """Draw all sides in the shape of the cut pieces, and the figures of booklets.

    A picture with a cached file of the same key is not drawn again.
    """
    front = next((id for id in _fronts(build.game) if id in build.frames), SideId())
    frames = {
        str(id): Frame(frame.size, [Group(frame, clip=outline(kind, frame.size, radius))])
        for id, (kind, radius) in _shapes(build, front).items()
        if (frame := build.frames.get(id)) is not None
    }
    for component in build.game.components.values():
        if isinstance(component, Booklet):
            frames |= draw_figures(build, component)
    drawn = _draw(build, frames, cached_files)
    pictures = drawn.pictures
    return replace(drawn, front=pictures.get(front) or next(iter(pictures.values()), None))


def _fronts(game: Game) -> Iterator[SideId]:
    """Yield the sides that may represent the game: boxes, covers, and sides of its showcase."""
    components = game.components.values()
    yield from (
        SideId.of(box.id, "front", "face") for box in components if isinstance(box, GameBox)
    )
    for id, flow in game.flows().items():
        if flow.cover and isinstance(game.components[id], Booklet):
            yield SideId.of(id, "", "page-01")
    yield from (SideId(f"{name}/face") for name in game.showcase)


def _shapes(build: GameBuild, front: SideId) -> dict[SideId, tuple[str, float]]:
    """Return the outlines of the sides to draw, and the radius of their corners."""
    components = build.game.components.values()
    pictures = (
        picture
        for component in components
        for piece in component.pieces(build.game)
        for picture in piece.pictures
    )
    shapes = {picture.side: (str(picture.outline), CORNER) for picture in pictures}
    boards = (SideId.of(board.id, "", "face") for board in components if isinstance(board, Board))
    shapes |= dict.fromkeys([front, *boards], ("rect", 0.0))
    designs = (design for designs in build.sides.values() for design in designs)
    specs = (spec for design in designs if design.card for spec in design.specs)
    return shapes | {spec.id: ("card", spec.radius) for spec in specs}


def symbols(icons: Iterable[str], library: Library) -> str:
    """Return icons as SVG symbols in the colour of the text, for the end of a page."""
    elements = "".join(
        symbol(library.icon(name).frame(_TINT), f"icon-{name}", library, _TINT)
        for name in sorted(icons)
    )
    return f'<svg class="symbols" aria-hidden="true">{elements}</svg>' if elements else ""


def _draw(
    build: GameBuild, frames: Mapping[str, Frame], cached_files: Mapping[str, Path]
) -> WebPictures:
    versions = build.product_request([]).versions
    artifacts = {
        name: Artifact(
            name, "site", digest((name, frame.fingerprint, versions)), partial(_file, frame, name)
        )
        for name, frame in frames.items()
    }
    missing = {file.key: file for file in artifacts.values() if file.key not in cached_files}
    drawings = dict(zip(missing, build.workers.map(build.data, [*missing.values()]), strict=True))
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
    return WebPictures(pictures, files, keys)


def _file(frame: Frame, title: str, tools: Tools) -> bytes:
    drawing = svg(frame, title, tools.library, lambda stamp: ("", ""))
    if len(drawing) <= LIGHT:
        return drawing
    wide, high = frame.size.width, frame.size.height
    scale = min(_DOTS, math.sqrt(_MOST / (wide * high)))
    pixels = tools.camera.web(frame, (max(round(wide * scale), 1), max(round(high * scale), 1)))
    return min(pixels, drawing, key=len)


_TALLEST = 600.0  # mm, the most height of a figure


def draw_figures(build: GameBuild, text: Booklet) -> dict[str, Frame]:
    """Lay out each figure of a booklet on its own page, and return the figures by name.

    The names have numbers in the order of the text. Empty figures are left out.
    """
    blocks: list[Block] = []
    for block in flat(build.game.flows()[text.id].blocks, lists=True):
        if isinstance(block, Figure):
            block = replace(block, decorative=True)
        if isinstance(block, Figure | PictureBlock):
            blocks += [replace(block, caption=EMPTY), PageBreak(block.location)]
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
        area = intersection(frame_bounds(page), page.trim)
        moved = Matrix.translation(-area.x, -area.y)
        figure = Frame(Size(area.width, area.height), [Group(page, moved, Outline.rect(area))])
        if area.width and area.height:
            figures[f"{text.id}/figure-{number:02}"] = figure
    return figures
