"""The felt of the table: a picture in the colour that a game asks for."""

from __future__ import annotations

from cardgen.core.color import Color, RadialGradient
from cardgen.core.fingerprint import digest
from cardgen.core.geometry import Path, Rect, Size
from cardgen.frame import Frame, Shape, Stroke
from cardgen.impose.contact import in_blocks
from cardgen.model.components.table import VirtualTable
from cardgen.model.game import Game
from cardgen.products.artifact import Tools
from cardgen.products.hosting import KIND
from cardgen.products.request import ProductRequest
from cardgen.products.tts.contents import TablePictures
from cardgen.products.tts.lint import PictureFacts
from cardgen.products.tts.setup import FELT

PLAIN = "#34463d"
PIXELS = 1024
"""The longer side: it is a soft shade, which is as smooth when it is drawn larger."""
_MM = 10.0
"""Units of the Frame to an inch: small, because there is no fine detail."""


def felt(request: ProductRequest, table: VirtualTable | None, pictures: TablePictures) -> str:
    """Describe the picture, and return its address."""
    frame = cloth(felt_color(request.game, table))
    longest = in_blocks(min(PIXELS, request.hosting.longest))
    size = longest, in_blocks(round(longest * FELT[1] / FELT[0]))
    key = digest((KIND, "felt", frame.fingerprint, size))

    def make(tools: Tools) -> bytes:
        return tools.camera.grid([frame], 1, 1, size, "png")

    return pictures.draw(request, "felt", key, "png", PictureFacts(*size), make)


def felt_color(game: Game, table: VirtualTable | None) -> Color:
    """Return the colour that a game asks for, or the usual one."""
    return game.theme.color((table.felt if table else "") or PLAIN)


def cloth(color: Color) -> Frame:
    """Draw the cloth, lit in the middle and darker towards its edge, with a seam all around."""
    width, height = FELT[0] * _MM, FELT[1] * _MM
    middle = ((0.0, _shade(color, 1.12)), (0.6, color), (1.0, _shade(color, 0.62)))
    light = RadialGradient(width / 2, height / 2, width * 0.6, middle)
    box = Rect(0, 0, width, height)
    seam = Stroke(_shade(color, 1.45), 1.6, dash=(6.0, 4.0))
    items = [
        Shape(Path.rect(box), light),
        Shape(Path.rect(box.grow(-14), 22), None, Stroke(_shade(color, 0.75), 5.0)),
        Shape(Path.rect(box.grow(-20), 18), None, seam),
    ]
    return Frame(Size(width, height), items)


def _shade(color: Color, factor: float) -> Color:
    red, green, blue = (min(part * factor, 1.0) for part in (color.red, color.green, color.blue))
    return Color(red, green, blue)
