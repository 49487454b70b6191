"""What is looked at beside a Frame itself: the words of its PDF, its pixels, its proofs."""

import math

import PIL.Image
import PIL.ImageColor
import pypdfium2
import pytest

from cardgen.backend.document import DocumentInfo
from cardgen.backend.pdf import write_pdf
from cardgen.backend.raster import rasterize
from cardgen.frame import Page
from cardgen.model.formats import Limits
from cardgen.proof.runner import proof


@pytest.fixture
def said(library):
    """The text of a PDF, as another program reads it."""

    def run(frame):
        data = write_pdf([Page.of_sheet(frame)], DocumentInfo("t"), library)
        return " ".join(pypdfium2.PdfDocument(data)[0].get_textpage().get_text_range().split())

    return run


@pytest.fixture
def pixels(library):
    """A picture of a Frame, with so many pixels to the millimetre."""

    def run(frame, scale=1.0):
        size = round(frame.size.width * scale), round(frame.size.height * scale)
        return rasterize(frame, *size, library)

    return run


INKS = {"_": "#ffffff", "R": "#ff0000", "B": "#0000ff", "K": "#102030", "#": "#000000"}


@pytest.fixture
def drawn(pixels):
    """A letter a millimetre, that of the nearest of some inks; `.` for what is far from all."""

    def run(frame, inks, within=442):
        image = pixels(frame)

        def letter(x, y):
            seen = image.getpixel((x, y))
            off = {ink: math.dist(PIL.ImageColor.getrgb(INKS[ink]), seen) for ink in inks}
            nearest = min(off, key=off.__getitem__)
            return nearest if off[nearest] <= within else "."

        width, height = image.size
        return "\n".join("".join(letter(x, y) for x in range(width)) for y in range(height))

    return run


@pytest.fixture
def judged(lay, library):
    """What a proof finds on a side, with a margin in mm."""

    def run(side, safe=3.0):
        frame = lay(side).frame if isinstance(side, str) else side
        return proof(frame, Limits(safe), library)

    return run
